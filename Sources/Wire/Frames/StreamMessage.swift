public import Stage
public import Texts
public import Timeline

/// The messages of a stream that are not frames.
public enum StreamMessage {
    /// `{"type":"hello","protocol":1,"room":…,"stage":{…},"fps":60,"time":…,"build":…,"fields":[…]}`,
    /// the first message. `build` tells this version of server and pages from any other.
    public static func hello(
        room: Text, stage: StageConfiguration, framesPerSecond: Int, time: Instant,
        build: Text
    ) -> [UInt8] {
        var told: [JSON.Member] = [
            .init("width", .number(stage.width)), .init("height", .number(stage.height)),
        ]
        if let hosts = stage.imageHosts {
            told.append(.init("imageHosts", .array(hosts.map(JSON.string))))
        }
        var bytes = JSON.object([
            .init("type", .string("hello")),
            .init("protocol", .number(1)),
            .init("room", .string(room)),
            .init("stage", .object(told)),
            .init("fps", .number(Double(framesPerSecond))),
            .init("time", .number(Double(time.microseconds))),
            .init("build", .string(build)),
        ]).encoded
        // The fields are the same for everybody: their text is made once.
        bytes.removeLast()
        bytes += #","fields":"#.utf8
        bytes += FieldTable.json
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// `{"type":"beat"}`: the connection lives, though there may be nothing to tell.
    public static let beat = Array(#"{"type":"beat"}"#.utf8)

    /// `{"type":"reload"}`: a page loads itself anew.
    public static let reload = Array(#"{"type":"reload"}"#.utf8)

    /// `{"type":"tap","call":…,"user":{…}}`: a viewer touched a card.
    public static func tap(call: Text, caller: Person) -> [UInt8] {
        var user = [JSON.Member("name", .string(caller.name))]
        if let id = caller.id { user.insert(.init("id", .string(id)), at: 0) }
        if let avatar = caller.avatar { user.append(.init("avatar", .string(avatar))) }
        return JSON.object([
            .init("type", .string("tap")), .init("call", .string(call)),
            .init("user", .object(user)),
        ]).encoded
    }
}

/// What a viewer may say on its stream.
public enum ViewerMessage: Hashable, Sendable {
    case tap(call: Text)
    case dismiss(call: Text)
    /// `isActive`: the source is part of what goes on air.
    case visibility(isVisible: Bool, isActive: Bool)
    /// Frames a second wanted, 1 to 60.
    case rate(framesPerSecond: Int)
    /// What a page is: the version it was loaded under, and its size in CSS pixels.
    case about(build: Text?, width: Int?, height: Int?)

    /// Reads `{"type": …, …}`; throws a `ContentError` that says what is wrong.
    public init(_ json: JSON) throws(ContentError) {
        self = try ObjectReader.read(json, from: .sender) { reader in
            let kind: Kind? = reader.required("type") { $0.choice("type") }
            switch kind {
            case .tap: return reader.requiredText("call", .id).map(ViewerMessage.tap)
            case .dismiss: return reader.requiredText("call", .id).map(ViewerMessage.dismiss)
            case .visibility:
                let isVisible = reader.required("visible") { $0.flag("visible") }
                let isActive = reader.flag("active")
                return isVisible.map {
                    .visibility(isVisible: $0, isActive: isActive ?? $0)
                }
            case .rate:
                let rate = reader.required("fps") { $0.integer("fps", in: 1...60) }
                return rate.map(ViewerMessage.rate)
            case .about:
                return .about(
                    build: reader.text("build", .name),
                    width: reader.integer("width", in: 0...100_000),
                    height: reader.integer("height", in: 0...100_000))
            case nil: return nil
            }
        }
    }

    private enum Kind: String, CaseIterable {
        case tap, dismiss, visibility, rate, about
    }
}

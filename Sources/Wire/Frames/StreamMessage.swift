public import Stage
public import Texts
public import Timeline

/// Encodes the messages to viewers other than frames, such as sound cues and the look.
public enum StreamMessage {
    /// `{"type":"hello","protocol":1,"room":…,"stage":{…},"fps":60,"time":…,"build":…,"may":…,
    /// "look":{…},"reports":["quality"],"flourish":0.8,"fields":[…]}`: the first message. `may` is the role of the
    /// viewer's key, `build` names this version of server and pages, `reports` names the reports that the server
    /// accepts. Without a `configuration`, `stage`, `look`, `reports` and `flourish` are left out. A `flourish` of 0 is
    /// left out, too.
    public static func hello(
        room: Text, configuration: Configuration?, framesPerSecond: Int, time: Instant,
        build: Text, may: Text
    ) -> [UInt8] {
        let stage = configuration.map { [JSON.Member("stage", told($0.stage))] } ?? []
        let look = configuration.map { [JSON.Member("look", .object(JSON.told($0.look)))] } ?? []
        let reports = configuration.map { _ in ViewerMessage.reports } ?? []
        let volume = configuration?.sounds.flourishVolume ?? 0
        let flourish = volume > 0 ? [JSON.Member("flourish", .number(volume))] : []
        let start: [JSON.Member] = [
            .init("type", .string("hello")), .init("protocol", .number(1)),
            .init("room", .string(room)),
        ]
        let rest: [JSON.Member] = [
            .init("fps", .number(Double(framesPerSecond))),
            .init("time", .number(Double(time.microseconds))),
            .init("build", .string(build)), .init("may", .string(may)),
        ]
        var bytes = JSON.object(start + stage + rest + look + reports + flourish).encoded
        // The fields are the same for all viewers, so their text is made once.
        bytes.removeLast()
        bytes += #","fields":"#.utf8
        bytes += FieldTable.json
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private static func told(_ stage: StageConfiguration) -> JSON {
        let size: [JSON.Member] = [
            .init("width", .number(stage.width)), .init("height", .number(stage.height)),
        ]
        let hosts = stage.imageHosts.map {
            [JSON.Member("imageHosts", .array($0.map(JSON.string)))]
        }
        return .object(size + (hosts ?? []))
    }

    /// `{"type":"look","theme":…,"font":…,"words":{…},"css":{…}}`: the new look of the pages.
    public static func look(_ look: LookConfiguration) -> [UInt8] {
        JSON.object([.init("type", .string("look"))] + JSON.told(look)).encoded
    }

    /// `{"type":"flourish","volume":0.8}`: the new volume of the built-in sounds that pages play
    /// with pops, rising tiers and films, 0 to 1.
    public static func flourish(volume: Double) -> [UInt8] {
        JSON.object([.init("type", .string("flourish")), .init("volume", .number(volume))]).encoded
    }

    /// `{"type":"beat"}`: a sign of life for times without other messages.
    public static let beat = Array(#"{"type":"beat"}"#.utf8)

    /// `{"type":"reload"}`: a page must reload itself.
    public static let reload = Array(#"{"type":"reload"}"#.utf8)

    /// `{"type":"cue","cue":"combo","id":…,"sound":…,"volume":0.8,"time":…}`: a sound to play. Or `{"type":"hush","id":…}`:
    /// the speech of the alert of this event ends.
    public static func cue(_ cue: SoundCue) -> [UInt8] {
        guard let sound = cue.sound else {
            return JSON.object([.init("type", .string("hush")), .init("id", .string(cue.id))])
                .encoded
        }
        return JSON.object([
            .init("type", .string("cue")), .init("cue", .string(Text(cue.cause.rawValue))),
            .init("id", .string(cue.id)), .init("sound", .string(sound)),
            .init("volume", .number(cue.volume)),
            .init("time", .number(Double(cue.time.microseconds))),
        ]).encoded
    }

    /// `{"type":"ahead","files":[…]}`: files that the page will need soon and should load now.
    public static func ahead(_ files: [Text]) -> [UInt8] {
        JSON.object([
            .init("type", .string("ahead")), .init("files", .array(files.map(JSON.string))),
        ]).encoded
    }

    /// `{"type":"speaker","speaker":true}`: the page must play the cues, or must not.
    public static func speaker(_ isSpeaker: Bool) -> [UInt8] {
        JSON.object([.init("type", .string("speaker")), .init("speaker", .bool(isSpeaker))]).encoded
    }

    /// `{"type":"tap","call":…,"user":{…}}`: a viewer tapped a card.
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

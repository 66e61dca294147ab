public import Texts

/// A message that a viewer sends on its stream, such as a tap on a call or its visibility.
public enum ViewerMessage: Hashable, Sendable {
    case tap(call: Text)
    case dismiss(call: Text)
    /// `isActive`: the browser source is part of the program that is on air.
    case visibility(isVisible: Bool, isActive: Bool)
    /// The wanted frames a second, 1 to 60.
    case rate(framesPerSecond: Int)
    /// A description of the page: the version with which it was loaded, and its size in CSS pixels.
    case about(build: Text?, width: Int?, height: Int?)
    /// The reduction of the page's decoration because its frames run late: 0 none, 1 half of the particles, 2 also no
    /// embers, comets and trails.
    case quality(reduction: Int)

    /// Reads `{"type": …, …}`; throws a `ContentError` that names the problems.
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
            case .report:
                let subject: Subject? = reader.required("what") { $0.choice("what") }
                let reduction = reader.required("reduction") { $0.integer("reduction", in: 0...2) }
                return subject == nil ? nil : reduction.map(ViewerMessage.quality)
            case nil: return nil
            }
        }
    }

    /// The member of the `hello` message with the subjects of reports: `"reports":["quality"]`.
    static let reports = [
        JSON.Member("reports", .array(Subject.allCases.map { .string(Text($0.rawValue)) }))
    ]

    private enum Kind: String, CaseIterable {
        case tap, dismiss, visibility, rate, about, report
    }

    /// The subject of a report.
    private enum Subject: String, CaseIterable {
        case quality
    }
}

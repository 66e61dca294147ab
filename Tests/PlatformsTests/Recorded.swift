import Foundation
import Journal
import Stage
import Texts
import Wire

@testable import Platforms

/// A recorded delivery: its body and its header fields, from `Payloads`.
struct Recorded {
    let name: String
    var body: [UInt8]
    var fields: [(name: Text, value: Text)]

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Payloads")

    /// A file of `Payloads`, as text.
    static func text(_ name: String) -> Text {
        Text(try! String(contentsOf: directory.appending(path: name), encoding: .utf8))
    }

    /// All of a platform, by name.
    static func all(_ kind: String) throws -> [Recorded] {
        try [kind, "more/\(kind)"].flatMap { folder in
            let path = directory.appending(path: folder).path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return try names.filter { $0.hasSuffix(".body") }.sorted()
                .map { try Recorded(kind, String($0.dropLast(5))) }
        }
    }

    /// Newer forms of events are in the folder `more`.
    init(_ kind: String, _ name: String) throws {
        let base = Self.directory.appending(path: kind).appending(path: name)
        let isThere = FileManager.default.fileExists(atPath: base.path + ".body")
        let file =
            isThere ? base : Self.directory.appending(path: "more/\(kind)").appending(path: name)
        self.name = name
        body = Array(try Data(contentsOf: file.appendingPathExtension("body")))
        fields = try String(contentsOf: file.appendingPathExtension("fields"), encoding: .utf8)
            .split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (Text(String(parts[0])), Text(String(parts[1].dropFirst())))
            }
    }

    subscript(field: Text) -> Text? {
        get { fields.first { $0.name.asciiLowercased == field.asciiLowercased }?.value }
        set {
            fields.removeAll { $0.name.asciiLowercased == field.asciiLowercased }
            if let newValue { fields.append((field, newValue)) }
        }
    }

    /// 2026-11-21T10:00:00Z, when they were signed.
    static let signed: Int64 = 1_795_255_200_000_000

    /// The delivery as it arrives so many seconds after it was signed.
    func delivery(afterSeconds seconds: Int64 = 1) -> Delivery {
        Delivery(
            body: body, wallMicroseconds: Self.signed + seconds * 1_000_000,
            field: { [self] in self[$0] }, microseconds: { WallTime($0)?.microseconds })
    }
}

extension Source {
    /// The source of this kind.
    static func named(_ kind: String) -> Source {
        all.first { $0.kind == Text(kind) }!
    }

    /// The events of a delivery beside its notices, each with the platform's ID.
    func events(
        _ recorded: Recorded, _ settings: JSON = .object([]),
        rules: SourcesConfiguration = SourcesConfiguration()
    ) throws -> [(id: Text?, kind: Event.Kind)] {
        guard case .happenings(let happenings, _) = try read(recorded.delivery(), settings) else {
            return []
        }
        return happenings.flatMap { happening in
            happening.plainEvents(by: rules, of: kind).map { (happening.id, $0.kind) }
        }
    }
}

extension DeliveryContent {
    /// The reasons why nothing is made of the delivery, or of parts of it.
    var reasons: [Reason] {
        switch self {
        case .happenings(_, let beside), .corrections(_, _, let beside): beside.map(\.reason)
        case .passed(let passed): [passed.reason]
        case .challenge, .revoked: []
        }
    }
}

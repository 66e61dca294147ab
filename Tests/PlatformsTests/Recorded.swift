import Foundation
import Journal
import Stage
import Texts
import Wire

@testable import Platforms

/// A delivery as it was recorded: its body and the fields beside it, in `Payloads`.
struct Recorded {
    let name: String
    var body: [UInt8]
    var fields: [(name: Text, value: Text)]

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Payloads")

    /// Those of a kind, by name.
    static func all(_ kind: String) throws -> [Recorded] {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: directory.appending(path: kind).path)
        return try names.filter { $0.hasSuffix(".body") }.sorted()
            .map { try Recorded(kind, String($0.dropLast(5))) }
    }

    init(_ kind: String, _ name: String) throws {
        let file = Self.directory.appending(path: kind).appending(path: name)
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

    /// As it comes so many seconds after it was signed.
    func delivery(afterSeconds seconds: Int64 = 1) -> Delivery {
        Delivery(
            body: body, wallMicroseconds: Self.signed + seconds * 1_000_000,
            field: { [self] in self[$0] }, microseconds: { WallTime($0)?.microseconds })
    }
}

extension Source {
    /// The one of this kind.
    static func named(_ kind: String) -> Source {
        all.first { $0.kind == Text(kind) }!
    }

    /// What a delivery makes, each with the platform's id.
    func events(
        _ recorded: Recorded, _ settings: JSON = .object([]),
        rules: SourcesConfiguration = SourcesConfiguration()
    ) throws -> [(id: Text?, kind: Event.Kind)] {
        guard case .happenings(let happenings, _) = try read(recorded.delivery(), settings) else {
            return []
        }
        return happenings.flatMap { happening in
            happening.events(by: rules).map { (happening.id, $0.kind) }
        }
    }
}

extension Reading {
    /// Why nothing is made of it, or of parts of it.
    var reasons: [Reason] {
        switch self {
        case .happenings(_, let beside), .corrections(_, _, let beside): beside.map(\.reason)
        case .passed(let passed): [passed.reason]
        case .challenge, .revoked: []
        }
    }
}

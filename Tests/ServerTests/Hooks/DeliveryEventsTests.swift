import Foundation
import Journal
import Platforms
import Stage
import Testing
import Texts
import Wire

@testable import Server

/// The events of every recorded delivery: their kinds, IDs, `source` and `with`. The expected events are in
/// `deliveries.txt`: the path of each delivery, then a line for each event.
@Suite("Events of recorded deliveries")
struct DeliveryEventsTests {
    private static let payloads = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "PlatformsTests/Payloads")

    private static let mappings: [String: String] = [
        "order": #"{"event":"gift","keys":{"id":"/order/id","sender":"/order/buyer/name"},"#
            + #""fixed":{"gift":"Sticker"}}"#,
        "form": #"{"event":"gift","keys":{"id":"ref","sender":"from","gift":"what","count":"n"}}"#,
    ]

    /// A recorded delivery, by the path of its file without the ending.
    private static func read(_ name: String) throws -> DeliveryContent {
        let file = payloads.appending(path: name)
        let fields = try String(contentsOf: file.appendingPathExtension("fields"), encoding: .utf8)
            .split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                return (Text(parts[0]).asciiLowercased, Text(String(parts[1].dropFirst())))
            }
        let delivery = Delivery(
            body: Array(try Data(contentsOf: file.appendingPathExtension("body"))),
            wallMicroseconds: 1_795_255_201_000_000,
            field: { name in fields.first { $0.0 == name.asciiLowercased }?.1 },
            microseconds: { WallTime($0)?.microseconds })
        let parts = name.split(separator: "/").map(String.init)
        let kind = parts[parts.count - 2]
        let mapping = mappings[parts.last == "form" ? "form" : "order"] ?? ""
        let settings = try kind == "generic" ? JSON(parsing: Array(mapping.utf8)) : .object([])
        return try #require(Source.all.first { $0.kind == Text(kind) }).read(delivery, settings)
    }

    /// Each event in a line: its kind, its ID, its origin.
    private static func lines(of name: String) throws -> [String] {
        guard case .happenings(let happenings, _) = try read(name) else { return [] }
        let parts = name.split(separator: "/").map(String.init)
        let source = Text(parts[parts.count - 2])
        return happenings.flatMap { happening in
            HookGroup(
                happening, by: SourcesConfiguration(), of: source,
                id: happening.eventID(of: source)
            ).events.map { event in
                let origin = event.kind.origin
                #expect(origin.map { $0.source == source } ?? (event.kind.word == "caption"))
                let with = origin?.with.map { " with \($0)" } ?? ""
                return "\(event.id ?? "") \(description(of: event.kind))\(with)"
            }
        }
    }

    private static func description(of kind: Event.Kind) -> String {
        switch kind {
        case .gift(let gift, _): "gift \(gift.count) x \(gift.item.id ?? gift.item.name)"
        case .notice(let notice, _):
            "notice \(notice.kind)" + (notice.count.map { " \($0)" } ?? "")
                + (notice.months.map { ", \($0) months" } ?? "")
                + (notice.title.map { " '\($0)'" } ?? "")
                + (notice.item.map { " of \($0.id ?? $0.name)" } ?? "")
        default: kind.word.string
        }
    }

    private static var names: [String] {
        get throws {
            let files = try #require(FileManager.default.enumerator(atPath: payloads.path))
            return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".body") }
                .map { String($0.dropLast(5)) }.sorted()
        }
    }

    @Test("Every recorded delivery makes the events of the table")
    func table() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "deliveries.txt")
        var expected: [String: [String]] = [:]
        var name = ""
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("  ") {
                expected[name]!.append(String(line.dropFirst(2)))
            } else {
                name = String(line)
                expected[name] = []
            }
        }
        for name in try Self.names {
            #expect(try Self.lines(of: name) == expected.removeValue(forKey: name), "\(name)")
        }
        #expect(expected.isEmpty)
    }
}

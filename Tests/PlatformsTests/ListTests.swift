import Foundation
import Stage
import Testing
import Texts
import Wire

@testable import Platforms

@Suite("The list of sources")
struct ListTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test("Each platform has a file of its own, and no other code names it")
    func names() throws {
        let sources = Self.root.appending(path: "Sources")
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var places: [Text: Set<String>] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for kind in Source.all.map(\.kind) where text.contains("\"\(kind.string)\"") {
                places[kind, default: []].insert(
                    file.path.replacing(sources.path + "/", with: ""))
            }
        }
        #expect(places.count == Source.all.count)
        for (kind, found) in places {
            #expect(found.count == 1, "\(kind): \(found.sorted())")
            #expect(found.first?.hasPrefix("Platforms/Kinds/") == true, "\(kind): \(found)")
        }
        #expect(Set(places.values.flatMap(\.self)).count == Source.all.count)
    }

    @Test("A configuration can hold every platform and no unknown one")
    func held() throws {
        var configuration = Configuration()
        configuration.sources.hold = Text(
            Source.all.map(\.kind.string).joined(separator: " , "))
        try Source.check(configuration)
        configuration.sources.hold = "kofi, ko-fi"
        let error = try #require(throws: ContentError.self) { try Source.check(configuration) }
        #expect(error.problems.map(\.pointer) == ["/sources/hold"])
        #expect(error.description.contains("there is no ko-fi; there are: twitch, kofi, "))
    }

    @Test("Each reason has its own code")
    func reasons() {
        #expect(Set(Reason.all.map(\.word)).count == Reason.all.count)
    }
}

import Foundation
import HTTPRouting
import Testing
import Texts
import Transport
import Wire

@Suite("Problem documents")
struct ProblemTests {
    private func text(_ response: Response) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test("A problem is an RFC 9457 document that names every invalid field")
    func content() {
        let response = Problem.badContent(
            ContentError(problems: [
                .init(pointer: "/count", detail: "must be more"),
                .init(pointer: "/x", detail: "is not a known key"),
            ])
        ).response
        #expect(response.status == 422)
        #expect(response.headers.contains { $0 == ("Content-Type", "application/problem+json") })
        #expect(
            text(response)
                == #"{"type":"/problems/content","title":"The content is invalid","#
                + #""status":422,"detail":"/count: must be more; /x: is not a known key","#
                + #""errors":[{"pointer":"/count","detail":"must be more"},"#
                + #"{"pointer":"/x","detail":"is not a known key"}]}"#)
    }

    @Test(
        "A problem of the routing has its status",
        arguments: [
            (Problem.notFound("x"), 404), (.mediaType, 415), (.upgradeRequired, 426),
            (.foreignOrigin, 403), (.foreignHost, 421),
            (.malformed(status: 413, detail: "x"), 413),
        ] as [(Problem, Int)])
    func statuses(problem: Problem, status: Int) throws {
        let response = problem.response
        #expect(response.status == status)
        #expect(!response.headers.contains { $0.name == "Retry-After" })
        #expect(try JSON(parsing: response.body)["status"] == .number(Double(status)))
    }

    @Test(
        "Every problem type has its section in docs/errors.md, and there are no others")
    func sections() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/errors.md")
        let sections = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
        #expect(sections == ProblemType.all.map(\.word.string))
    }

    @Test("openapi.yaml lists the same problem types")
    func problems() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../openapi.yaml").standardized
        let mark = "            - /problems/"
        let named = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
        #expect(named.sorted() == ProblemType.all.map(\.word.string).sorted())
    }
}

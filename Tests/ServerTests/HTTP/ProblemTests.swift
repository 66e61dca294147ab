import Foundation
import Journal
import Stage
import Testing
import Texts
import Transport
import Wire

@testable import Server

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
        "Every problem has its status, and temporary ones have Retry-After",
        arguments: [
            (Problem.notFound("x"), 404, nil), (.mediaType, 415, nil), (.idTaken, 409, nil),
            (.upgradeRequired, 426, nil), (.draining, 503, "2"), (.foreignOrigin, 403, nil),
            (.foreignHost, 421, nil),
            (.tooManyRooms, 503, "10"), (.refused(.queueFull(limit: 3)), 429, "1"),
            (.refused(.callsFull(limit: 3)), 429, "1"), (.refused(.noSuchCall("c")), 404, nil),
            (.malformed(status: 413, detail: "x"), 413, nil),
        ] as [(Problem, Int, String?)])
    func statuses(problem: Problem, status: Int, retryAfter: String?) throws {
        let response = problem.response
        #expect(response.status == status)
        #expect(response.headers.first { $0.name == "Retry-After" }?.value == retryAfter)
        let document = try JSON(parsing: response.body)
        #expect(document["status"] == .number(Double(status)))
        guard case .string(let type) = document["type"], case .string = document["title"] else {
            Issue.record("\(text(response))")
            return
        }
        #expect(type.begins(with: "/problems/"))
    }

    @Test("A key that may have been stored is reported as unsure, not as rejected")
    func doubts() {
        let unsure: [JournalError] = [
            .unsure(code: 1034, message: "I/O"), .lost(host: "h", reason: "x"),
            .unconfirmed(host: "h", missing: 1),
        ]
        for error in unsure {
            #expect(Problem.notKept(error).type.word == "unsure")
            #expect(text(Problem.notKept(error).response).contains("The change may have been made"))
        }
        let full = Problem.notKept(.storage(code: 13, message: "full"))
        #expect(full.type.word == "journal")
    }

    @Test(
        "Every problem type has its section in docs/errors.md, and there are no others")
    func sections() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/errors.md")
        let sections = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
        #expect(sections == ProblemType.all.map(\.word.string))
    }
}

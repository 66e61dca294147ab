import HTTPRouting
import Journal
import Settings
import Stage
import Testing
import Texts
import Transport
import Wire

@testable import History
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Problem documents")
struct ProblemTests {
    private func text(_ response: Response) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test(
        "Every problem has its status, and temporary ones have Retry-After",
        arguments: [
            (Problem.idTaken, 409, nil), (.draining, 503, "2"), (.tooManyRooms, 503, "10"),
            (.refused(.queueFull(limit: 3)), 429, "1"),
            (.refused(.callsFull(limit: 3)), 429, "1"), (.refused(.noSuchCall("c")), 404, nil),
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
}

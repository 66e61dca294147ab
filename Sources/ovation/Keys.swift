import Access
import ArgumentParser
import Foundation
import Server
import Texts
import Wire

/// The command `ovation keys`, which creates, lists and revokes the keys of a running server.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create, list and revoke the keys of a running server.",
        discussion: """
            Talks to the server that uses the data directory, through a socket in it that only the \
            server's user may open.

            Exits 64 after wrong arguments, 65 if the server refuses the command, with the reason, \
            and 69 if no server answers.
            """,
        subcommands: [Create.self, List.self, Revoke.self])

    struct Place: ParsableArguments {
        @Option(name: .customLong("data"), help: "The server's --data directory.")
        var dataDirectory = "./ovation-data"

        /// Sends a command to the server, and returns its answer.
        func ask(_ members: [JSON.Member]) throws -> JSON {
            let answer: JSON
            do {
                let line = try LocalSocket.ask(JSON.object(members).encoded, in: dataDirectory)
                answer = try JSON(parsing: line)
            } catch {
                complain("\(error)")
                throw ExitCode(69)
            }
            if case .string(let problem) = answer["problem"] {
                complain("\(problem)")
                throw ExitCode(65)
            }
            return answer
        }
    }

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a key, and write it to standard output: it is not shown again.",
            discussion: """
                An admin's key is for every room; all other keys need --room. A trigger's key is part \
                of an address, /v1/hooks/ROOM/trigger/KEY: each request to it triggers the event of \
                --event. A hook's key is part of an address too, /v1/hooks/ROOM/generic/KEY, for \
                platforms that can't set a header.
                """)

        @Option(help: "viewer, trigger, hook, ingest, deck, moderator, owner or admin.")
        var role: String

        @Option(help: "The key's room.")
        var room: String?

        @Option(help: "The key's name in lists.")
        var name: String?

        @Option(help: "The days until the key expires, from 1 to 3650; never if left out.")
        var expiresDays: Int?

        @Flag(help: "A viewer may tap and dismiss calls.")
        var interact = false

        @Flag(help: "Pin the key: only viewers with pinned keys count as visible.")
        var pinned = false

        @Option(
            help: "The event of a trigger, such as '{\"type\":\"control\",\"action\":\"skip\"}'."
        )
        var event: String?

        @OptionGroup var place: Place

        func run() throws {
            var members: [JSON.Member] = [
                .init("do", .string("create")), .init("role", .string(Text(role))),
            ]
            if let room { members.append(.init("room", .string(Text(room)))) }
            if let name { members.append(.init("name", .string(Text(name)))) }
            if let expiresDays {
                members.append(.init("expiresDays", .number(Double(expiresDays))))
            }
            if interact { members.append(.init("interact", .bool(true))) }
            if pinned { members.append(.init("pinned", .bool(true))) }
            if let event {
                guard let json = try? JSON(parsing: Array(event.utf8)) else {
                    throw ValidationError("--event is no JSON")
                }
                members.append(.init("event", json))
            }
            let answer = try place.ask(members)
            StandardStream.write(Array("\(answer.text("key"))\n".utf8))
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the keys: ID, role, room, expiry and name.")

        @Option(help: "List only the keys of this room.")
        var room: String?

        @OptionGroup var place: Place

        func run() throws {
            var members: [JSON.Member] = [.init("do", .string("list"))]
            if let room { members.append(.init("room", .string(Text(room)))) }
            guard case .array(let keys) = try place.ask(members)["keys"] else { return }
            for key in keys {
                let columns = ["id", "role", "room", "expiresAt", "name"].map { key.text($0) }
                StandardStream.write(Array((columns.joined(separator: "\t") + "\n").utf8))
            }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a key: it is no longer valid, and its streams are closed.")

        @Argument(help: "The key's ID, as `ovation keys list` shows it.")
        var id: String

        @OptionGroup var place: Place

        func run() throws {
            _ = try place.ask([
                .init("do", .string("revoke")), .init("id", .string(Text(id))),
            ])
        }
    }
}

extension JSON {
    /// Returns the text of a member; `-` if there is no text.
    fileprivate func text(_ key: Text) -> String {
        if case .string(let text) = self[key], !text.isEmpty { text.string } else { "-" }
    }
}

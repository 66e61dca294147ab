import History
package import Journal
import LiveRooms
package import Platforms
package import Texts
package import Wire

/// Counts the outcomes of one source's deliveries to one room, and lists the ignored ones, for the room's owner.
package struct Deliveries {
    /// The outcome of a delivery.
    package enum Outcome: String, CaseIterable {
        /// Its events were recorded.
        case recorded
        /// Its events had been recorded before.
        case repeated
        /// It makes no event.
        case passed
        case refused
        /// The platform checked the address.
        case challenged
        /// The platform has ended its deliveries.
        case revoked

        package var word: Text { Text(rawValue) }
    }

    /// A delivery, or a part of one, that made no event.
    package struct Passed {
        package let at: WallTime
        package let type: Text
        package let reason: Reason
        /// The content without private data.
        let payload: JSON
    }

    /// Deliveries of a type that the server does not know.
    package struct Unknown {
        package let type: Text
        package var count = 1
        package let first: WallTime
        package var last: WallTime

        package var json: JSON {
            .object([
                .init("type", .string(type)), .init("count", .number(Double(count))),
                .init("first", .string(Text(first.text))), .init("last", .string(Text(last.text))),
            ])
        }
    }

    /// Deliveries that were refused for reasons with the same code.
    struct Refusal {
        /// The reason of the newest delivery.
        var reason: Reason
        var count = 1
        var last: WallTime
    }

    /// Further types, and longer ones, are counted as the type `…`.
    private static let maxUnknownTypes = 20
    private static let maxTypeBytes = 100

    /// The number of ignored deliveries that are kept.
    static let mostPassed = 100

    private var counts: [Outcome: Int] = [:]
    private var last: (at: WallTime, outcome: Outcome)?
    private var lastFault: (at: WallTime, reason: Reason)?
    /// Oldest first.
    private(set) var passed: [Passed] = []
    /// Ordered by the first delivery of each type since the server's start.
    package private(set) var unknown: [Unknown] = []
    /// Ordered by the first refusal of each code since the server's start.
    private(set) var refusals: [Refusal] = []
    /// True if the log has a list of ignored deliveries.
    var hasRow = false
    /// True if `passed` has changed since it was stored.
    var isToBeKept = false
    /// The time at which `passed` was last stored.
    var keptNanoseconds: UInt64 = 0

    package init() {}

    /// The deliveries that an earlier run of the server has stored.
    package init(_ row: PassedRow) {
        hasRow = true
        passed = row.passed.suffix(Self.mostPassed)
    }

    package mutating func count(_ outcome: Outcome, fault: Reason? = nil) {
        let now = WallTime.now
        counts[outcome, default: 0] += 1
        last = (now, outcome)
        guard let fault else { return }
        lastFault = (now, fault)
        if outcome == .refused { countRefusal(fault, at: now) }
    }

    private mutating func countRefusal(_ reason: Reason, at now: WallTime) {
        if let index = refusals.firstIndex(where: { $0.reason.word == reason.word }) {
            refusals[index].reason = reason
            refusals[index].count += 1
            refusals[index].last = now
        } else {
            refusals.append(Refusal(reason: reason, last: now))
        }
    }

    mutating func pass(type: Text, reason: Reason, payload: JSON) {
        count(.passed)
        if reason == .unknownType { countUnknown(type) }
        list(type: type, reason: reason, payload: payload)
    }

    private mutating func countUnknown(_ type: Text) {
        let now = WallTime.now
        let isFull = unknown.count >= Self.maxUnknownTypes
        let isKnown = unknown.contains { $0.type == type }
        let isLong = type.byteCount > Self.maxTypeBytes
        let name: Text = isLong || isFull && !isKnown ? "…" : type
        if let index = unknown.firstIndex(where: { $0.type == name }) {
            unknown[index].count += 1
            unknown[index].last = now
        } else {
            unknown.append(Unknown(type: name, first: now, last: now))
        }
    }

    /// Lists a delivery with the reason why it makes no event. A long type is cut: a delivery with many parts has an entry
    /// with the same type for each of them.
    package mutating func list(type: Text, reason: Reason, payload: JSON) {
        var shown = type
        if type.byteCount > Self.maxTypeBytes {
            shown = type.beginning(characters: Self.maxTypeBytes, bytes: Self.maxTypeBytes) + "…"
        }
        isToBeKept = true
        if passed.count == Self.mostPassed { passed.removeFirst() }
        passed.append(
            Passed(at: .now, type: shown, reason: reason, payload: payload.withoutPrivacies))
    }

    package var members: [JSON.Member] {
        [
            .init(
                "last",
                last.map {
                    .object([
                        .init("at", .string(Text($0.at.text))),
                        .init("outcome", .string($0.outcome.word)),
                    ])
                } ?? .null),
            .init(
                "lastFault",
                lastFault.map {
                    .object([.init("at", .string(Text($0.at.text)))] + $0.reason.members)
                } ?? .null),
            .init(
                "counts",
                .object(
                    Outcome.allCases.map { .init($0.word, .number(Double(counts[$0] ?? 0))) })),
            .init("unknown", .array(unknown.map(\.json))),
        ]
    }
}

extension Deliveries.Passed {
    package var json: JSON {
        .object(
            [.init("at", .string(Text(at.text))), .init("type", .string(type))]
                + reason.members + [.init("payload", payload)])
    }
}

extension JSON {
    private static let privateWords =
        ([
            "email", "mail", "token", "secret", "password", "signature", "address", "phone",
            "shipping",
            "message", "comment", "user_input", "customer", "_ip", "clientip", "remoteip", "zip",
            "receipt", "recipient",
        ] as [Text]).map(TextPattern.init)
    private static let mostBytes = 2048

    /// The payload without secrets, written texts and data that identify a person; null if the rest is too
    /// long.
    fileprivate var withoutPrivacies: JSON {
        let kept = stripped
        return kept.encoded.count <= Self.mostBytes ? kept : .null
    }

    private var stripped: JSON {
        switch self {
        case .object(let members):
            .object(
                members.compactMap { member in
                    // The letters "ip" also occur in harmless words, such as "subscription".
                    let isPrivate =
                        member.key.asciiLowercased == "ip"
                        || Self.privateWords.contains { $0.isIn(member.key) }
                    return isPrivate ? nil : Member(member.key, member.value.stripped)
                })
        case .array(let elements): .array(elements.map(\.stripped))
        // A long text may contain a whole document.
        case .string(let text): text.byteCount > 200 ? .null : self
        case .null, .bool, .number: self
        }
    }
}

package import HTTPRouting
package import Texts

/// Error responses about keys, roles and rate limits.
extension Problem {
    /// The answer to every invalid key, so that it reveals no facts about keys.
    package static let unauthorized: Problem = {
        var problem = Problem(
            .unauthorized,
            detail:
                "Send the header Authorization: Bearer with a valid key. \"ovation keys create\" "
                + "makes one.")
        problem.headers.append(("WWW-Authenticate", "Bearer"))
        return problem
    }()

    package static let forbidden = Problem(
        .forbidden, detail: "Use a key of this room whose role allows this: see docs/keys.md.")

    static func tooFast(_ limit: Limit) -> Problem {
        var problem = Problem(
            .full, detail: "The limit \(limit.name) is reached: see docs/limits.md.",
            retryAfterSeconds: limit.measure.retryAfterSeconds)
        problem.title = "A limit is reached"
        problem.slowsDown = true
        return problem
    }

    static let tooManyKeys: Problem = {
        var problem = Problem(
            .full, detail: "A room has at most \(Keys.perRoom) keys. Revoke one of them first.",
            retryAfterSeconds: 60)
        problem.title = "There are too many keys"
        return problem
    }()

    package static let adminsKey = content(
        "/role", "an admin's key is made on the server's machine: ovation keys create --role admin")

    package static func onlyViewers(_ key: Text) -> Problem {
        content("/\(key)", "is for keys of the role viewer only")
    }

    package static let triggersNeedEvent = content(
        "/event",
        "is required: the event that the key triggers, such as "
            + #"{"type":"control","action":"skip"}"#)

    package static let onlyTriggers = content("/event", "is for keys of the role trigger only")

    package static let onlyHooks = content("/source", "is for keys of the role hook only")

    package static func noHook(of kinds: Text) -> Problem {
        content(
            "/source",
            "must be one of: \(kinds). Other platforms sign their deliveries, or their "
                + "bridges send a header")
    }

    static func noKey(_ id: Text) -> Problem { .notFound("There is no key with this ID here.") }

    /// The files of one room would have more than its limit.
    package static func noSpace(inRoomBytes most: Int) -> Problem {
        Problem(
            .storage,
            detail:
                "A room's files may have \(most) bytes (\(Limit.assetBytesPerRoom.name)). "
                + "Delete some files.")
    }
}

package import HTTPRouting
package import Texts

/// Error responses to requests about uploaded files, such as for a file that is damaged or too large.
extension Problem {
    static let assetTooLarge = Problem(
        .fileTooLarge, detail: "A file has at most \(Asset.mostBytes >> 20) MiB.")

    package static func badFile(_ fault: AssetFault) -> Problem {
        Problem(fault.type, detail: fault.detail)
    }

    /// The files of all rooms would have more than `--assets-bytes`.
    static func noSpace(limitBytes: Int) -> Problem {
        Problem(
            .storage,
            detail:
                "All files together may have \(limitBytes) bytes. Delete some files, or "
                + "start the server with a larger --assets-bytes.")
    }

    static let unreadableFile = storage("the file can't be read")

    static let tooManyFetches: Problem = {
        var problem = Problem(.unreadable, detail: "Ask again in a moment.", retryAfterSeconds: 1)
        problem.title = "Too many files are fetched at once"
        return problem
    }()

    static func storage(_ fault: String) -> Problem { Problem(.storage, detail: fault) }

    package static func assetInUse(_ name: Text, by users: [Text]) -> Problem {
        let named = users.prefix(20).map(\.string).joined(separator: ", ")
        return Problem(
            .fileInUse,
            detail: "The configuration uses \(name): \(named). Change the configuration first.")
    }
}

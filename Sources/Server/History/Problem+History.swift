import HTTPRouting

/// Error responses to queries of the history.
extension Problem {
    static let tooManyQuestions: Problem = {
        var problem = Problem(.full, detail: "Ask again in a moment.", retryAfterSeconds: 1)
        problem.title = "Too many queries at once"
        return problem
    }()
}

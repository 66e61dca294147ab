package import HTTPRouting
package import Transport
package import Wire

extension Call {
    /// Parses the request's body, and returns the value that `read` makes of it.
    package func body<Value>(_ read: (JSON) throws(ContentError) -> Value) throws(Problem) -> Value
    {
        let json = try json()
        do throws(ContentError) {
            return try read(json)
        } catch {
            throw .badContent(error)
        }
    }

    /// Performs a part of the call that runs later, and replies with its problem if it throws.
    package func replyOnFailure(_ body: () throws(Problem) -> Void) {
        do throws(Problem) {
            try body()
        } catch {
            reply(error.response)
        }
    }

    /// Replies with a response or a problem.
    package func reply(_ result: Result<Response, Problem>) {
        switch result {
        case .success(let response): reply(response)
        case .failure(let problem): reply(problem.response)
        }
    }
}

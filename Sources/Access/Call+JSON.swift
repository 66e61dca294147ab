package import HTTPRouting
import Transport
package import Wire

/// Parses the JSON body of an HTTP request.
extension Call {
    /// A valid body has fewer values. The limit bounds the time for parsing: thousands of small values take
    /// longer than as many bytes of text.
    private static let maxValues = 5000

    /// Parses the body of the request. Throws the problem of a body that is empty, not declared as JSON, or not JSON.
    package func json() throws(Problem) -> JSON {
        // An empty body has its own problem: its media type does not matter.
        if request.body.isEmpty { throw .emptyBody(of: request) }
        guard request.hasJSONBody else { throw .mediaType }
        do throws(JSONSyntaxError) {
            return try JSON(parsing: request.body, mostValues: Self.maxValues)
        } catch {
            throw .notJSON(error, in: request)
        }
    }
}

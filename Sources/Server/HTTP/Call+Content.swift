import Access
import HTTPRouting
import Wire

extension Call {
    /// Parses the request's body, and returns the value that `read` makes of it.
    func body<Value>(_ read: (JSON) throws(ContentError) -> Value) throws(Problem) -> Value {
        let json = try json()
        do throws(ContentError) {
            return try read(json)
        } catch {
            throw .badContent(error)
        }
    }
}

/// The reason why the transport refuses a request before its handler sees it, such as a malformed header.
struct RequestError: Error, Equatable {
    var status: Int
    var detail: String
}

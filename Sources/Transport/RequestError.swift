/// Why a request is refused before a handler sees it.
struct RequestError: Error, Equatable {
    var status: Int
    var detail: String
}

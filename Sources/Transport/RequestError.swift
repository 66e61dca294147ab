/// Why a request is not given to the handler.
struct RequestError: Error, Equatable {
    var status: Int
    var detail: String
}

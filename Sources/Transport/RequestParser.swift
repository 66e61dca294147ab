/// Cuts the bytes of a connection into requests; a pure state machine.
struct RequestParser {
    enum Outcome {
        /// More bytes are needed.
        case incomplete
        /// The client waits for `100 Continue` before it sends its body.
        case continueExpected
        case request(Request)
        case refused(RequestError)
    }

    /// What the connection has begun, which sets how long it may take.
    enum Progress {
        case idle, head, body
    }

    private let headLimit: Int
    private let bodyLimit: Int
    private let remoteAddress: String
    private var input: [UInt8] = []
    private var start = 0
    private var scanned = 0
    private var head: RequestHead?

    init(limits: ListenConfiguration.Limits, remoteAddress: String) {
        headLimit = limits.headBytes
        bodyLimit = limits.bodyBytes
        self.remoteAddress = remoteAddress
    }

    var progress: Progress {
        head != nil ? .body : start < input.count ? .head : .idle
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > 0 {
            input.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        input.append(contentsOf: bytes)
    }

    /// The bytes not yet made into requests: what follows an upgrade is not HTTP any more.
    mutating func takeRest() -> ArraySlice<UInt8> {
        defer { discard(upTo: input.count) }
        return input[start...]
    }

    mutating func next() -> Outcome {
        do throws(RequestError) {
            if head == nil {
                guard try readHead() else { return .incomplete }
            }
            return takeRequest()
        } catch {
            return .refused(error)
        }
    }

    private mutating func readHead() throws(RequestError) -> Bool {
        guard let end = try headEnd() else {
            guard input.count - start <= headLimit else { throw .headTooLarge }
            return false
        }
        guard end - start <= headLimit else { throw .headTooLarge }
        let head = try RequestHead.parse(Array(input[start..<end]))
        discard(upTo: end)
        guard head.contentLength ?? 0 <= bodyLimit else {
            throw RequestError(status: 413, detail: "a body has at most \(bodyLimit) bytes")
        }
        self.head = head
        return true
    }

    private mutating func takeRequest() -> Outcome {
        guard let head else { return .incomplete }
        let length = head.contentLength ?? 0
        let present = input.count - start
        guard present >= length else {
            if head.expectsContinue {
                self.head?.expectsContinue = false
                if present == 0 { return .continueExpected }
            }
            return .incomplete
        }
        var request = Request(head: head, remoteAddress: remoteAddress)
        if length > 0 {
            request.body = Array(input[start..<start + length])
            discard(upTo: start + length)
        }
        self.head = nil
        return .request(request)
    }

    /// The index after the empty line. A line feed alone ends no line here (RFC 9112 §2.2 allows
    /// either), and empty lines before the request line are passed over.
    private mutating func headEnd() throws(RequestError) -> Int? {
        while scanned < input.count {
            let index = scanned
            scanned += 1
            guard input[index] == UInt8(ascii: "\n") else { continue }
            guard index > start, input[index - 1] == UInt8(ascii: "\r") else {
                throw .badRequest("a line ends with CR LF")
            }
            if index == start + 1 {
                start = scanned
            } else if input[index - 2] == UInt8(ascii: "\n") {
                return scanned
            }
        }
        return nil
    }

    private mutating func discard(upTo index: Int) {
        start = index
        if start == input.count {
            // A connection that once had a large body does not keep its buffer while it idles.
            input.removeAll(keepingCapacity: input.capacity <= 4096)
            start = 0
        }
        scanned = start
    }
}

extension RequestError {
    static let headTooLarge = RequestError(status: 431, detail: "the request head is too large")
}

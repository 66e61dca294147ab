/// Splits the received bytes of a connection into HTTP requests; a pure state machine.
struct RequestParser {
    enum Outcome {
        /// More bytes are needed.
        case incomplete
        /// The client waits for `100 Continue` before it sends its body.
        case continueExpected
        case request(Request)
        /// A request whose body is read in pieces, and the body's length.
        case opened(Request, bodyBytes: Int)
        case refused(RequestError)
    }

    /// The part of a request that the client is sending, which determines its time limit.
    enum Progress {
        case idle, head, body
    }

    private let headLimit: Int
    private let bodyLimit: Int
    private let remoteAddress: String
    private let longBody: (Request) -> LongBody
    private let takesChunks: (Request) -> Bool
    private var input: [UInt8] = []
    private var start = 0
    private var scanned = 0
    private var head: RequestHead?
    private var isInPieces = false
    /// The body of the request, if it is chunked.
    private var chunks: ChunkedBody?
    /// The number of bytes that are left of a body in pieces.
    private var bodyLeft = 0

    init(
        limits: ListenConfiguration.Limits, remoteAddress: String,
        longBody: @escaping (Request) -> LongBody = { _ in .refused },
        takesChunks: @escaping (Request) -> Bool = { _ in false }
    ) {
        self.longBody = longBody
        self.takesChunks = takesChunks
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

    /// Returns the bytes after the last request. After an upgrade they are not HTTP.
    mutating func takeRest() -> ArraySlice<UInt8> {
        defer { discard(upTo: input.count) }
        return input[start...]
    }

    mutating func next() -> Outcome {
        do throws(RequestError) {
            if head == nil {
                guard try readHead() else { return .incomplete }
            }
            return try takeRequest()
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
        if head.isChunked {
            guard takesChunks(Request(head: head, remoteAddress: remoteAddress)) else {
                throw .chunksNotTaken
            }
            chunks = ChunkedBody(limit: bodyLimit)
        }
        isInPieces = try takesPieces(head)
        self.head = head
        return true
    }

    /// True if a body is read in pieces. Throws if it is too long.
    private func takesPieces(_ head: RequestHead) throws(RequestError) -> Bool {
        let length = head.contentLength ?? 0
        guard length > bodyLimit else { return false }
        let (most, isInPieces) =
            switch longBody(Request(head: head, remoteAddress: remoteAddress)) {
            case .refused: (bodyLimit, false)
            case .whole(let most): (most, false)
            case .pieces(let most): (most, true)
            }
        guard length <= most else {
            throw RequestError(status: 413, detail: "a body has at most \(most) bytes")
        }
        return isInPieces
    }

    /// Returns the received bytes of a body in pieces, at most `most` bytes.
    mutating func takePiece(most: Int) -> [UInt8] {
        let end = min(input.count, start + min(most, bodyLeft))
        let piece = Array(input[start..<end])
        bodyLeft -= piece.count
        discard(upTo: end)
        return piece
    }

    private mutating func takeRequest() throws(RequestError) -> Outcome {
        guard let head else { return .incomplete }
        if chunks != nil { return try takeChunks(head) }
        let length = head.contentLength ?? 0
        if isInPieces {
            self.head = nil
            bodyLeft = length
            return .opened(Request(head: head, remoteAddress: remoteAddress), bodyBytes: length)
        }
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

    private mutating func takeChunks(_ head: RequestHead) throws(RequestError) -> Outcome {
        if input.count == start, head.expectsContinue {
            self.head?.expectsContinue = false
            return .continueExpected
        }
        let count = try chunks?.read(input[start...]) ?? 0
        discard(upTo: start + count)
        guard let body = chunks, body.isComplete else { return .incomplete }
        var request = Request(head: head, remoteAddress: remoteAddress)
        request.body = body.bytes
        self.head = nil
        chunks = nil
        return .request(request)
    }

    /// Returns the index after the empty line. Each line must end with CR LF, although RFC 9112 §2.2 also
    /// allows a single line feed. Empty lines before the request line are skipped.
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
            // An idle connection does not keep the buffer of a large body.
            input.removeAll(keepingCapacity: input.capacity <= 4096)
            start = 0
        }
        scanned = start
    }
}

extension RequestError {
    static let headTooLarge = RequestError(status: 431, detail: "the request head is too large")
}

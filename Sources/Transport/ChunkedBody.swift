/// The parser of chunked request bodies (RFC 9112, section 7.1); a pure state machine.
///
/// It is strict, because request smuggling uses two programs that disagree about a body's end: lines end with
/// CR LF, and a size has hexadecimal digits only. Chunk extensions and trailer fields are checked for their
/// length and dropped.
struct ChunkedBody {
    private enum State {
        case size
        case data(left: Int)
        /// The line end after a chunk's data.
        case dataEnd
        case trailers
        case complete
    }

    private let limit: Int
    private var state = State.size
    /// The line that is being read.
    private var line: [UInt8] = []
    /// Bytes of chunk headers and trailers received so far.
    private var framingBytes = 0
    private(set) var bytes: [UInt8] = []

    private static let longestLine = 1024
    private static let mostSizeDigits = 8

    /// `limit`: the largest number of bytes in a body. The framing of the chunks may have as many again, so
    /// that a body in tiny chunks costs no more than two whole bodies.
    init(limit: Int) {
        self.limit = limit
    }

    var isComplete: Bool {
        if case .complete = state { true } else { false }
    }

    /// Reads up to the end of the body, and returns the number of bytes read.
    mutating func read(_ input: ArraySlice<UInt8>) throws(RequestError) -> Int {
        var rest = input
        while !isComplete, !rest.isEmpty {
            if case .data(let left) = state {
                let piece = rest.prefix(left)
                bytes += piece
                rest = rest.dropFirst(piece.count)
                state = piece.count == left ? .dataEnd : .data(left: left - piece.count)
            } else if let ended = try readLine(&rest) {
                try take(ended)
            }
        }
        return input.count - rest.count
    }

    /// Reads up to the end of a line; nil if the end has not arrived.
    private mutating func readLine(
        _ rest: inout ArraySlice<UInt8>
    ) throws(RequestError) -> [UInt8]? {
        while let byte = rest.popFirst() {
            framingBytes += 1
            guard framingBytes <= limit + Self.longestLine else {
                throw RequestError(status: 413, detail: "the body has too many small chunks")
            }
            if line.last == UInt8(ascii: "\r") {
                guard byte == UInt8(ascii: "\n") else { throw .badChunk }
                defer { line.removeAll(keepingCapacity: true) }
                return line.dropLast()
            }
            guard byte != UInt8(ascii: "\n"), line.count < Self.longestLine else {
                throw .badChunk
            }
            line.append(byte)
        }
        return nil
    }

    private mutating func take(_ line: [UInt8]) throws(RequestError) {
        switch state {
        case .size:
            let size = try Self.size(line)
            guard size <= limit - bytes.count else {
                throw RequestError(status: 413, detail: "a body has at most \(limit) bytes")
            }
            state = size > 0 ? .data(left: size) : .trailers
        case .dataEnd:
            guard line.isEmpty else { throw .badChunk }
            state = .size
        case .trailers:
            guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
                throw .badChunk
            }
            if line.isEmpty { state = .complete }
        case .data, .complete: preconditionFailure("no line is read here")
        }
    }

    private static func size(_ line: [UInt8]) throws(RequestError) -> Int {
        let end = line.firstIndex(of: UInt8(ascii: ";")) ?? line.endIndex
        let isExtension = line[end...].allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 }
        guard (1...mostSizeDigits).contains(end), isExtension else { throw .badChunk }
        var size = 0
        for byte in line[..<end] {
            guard let digit = byte.hexadecimalValue else { throw .badChunk }
            size = size << 4 | Int(digit)
        }
        return size
    }
}

extension RequestError {
    fileprivate static let badChunk = RequestError.badRequest("a chunk of the body is malformed")
}

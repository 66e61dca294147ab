import CHiredis
import Texts

/// A reply from Redis to a command, such as a number, bytes, a list or an error.
enum Reply: Sendable {
    case nothing
    case number(Int64)
    case bytes([UInt8])
    case list([Reply])
    case fault(Text)

    init(_ reply: UnsafePointer<redisReply>) {
        let reply = reply.pointee
        switch reply.type {
        case REDIS_REPLY_INTEGER: self = .number(Int64(reply.integer))
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(Self.bytes(of: reply))
        case REDIS_REPLY_ERROR: self = .fault(Text(decoding: Self.bytes(of: reply)))
        case REDIS_REPLY_ARRAY:
            self = .list(
                (0..<reply.elements).map { index in
                    guard let element = reply.element[index] else { return .nothing }
                    return Reply(UnsafePointer(element))
                })
        default: self = .nothing
        }
    }

    private static func bytes(of reply: redisReply) -> [UInt8] {
        guard let start = reply.str else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(reply.len)))
    }

    var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// The text of a string reply; nil if the reply is no string or not UTF-8.
    var text: Text? { bytes.flatMap { Text(validating: $0) } }

    /// The value of a number or of the digits of one.
    var number: Int64? {
        switch self {
        case .number(let number): number
        case .bytes(let bytes): Int64(String(decoding: bytes, as: UTF8.self))
        default: nil
        }
    }

    var list: [Reply]? {
        if case .list(let list) = self { list } else { nil }
    }

    var fault: Text? {
        if case .fault(let fault) = self { fault } else { nil }
    }

    /// The element after `name` in a list of alternating names and values.
    subscript(name: Text) -> Reply? {
        guard let list else { return nil }
        let index = stride(from: 0, to: list.count - 1, by: 2).first { list[$0].text == name }
        return index.map { list[$0 + 1] }
    }

    /// The element at an index; `nothing` if the list is too short.
    subscript(index: Int) -> Reply {
        guard let list, list.indices.contains(index) else { return .nothing }
        return list[index]
    }
}

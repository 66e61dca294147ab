import CHiredis
import Glibc
import Texts

/// A connection to Redis through hiredis, which sends commands and receives replies until it is lost. Only one thread
/// may use it at a time.
final class Connection {
    private let context: UnsafeMutablePointer<redisContext>

    /// The time limits for connecting and for a reply.
    static let connectSeconds = 2
    static let answerSeconds = 5

    private init(_ context: UnsafeMutablePointer<redisContext>) {
        self.context = context
    }

    deinit { redisFree(context) }

    static func open(_ place: RedisAddress.Place) throws(Lost) -> Connection {
        // hiredis may write to a socket that Redis has closed, which would end the process.
        signal(SIGPIPE, SIG_IGN)
        let patience = timeval(tv_sec: connectSeconds, tv_usec: 0)
        let context =
            switch place {
            case .host(let name, let port):
                redisConnectWithTimeout(name.string, Int32(port), patience)
            case .socket(let path): redisConnectUnixWithTimeout(path, patience)
            }
        guard let context else { throw Lost(reason: "there is no memory for a connection") }
        let connection = Connection(context)
        if context.pointee.err != 0 { throw connection.lost }
        redisSetTimeout(context, timeval(tv_sec: answerSeconds, tv_usec: 0))
        return connection
    }

    /// Sends all commands, then waits for their replies.
    func exchange(_ commands: [Words]) throws(Lost) -> [Reply] {
        try put(commands)
        var replies: [Reply] = []
        replies.reserveCapacity(commands.count)
        for _ in commands { replies.append(try next()) }
        return replies
    }

    /// Sends all commands. `received` returns their replies later.
    func send(_ commands: [Words]) throws(Lost) {
        try put(commands)
        var isDone: Int32 = 0
        while isDone == 0 {
            guard redisBufferWrite(context, &isDone) == REDIS_OK else { throw lost }
        }
    }

    /// The file descriptor to poll for received data.
    var descriptor: Int32 { context.pointee.fd }

    /// Reads the replies that have arrived, after `descriptor` became readable.
    func received() throws(Lost) -> [Reply] {
        guard redisBufferRead(context) == REDIS_OK else { throw lost }
        var replies: [Reply] = []
        while true {
            var answer: UnsafeMutableRawPointer?
            guard redisGetReplyFromReader(context, &answer) == REDIS_OK else { throw lost }
            guard let answer else { return replies }
            defer { freeReplyObject(answer) }
            replies.append(Reply(UnsafePointer(answer.assumingMemoryBound(to: redisReply.self))))
        }
    }

    private func put(_ commands: [Words]) throws(Lost) {
        for command in commands {
            let isTaken = command.command.withUnsafeBytes { bytes in
                redisAppendFormattedCommand(
                    context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
            }
            guard isTaken == REDIS_OK else { throw lost }
        }
    }

    private func next() throws(Lost) -> Reply {
        var answer: UnsafeMutableRawPointer?
        guard redisGetReply(context, &answer) == REDIS_OK, let answer else { throw lost }
        defer { freeReplyObject(answer) }
        return Reply(UnsafePointer(answer.assumingMemoryBound(to: redisReply.self)))
    }

    private var lost: Lost {
        if context.pointee.err == REDIS_ERR_IO, errno == EAGAIN {
            return Lost(reason: "no answer within \(Self.answerSeconds) seconds")
        }
        let reason = withUnsafeBytes(of: context.pointee.errstr) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Lost(reason: reason)
    }
}

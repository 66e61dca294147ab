import CLibwebsockets
import Logging
import Synchronization

/// Forwards the log messages of the library libwebsockets to the server's logger. A process has only one such log, so
/// the newest loop's logger receives them.
enum LibraryLog {
    private static let logger = Mutex<Logger?>(nil)

    /// Logs the library's errors as errors, and its warnings, which are mostly about clients, at the level
    /// `debug`.
    static func send(to logger: Logger) {
        Self.logger.withLock { $0 = logger }
        let wantsWarnings = logger.logLevel <= .debug
        lws_set_log_level(Int32(wantsWarnings ? LLL_ERR | LLL_WARN : LLL_ERR)) { level, line in
            guard let line else { return }
            let text = String(cString: line).drop { $0 != ":" }.dropFirst(1)
            LibraryLog.emit(level, String(text.drop { $0.isWhitespace }))
        }
    }

    /// Calls `body` without the library's log: adopting a socket with bytes already read logs false errors.
    static func silenced<Result>(_ body: () -> Result) -> Result {
        isSilenced.store(true, ordering: .relaxed)
        defer { isSilenced.store(false, ordering: .relaxed) }
        return body()
    }

    private static let isSilenced = Atomic(false)

    private static func emit(_ level: Int32, _ text: String) {
        guard !isSilenced.load(ordering: .relaxed) else { return }
        var line = text
        while line.last?.isNewline == true { line.removeLast() }
        let level = level == Int32(LLL_ERR) ? Logger.Level.error : .debug
        logger.withLock { $0?.log(level: level, "libwebsockets: \(line)") }
    }
}

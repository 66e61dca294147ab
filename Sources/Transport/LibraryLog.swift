import CLibwebsockets
import Logging
import Synchronization

/// Sends the library's log, of which a process has one, on to the last loop's logger.
enum LibraryLog {
    private static let logger = Mutex<Logger?>(nil)

    /// The library's errors are errors, its warnings (mostly about clients) are for debugging.
    static func send(to logger: Logger) {
        Self.logger.withLock { $0 = logger }
        let wantsWarnings = logger.logLevel <= .debug
        lws_set_log_level(Int32(wantsWarnings ? LLL_ERR | LLL_WARN : LLL_ERR)) { level, line in
            guard let line else { return }
            let text = String(cString: line).drop { $0 != ":" }.dropFirst(1)
            LibraryLog.emit(level, String(text.drop { $0.isWhitespace }))
        }
    }

    /// Adopting a socket with bytes already read logs errors although there are none.
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

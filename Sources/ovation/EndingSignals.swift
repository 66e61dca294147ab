import Foundation

/// The list of signals that end a long-running command.
enum EndingSignals {
    /// SIGHUP, which a closed terminal sends, is one of them, unless the process ignores it, as `nohup`
    /// arranges.
    static var all: [Int32] { [SIGTERM, SIGINT] + (isIgnored(SIGHUP) ? [] : [SIGHUP]) }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

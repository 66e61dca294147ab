import Foundation

/// The signals by which a command that serves or follows is told to end.
enum EndingSignals {
    /// A hang-up is one too: that is a terminal that was closed. `nohup` has it ignored.
    static var all: [Int32] { [SIGTERM, SIGINT] + (isIgnored(SIGHUP) ? [] : [SIGHUP]) }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

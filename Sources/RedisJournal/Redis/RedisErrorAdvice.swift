import Texts

/// Translates the errors that Redis returns into sentences with advice for the server's operator.
enum RedisErrorAdvice {
    static func words(for fault: Text) -> String {
        let known: [(start: Text, words: String)] = [
            (
                "OOM",
                "its memory is full: give it more (maxmemory), or have events forgotten sooner"
            ),
            ("MISCONF", "it can't write its own file: look at its disk and its log"),
            ("READONLY", "it is a replica: name the master's address"),
            ("MASTERDOWN", "it is a replica that has lost its master: name the master's address"),
            ("LOADING", "it has been started and reads its file; it will answer soon"),
            ("BUSY", "somebody else's script keeps it from answering"),
            ("NOAUTH", "it asks for a password: redis://:password@…"),
            ("WRONGPASS", "it has another password"),
            ("ERR AUTH", "it has no password, and one was given"),
            ("NOPERM", "its access list forbids what a log needs"),
            ("GONE", "the log that was there is gone: put its files back, and start again"),
        ]
        return known.first { fault.begins(with: $0.start) }?.words ?? fault.string
    }
}

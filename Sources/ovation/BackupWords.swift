import SQLiteJournal
import Texts

/// Texts that the commands `backup` and `restore` print about the contents of a backup.
enum BackupWords {
    static let holds = """
        A backup contains the rooms, their events and settings, the keys, the platforms, the audit, and \
        the rooms' files.
        """

    static let readable = """
        Viewers' keys and platforms' secrets are readable in it, so keep it as safe as a password. Other \
        keys are in it as digests only.
        """

    static let leftOut = """
        It leaves out: the file admin-key; the server's options and the files of --config and --limits; \
        TLS and the proxy's configuration; logs; the tokens of bridges; older journals and files that \
        are kept in the data directory (journal.sqlite.v…, *.replaced); and deleted events.
        """

    /// Returns a summary such as `12 files, 4.2 MiB`.
    static func files(_ facts: FileFacts) -> String {
        "\(count(facts.files, "file")), \(Units.bytes(facts.bytes))"
    }

    /// Returns the number of keys, and the number of secrets that can be read.
    static func secrets(_ facts: SecretFacts) -> String {
        if facts.keys + facts.platformSecrets == 0 { return "It has no keys and no secrets.\n" }
        let readable = count(facts.readableKeys, "viewer's key", "viewers' keys")
        let platforms = count(facts.platformSecrets, "platform's secret", "platforms' secrets")
        return
            "It has \(count(facts.keys, "key")). \(readable) and \(platforms) can be read in it: "
            + "keep it as safe as a password.\n"
    }

    /// Returns a line for each file that is not in a backup or was not restored.
    static func list(_ files: [Text]) -> String {
        files.map { "\n  \($0)" }.joined()
    }

    static func count(_ number: Int, _ word: String, _ words: String? = nil) -> String {
        "\(number) \(number == 1 ? word : words ?? word + "s")"
    }
}

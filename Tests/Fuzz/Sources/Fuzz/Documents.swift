import Stage

@testable import Wire

extension Target {
    /// Reads the bytes as JSON; the result is written and must be read again.
    static let json = Target("json", seeds: Samples.documents + Samples.lines) { bytes in
        guard let value = try? JSON(parsing: bytes) else { return }
        guard let again = try? JSON(parsing: value.encoded) else { fatalError("not read again") }
        precondition(again == value, "read otherwise")
    }

    /// Reads a configuration; an accepted one is written, and must be accepted again, alone and as a patch.
    static let configuration = Target("configuration", seeds: Samples.configurations) { bytes in
        guard let json = try? JSON(parsing: bytes) else { return }
        if let configuration = try? ConfigurationDocument.read(json) {
            let written = ConfigurationDocument.write(configuration)
            guard let again = try? ConfigurationDocument.read(written) else {
                fatalError("what was taken is not taken again")
            }
            precondition(again == configuration, "taken otherwise")
            var picture = Picture(of: configuration)
            for line in Samples.lines { picture.feed(Array(line.utf8)) }
            picture.finish()
        }
        if let patched = try? ConfigurationDocument.patch(Configuration(), with: json) {
            let written = ConfigurationDocument.write(patched)
            precondition((try? ConfigurationDocument.read(written)) == patched, "patched otherwise")
        }
    }

    /// Reads a viewer's message.
    static let message = Target("message", seeds: Samples.messages) { bytes in
        guard let json = try? JSON(parsing: bytes) else { return }
        do throws(ContentError) {
            _ = try ViewerMessage(json)
        } catch {
            precondition(!error.problems.isEmpty, "refused without a reason")
        }
    }

    /// Plays lines of events, of which the first may be a configuration. Frames in both forms must show
    /// the same picture.
    static let events = Target("events", seeds: [Samples.lines.joined(separator: "\n")]) { bytes in
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        var configuration: Configuration?
        if let first = lines.first, let json = try? JSON(parsing: Array(first)) {
            configuration = try? ConfigurationDocument.read(json)
            if configuration != nil { lines.removeFirst() }
        }
        var picture = Picture(of: configuration ?? Configuration())
        for line in lines.prefix(60) { picture.feed(Array(line)) }
        picture.finish()
    }
}

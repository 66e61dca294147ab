public import Stage
import Timeline

/// A room's configuration as a JSON document: an object with a section for the stage and for each
/// widget.
public enum ConfigurationDocument {
    /// Reads a document; what it leaves out has its default.
    ///
    /// Throws a `ContentError` that names every field that is unknown, of the wrong type or out of
    /// its range; a bad document is refused whole.
    public static func read(_ json: JSON) throws(ContentError) -> Configuration {
        try ObjectReader.read(json) { reader in
            var configuration = Configuration()
            reader.section("stage", Setting.stage, &configuration.stage)
            reader.section("gifts", Setting.gifts, &configuration.gifts)
            reader.refuseHaste(of: configuration.gifts)
            reader.section("ticker", Setting.ticker, &configuration.ticker)
            reader.refuseHaste(of: configuration.ticker)
            reader.section("counters", Setting.counters, &configuration.counters)
            reader.section("captions", Setting.captions, &configuration.captions)
            reader.section("calls", Setting.calls, &configuration.calls)
            return configuration
        }
    }

    /// Reads `configuration` changed by `patch` (RFC 7396); a removed key has its default again.
    public static func patch(
        _ configuration: Configuration, with patch: JSON
    ) throws(ContentError) -> Configuration {
        try read(write(configuration).merged(with: patch))
    }

    /// The whole document, with every key.
    public static func write(_ configuration: Configuration) -> JSON {
        .object([
            .init("stage", section(Setting.stage, configuration.stage)),
            .init("gifts", section(Setting.gifts, configuration.gifts)),
            .init("ticker", section(Setting.ticker, configuration.ticker)),
            .init("counters", section(Setting.counters, configuration.counters)),
            .init("captions", section(Setting.captions, configuration.captions)),
            .init("calls", section(Setting.calls, configuration.calls)),
        ])
    }

    private static func section<Root>(_ settings: [Setting<Root>], _ root: Root) -> JSON {
        .object(settings.map { .init($0.key, $0.write(root)) })
    }
}

extension ObjectReader {
    /// A pop that is over at once, or takes long enough that a large count is no storm of pops.
    fileprivate mutating func refuseHaste(of gifts: GiftsConfiguration) {
        let pop = gifts.pop + gifts.settle
        if pop > .zero, pop < Duration(microseconds: 1000) {
            refuse("gifts", "pop", "pop + settle must be 0 or at least 0.001")
        }
    }

    /// What the ticker's durations owe each other, so that no step begins before the last is done.
    fileprivate mutating func refuseHaste(of ticker: TickerConfiguration) {
        if ticker.pan > ticker.entrance {
            refuse("ticker", "pan", "must not be longer than entrance")
        }
        if ticker.pop + ticker.settle > ticker.tick {
            refuse("ticker", "tick", "must be at least pop + settle")
        }
    }

    /// Reads the object at `key`, if there is one, by the table of its settings.
    fileprivate mutating func section<Root>(
        _ key: String, _ settings: [Setting<Root>], _ root: inout Root
    ) {
        guard let json = take(key) else { return }
        var reader = ObjectReader(json, at: path(to: key))
        for setting in settings { setting.read(&reader, &root) }
        adopt(reader)
    }
}

public import Stage
import Texts

/// Reads and writes a room's configuration as JSON, with a section for the stage, the catalogue, each widget, the
/// sounds, the look and the sources.
public enum ConfigurationDocument {
    /// All sections, in the order in which documents list them.
    public static let sections =
        [.stage, .catalogue] + WidgetWire.all.map(\.section) + [
            .tiers, .clocks, .speech, .sounds, .look, .sources,
        ]

    /// Reads a document; settings that it leaves out have their defaults.
    ///
    /// Throws a `ContentError` that names every field that is unknown, of the wrong type or out of
    /// range; a bad document is refused as a whole.
    public static func read(
        _ json: JSON, from provenance: Provenance = .sender
    ) throws(ContentError) -> Configuration {
        try read(json, over: beginning(of: json, from: provenance), from: provenance)
    }

    private static func read(
        _ json: JSON, over beginning: Configuration, from provenance: Provenance
    ) throws(ContentError) -> Configuration {
        try ObjectReader.read(json, from: provenance) { reader in
            var configuration = beginning
            for section in sections { section.read(&reader, &configuration) }
            return configuration
        }
    }

    /// Returns the values of the settings that a document leaves out. A recorded document without a
    /// catalogue comes from a version without catalogues: its catalogue is empty, so that recorded
    /// gifts look as they did.
    private static func beginning(of json: JSON, from provenance: Provenance) -> Configuration {
        var configuration = Configuration()
        if provenance == .history, json["catalogue"] == nil {
            configuration.catalogue = Catalogue([])
        }
        return configuration
    }

    /// Reads a document that a server stored, perhaps of another version. Missing, unknown and
    /// invalid settings have their defaults; no document is refused.
    public static func recall(_ json: JSON) -> Configuration {
        let beginning = Self.beginning(of: json, from: .history)
        let whole = recall(sections, of: json, over: beginning)
        if goesTogether(whole) { return whole }
        // Each value is valid by itself; sections whose values conflict get their defaults.
        return sections.reduce(beginning) { configuration, section in
            let changed = recall([section], of: json, over: configuration)
            return goesTogether(changed) ? changed : configuration
        }
    }

    private static func recall(
        _ sections: [ConfigurationSection], of json: JSON, over beginning: Configuration
    ) -> Configuration {
        var configuration = beginning
        for section in sections {
            var reader = ObjectReader(json, from: .history)
            section.read(&reader, &configuration)
        }
        return configuration
    }

    private static func goesTogether(_ configuration: Configuration) -> Bool {
        (try? read(write(configuration), from: .history)) != nil
    }

    /// Returns `configuration` changed by `patch` (RFC 7396); a removed key has its default again.
    /// Throws as `read` does.
    public static func patch(
        _ configuration: Configuration, with patch: JSON, from provenance: Provenance = .sender
    ) throws(ContentError) -> Configuration {
        try read(
            write(configuration).merged(with: patch.replacingEffectContents), over: Configuration(),
            from: provenance)
    }

    /// Returns the whole document, with every key.
    public static func write(_ configuration: Configuration) -> JSON {
        .object(sections.map { .init($0.key, $0.write(configuration)) })
    }
}

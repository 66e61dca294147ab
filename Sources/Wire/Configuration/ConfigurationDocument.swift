public import Stage
import Texts

/// A room's configuration as a JSON document: an object with a section for the stage, for each
/// widget and for looks.
public enum ConfigurationDocument {
    /// All sections, in the order in which they are written.
    public static let sections =
        [.stage, .catalogue] + WidgetWire.all.map(\.section) + [.sounds, .look, .sources]

    /// Reads a document; what it leaves out has its default.
    ///
    /// Throws a `ContentError` that names every field that is unknown, of the wrong type or out of
    /// its range; a bad document is refused whole.
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

    /// What a document leaves out. One that was recorded before there were catalogues had none: what
    /// it led to is shown as it was.
    private static func beginning(of json: JSON, from provenance: Provenance) -> Configuration {
        var configuration = Configuration()
        if provenance == .history, json["catalogue"] == nil {
            configuration.catalogue = Catalogue([])
        }
        return configuration
    }

    /// The configuration of a document that a server kept, perhaps of another version: what is
    /// missing, unknown or beyond its bounds has its default, and nothing is refused.
    public static func recall(_ json: JSON) -> Configuration {
        let beginning = Self.beginning(of: json, from: .history)
        let whole = recall(sections, of: json, over: beginning)
        if goesTogether(whole) { return whole }
        // Each value is within its bounds; the sections whose values don't go together are given up.
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

    /// Reads `configuration` changed by `patch` (RFC 7396); a removed key has its default again.
    public static func patch(
        _ configuration: Configuration, with patch: JSON, from provenance: Provenance = .sender
    ) throws(ContentError) -> Configuration {
        try read(
            write(configuration).merged(with: patch), over: Configuration(), from: provenance)
    }

    /// The whole document, with every key.
    public static func write(_ configuration: Configuration) -> JSON {
        .object(sections.map { .init($0.key, $0.write(configuration)) })
    }
}

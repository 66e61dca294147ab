public import Stage
import Texts

/// The greatest values that a server allows in the configurations of all its rooms, in the form of a configuration
/// document.
///
/// A number is the maximum of a setting, `false` keeps a switch off, and a list of hosts has all
/// the hosts that a room may allow. A setting that the document leaves out has no ceiling.
public struct ConfigurationCeilings: Sendable {
    private struct Ceiling {
        let section: Text
        let key: Text
        let most: JSON

        var pointer: Text { "/\(section)/\(key)" }
    }

    private let ceilings: [Ceiling]
    /// The default configuration, with settings above their ceiling lowered to it.
    private let base: Configuration

    /// Reads the ceilings. Throws a `ContentError` that names every key that is unknown, can't have
    /// this ceiling, or conflicts with the defaults of other settings.
    public init(_ json: JSON) throws(ContentError) {
        guard case .object(let members) = json else {
            throw ContentError(problems: [.init(pointer: "", detail: "must be an object")])
        }
        var ceilings: [Ceiling] = []
        var problems: [ContentError.Problem] = []
        for member in members {
            let section = ConfigurationDocument.sections.first { $0.key == member.key }
            guard let section, case .object(let settings) = member.value else {
                let detail = section == nil ? "is not a known key" : "must be an object"
                problems.append(.init(pointer: "/\(member.key)", detail: detail))
                continue
            }
            for setting in settings {
                let ceiling = Ceiling(section: section.key, key: setting.key, most: setting.value)
                let known = section.settings.first { $0.key == setting.key }
                if let fault = known.map({ $0.form.fault(ofCeiling: setting.value) })
                    ?? "is not a known key"
                {
                    problems.append(.init(pointer: ceiling.pointer, detail: fault))
                }
                ceilings.append(ceiling)
            }
        }
        guard problems.isEmpty else { throw ContentError(problems: problems) }
        self.ceilings = ceilings
        let defaults = ConfigurationDocument.write(Configuration())
        base = try ConfigurationDocument.read(
            Self.lowered(defaults, by: Self.over(defaults, ceilings)))
    }

    private static func over(_ document: JSON, _ ceilings: [Ceiling]) -> [Ceiling] {
        ceilings.filter { ceiling in
            document[ceiling.section]?[ceiling.key].map { $0.isOver(ceiling.most) } ?? false
        }
    }

    private func over(_ configuration: Configuration) -> [Ceiling] {
        Self.over(ConfigurationDocument.write(configuration), ceilings)
    }

    private static func lowered(_ document: JSON, by over: [Ceiling]) -> JSON {
        over.reduce(document) { document, ceiling in
            let value = document[ceiling.section]?[ceiling.key] ?? .null
            let setting = JSON.object([.init(ceiling.key, value.lowered(to: ceiling.most))])
            return document.merged(with: .object([.init(ceiling.section, setting)]))
        }
    }

    /// Returns true if a setting of the configuration is above its ceiling.
    public func areExceeded(by configuration: Configuration) -> Bool {
        !over(configuration).isEmpty
    }

    /// Returns the configuration with settings above their ceiling lowered to it. A section whose
    /// lowered values conflict gets its defaults, lowered to the ceilings.
    public func lowered(_ configuration: Configuration) -> Configuration {
        let over = over(configuration)
        guard !over.isEmpty else { return configuration }
        let document = ConfigurationDocument.write(configuration)
        let lowered = ConfigurationDocument.recall(Self.lowered(document, by: over))
        let defaults = ConfigurationDocument.write(base).members
        let given = Set(self.over(lowered).map(\.section))
        return ConfigurationDocument.recall(
            ConfigurationDocument.write(lowered).merged(
                with: .object(defaults.filter { given.contains($0.key) })))
    }

    /// Checks a configuration that a client's `document` leads to, and lowers settings that the
    /// document leaves out and whose defaults are above their ceiling.
    ///
    /// Throws a `ContentError` that names each key in the document that is above its ceiling.
    public func fitted(
        _ configuration: Configuration, sent document: JSON
    ) throws(ContentError) -> Configuration {
        let over = over(configuration)
        let sent = over.filter { (document[$0.section]?[$0.key] ?? .null) != .null }
        guard sent.isEmpty else {
            throw ContentError(
                problems: sent.map {
                    .init(
                        pointer: $0.pointer,
                        detail: "is over this server's ceiling: \($0.most.ceilingWords)")
                })
        }
        return lowered(configuration)
    }

    /// Returns the JSON Schema of a configuration with these ceilings.
    public func narrowing(_ schema: JSON) -> JSON {
        let defaults = ConfigurationDocument.write(base)
        return ceilings.reduce(schema) { schema, ceiling in
            let value = defaults[ceiling.section]?[ceiling.key] ?? .null
            let words = ceiling.most.schema + [.init("default", value)]
            let setting = JSON.object([.init(ceiling.key, .object(words))])
            let section = JSON.object([
                .init(ceiling.section, .object([.init("properties", setting)]))
            ])
            return schema.merged(with: .object([.init("properties", section)]))
        }
    }
}

extension SettingForm {
    /// Returns why a value can't be the ceiling of this setting; nil if it can.
    fileprivate func fault(ofCeiling value: JSON) -> String? {
        switch (self, value) {
        case (.flag, .bool(false)): nil
        case (.flag, _): "must be false: it keeps the switch off"
        case (.integer(let range), .number(let number)):
            Int(exactly: number).map(range.contains) ?? false
                ? nil : "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case (.number(let range, _), .number(let number)):
            range.contains(number) ? nil : "must be a number from \(range.text)"
        case (.integer, _), (.number, _): "must be a number"
        case (.hosts, .array(let hosts)):
            hosts.allSatisfy(\.isHost) ? nil : "must be a list of texts, which \(PictureHost.rule)"
        case (.hosts, _): "must be a list of hosts"
        default: "can have no ceiling: only numbers, switches and hosts can"
        }
    }
}

extension JSON {
    fileprivate var isHost: Bool {
        if case .string(let text) = self { PictureHost(text) != nil } else { false }
    }

    fileprivate func isOver(_ most: JSON) -> Bool {
        switch (self, most) {
        case (.number(let number), .number(let most)): number > most
        case (.bool(let isOn), .bool(false)): isOn
        case (.array(let hosts), .array(let most)): !hosts.allSatisfy(most.contains)
        case (.null, .array): true
        default: false
        }
    }

    fileprivate func lowered(to most: JSON) -> JSON {
        if case (.array(let hosts), .array(let most)) = (self, most) {
            return .array(hosts.filter(most.contains))
        }
        return most
    }

    fileprivate var ceilingWords: String {
        switch self {
        case .number(let number): "at most \(number.shortest)"
        case .array: "hosts of \(String(decoding: encoded, as: UTF8.self))"
        default: String(decoding: encoded, as: UTF8.self)
        }
    }

    /// The JSON Schema keywords of a ceiling.
    fileprivate var schema: [Member] {
        switch self {
        case .number: [Member("maximum", self)]
        case .array(let hosts):
            [
                Member("type", .string("array")),
                Member("items", .object([Member("enum", .array(hosts))])),
            ]
        default: [Member("enum", .array([self]))]
        }
    }
}

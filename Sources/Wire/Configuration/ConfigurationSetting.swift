import Stage
import Texts
import Timeline

/// One setting of a room's configuration, with its key, bounds and meaning, and the property that stores its value.
///
/// Reading, writing, checks, the schema and the documentation all use the same rows:
///
///     .number("gap", \.gap, 0...4096, unit: .points, "Between two rows.")
struct ConfigurationSetting<Root>: Sendable {
    let description: SettingDescription
    let read: @Sendable (inout ObjectReader, inout Root) -> Void
    let write: @Sendable (Root) -> JSON

    var key: Text { description.key }

    typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

    /// Creates a setting whose value `read` reads and `write` writes.
    init<Value>(
        _ key: Text, _ path: Path<Value>, _ form: SettingForm, _ meaning: String, rule: String?,
        read: @escaping @Sendable (inout ObjectReader) -> Value?,
        write: @escaping @Sendable (Value) -> JSON
    ) {
        description = SettingDescription(key: key, form: form, meaning: meaning, rule: rule)
        self.read = { reader, root in
            if let value = read(&reader) { root[keyPath: path] = value }
        }
        self.write = { write($0[keyPath: path]) }
    }

    private init(
        _ description: SettingDescription,
        read: @escaping @Sendable (inout ObjectReader, inout Root) -> Void,
        write: @escaping @Sendable (Root) -> JSON
    ) {
        self.description = description
        self.read = read
        self.write = write
    }

    /// An object with settings of its own; settings that it leaves out keep their values.
    static func group<Part>(
        _ key: Text, _ path: Path<Part>, _ meaning: String, _ settings: [ConfigurationSetting<Part>]
    ) -> Self {
        let form = SettingForm.group(settings.map(\.description))
        return ConfigurationSetting(
            SettingDescription(key: key, form: form, meaning: meaning, rule: nil),
            read: { reader, root in
                guard let json = reader.take(key) else { return }
                var part = reader.nested(json, at: key)
                for setting in settings { setting.read(&part, &root[keyPath: path]) }
                reader.adopt(part)
            },
            write: { root in
                .object(settings.map { .init($0.key, $0.write(root[keyPath: path])) })
            })
    }

    /// A text of up to `most` characters, which may be empty. `fault` returns why a text is refused; nil if it is valid.
    static func word(
        _ key: Text, _ path: Path<Text>, upTo most: Int = 50, rule: String? = nil,
        _ meaning: String, fault: @escaping @Sendable (Text) -> String? = { _ in nil }
    ) -> Self {
        let kind = TextKind(mostCharacters: most, mostBytes: 4 * most, mayBeEmpty: true)
        return ConfigurationSetting(
            key, path, .word(most), meaning, rule: rule,
            read: { $0.text(key, kind, fault: fault) }, write: { .string($0) })
    }

    static func flag(_ key: Text, _ path: Path<Bool>, _ meaning: String) -> Self {
        ConfigurationSetting(
            key, path, .flag, meaning, rule: nil,
            read: { $0.flag(key) }, write: { .bool($0) })
    }

    static func number(
        _ key: Text, _ path: Path<Double>, _ range: ClosedRange<Double>,
        unit: SettingForm.Unit = .none, _ meaning: String
    ) -> Self {
        ConfigurationSetting(
            key, path, .number(range, unit), meaning, rule: nil,
            read: { $0.number(key, in: range) }, write: { .number($0) })
    }

    /// A position on the stage or outside it.
    static func position(_ key: Text, _ path: Path<Double>, _ meaning: String) -> Self {
        number(key, path, -4096...4096, unit: .points, meaning)
    }

    /// A position on the stage or outside it, or null.
    static func positionIfAny(_ key: Text, _ path: Path<Double?>, _ meaning: String) -> Self {
        let range = -4096.0...4096
        return ConfigurationSetting(
            key, path, .numberIfAny(range, .points), meaning, rule: nil,
            read: { $0.numberIfAny(key, in: range) },
            write: { $0.map(JSON.number) ?? .null })
    }

    /// A length.
    static func size(
        _ key: Text, _ path: Path<Double>, from smallest: Double = 0, _ meaning: String
    ) -> Self {
        number(key, path, smallest...4096, unit: .points, meaning)
    }

    static func scale(_ key: Text, _ path: Path<Double>, _ meaning: String) -> Self {
        number(key, path, 0...100, meaning)
    }

    /// The damping of a spring: above 0, with a minimum that keeps its closed form exact.
    static func damping(_ key: Text, _ path: Path<Double>, _ meaning: String) -> Self {
        number(key, path, 0.001...1, meaning)
    }

    static func integer(
        _ key: Text, _ path: Path<Int>, _ range: ClosedRange<Int>, _ meaning: String
    ) -> Self {
        ConfigurationSetting(
            key, path, .integer(range), meaning, rule: nil,
            read: { $0.integer(key, in: range) }, write: { .number(Double($0)) })
    }

    /// A number of seconds from 0 to 60. `rule` says how other settings bound it.
    static func duration(
        _ key: Text, _ path: Path<Duration>, rule: String? = nil, _ meaning: String
    ) -> Self {
        let range = 0.0...60
        return ConfigurationSetting(
            key, path, .number(range, .seconds), meaning, rule: rule,
            read: { $0.seconds(key, in: range) }, write: { .number($0.seconds) })
    }

    static func choice<Choice>(_ key: Text, _ path: Path<Choice>, _ meaning: String) -> Self
    where Choice: RawRepresentable<String> & CaseIterable & Sendable {
        ConfigurationSetting(
            key, path, .choice(Choice.allCases.map(\.rawValue)), meaning, rule: nil,
            read: { $0.choice(key) }, write: { .string(Text($0.rawValue)) })
    }

    /// The path of a file of this server, or null.
    static func file(_ key: Text, _ path: Path<Text?>, _ meaning: String) -> Self {
        ConfigurationSetting(
            key, path, .fileOrNull, meaning, rule: nil,
            read: { reader in
                if reader.isNull(key) { return .some(nil) }
                return reader.text(key, .file).map(Optional.some)
            },
            write: { $0.map(JSON.string) ?? .null })
    }

    /// A text of 1 to `most` characters. `fault` returns why a text is refused; nil if it is valid.
    static func text(
        _ key: Text, _ path: Path<Text>, upTo most: Int, rule: String? = nil,
        _ meaning: String, fault: @escaping @Sendable (Text) -> String? = { _ in nil }
    ) -> Self {
        let kind = TextKind(mostCharacters: most, mostBytes: 4 * most)
        return ConfigurationSetting(
            key, path, .text(most), meaning, rule: rule,
            read: { $0.text(key, kind, fault: fault) }, write: { .string($0) })
    }

    /// The name of a font family, the path of a file of this server, or null.
    static func font(_ key: Text, _ path: Path<Text?>, _ meaning: String) -> Self {
        ConfigurationSetting(
            key, path, .font, meaning, rule: nil,
            read: { reader in
                if reader.isNull(key) { return .some(nil) }
                var kind = TextKind.name
                if case .string(let text)? = reader.peek(key), text.begins(with: "/") {
                    kind = .file
                }
                return reader.text(key, kind).map(Optional.some)
            },
            write: { $0.map(JSON.string) ?? .null })
    }

    /// Colors and corner radii, each by the name of the painted part.
    static func style(_ key: Text, _ path: Path<LookConfiguration.Style>, _ meaning: String) -> Self
    {
        ConfigurationSetting(
            key, path, .style, meaning, rule: nil,
            read: { $0.style(key) }, write: { JSON($0) })
    }

    static func thresholds(_ key: Text, _ path: Path<TierThresholds>, _ meaning: String) -> Self {
        ConfigurationSetting(
            key, path, .thresholds, meaning, rule: "Each above the one before.",
            read: { $0.thresholds(key) },
            write: { .array($0.worths.map { .number(Double($0)) }) })
    }

    /// A list of hosts, or null.
    static func hosts(_ key: Text, _ path: Path<[Text]?>, _ meaning: String) -> Self {
        ConfigurationSetting(
            key, path, .hosts, meaning, rule: nil,
            read: { $0.hosts(key) },
            write: { $0.map { .array($0.map(JSON.string)) } ?? .null })
    }

    /// A rule for waiting for viewers; true and false are read as in version 0.1.
    static func viewerWait(_ key: Text, _ path: Path<ViewerWait>, _ meaning: String) -> Self {
        let words = ViewerWait.allCases.map(\.rawValue)
        return ConfigurationSetting(
            key, path, .choice(words, orFlag: true), meaning, rule: nil,
            read: { reader in
                guard case .bool(let waits) = reader.peek(key) else { return reader.choice(key) }
                _ = reader.take(key)
                return ViewerWait(waits)
            },
            write: { .string(Text($0.rawValue)) })
    }
}

extension ObjectReader {
    fileprivate mutating func thresholds(_ key: Text) -> TierThresholds? {
        guard let value = take(key) else { return nil }
        if case .array(let elements) = value, elements.count == TierThresholds.count {
            let worths = elements.compactMap { element in
                if case .number(let number) = element { Int(exactly: number) } else { nil }
            }
            if let thresholds = TierThresholds(worths) { return thresholds }
        }
        let range = TierThresholds.range
        refuse(
            key,
            "must be \(TierThresholds.count) whole numbers from \(range.lowerBound) to "
                + "\(range.upperBound), each above the one before")
        return nil
    }

    /// Reads a text and refuses it if `fault` returns a reason.
    fileprivate mutating func text(
        _ key: Text, _ kind: TextKind, fault: (Text) -> String?
    ) -> Text? {
        guard let text = text(key, kind) else { return nil }
        guard let fault = fault(text) else { return text }
        refuse(key, fault)
        return nil
    }
}

import Stage
import Texts

/// The JSON Schema (2020-12) of a configuration: forms and editors are made from it.
///
/// Beside the standard's own words a setting has `unit`, `points` or `seconds`, if it has one.
public enum ConfigurationSchema {
    public static let document: JSON = .object([
        .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        .init("title", .string("Configuration of a room")),
        .init("type", .string("object")),
        .init("additionalProperties", .bool(false)),
        .init(
            "properties",
            .object(ConfigurationDocument.sections.map { .init($0.key, schema(of: $0)) })),
    ])

    private static func schema(of section: ConfigurationSection) -> JSON {
        let defaults = section.write(Configuration())
        return .object([
            .init("type", .string("object")),
            .init("description", .string(Text(section.meaning))),
            .init("additionalProperties", .bool(false)),
            .init(
                "properties",
                .object(
                    section.settings.map {
                        .init($0.key, schema(of: $0, default: defaults[$0.key] ?? .null))
                    })),
        ])
    }

    private static func schema(of setting: SettingDescription, default value: JSON) -> JSON {
        let meaning = setting.rule.map { "\(setting.meaning) \($0)" } ?? setting.meaning
        return .object(
            members(of: setting.form) + [
                .init("default", value), .init("description", .string(Text(meaning))),
            ])
    }

    private static func members(of form: SettingForm) -> [JSON.Member] {
        switch form {
        case .flag: [.init("type", .string("boolean"))]
        case .integer(let range):
            bounds(.string("integer"), Double(range.lowerBound), Double(range.upperBound))
        case .number(let range, let unit):
            bounds(.string("number"), range.lowerBound, range.upperBound)
                + (unit == .none ? [] : [.init("unit", .string(Text(unit.rawValue)))])
        case .numberIfAny(let range, let unit):
            bounds(
                .array([.string("number"), .string("null")]), range.lowerBound, range.upperBound)
                + (unit == .none ? [] : [.init("unit", .string(Text(unit.rawValue)))])
        case .choice(let words, let orFlag):
            [.init("enum", .array(words.map { .string(Text($0)) } + (orFlag ? flags : [])))]
        case .hosts:
            [
                .init("type", .array([.string("array"), .string("null")])),
                .init("maxItems", .number(Double(PictureHost.most))),
                .init(
                    "items",
                    .object([
                        .init("type", .string("string")),
                        .init("maxLength", .number(Double(PictureHost.longest))),
                        .init("pattern", .string(Text(PictureHost.pattern))),
                    ])),
            ]
        }
    }

    private static let flags: [JSON] = [.bool(true), .bool(false)]

    private static func bounds(_ type: JSON, _ least: Double, _ most: Double) -> [JSON.Member] {
        [
            .init("type", type), .init("minimum", .number(least)),
            .init("maximum", .number(most)),
        ]
    }
}

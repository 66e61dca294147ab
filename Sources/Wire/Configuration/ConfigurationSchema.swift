import Stage
import Texts

/// Writes the JSON Schema (2020-12) of a room's configuration, for forms and editors.
///
/// In addition to the standard keywords, a setting may have a `unit`: `points` or `seconds`.
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
        let opening: [JSON.Member] = [
            .init("type", .string("object")),
            .init("description", .string(Text(section.meaning))),
        ]
        guard section.isOfEntries else {
            return .object(opening + members(of: section.settings) { defaults[$0] ?? .null })
        }
        let entry: [JSON.Member] = [.init("type", .string("object"))]
        return .object(
            opening + [
                .init("maxProperties", .number(Double(Catalogue.mostEntries))),
                .init("propertyNames", .object(members(of: .text(TextKind.key.mostCharacters)))),
                .init(
                    "additionalProperties",
                    .object(entry + members(of: section.settings) { _ in nil })),
                .init("default", defaults),
            ])
    }

    /// Returns the schema keywords of an object that may have these keys and no others.
    private static func members(
        of settings: [SettingDescription], default value: (Text) -> JSON?
    ) -> [JSON.Member] {
        let schemas = settings.map { JSON.Member($0.key, schema(of: $0, default: value($0.key))) }
        return [
            .init("additionalProperties", .bool(false)), .init("properties", .object(schemas)),
        ]
    }

    private static func schema(of setting: SettingDescription, default value: JSON?) -> JSON {
        let meaning = setting.rule.map { "\(setting.meaning) \($0)" } ?? setting.meaning
        return .object(
            members(of: setting.form, default: value)
                + (value.map { [.init("default", $0)] } ?? []) + [
                    .init("description", .string(Text(meaning)))
                ])
    }

    private static func members(
        of form: SettingForm, default value: JSON? = nil
    ) -> [JSON.Member] {
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
        case .text(let most): text(from: 1, most)
        case .address: text(from: 1, TextKind.url.mostCharacters)
        case .file: text(from: 1, TextKind.file.mostCharacters)
        case .fileOrNull, .font:
            [
                .init("type", .array([.string("string"), .string("null")])),
                .init("minLength", .number(1)),
                .init("maxLength", .number(Double(TextKind.file.mostCharacters))),
            ]
        case .style: StyleNames.schema
        case .effect: effect
        case .thresholds:
            [
                .init("type", .string("array")),
                .init("minItems", .number(Double(TierThresholds.count))),
                .init("maxItems", .number(Double(TierThresholds.count))),
                .init("items", .object(members(of: .integer(TierThresholds.range)))),
            ]
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
        case .word(let most): text(from: 0, most) + [.init("pattern", .string(plain))]
        case .group(let settings):
            [.init("type", .string("object"))] + members(of: settings) { value?[$0] ?? .null }
        case .parts(let settings):
            [.init("type", .string("object"))] + members(of: settings) { _ in nil }
        case .list(let settings, let required, let most): list(of: settings, required, most)
        case .addressOrNull: orNull(text(from: 1, TextKind.url.mostCharacters))
        case .filmOrNull: films
        case .integerOrNull(let range): orNull(members(of: .integer(range)))
        case .studioActionOrNull: studioActions
        }
    }

    private static let effect: [JSON.Member] =
        [
            .init("type", .string("object")), .init("additionalProperties", .bool(false)),
            .init(
                "oneOf",
                .array([
                    .object([.init("required", .array([.string("src"), .string("duration")]))]),
                    .object([.init("required", .array([.string("film")]))]),
                ])),
            .init(
                "properties",
                .object([
                    .init("src", .object(members(of: .file))),
                    .init("film", .object(members(of: .choice(Film.allCases.map(\.rawValue))))),
                    .init("duration", .object(members(of: .number(0.1...60, .seconds)))),
                ])),
        ]

    private static func list(
        of settings: [SettingDescription], _ required: [Text], _ most: Int
    ) -> [JSON.Member] {
        let item: [JSON.Member] = [
            .init("type", .string("object")), .init("required", .array(required.map(JSON.string))),
        ]
        return [
            .init("type", .string("array")), .init("maxItems", .number(Double(most))),
            .init("items", .object(item + members(of: settings) { _ in nil })),
        ]
    }

    /// Returns the keywords of a value that may also be null.
    private static func orNull(_ members: [JSON.Member]) -> [JSON.Member] {
        [
            .init(
                "anyOf",
                .array([.object(members), .object([.init("type", .string("null"))])]))
        ]
    }

    private static let films: [JSON.Member] = [
        .init(
            "anyOf",
            .array([
                .object(members(of: .choice(Film.allCases.map(\.rawValue)))),
                .object(
                    text(from: 1, TextKind.file.mostCharacters) + [.init("pattern", .string("^/"))]),
                .object([.init("type", .string("null"))]),
            ]))
    ]

    private static let studioActions = orNull(
        [
            .init("type", .string("object")), .init("required", .array([.string("do")])),
        ]
            + members(
                of: [
                    .init(
                        key: "do", form: .choice(StudioAct.allCases.map(\.rawValue)), "The action."),
                    .init(
                        key: "scene", form: .text(TextKind.name.mostCharacters),
                        "The scene to switch to."),
                    .init(
                        key: "back", form: .number(0...3600, .seconds),
                        "The time until OBS switches back; without it, OBS stays there."),
                ], default: { _ in nil }))

    private static func text(from least: Int, _ most: Int) -> [JSON.Member] {
        [
            .init("type", .string("string")), .init("minLength", .number(Double(least))),
            .init("maxLength", .number(Double(most))),
        ]
    }

    /// A pattern for texts without control characters (C0, DEL and C1).
    private static let plain: Text = #"^[^\x00-\x1F\x7F-\x9F]*$"#

    private static let flags: [JSON] = [.bool(true), .bool(false)]

    private static func bounds(_ type: JSON, _ least: Double, _ most: Double) -> [JSON.Member] {
        [
            .init("type", type), .init("minimum", .number(least)),
            .init("maximum", .number(most)),
        ]
    }
}

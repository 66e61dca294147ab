import Stage
import Texts
import Timeline

/// The settings that only rules have: lists of rules, conditions, names, and values that may be null.
extension ConfigurationSetting {
    /// A list of objects with settings of their own, whose `name` is unique. Each begins as `blank`, and has the
    /// settings `required`. An object with a problem is left out.
    static func list<Element>(
        _ key: Text, _ path: Path<[Element]>, upTo most: Int,
        unlike name: any KeyPath<Element, Text> & Sendable, from blank: Element,
        requiring required: [Text], _ meaning: String, _ settings: [ConfigurationSetting<Element>]
    ) -> Self where Element: Sendable {
        ConfigurationSetting(
            key, path, .list(settings.map(\.description), required: required, most: most),
            meaning, rule: nil,
            read: { reader in
                reader.elements(key, upTo: most, unlike: name) { reader in
                    var element = blank
                    for key in required where reader.peek(key) == nil {
                        reader.refuse(key, "is required")
                    }
                    for setting in settings { setting.read(&reader, &element) }
                    return element
                }
            },
            write: { elements in
                .array(
                    elements.map { element in
                        .object(settings.map { .init($0.key, $0.write(element)) })
                    })
            })
    }

    /// The name of a rule.
    static func name(_ key: Text, _ path: Path<Text>, _ meaning: String) -> Self {
        text(key, path, upTo: 50, rule: "a-z, 0-9 and -.", meaning) { text in
            Notice.isKind(text) ? nil : "must be 1 to 50 of a-z, 0-9 and -"
        }
    }

    static func condition(_ key: Text, _ path: Path<EventCondition>, _ meaning: String) -> Self {
        ConfigurationSetting(
            key, path, .parts(EventCondition.settings), meaning, rule: nil,
            read: { $0.condition(key) }, write: { JSON($0) })
    }

    /// The address of a picture, or null.
    static func addressIfAny(_ key: Text, _ path: Path<Text?>, _ meaning: String) -> Self {
        ConfigurationSetting(
            key, path, .addressOrNull, meaning, rule: nil,
            read: { reader in
                if reader.isNull(key) { return .some(nil) }
                return reader.text(key, .url).map(Optional.some)
            },
            write: { $0.map(JSON.string) ?? .null })
    }

    /// The name of a built-in film, the path of a file of this server, or null.
    static func filmIfAny(
        _ key: Text, _ path: Path<EffectMedia.Content?>, _ meaning: String
    ) -> Self {
        ConfigurationSetting(
            key, path, .filmOrNull, meaning, rule: nil,
            read: { reader in
                if reader.isNull(key) { return .some(nil) }
                if case .string(let text)? = reader.peek(key), text.begins(with: "/") {
                    return reader.text(key, .file).map { .file($0) }
                }
                let film: Film? = reader.choice(key)
                return film.map { .film($0) }
            },
            write: { content in
                switch content {
                case .file(let path): .string(path)
                case .film(let film): .string(film.word)
                case nil: .null
                }
            })
    }

    /// A number of seconds in a range.
    static func seconds(
        _ key: Text, _ path: Path<Duration>, _ range: ClosedRange<Double>, _ meaning: String
    ) -> Self {
        ConfigurationSetting(
            key, path, .number(range, .seconds), meaning, rule: nil,
            read: { $0.seconds(key, in: range) }, write: { .number($0.seconds) })
    }

    /// A whole number, or null.
    static func integerIfAny(
        _ key: Text, _ path: Path<Int?>, _ range: ClosedRange<Int>, _ meaning: String
    ) -> Self {
        ConfigurationSetting(
            key, path, .integerOrNull(range), meaning, rule: nil,
            read: { reader in
                if reader.isNull(key) { return .some(nil) }
                return reader.integer(key, in: range).map(Optional.some)
            },
            write: { $0.map { .number(Double($0)) } ?? .null })
    }

    static func studioAction(
        _ key: Text, _ path: Path<AlertRule.StudioAction?>, _ meaning: String
    ) -> Self {
        ConfigurationSetting(
            key, path, .studioActionOrNull, meaning, rule: nil,
            read: { reader in
                if reader.isNull(key) { return .some(nil) }
                return reader.studioAction(key).map(Optional.some)
            },
            write: { $0.map(JSON.init) ?? .null })
    }
}

extension ObjectReader {
    /// Reads a list of at most `most` objects with different names. Objects with problems are left out.
    fileprivate mutating func elements<Element>(
        _ key: Text, upTo most: Int, unlike name: KeyPath<Element, Text>,
        _ read: (inout ObjectReader) -> Element
    ) -> [Element]? {
        guard let json = take(key) else { return nil }
        guard case .array(let values) = json, values.count <= most else {
            refuse(key, "must be a list of at most \(most) objects")
            return nil
        }
        let list = nested(.object([]), at: key)
        var (elements, names) = ([Element](), Set<Text>())
        for (place, value) in values.enumerated() {
            var reader = list.nested(value, at: "\(place)")
            let element = read(&reader)
            if !names.insert(element[keyPath: name]).inserted {
                reader.refuse("name", "must differ from the names before")
            }
            if reader.isWithoutProblems { elements.append(element) }
            adopt(reader)
        }
        return elements
    }

    fileprivate mutating func studioAction(_ key: Text) -> AlertRule.StudioAction? {
        guard let json = take(key) else { return nil }
        var reader = nested(json, at: key)
        defer { adopt(reader) }
        let act: StudioAct? = reader.required("do") { $0.choice("do") }
        switch act {
        case .saveReplay: return .saveReplay
        case .scene:
            let back = reader.number("back", in: 0...3600)
            return reader.requiredText("scene", .name).map { .scene($0, back: back) }
        case nil: return nil
        }
    }
}

/// The word for what the streamer's program does.
enum StudioAct: String, CaseIterable {
    case saveReplay
    case scene
}

extension JSON {
    fileprivate init(_ action: AlertRule.StudioAction) {
        switch action {
        case .saveReplay: self = .object([.init("do", .string("saveReplay"))])
        case .scene(let scene, let back):
            self = .object(
                [.init("do", .string("scene")), .init("scene", .string(scene))]
                    + (back.map { [.init("back", .number($0))] } ?? []))
        }
    }
}

import Stage
import Texts
import Timeline

/// Reads one JSON object, key by key, and collects all problems with its content.
///
/// Each reading method takes its key; a key that no method has taken at the end is unknown. A
/// method that finds a problem returns nil.
///
///     let name = try ObjectReader.read(json, from: .sender) { reader in
///         reader.requiredText("name", .name)
///     }
struct ObjectReader {
    private let pointer: Text
    private let provenance: Provenance
    private var members: [JSON.Member]
    /// The first problems, up to `ContentError.mostProblems`.
    private(set) var problems: [ContentError.Problem] = []
    /// The number of further problems.
    private var unlistedCount = 0
    /// The keys that methods asked for, collected only to suggest a key in place of an unknown one.
    private var asked: [Text]?
    /// True if there was an unknown key.
    private var isPuzzled = false

    /// Creates a reader of `json`, whose place in the document is `pointer`.
    init(_ json: JSON, at pointer: Text = "", from provenance: Provenance) {
        self.pointer = pointer
        self.provenance = provenance
        if case .object(let members) = json {
            self.members = members
        } else {
            members = []
            problems = [.init(pointer: pointer, detail: "must be an object")]
        }
    }

    /// Reads a whole document; throws all problems, including unknown keys.
    static func read<Value>(
        _ json: JSON, from provenance: Provenance, _ body: (inout ObjectReader) -> Value?
    ) throws(ContentError) -> Value {
        var reader = ObjectReader(json, from: provenance)
        // A value other than an object lacks every key; one problem is enough.
        guard reader.problems.isEmpty else { throw ContentError(problems: reader.problems) }
        let value = body(&reader)
        reader.refuseTheRest()
        if reader.isPuzzled {
            // Reads again, to collect the known keys and suggest one of them.
            reader = ObjectReader(json, from: provenance)
            reader.asked = []
            _ = body(&reader)
            reader.refuseTheRest()
        }
        guard let value, reader.problems.isEmpty else {
            throw ContentError(problems: reader.problems, unlistedCount: reader.unlistedCount)
        }
        return value
    }

    /// True if all values read so far are valid and no key is left.
    var isWithoutProblems: Bool { problems.isEmpty && members.isEmpty }

    /// True if the document was accepted before and is read again.
    var isFromHistory: Bool { provenance == .history }

    // MARK: Problems

    /// Returns the JSON pointer of `key` in the document.
    func path(to key: Text) -> Text {
        var path = Array(pointer.utf8)
        path.append(UInt8(ascii: "/"))
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "~"): path += "~0".utf8
            case UInt8(ascii: "/"): path += "~1".utf8
            default: path.append(byte)
            }
        }
        return Text(decoding: path)
    }

    private var problemCount: Int { problems.count + unlistedCount }

    /// Records a problem, or only counts it if there are many.
    private mutating func note(_ problem: (ObjectReader) -> ContentError.Problem) {
        if problems.count < ContentError.mostProblems {
            problems.append(problem(self))
        } else {
            unlistedCount += 1
        }
    }

    mutating func refuse(_ key: Text, _ detail: String) {
        note { .init(pointer: $0.path(to: key), detail: detail) }
    }

    /// Refuses `key` of the object at `section`.
    mutating func refuse(_ section: Text, _ key: Text, _ detail: String) {
        note { .init(pointer: "\($0.path(to: section))/\(key)", detail: detail) }
    }

    private static let longestKeyShown = 200
    /// The maximum number of unknown keys for which a known key is suggested.
    private static let mostGuesses = 16

    mutating func refuseTheRest() {
        isPuzzled = isPuzzled || !members.isEmpty
        for (index, member) in members.enumerated() {
            if member.key.byteCount <= Self.longestKeyShown {
                note {
                    let meant =
                        index < Self.mostGuesses ? member.key.nearest(among: $0.asked ?? []) : nil
                    let detail =
                        meant.map { "is not a known key; did you mean \"\($0)\"?" }
                        ?? "is not a known key"
                    return .init(pointer: $0.path(to: member.key), detail: detail)
                }
            } else {
                let detail = "has a key of \(member.key.byteCount) bytes: no known one is so long"
                note { .init(pointer: $0.pointer, detail: detail) }
            }
        }
        members = []
    }

    /// Returns a reader of `json`, the value of `key`.
    func nested(_ json: JSON, at key: Text) -> ObjectReader {
        var reader = ObjectReader(json, at: path(to: key), from: provenance)
        if asked != nil { reader.asked = [] }
        return reader
    }

    /// Returns a reader of a document whose only member is `json` under `key`.
    func wrapped(_ json: JSON, as key: Text) -> ObjectReader {
        ObjectReader(.object([.init(key, json)]), from: provenance)
    }

    /// Takes over the problems of another reader.
    mutating func adopt(_ reader: consuming ObjectReader) {
        reader.refuseTheRest()
        for problem in reader.problems { note { _ in problem } }
        unlistedCount += reader.unlistedCount
        isPuzzled = isPuzzled || reader.isPuzzled
    }

    // MARK: Values

    /// Returns the value of `key` and leaves it in place; nil without one.
    func peek(_ key: Text) -> JSON? {
        members.first { $0.key == key }?.value
    }

    /// Takes the value of `key` out; nil without one.
    mutating func take(_ key: Text) -> JSON? {
        asked?.append(key)
        guard let index = members.firstIndex(where: { $0.key == key }) else { return nil }
        return members.remove(at: index).value
    }

    /// Takes the value of `key` out; a missing value is a problem.
    mutating func require(_ key: Text) -> JSON? {
        let value = take(key)
        if value == nil { refuse(key, "is required") }
        return value
    }

    /// Reads a text; a missing text is a problem.
    mutating func requiredText(_ key: Text, _ kind: TextKind) -> Text? {
        required(key) { $0.text(key, kind) }
    }

    /// Reads `key` with `read`; a missing value is a problem.
    mutating func required<Value>(
        _ key: Text, _ read: (inout ObjectReader) -> Value?
    ) -> Value? {
        let before = problemCount
        let value = read(&self)
        if value == nil, problemCount == before { refuse(key, "is required") }
        return value
    }

    /// Returns true if the value of `key` is null, which is then taken out.
    mutating func isNull(_ key: Text) -> Bool {
        guard case .null? = peek(key) else { return false }
        _ = take(key)
        return true
    }

    mutating func flag(_ key: Text) -> Bool? {
        guard let value = take(key) else { return nil }
        guard case .bool(let flag) = value else {
            refuse(key, "must be true or false\(value.quotesHint)")
            return nil
        }
        return flag
    }

    mutating func number(_ key: Text, in range: ClosedRange<Double>) -> Double? {
        guard let value = take(key) else { return nil }
        guard case .number(let number) = value, range.contains(number) else {
            refuse(key, "must be a number from \(range.text)\(value.quotesHint)")
            return nil
        }
        return number
    }

    /// Reads a number or null; the inner nil stands for null.
    mutating func numberIfAny(_ key: Text, in range: ClosedRange<Double>) -> Double?? {
        guard let value = take(key) else { return nil }
        if value == .null { return .some(nil) }
        guard case .number(let number) = value, range.contains(number) else {
            refuse(key, "must be null or a number from \(range.text)\(value.quotesHint)")
            return nil
        }
        return number
    }

    mutating func integer(_ key: Text, in range: ClosedRange<Int>) -> Int? {
        guard let value = take(key) else { return nil }
        guard case .number(let number) = value, let integer = Int(exactly: number),
            range.contains(integer)
        else {
            refuse(
                key,
                "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
                    + value.quotesHint)
            return nil
        }
        return integer
    }

    /// Reads a number of seconds and rounds it to a microsecond.
    mutating func seconds(_ key: Text, in range: ClosedRange<Double>) -> Duration? {
        guard let value = take(key) else { return nil }
        guard case .number(let seconds) = value, range.contains(seconds) else {
            refuse(key, "must be a number of seconds from \(range.text)\(value.quotesHint)")
            return nil
        }
        return Duration(seconds: seconds)
    }

    mutating func choice<Choice>(_ key: Text) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let value = take(key) else { return nil }
        guard case .string(let text) = value, let choice = Choice(word: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            refuse(key, "must be one of: \(choices)")
            return nil
        }
        return choice
    }

    /// Reads a list of picture hosts or null; the inner nil stands for null.
    mutating func hosts(_ key: Text) -> [Text]?? {
        guard let value = take(key) else { return nil }
        if value == .null { return .some(nil) }
        var hosts: [Text] = []
        if case .array(let elements) = value, elements.count <= PictureHost.most {
            for case .string(let host) in elements where PictureHost(host) != nil {
                hosts.append(host)
            }
            if hosts.count == elements.count { return hosts }
        }
        refuse(key, "must be null or at most \(PictureHost.most) texts, which \(PictureHost.rule)")
        return nil
    }

    /// Reads a string of a length that `kind` allows, without control characters.
    mutating func text(_ key: Text, _ kind: TextKind) -> Text? {
        guard let value = take(key) else { return nil }
        guard case .string(let text) = value else {
            refuse(key, "must be a string")
            return nil
        }
        if let fault = kind.fault(in: text, from: provenance) {
            refuse(key, fault)
            return nil
        }
        return text
    }
}

extension JSON {
    private static let longestUnquoted = 24

    /// A hint that a number or a flag must not be in quotes; empty for other values.
    fileprivate var quotesHint: String {
        guard case .string(let text) = self, text.byteCount <= Self.longestUnquoted,
            let plain = try? JSON(parsing: Array(text.utf8))
        else { return "" }
        switch plain {
        case .number, .bool: return ": write \(text) without quotes"
        default: return ""
        }
    }
}

extension ClosedRange<Double> {
    /// The range in words.
    var text: String { "\(lowerBound.shortest) to \(upperBound.shortest)" }
}

extension Double {
    /// The shortest text that reads back as the same number.
    var shortest: String {
        var writer = JSONWriter()
        writer.number(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

import Stage
import Timeline

/// Reads one JSON object key by key and notes everything that is wrong with it.
///
/// Each reading method takes its key; what no method has taken when reading ends is an unknown key.
/// A method that notes a problem returns nil.
struct ObjectReader {
    private let pointer: String
    private var members: [JSON.Member]
    private(set) var problems: [ContentError.Problem] = []

    /// A reader of `json`, which stands at `pointer` in its document.
    init(_ json: JSON, at pointer: String = "") {
        self.pointer = pointer
        if case .object(let members) = json {
            self.members = members
        } else {
            members = []
            problems = [.init(pointer: pointer, detail: "must be an object")]
        }
    }

    /// Reads a whole document; throws all problems there are, unknown keys among them.
    static func read<Value>(
        _ json: JSON, _ body: (inout ObjectReader) -> Value?
    ) throws(ContentError) -> Value {
        var reader = ObjectReader(json)
        // What is no object lacks every key: to say so once is enough.
        guard reader.problems.isEmpty else { throw ContentError(problems: reader.problems) }
        let value = body(&reader)
        reader.refuseTheRest()
        guard let value, reader.problems.isEmpty else {
            throw ContentError(problems: reader.problems)
        }
        return value
    }

    // MARK: Problems

    /// Where `key` stands in the document.
    func path(to key: String) -> String {
        "\(pointer)/" + key.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }

    mutating func refuse(_ key: String, _ detail: String) {
        problems.append(.init(pointer: path(to: key), detail: detail))
    }

    /// Refuses `key` of the object at `section`.
    mutating func refuse(_ section: String, _ key: String, _ detail: String) {
        problems.append(.init(pointer: "\(path(to: section))/\(key)", detail: detail))
    }

    mutating func refuseTheRest() {
        for member in members { refuse(member.key, "is not a known key") }
        members = []
    }

    /// Takes over what another reader noted.
    mutating func adopt(_ reader: consuming ObjectReader) {
        reader.refuseTheRest()
        problems += reader.problems
    }

    // MARK: Values

    /// The value of `key`, left in its place; nil where there is none.
    func peek(_ key: String) -> JSON? {
        members.first { $0.key == key }?.value
    }

    /// The value of `key`, taken out; nil where there is none.
    mutating func take(_ key: String) -> JSON? {
        guard let index = members.firstIndex(where: { $0.key == key }) else { return nil }
        return members.remove(at: index).value
    }

    /// The value of `key`, taken out; where there is none that is a problem.
    mutating func require(_ key: String) -> JSON? {
        let value = take(key)
        if value == nil { refuse(key, "is required") }
        return value
    }

    mutating func flag(_ key: String) -> Bool? {
        guard let value = take(key) else { return nil }
        guard case .bool(let flag) = value else {
            refuse(key, "must be true or false")
            return nil
        }
        return flag
    }

    mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        guard let value = take(key) else { return nil }
        guard case .number(let number) = value, range.contains(number) else {
            refuse(key, "must be a number from \(range.text)")
            return nil
        }
        return number
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = take(key) else { return nil }
        guard case .number(let number) = value, let integer = Int(exactly: number),
            range.contains(integer)
        else {
            refuse(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return integer
    }

    /// A number of seconds, rounded to a microsecond.
    mutating func seconds(_ key: String, in range: ClosedRange<Double>) -> Duration? {
        guard let value = take(key) else { return nil }
        guard case .number(let seconds) = value, range.contains(seconds) else {
            refuse(key, "must be a number of seconds from \(range.text)")
            return nil
        }
        return Duration(seconds: seconds)
    }

    mutating func choice<Choice>(_ key: String) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let value = take(key) else { return nil }
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            refuse(key, "must be one of: \(choices)")
            return nil
        }
        return choice
    }

    /// A list of hosts of pictures; nil within: null.
    mutating func hosts(_ key: String) -> [String]?? {
        guard let value = take(key) else { return nil }
        if value == .null { return .some(nil) }
        var hosts: [String] = []
        if case .array(let elements) = value, elements.count <= PictureHost.most {
            for case .string(let host) in elements where PictureHost(host) != nil {
                hosts.append(host)
            }
            if hosts.count == elements.count { return hosts }
        }
        refuse(key, "must be null or at most \(PictureHost.most) texts, which \(PictureHost.rule)")
        return nil
    }

    /// A string of the length that `kind` allows, without control characters.
    mutating func text(_ key: String, _ kind: TextKind) -> String? {
        guard let value = take(key) else { return nil }
        guard case .string(let text) = value else {
            refuse(key, "must be a string")
            return nil
        }
        if let fault = kind.fault(in: text) {
            refuse(key, fault)
            return nil
        }
        return text
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

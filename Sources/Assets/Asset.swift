package import Journal
package import Texts
package import Wire

/// The description of a picture, sound, film or font that was uploaded to a room, with its name, type and size. The
/// name is a hash of the content, so the content under a name never changes.
package struct Asset: Hashable, Sendable {
    /// The SHA-256 of the content and a file extension: `<64 hex digits>.png`.
    package let name: Text
    package let form: AssetForm
    package let bytes: Int
    /// The time at which the server made the file as the speech of a message; nil for uploaded files.
    package var spokenAt: WallTime?

    /// Sorts files by name.
    static func areInOrder(_ left: Asset, _ right: Asset) -> Bool {
        left.name < right.name
    }

    /// The path of the file's URL.
    var url: Text { "/assets/\(name)" }

    /// The bytes that the file counts toward the limits (`StoredFile.charge`).
    var charge: Int { StoredFile.charge(bytes) }

    /// The largest size of a file.
    package static let mostBytes = 16 << 20

    /// True if the text has the form of a file name: 64 lowercase hex digits and the extension of a known type.
    static func isName(_ text: Text) -> Bool {
        let parts = text.elements(separatedBy: UInt8(ascii: "."))
        guard parts.count == 2, parts[0].byteCount == 64 else { return false }
        return AssetForm.types[parts[1]] != nil
            && parts[0].consists { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    package var json: JSON {
        let members: [JSON.Member?] = [
            .init("url", .string(url)), .init("type", .string(form.type)),
            .init("bytes", .number(Double(bytes))),
            form.width.map { .init("width", .number(Double($0))) },
            form.height.map { .init("height", .number(Double($0))) },
            form.seconds.map { .init("durationSeconds", .number($0)) },
            spokenAt.map { .init("spokenAt", .number(Double($0.microseconds))) },
        ]
        return .object(members.compactMap(\.self))
    }

    init(digest: [UInt8], form: AssetForm, bytes: Int) {
        name = "\(Text(hexadecimal: digest)).\(form.ending)"
        self.form = form
        self.bytes = bytes
    }

    /// True if the name begins with this digest.
    func isNamed(by digest: [UInt8]) -> Bool { name.begins(with: Text(hexadecimal: digest)) }

    init(name: Text, form: AssetForm, bytes: Int) {
        self.name = name
        self.form = form
        self.bytes = bytes
    }

    /// Reads the stored description of a file (`json`); nil if the name is malformed or the description has no size.
    init?(name: Text, _ json: JSON) {
        guard Self.isName(name), let bytes = json["bytes"]?.amount else { return nil }
        let ending = name.elements(separatedBy: UInt8(ascii: "."))[1]
        var form = AssetForm(ending: ending)
        form.width = json["width"]?.amount.flatMap { Int(exactly: $0) }
        form.height = json["height"]?.amount.flatMap { Int(exactly: $0) }
        form.seconds = json["durationSeconds"]?.amount
        let known = min(max(Int(exactly: bytes) ?? 0, 0), Self.mostBytes)
        self.init(name: name, form: form, bytes: known)
        spokenAt = json["spokenAt"]?.amount.flatMap { Int64(exactly: $0) }
            .map(WallTime.init(microseconds:))
    }
}

extension JSON {
    fileprivate var amount: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}

public import Texts

/// A host from which pages may load pictures, such as `example.org`, or `*.example.org` for all its subdomains.
struct PictureHost {
    static let rule =
        "must be hosts such as example.org or *.example.org, without a scheme or a port"
    /// The rule as a regular expression.
    static let pattern = #"^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$|^\[[0-9a-f:.]+\]$"#
    static let longest = 253
    static let most = 100

    private let name: [UInt8]
    private let isParent: Bool

    /// Returns nil if the text is not a valid host.
    init?(_ text: Text) {
        let bytes = Array(text.utf8)
        isParent = bytes.starts(with: "*.".utf8)
        name = Array(isParent ? bytes[1...] : bytes[...])
        guard bytes.count <= Self.longest, isParent ? Self.isName(name[1...]) : isHost else {
            return nil
        }
    }

    private var isHost: Bool {
        guard name.first == UInt8(ascii: "[") else { return Self.isName(name[...]) }
        return name.count > 2 && name.last == UInt8(ascii: "]")
            && name.dropFirst().dropLast().allSatisfy {
                switch $0 {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: ":"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty
                && $0.allSatisfy {
                    switch $0 {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                        UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }

    func includes(_ host: [UInt8]) -> Bool {
        isParent ? host.count > name.count && host.ends(with: name) : host == name
    }
}

/// The hosts of pictures that a room's pages may load. Parses the names once for any number of pictures.
public struct PictureHosts: Sendable {
    private let hosts: [PictureHost]?

    /// Nil allows every host over https:. Ignores invalid names.
    public init(_ names: [Text]?) {
        hosts = names?.compactMap { PictureHost($0) }
    }

    /// True if every host is allowed.
    var areAny: Bool { hosts == nil }

    func include(_ host: [UInt8]) -> Bool {
        hosts?.contains { $0.includes(host) } ?? true
    }
}

extension Array where Element == UInt8 {
    func ends(with other: some Collection<UInt8>) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}

public import Stage
import Texts

/// The address of a picture in an event, read as a browser reads it, to check that pages may load it.
///
/// A browser can take minutes to draw an SVG document, so pages draw only the server's own SVGs. An
/// address does not always show the type of a picture. The page reads the bytes of each picture,
/// too.
struct PictureAddress {
    private enum Place {
        /// A path on this server.
        case here
        /// A data URL; `type` is the type that it declares.
        case data(type: [UInt8])
        case elsewhere(isSecure: Bool, authority: [UInt8], path: [UInt8])
        case unknown
    }

    private let place: Place

    init(_ text: Text) {
        // A browser ignores spaces at the end, and treats \ as /.
        var bytes = Array(text.utf8)
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        place = Self.place(of: bytes)
    }

    private static func place(of bytes: [UInt8]) -> Place {
        if bytes.first == UInt8(ascii: "/") { return .here }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return .unknown }
        let rest = bytes[(colon + 1)...]
        switch lowercased(bytes[..<colon]) {
        case Array("data".utf8):
            return .data(type: lowercased(rest.prefix { $0 != UInt8(ascii: ",") }))
        case Array("http".utf8): return elsewhere(rest, isSecure: false)
        case Array("https".utf8): return elsewhere(rest, isSecure: true)
        default: return .unknown
        }
    }

    private static func elsewhere(_ bytes: ArraySlice<UInt8>, isSecure: Bool) -> Place {
        let rest = bytes.drop(while: isSlash)
        let authority = rest.prefix { !isSlash($0) && !isMark($0) }
        let path = rest[authority.endIndex...].prefix { !isMark($0) }
        return .elsewhere(
            isSecure: isSecure, authority: Array(authority), path: decoded(lowercased(path)))
    }

    private static func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }

    /// Returns true if this byte begins a query or a fragment.
    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Decodes percent-encoding once, to lowercase; invalid encodings stay.
    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let digits = bytes[(index + 1)...].prefix(2)
            if bytes[index] == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                decoded.append(
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(value)
                        ? value | 0x20 : value)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    // MARK: Rules

    /// Returns why a page would not load the picture if it loads pictures only from `hosts`; nil if it would.
    func fault(hosts: PictureHosts) -> String? {
        switch place {
        case .here, .unknown: return nil
        case .data(let type):
            return Self.decoded(type).contains("svg".utf8)
                ? "must not be an SVG: send a PNG, JPEG, GIF or WebP" : nil
        case .elsewhere(let isSecure, let authority, let path):
            if authority.contains(UInt8(ascii: "@")) {
                return "must not hold a user name or a password"
            }
            if [".svg", ".svgz"].contains(where: { path.ends(with: $0.utf8) }) {
                return "must not be an SVG: send a PNG, JPEG, GIF or WebP"
            }
            return Self.fault(of: Self.host(of: authority), isSecure, hosts)
        }
    }

    private static func fault(
        of host: [UInt8], _ isSecure: Bool, _ hosts: PictureHosts
    ) -> String? {
        if hosts.areAny {
            return isSecure
                ? nil : "must be https:, or of a host that stage.imageHosts names"
        }
        return hosts.include(host) ? nil : "must be of a host that stage.imageHosts names"
    }

    /// Returns the host without the port, in lowercase.
    private static func host(of authority: [UInt8]) -> [UInt8] {
        let end =
            authority.first == UInt8(ascii: "[")
            ? authority.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
            : authority.firstIndex(of: UInt8(ascii: ":"))
        return lowercased(authority[..<(end ?? authority.count)])
    }
}

extension Event.Kind {
    /// Returns the pictures in the event that a page would not load, each with its place in the
    /// event's body.
    public func pictureFaults(hosts: PictureHosts) -> [ContentError.Problem] {
        var faults: [ContentError.Problem] = []
        let look = { (pointer: @autoclosure () -> Text, address: Text?) in
            guard let address, let fault = PictureAddress(address).fault(hosts: hosts) else {
                return
            }
            faults.append(ContentError.Problem(pointer: pointer(), detail: fault))
        }
        switch self {
        case .gift(let gift, _):
            look("/sender/avatar", gift.sender.avatar)
            look("/gift/image", gift.item.image)
        case .call(let person, _, _): look("/user/avatar", person.avatar)
        case .notice(let notice, _):
            look("/sender/avatar", notice.sender.avatar)
            look("/gift/image", notice.item?.image)
        case .configure(let configuration):
            for entry in configuration.catalogue.entries {
                look("/catalogue/\(entry.key)/image", entry.image)
            }
            for (place, rule) in configuration.alerts.rules.enumerated() {
                look("/alerts/rules/\(place)/image", rule.image)
            }
        default: break
        }
        return faults
    }
}

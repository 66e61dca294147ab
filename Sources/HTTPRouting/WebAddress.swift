package import Texts
import Transport

/// The address of a website, such as `https://example.org`, with or without a port.
package struct WebAddress: Sendable {
    /// The address without a slash at the end: the origin of the site's pages.
    package let text: Text
    /// The host in lower case, without the port.
    package let host: [UInt8]

    /// Nil if `text` is no such address, or has a path.
    package init?(_ text: Text) {
        let bytes = Array(text.utf8)
        guard let scheme = ["http://", "https://"].first(where: { bytes.starts(with: $0.utf8) })
        else { return nil }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let end = rest.last == UInt8(ascii: "/") ? rest.endIndex - 1 : rest.endIndex
        guard let authority = Authority(rest[..<end]), !authority.host.isEmpty else { return nil }
        self.text = Text(decoding: bytes[..<end])
        host = authority.host
    }
}

import Foundation
import Texts
import Transport

/// The access key that a request carries in its `Authorization` header or its WebSocket subprotocols, if any.
enum PresentedKey: Sendable {
    case none
    case some(Key)
    /// The request's key has an invalid form.
    case malformed

    /// The prefix of a key among the subprotocols of a WebSocket request: a page can't set a header. The
    /// server never selects such a subprotocol.
    static let subprotocol: Text = "ovation.key."

    private static let bearer: Text = "bearer"
    private static let basic: Text = "basic"

    /// Reads `Authorization: Bearer …` (RFC 6750 §2.1), or the subprotocol `ovation.key.…`. Other schemes are
    /// ignored, because a proxy may use them. `takesBasic`: HTTP Basic counts too.
    init(_ request: Request, takesBasic: Bool = false) {
        let field = request.header("Authorization")
        let header =
            field.flatMap { Self.credentials($0, Self.bearer) }
            ?? (takesBasic ? field.flatMap(Self.basicKey) : nil)
        let offered =
            request.header("Sec-WebSocket-Protocol")?
            .elements(separatedBy: UInt8(ascii: ","))
            .filter { $0.begins(with: Self.subprotocol) }
            .map { Text(decoding: $0.utf8.dropFirst(Self.subprotocol.byteCount)) } ?? []
        let tokens = (header.map { [$0] } ?? []) + offered
        // A request with two keys is ambiguous.
        guard let token = tokens.first else {
            self = .none
            return
        }
        self = tokens.count == 1 ? Key(token).map(PresentedKey.some) ?? .malformed : .malformed
    }

    /// Returns the key in a user's name and password (RFC 7617): the password, or the name if the password is
    /// empty. Nil if it does not look like a key: a proxy may use Basic for itself.
    private static func basicKey(_ header: Text) -> Text? {
        guard let encoded = credentials(header, basic),
            let data = Data(base64Encoded: encoded.string)
        else { return nil }
        let parts = Array(data).split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let word = Text(decoding: parts[1].isEmpty ? parts[0] : parts[1])
        return word.begins(with: Key.prefix) ? word : nil
    }

    /// Returns the credentials after the scheme; nil if the scheme is another one.
    private static func credentials(_ header: Text, _ scheme: Text) -> Text? {
        let space = UInt8(ascii: " ")
        let word = Text(decoding: Array(header.utf8.prefix { $0 != space })).asciiLowercased
        guard word == scheme else { return nil }
        return Text(decoding: Array(header.utf8.dropFirst(scheme.byteCount).drop { $0 == space }))
    }
}

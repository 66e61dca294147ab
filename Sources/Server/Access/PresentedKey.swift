import Texts
import Transport

/// The key with which a request came.
enum PresentedKey: Sendable {
    case none
    case some(Key)
    /// What was sent as a key is not one.
    case malformed

    /// Before a key among a stream's subprotocols, for a page can't set a header. It is never the
    /// subprotocol that is chosen.
    static let subprotocol: Text = "ovation.key."

    private static let scheme: Text = "bearer"

    /// Reads `Authorization: Bearer …` (RFC 6750 §2.1), or the subprotocol `ovation.key.…`. Other
    /// schemes are somebody else's, such as a proxy's.
    init(_ request: Request) {
        let header = request.header("Authorization").flatMap(Self.token)
        let offered =
            request.header("Sec-WebSocket-Protocol")?
            .elements(separatedBy: UInt8(ascii: ","))
            .filter { $0.begins(with: Self.subprotocol) }
            .map { Text(decoding: $0.utf8.dropFirst(Self.subprotocol.byteCount)) } ?? []
        let tokens = (header.map { [$0] } ?? []) + offered
        // Two keys are two stories.
        guard let token = tokens.first else {
            self = .none
            return
        }
        self = tokens.count == 1 ? Key(token).map(PresentedKey.some) ?? .malformed : .malformed
    }

    /// What follows the scheme; nil if it is another one.
    private static func token(_ header: Text) -> Text? {
        let space = UInt8(ascii: " ")
        let word = Text(decoding: Array(header.utf8.prefix { $0 != space })).asciiLowercased
        guard word == scheme else { return nil }
        return Text(decoding: Array(header.utf8.dropFirst(scheme.byteCount).drop { $0 == space }))
    }
}

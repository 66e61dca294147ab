import Foundation
import _CryptoExtras

/// A public key that checks signatures: RSA with PKCS #1 v1.5 and SHA-256 (RFC 8017).
public struct RSAKey {
    private let key: _RSA.Signing.PublicKey

    /// Reads a key in the PEM form (RFC 7468); nil if it is no RSA key of 2048 bits at least.
    public init?(pem: String) {
        guard let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem) else { return nil }
        self.key = key
    }

    /// Whether `signature` is that of `message`.
    public func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: Data(message),
            padding: .insecurePKCS1v1_5)
    }
}

import Digests
import Texts

/// Cuts texts from platforms to the lengths of names and IDs, and removes control characters and direction controls.
extension Text {
    /// Returns this text as an ID of at most `limit` characters: the text itself or, if it is too
    /// long, its digest, so that long IDs stay different.
    func asID(limit: Int) -> Text {
        fitted(to: limit) == self ? self : "sha256:\(Text(hexadecimal: SHA256.hash(Array(utf8))))"
    }

    /// This text as the ID of a platform event. A platform retracts the event by the same ID.
    var asEventID: Text { asID(limit: 150) }

    /// Returns this text, cut to `most` characters and `4 * most` bytes. Spaces replace control
    /// characters. Direction controls are removed, because they reorder the surrounding text.
    /// Returns nil for an empty result.
    func fitted(to most: Int) -> Text? { cleaned.cut(to: most) }

    /// This text with spaces in place of control characters, and without direction controls.
    var cleaned: Text {
        if scalars.allSatisfy({ !$0.isControl && !$0.isDirectionControl }) { return self }
        var plain = String.UnicodeScalarView()
        for scalar in scalars where !scalar.isDirectionControl {
            plain.append(scalar.isControl ? " " : scalar)
        }
        return Text(String(plain))
    }

    /// This text as a part of a sentence. A text with right-to-left letters is put in an isolate,
    /// because it would reorder the words around it (Unicode Annex 9).
    var isolated: Text {
        scalars.contains { $0.isFromTheRight } ? "\u{2068}\(self)\u{2069}" : self
    }

    /// Returns this text, cut to `most` characters and `4 * most` bytes; nil for an empty result.
    func cut(to most: Int) -> Text? {
        let text = byteCount > most ? beginning(characters: most, bytes: 4 * most) : self
        return text.utf8.allSatisfy { $0 == 0x20 } ? nil : text
    }

    /// True if this is the address of a picture that an event may have.
    var isPicture: Bool {
        byteCount <= 2048 && begins(with: "https://")
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// True for right-to-left letters and their marks.
    fileprivate var isFromTheRight: Bool {
        switch value {
        case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    /// True for embeddings, overrides, isolates and the Arabic letter mark (Unicode Annex 9).
    fileprivate var isDirectionControl: Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) || value == 0x061C
    }
}

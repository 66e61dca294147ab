import Glibc
import Journal
import Synchronization
import Texts

/// Ids for events whose senders gave them none.
enum EventID {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let timeDigits = 6
    private static let randomDigits = 12

    /// 60 random bits in Crockford's base 32: short, unguessable, never met by a sender's own.
    ///
    /// What comes before them counts the milliseconds, so that ids of one time stand side by side in the
    /// journal's indexes: a commit writes one page of each, not one an event. It begins again after
    /// twelve days.
    static func random(at time: WallTime = .now) -> Text {
        let milliseconds = UInt64(bitPattern: time.microseconds / 1000)
        var text: [UInt8] = []
        text.reserveCapacity(timeDigits + randomDigits)
        for place in (0..<timeDigits).reversed() {
            text.append(digits[Int(milliseconds >> UInt64(5 * place) & 31)])
        }
        var bits = pool.withLock { $0.next() }
        for _ in 0..<randomDigits {
            text.append(digits[Int(bits & 31)])
            bits >>= 5
        }
        return Text(decoding: text)
    }

    private static let pool = Mutex(Pool())

    /// Random bits of the system, fetched for many ids at a time: to ask it costs more than all else that
    /// an id takes.
    private struct Pool {
        private var words: [UInt64] = []
        /// The most that is given at once (getentropy(3)).
        private static let byteCount = 256

        mutating func next() -> UInt64 {
            if words.isEmpty { fill() }
            return words.removeLast()
        }

        private mutating func fill() {
            let count = Self.byteCount / MemoryLayout<UInt64>.size
            words = [UInt64](unsafeUninitializedCapacity: count) { words, filled in
                let failure = getentropy(words.baseAddress!, Self.byteCount)
                precondition(failure == 0, "the system has no random bits")
                filled = count
            }
        }
    }
}

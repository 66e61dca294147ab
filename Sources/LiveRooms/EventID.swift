import Glibc
package import Journal
import Synchronization
package import Texts

/// Makes IDs for events whose senders gave them none.
package enum EventID {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let timeDigits = 6
    private static let randomDigits = 12

    /// Returns a new ID: 6 digits of time and 60 random bits, in Crockford's base 32. It is short and unguessable, and
    /// does not collide with the IDs of senders.
    ///
    /// The time counts milliseconds and starts over after twelve days. So IDs of the same time are neighbors in the
    /// journal's indexes, and a commit writes one page of each index instead of a page for each event.
    package static func random(at time: WallTime = .now) -> Text {
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

    /// Random bits from the system, fetched for 32 IDs at a time. A system call for each ID would cost more than the
    /// rest of its making.
    private struct Pool {
        private var words: [UInt64] = []
        /// The maximum of one call (getentropy(3)).
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

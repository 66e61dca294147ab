import Synchronization
import Texts

/// Asks Redis to rewrite its append-only file in the background, which removes erased data from the file.
final class Rewriting: Sendable {
    private let link: Link
    /// True if a rewrite must still be requested.
    private let isOwed = Mutex(false)

    init(_ link: Link) {
        self.link = link
    }

    func begin() {
        isOwed.withLock { $0 = true }
        goOn()
    }

    /// Repeats a request that Redis did not accept because a rewrite was already in progress: that rewrite may have
    /// begun before the erasure.
    func goOn() {
        isOwed.withLock { isOwed in
            guard isOwed, let reply = try? link.call([Words("BGREWRITEAOF")])[0] else { return }
            isOwed = reply.fault?.contains(ignoringCase: "in progress") ?? false
        }
    }
}

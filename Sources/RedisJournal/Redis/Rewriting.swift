import Synchronization
import Texts

/// Has Redis write its file anew, beside its other work: what was erased stands in it until then.
final class Rewriting: Sendable {
    private let link: Link
    /// Whether Redis has still to be asked.
    private let isOwed = Mutex(false)

    init(_ link: Link) {
        self.link = link
    }

    func begin() {
        isOwed.withLock { $0 = true }
        goOn()
    }

    /// Asks again if it was not taken: one that was under way may have begun too early.
    func goOn() {
        isOwed.withLock { isOwed in
            guard isOwed, let reply = try? link.call([Words("BGREWRITEAOF")])[0] else { return }
            isOwed = reply.fault?.contains(ignoringCase: "in progress") ?? false
        }
    }
}

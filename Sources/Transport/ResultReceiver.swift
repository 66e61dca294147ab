/// A part of a program that gets results from other threads, such as through a `Mailbox`.
package protocol ResultReceiver: AnyObject {
    /// Handles the results since the last call. The event loop's thread calls it after `LoopHandle.wake`.
    func deliver()
    /// True if no client waits for a result. A program that is going down waits until then.
    var isIdle: Bool { get }
}

/// The interface of a part of the program that takes results from other threads when the event loop is woken.
package protocol ResultReceiver: AnyObject {
    /// Handles the results since the last call. The event loop's thread calls it after `LoopHandle.wake`.
    func deliver()
    /// True if no client waits for a result. A program that is going down waits until then.
    var isIdle: Bool { get }
}

import Dispatch
import Synchronization

/// What is made on another thread, beside whatever else there is to do.
final class Beside<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let made = DispatchSemaphore(value: 0)

    /// Begins to make it.
    init(_ make: @escaping @Sendable () throws -> Value) {
        DispatchQueue.global().async { [self] in
            let made = Result { try make() }
            result.withLock { $0 = made }
            self.made.signal()
        }
    }

    /// Waits for it; throws if it could not be made.
    func get() throws -> Value {
        made.wait()
        defer { made.signal() }
        guard let result = result.withLock({ $0 }) else { preconditionFailure("it is made") }
        return try result.get()
    }
}

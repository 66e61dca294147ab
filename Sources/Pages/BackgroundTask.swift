import Dispatch
import Synchronization

/// A value that another thread computes while its creator continues and asks or waits for it later.
package final class BackgroundTask<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let end = DispatchSemaphore(value: 0)

    /// Starts to make the value.
    package init(_ make: @escaping @Sendable () throws -> Value) {
        DispatchQueue.global().async { [self] in
            let made = Result { try make() }
            result.withLock { $0 = made }
            end.signal()
        }
    }

    /// The value; nil while it is not ready, and if it could not be made.
    var made: Value? { result.withLock { try? $0?.get() } }

    /// Waits for the value. Throws if it could not be made.
    package func get() throws -> Value {
        end.wait()
        defer { end.signal() }
        guard let result = result.withLock({ $0 }) else { preconditionFailure("it is made") }
        return try result.get()
    }
}

import Dispatch
import Synchronization

/// What is made on another thread, beside whatever else there is to do.
final class Beside<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let end = DispatchSemaphore(value: 0)

    /// Begins to make it.
    init(_ make: @escaping @Sendable () throws -> Value) {
        DispatchQueue.global().async { [self] in
            let made = Result { try make() }
            result.withLock { $0 = made }
            end.signal()
        }
    }

    /// What was made; nil if it is not yet, or could not be.
    var made: Value? { result.withLock { try? $0?.get() } }

    /// Waits for it; throws if it could not be made.
    func get() throws -> Value {
        end.wait()
        defer { end.signal() }
        guard let result = result.withLock({ $0 }) else { preconditionFailure("it is made") }
        return try result.get()
    }
}

import Foundation

/// How many seconds a test waits for a condition. A passing test never waits that long.
public let patience = 30.0

/// A condition did not become true in time.
public struct WaitTimeout: Error, CustomStringConvertible {
    /// What the test waited for.
    public let condition: String

    public init(condition: String) {
        self.condition = condition
    }

    public var description: String { "waited \(Int(patience)) s in vain until \(condition)" }
}

/// Waits until `isTrue` returns true, or throws an error that names the condition.
///
///     try waitUntil("the journal heals") { journal.fault == nil }
public func waitUntil(_ condition: String, _ isTrue: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(patience)
    while try !isTrue() {
        if ContinuousClock.now > end { throw WaitTimeout(condition: condition) }
        Thread.sleep(forTimeInterval: 0.005)
    }
}

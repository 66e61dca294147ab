/// A reference to an immutable value, such as a room's configuration, which the copies of its owner share. A room's
/// configuration is more than a kilobyte, which would otherwise be copied for each widget in each frame.
final class Shared<Value: Hashable & Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension Shared: Hashable {
    static func == (left: Shared, right: Shared) -> Bool {
        left === right || left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}

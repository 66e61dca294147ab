/// A value that lies in one place, however often what has it is passed on: a room's configuration is
/// half a kilobyte, which would be copied for each of its widgets in each of its frames.
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

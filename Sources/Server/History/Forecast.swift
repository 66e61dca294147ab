import Stage

/// A room at one moment, with the times at which its waiting items are expected to enter the stage.
struct Forecast: Sendable {
    let room: Room
    let entries: ExpectedEntries
    /// The room's state as a JSON document; empty unless a request needs it.
    var document: [UInt8] = []
}

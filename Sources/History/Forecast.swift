package import Stage

/// A room at one moment, with the times at which its waiting items are expected to enter the stage.
package struct Forecast: Sendable {
    package let room: Room
    package let entries: ExpectedEntries
    /// The room's state as a JSON document; empty unless a request needs it.
    package var document: [UInt8] = []
}

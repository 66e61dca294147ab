/// At which slice of a round each room is visited, so that many rooms don't hold a frame up.
///
/// A room keeps its slice: visits to it are never further apart than a round is long.
struct Rota {
    static let sliceLimit = 45
    /// So many rooms are visited at once before another slice is begun.
    static let fewRooms = 32

    private(set) var slices: [[LiveRoom]] = []

    mutating func add(_ room: LiveRoom) {
        room.slice = place()
        slices[room.slice].append(room)
    }

    /// The first slice with few rooms; the one with the fewest where none has.
    private mutating func place() -> Int {
        if let free = slices.firstIndex(where: { $0.count < Self.fewRooms }) { return free }
        if slices.count < Self.sliceLimit {
            slices.append([])
            return slices.count - 1
        }
        return slices.indices.min { slices[$0].count < slices[$1].count } ?? 0
    }

    mutating func remove(_ room: LiveRoom) {
        slices[room.slice].removeAll { $0 === room }
    }
}

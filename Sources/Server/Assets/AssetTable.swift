import Texts

/// Which rooms have which files.
struct AssetTable {
    private var rooms: [Text: [Text: Asset]] = [:]
    /// How many rooms have a file.
    private var owners: [Text: Int] = [:]
    private var assets: [Text: Asset] = [:]
    /// How many bytes all have, each file once.
    private(set) var byteCount = 0

    /// The file of this name, if a room has it.
    subscript(name: Text) -> Asset? { assets[name] }

    var names: Set<Text> { Set(assets.keys) }
    var roomNames: Set<Text> { Set(rooms.keys) }

    /// What a room has, by name.
    func all(of room: Text) -> [Asset] {
        (rooms[room] ?? [:]).values.sorted(by: Asset.areInOrder)
    }

    func has(_ name: Text, in room: Text) -> Bool { rooms[room]?[name] != nil }

    /// What a room's files have together.
    func byteCount(of room: Text) -> Int {
        (rooms[room] ?? [:]).values.reduce(0) { $0 + $1.bytes }
    }

    mutating func add(_ asset: Asset, to room: Text) {
        guard rooms[room]?[asset.name] == nil else { return }
        rooms[room, default: [:]][asset.name] = asset
        owners[asset.name, default: 0] += 1
        if assets.updateValue(asset, forKey: asset.name) == nil { byteCount += asset.bytes }
    }

    /// Takes a file from a room; returns it, and whether no room has it any more.
    mutating func remove(_ name: Text, from room: Text) -> (asset: Asset, isLast: Bool)? {
        guard let asset = rooms[room]?.removeValue(forKey: name) else { return nil }
        if rooms[room]?.isEmpty == true { rooms[room] = nil }
        let left = (owners[name] ?? 1) - 1
        owners[name] = left > 0 ? left : nil
        if left == 0 {
            assets[name] = nil
            byteCount -= asset.bytes
        }
        return (asset, left == 0)
    }
}

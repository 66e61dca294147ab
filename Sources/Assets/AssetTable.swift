import Journal
import Texts
import Wire

/// An index in memory of the uploaded files of all rooms.
struct AssetTable {
    private var rooms: [Text: [Text: Asset]] = [:]
    /// The number of rooms that have a file.
    private var owners: [Text: Int] = [:]
    private var assets: [Text: Asset] = [:]
    /// The charge of all files in bytes, each file once.
    private(set) var byteCount = 0

    /// The file with this name; nil if no room has it.
    subscript(name: Text) -> Asset? { assets[name] }

    var names: Set<Text> { Set(assets.keys) }

    /// Returns the files of a room, sorted by name.
    func all(of room: Text) -> [Asset] {
        (rooms[room] ?? [:]).values.sorted(by: Asset.areInOrder)
    }

    func has(_ name: Text, in room: Text) -> Bool { rooms[room]?[name] != nil }

    /// Returns the uploaded file with this name of a room; nil if no user uploaded it.
    func uploaded(_ name: Text, in room: Text) -> Asset? {
        rooms[room]?[name].flatMap { $0.spokenAt == nil ? $0 : nil }
    }

    /// Returns the speeches of a room, the oldest first.
    func speeches(of room: Text) -> [Asset] {
        (rooms[room] ?? [:]).values.filter { $0.spokenAt != nil }.sorted {
            $0.spokenAt! < $1.spokenAt!
        }
    }

    /// Returns the sum of the charges of a room's speeches, in bytes.
    func speechCharge(of room: Text) -> Int {
        rooms[room]?.values.reduce(0) { $1.spokenAt == nil ? $0 : $0 + $1.charge } ?? 0
    }

    /// Returns the speeches of all rooms, the oldest first, with their rooms.
    var speeches: [(asset: Asset, room: Text)] {
        rooms.flatMap { room, assets in assets.values.map { (asset: $0, room: room) } }
            .filter { $0.asset.spokenAt != nil }
            .sorted { $0.asset.spokenAt! < $1.asset.spokenAt! }
    }

    mutating func add(_ asset: Asset, to room: Text) {
        if var known = rooms[room]?[asset.name] {
            // An upload of the same content makes the file the user's. A speech of the same text renews its time.
            known.spokenAt = known.spokenAt.flatMap { old in
                asset.spokenAt.map { max(old, $0) }
            }
            rooms[room]?[asset.name] = known
            return
        }
        rooms[room, default: [:]][asset.name] = asset
        owners[asset.name, default: 0] += 1
        if assets.updateValue(asset, forKey: asset.name) == nil { byteCount += asset.charge }
    }

    /// Removes a file from a room. Returns the file, and whether no other room has it; nil if the room does not have
    /// the file.
    mutating func remove(_ name: Text, from room: Text) -> (asset: Asset, isLast: Bool)? {
        guard let asset = rooms[room]?.removeValue(forKey: name) else { return nil }
        if rooms[room]?.isEmpty == true { rooms[room] = nil }
        let left = (owners[name] ?? 1) - 1
        owners[name] = left > 0 ? left : nil
        if left == 0 {
            assets[name] = nil
            byteCount -= asset.charge
        }
        return (asset, left == 0)
    }
}

extension Asset {
    /// Reads a file from its setting; nil if the setting is no file or its details are damaged.
    init?(_ setting: Setting) {
        guard let file = StoredFile(setting),
            let json = try? JSON(parsing: Array(file.details.utf8))
        else { return nil }
        self.init(name: file.name, json)
    }
}

import Access
import HTTPRouting
import History
import Journal
import LiveRooms
import Texts
import Wire

/// The keys that a new server makes: an admin's key in a file, and a viewer's key for the first room.
struct FirstKeys {
    /// The path of the file with an admin key for the server's user; nil if no key is needed.
    private(set) var adminKeyPath: String?
    /// The key in the address of the first room's overlay; nil if no key is needed.
    private(set) var overlayKey: Text?

    /// Creates the keys that do not exist yet.
    init(_ keys: Keys, directory: String) throws {
        guard keys.gate.asksForKeys else { return }
        let file = KeyFile(directory: directory)
        let now = WallTime.now
        if !keys.ring.grants(of: nil).contains(where: { $0.isCurrent(at: now) }) {
            _ = try keys.createAtStart(
                KeyBody(role: .admin, name: "first start"), for: nil, willKeep: file.write)
        }
        if file.exists { adminKeyPath = file.path }
        let known = keys.ring.grants(of: "main").first { $0.shown != nil && $0.isCurrent(at: now) }
        overlayKey =
            try known?.shown
            ?? keys.createAtStart(KeyBody(role: .viewer, name: "OBS"), for: "main").text
    }
}

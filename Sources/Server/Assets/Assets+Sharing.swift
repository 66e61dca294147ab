import Journal
import Texts

/// What a server does about files that others share with it.
struct AssetSharing {
    let cache: AssetCache
    let fetches: AssetFetches
    let settings: Settings

    init(_ cache: AssetCache, _ settings: Settings, wake: @escaping @Sendable () -> Void) {
        self.cache = cache
        self.settings = settings
        fetches = AssetFetches(cache, wake: wake)
    }
}

extension Assets: SettingsFollower {
    // MARK: What the log tells

    /// Takes the shared files from the settings at the start, and follows them from then on.
    func adopt(_ sharing: AssetSharing) throws {
        for setting in sharing.settings.all(beginningWith: StoredFile.prefix) { add(setting) }
        sharing.settings.add(self)
        try sharing.cache.clean(keeping: table.names)
    }

    func settingChanged(_ name: Text, of room: Text?) {
        guard let room, let file = StoredFile.name(ofSetting: name) else { return }
        if let setting = sharing?.settings.setting(name, of: room) {
            add(setting)
        } else {
            drop(file, from: room)
        }
    }

    func settingsErased(of room: Text) {
        forget(room)
        for asset in all(of: room) { drop(asset.name, from: room) }
    }

    private func add(_ setting: Setting) {
        guard let room = setting.room, let asset = Asset(setting) else { return }
        table.add(asset, to: room)
    }

    private func drop(_ name: Text, from room: Text) {
        if table.remove(name, from: room)?.isLast == true { removeCopy(name) }
    }

    private func removeCopy(_ name: Text) {
        guard let cache = sharing?.cache else { return }
        writing.run { cache.removeCopy(name) }
    }

    /// The copy of what came here was made beside what others did: of a file that is gone by now none stays.
    func removeLateCopy(of asset: Asset) {
        if table[asset.name] == nil { removeCopy(asset.name) }
    }

    /// The newest version of the settings that is known here; 0 without other servers.
    var basis: Int64 { sharing?.settings.version ?? 0 }

    /// Calls `completion` once a change of a shared file has its effect here.
    func wait(for version: Int64, completion: @escaping () -> Void) {
        if let sharing {
            sharing.settings.wait(for: version, completion: completion)
        } else {
            completion()
        }
    }

    // MARK: Fetching

    /// Has a copy of a file be here.
    func fetch(_ asset: Asset, completion: @escaping (Problem?) -> Void) {
        sharing?.fetches.want(asset) { [self] problem in
            guard table[asset.name] == nil else { return completion(problem) }
            // It has gone meanwhile.
            removeLateCopy(of: asset)
            completion(.notFound("There is no such file."))
        }
    }
}

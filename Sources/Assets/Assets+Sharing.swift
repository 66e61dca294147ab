import HTTPRouting
import Journal
import Settings
package import Texts

/// Keeps the index of uploaded files in step with the other servers that share them.
extension Assets: SettingsFollower {
    // MARK: News from the log

    /// Reads the shared files from the settings at the start, and follows their changes from then on.
    func adopt(_ sharing: AssetSharing) throws {
        for setting in sharing.settings.all(beginningWith: StoredFile.prefix) { add(setting) }
        sharing.settings.add(self)
        try sharing.cache.clean(keeping: table.names)
    }

    package func settingChanged(_ name: Text, of room: Text?) {
        guard let room, let file = StoredFile.name(ofSetting: name) else { return }
        if let setting = sharing?.settings.setting(name, of: room) {
            add(setting)
        } else {
            drop(file, from: room)
        }
    }

    package func settingsErased(of room: Text) {
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

    /// Removes the copy of an upload or a fetch if another server has removed the file meanwhile.
    func removeLateCopy(of asset: Asset) {
        if table[asset.name] == nil { removeCopy(asset.name) }
    }

    /// The newest version of the settings that this server knows; 0 without other servers.
    var basis: Int64 { sharing?.settings.version ?? 0 }

    /// Calls `completion` once this server has applied the change with this version.
    func wait(for version: Int64, completion: @escaping () -> Void) {
        if let sharing {
            sharing.settings.wait(for: version, completion: completion)
        } else {
            completion()
        }
    }

    // MARK: Fetching

    /// Fetches a file if this server has no copy of it.
    func fetch(_ asset: Asset, completion: @escaping (Problem?) -> Void) {
        sharing?.fetches.want(asset) { [self] problem in
            guard table[asset.name] == nil else { return completion(problem) }
            // The file was removed while it was fetched.
            removeLateCopy(of: asset)
            completion(.notFound("There is no such file."))
        }
    }
}

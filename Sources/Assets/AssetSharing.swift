import Settings

/// The parts of `Assets` for uploaded files of other servers: local copies, fetches and settings.
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

import Settings

/// The objects with which `Assets` shares uploaded files with other servers: local copies, fetches and settings.
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

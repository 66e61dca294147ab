import Digests
import Texts

/// A Lua script (`Scripts/`) that Redis runs as one atomic step. Redis identifies it by its SHA-1.
struct LuaScript: Sendable {
    let source: [UInt8]
    private let digest: Text

    /// The version of the scripts and of the data that they write. Servers do not open a log of another version.
    static let version: Int64 = 3

    static let open = LuaScript(PackageResources.open_lua, isAllowedWhenFull: true)
    static let tick = LuaScript(PackageResources.tick_lua, isAllowedWhenFull: true)
    static let append = LuaScript(PackageResources.append_lua)
    static let snapshot = LuaScript(PackageResources.snapshot_lua)
    static let change = LuaScript(PackageResources.settings_lua + PackageResources.change_lua)
    static let prune = LuaScript(PackageResources.prune_lua, isAllowedWhenFull: true)
    static let keep = LuaScript(files + PackageResources.keep_lua)
    static let drop = LuaScript(files + PackageResources.drop_lua, isAllowedWhenFull: true)
    static let erase = LuaScript(files + PackageResources.erase_lua, isAllowedWhenFull: true)
    static let attend = LuaScript(PackageResources.attend_lua, isAllowedWhenFull: true)
    private static let files = PackageResources.settings_lua + PackageResources.files_lua
    static let all = [open, tick, append, snapshot, change, prune, keep, drop, erase, attend]

    /// Redis refuses to run a script when its memory is full, unless the script declares that it may run then.
    private init(_ body: [UInt8], isAllowedWhenFull: Bool = false) {
        let head = isAllowedWhenFull ? "#!lua flags=allow-oom\n" : "#!lua\n"
        source = Array(head.utf8) + PackageResources.clock_lua + body
        digest = Text(hexadecimal: SHA1.hash(source))
    }

    /// Returns the command that runs the script.
    func call(keys: [Text], arguments: Words) -> Words {
        var words = Words("EVALSHA", digest, "\(keys.count)")
        for key in keys { words.add(key) }
        words.add(arguments)
        return words
    }

    /// The command that loads the script into Redis.
    var loading: Words {
        var words = Words("SCRIPT", "LOAD")
        words.add(source)
        return words
    }
}

package import Settings
package import Texts
package import Wire

/// Creates the audit entries about access keys, and about the other actions of a client.
extension AuditEntry {
    /// - Parameter room: The room that the action concerns; nil: the whole server.
    package init(_ deed: Deed, in room: Text?, by caller: Caller, _ more: [JSON.Member] = []) {
        self.init(deed, in: room, byKey: caller.key, more)
    }

    /// An action on a key.
    init(_ deed: Deed, _ grant: Grant, by caller: Caller) {
        self.init(
            deed, in: grant.room, by: caller,
            [.init("key", .string(grant.id)), .init("role", .string(grant.role.word))])
    }
}

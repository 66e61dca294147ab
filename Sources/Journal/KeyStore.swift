public import Foundation
public import Texts

/// A key as a log keeps it. What its texts mean is its reader's business.
public struct StoredKey: Hashable, Sendable {
    /// Names it; no secret.
    public let id: Text
    /// What the key is found by; unique.
    public let digest: Data
    /// The room that it is for; nil: every room.
    public let room: Text?
    /// All else that is known of it.
    public let details: Text

    public init(id: Text, digest: Data, room: Text?, details: Text) {
        self.id = id
        self.digest = digest
        self.room = room
        self.details = details
    }
}

/// Where keys are kept, each change with a note of it if there is one. They go with their room when that
/// is erased.
public protocol KeyStore: Sendable {
    /// All there are.
    func keys() throws(JournalError) -> [StoredKey]

    /// Keeps a key, in the place of the one of the same id if there is one.
    func put(_ key: StoredKey, noting note: AuditNote?) throws(JournalError)

    /// Forgets the key of an id, if there is one.
    func removeKey(id: Text, noting note: AuditNote?) throws(JournalError)
}

extension KeyStore {
    /// Keeps a key and notes nothing.
    public func put(_ key: StoredKey) throws(JournalError) { try put(key, noting: nil) }

    /// Forgets a key and notes nothing.
    public func removeKey(id: Text) throws(JournalError) { try removeKey(id: id, noting: nil) }
}

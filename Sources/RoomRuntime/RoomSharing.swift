/// The synchronization of a room with other servers, as far as its clock depends on it.
package protocol RoomSharing: AnyObject {
    /// The log time in microseconds up to which the room has all its events; nil: unknown.
    var certainMicroseconds: Int64? { get }
    /// True if the room exists in the log. Then the log decides whether its clock runs.
    var isBorn: Bool { get }
    /// This server's wishes about the room's clock.
    var wishes: Wishes { get set }
}

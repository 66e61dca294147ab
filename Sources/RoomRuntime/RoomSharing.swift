/// The interface of a room's synchronization with other servers, as far as the room's clock needs it.
package protocol RoomSharing: AnyObject {
    /// The log time in microseconds up to which the room has all its events; nil: unknown.
    var certainMicroseconds: Int64? { get }
    /// True if the room exists in the log. Then the log decides whether its clock runs.
    var isBorn: Bool { get }
    /// This server's wishes about the room's clock.
    var wishes: Wishes { get set }
}

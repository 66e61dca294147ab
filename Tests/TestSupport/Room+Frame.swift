public import Stage

extension Room {
    /// The frame at the room's current time.
    public var frame: Frame {
        var (room, frame) = (self, Frame())
        room.sample(into: &frame)
        return frame
    }
}

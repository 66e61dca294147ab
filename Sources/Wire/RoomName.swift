public import Texts

/// Checks whether a text is a valid name for a room.
public enum RoomName {
    public static let rule = "A room's name is 1 to 64 of a-z, 0-9, _ and -."

    public static func isValid(_ text: Text) -> Bool {
        (1...64).contains(text.byteCount) && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

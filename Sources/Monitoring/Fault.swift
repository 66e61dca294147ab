package import Texts

/// A problem that the server has at present, such as a full disk.
package struct Fault {
    /// The subject of the fault. Its text may change while it lasts.
    package enum Kind: Hashable {
        case leaving
        case journal
        case settings
        case news
        case frames
        case disk
        case files
    }

    package let kind: Kind
    package let text: Text

    package init(kind: Kind, text: Text) {
        self.kind = kind
        self.text = text
    }
}

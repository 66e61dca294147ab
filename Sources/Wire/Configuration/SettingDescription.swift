public import Texts

/// What the documentation and the schema say of a setting: its key, what its value may be, and what
/// it means.
public struct SettingDescription: Hashable, Sendable {
    public let key: Text
    public let form: SettingForm
    /// A sentence for the reader of the documentation.
    public let meaning: String
    /// How other settings bound the value, in words; nil: they don't.
    public let rule: String?
}

/// What a setting's value may be.
public enum SettingForm: Hashable, Sendable {
    /// True or false.
    case flag
    case number(ClosedRange<Double>, Unit)
    /// A number, or null.
    case numberIfAny(ClosedRange<Double>, Unit)
    case integer(ClosedRange<Int>)
    /// One of these words. `orFlag`: true and false are read too, because older versions wrote
    /// them.
    case choice([String], orFlag: Bool = false)
    /// Hosts such as `example.org` and `*.example.org`, or null.
    case hosts
    /// A text of at most so many characters.
    case text(Int)
    /// A text of at most so many characters, which may be empty.
    case word(Int)
    /// The address of a picture.
    case address
    /// The path of a file of this server.
    case file
    /// The same, or null.
    case fileOrNull
    /// The name of a family of fonts, a path as above, or null.
    case font
    /// Colours and radii by name, each optional.
    case style
    /// A file and how long it is shown.
    case effect
    /// An object with settings of its own.
    case group([SettingDescription])

    public enum Unit: String, Hashable, Sendable {
        case none = ""
        /// The stage's unit of length.
        case points
        case seconds
    }
}

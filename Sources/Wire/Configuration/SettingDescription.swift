public import Texts

/// The description of a setting for the documentation and the schema, with its key, the form of its value, and its
/// meaning.
public struct SettingDescription: Hashable, Sendable {
    public let key: Text
    public let form: SettingForm
    /// A sentence for readers of the documentation.
    public let meaning: String
    /// The bounds that other settings set, in words; nil: none.
    public let rule: String?
}

/// The form of a setting's value.
public enum SettingForm: Hashable, Sendable {
    /// True or false.
    case flag
    case number(ClosedRange<Double>, Unit)
    /// A number, or null.
    case numberIfAny(ClosedRange<Double>, Unit)
    case integer(ClosedRange<Int>)
    /// One of these words. With `orFlag`, true and false are read too, because older versions wrote
    /// them.
    case choice([String], orFlag: Bool = false)
    /// Hosts such as `example.org` and `*.example.org`, or null.
    case hosts
    /// A text of 1 to this many characters.
    case text(Int)
    /// A text of up to this many characters, which may be empty.
    case word(Int)
    /// The address of a picture.
    case address
    /// The path of a file of this server.
    case file
    /// The path of a file of this server, or null.
    case fileOrNull
    /// The name of a font family, the path of a file of this server, or null.
    case font
    /// Four whole numbers, each above the one before: the thresholds of tiers 1 to 4.
    case thresholds
    /// Colors and radii by name, each optional.
    case style
    /// A file or a film, and for how long the stage shows it.
    case effect
    /// An object with settings of its own.
    case group([SettingDescription])
    /// An object with some of these settings.
    case parts([SettingDescription])
    /// A list of objects with settings of their own, of which some are required.
    case list([SettingDescription], required: [Text], most: Int)
    /// The address of a picture, or null.
    case addressOrNull
    /// The name of a built-in film, the path of a file of this server, or null.
    case filmOrNull
    /// A whole number, or null.
    case integerOrNull(ClosedRange<Int>)
    /// What the streamer's program does, or null.
    case studioActionOrNull

    public enum Unit: String, Hashable, Sendable {
        case none = ""
        /// The stage's unit of length.
        case points
        case seconds
    }
}

extension SettingDescription {
    init(key: Text, form: SettingForm, _ meaning: String) {
        self.init(key: key, form: form, meaning: meaning, rule: nil)
    }
}

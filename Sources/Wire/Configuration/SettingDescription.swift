public import Texts

/// What a setting is, without its value.
public struct SettingDescription: Hashable, Sendable {
    public let key: Text
    public let form: SettingForm
    /// A sentence for a person.
    public let meaning: String
    /// What the value owes other settings, in words; nil: nothing.
    public let rule: String?
}

/// What a setting's value may be.
public enum SettingForm: Hashable, Sendable {
    /// True or false.
    case flag
    case number(ClosedRange<Double>, Unit)
    case integer(ClosedRange<Int>)
    /// One of some words; `orFlag`: true and false are taken too, which older versions wrote.
    case choice([String], orFlag: Bool = false)
    /// Hosts such as `example.org` and `*.example.org`, or null.
    case hosts

    public enum Unit: String, Hashable, Sendable {
        case none = ""
        /// Of the stage.
        case points
        case seconds
    }
}

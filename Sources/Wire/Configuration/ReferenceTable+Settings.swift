import Stage

/// Generates the documentation's tables of all settings of a room, one table per section.
extension ReferenceTable {
    /// The tables `settings/stage`, `settings/gifts` and so on, one table per section.
    public static let settings: [ReferenceTable] = ConfigurationDocument.sections.map { section in
        let defaults = section.write(Configuration())
        return ReferenceTable(
            "settings/\(section.key)",
            columns: ["key"] + (section.isOfEntries ? [] : ["default"]) + ["range", "meaning"],
            rows: rows(of: section.settings, defaults: section.isOfEntries ? nil : defaults))
    }

    /// Returns one row per setting; the settings of a group or list have its key as a prefix. The settings of a list,
    /// `isOptional`, have no default of their own in the table.
    private static func rows(
        of settings: [SettingDescription], defaults: JSON?, isOptional: Bool = false,
        group: String = ""
    ) -> [[String]] {
        settings.flatMap { setting in
            let value = defaults.map { $0[setting.key] ?? .null }
            if case .group(let parts) = setting.form {
                return rows(of: parts, defaults: value, group: "\(group)\(setting.key).")
            }
            let within: [SettingDescription] =
                switch setting.form {
                case .list(let settings, _, _), .parts(let settings): settings
                default: []
                }
            let inner = rows(
                of: within, defaults: defaults.map { _ in .null }, isOptional: true,
                group: "\(group)\(setting.key).")
            return [
                ["`\(group)\(setting.key)`"] + (value.map { [isOptional ? "" : $0.cell] } ?? [])
                    + [setting.range, setting.meaning]
            ] + inner
        }
    }
}

extension SettingDescription {
    fileprivate var range: String {
        guard let rule else { return form.range }
        return "\(form.range). \(rule)"
    }
}

extension SettingForm {
    fileprivate var range: String {
        switch self {
        case .flag: "true, false"
        case .integer(let range): "\(range.lowerBound.grouped) to \(range.upperBound.grouped)"
        case .number(let range, let unit):
            "\(range.lowerBound.cell) to \(range.upperBound.cell)"
                + (unit == .none ? "" : " \(unit.rawValue)")
        case .numberIfAny(let range, let unit):
            "null, or \(SettingForm.number(range, unit).range)"
        case .text(let most), .word(let most): "up to \(most) characters"
        case .address: "an address"
        case .file: "a path on this server"
        case .fileOrNull: "null, or a path on this server"
        case .font: "null, a family, or a path on this server"
        case .effect: "`src` and `duration`, or `film`"
        case .style: "colors as `#ffd75e` or `#ffd75e80`, radii from 0 to 1000 points"
        case .thresholds:
            "4 whole numbers from \(TierThresholds.range.lowerBound.grouped) to "
                + TierThresholds.range.upperBound.grouped
        case .hosts: "null, or hosts such as `example.org` and `*.example.org`"
        case .addressOrNull: "null, or an address"
        case .filmOrNull:
            "null, a path on this server, "
                + Film.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .integerOrNull(let range): "null, or \(SettingForm.integer(range).range)"
        case .studioActionOrNull: "null, or an action"
        case .list(_, _, let most): "up to \(most)"
        case .parts(let settings), .group(let settings):
            settings.map { "`\($0.key)`" }.joined(separator: ", ")
        case .choice(let words, _): words.map { "`\($0)`" }.joined(separator: ", ")
        }
    }
}

extension JSON {
    fileprivate var cell: String {
        switch self {
        case .string(let text): "`\(text)`"
        case .number(let number): number.cell
        default: String(decoding: encoded, as: UTF8.self)
        }
    }
}

extension Double {
    fileprivate var cell: String { Int(exactly: self).map(\.grouped) ?? shortest }
}

extension Int {
    /// The number with a minus sign instead of a hyphen, and with commas from 10,000 on.
    fileprivate var grouped: String {
        let digits = String(magnitude)
        let sign = self < 0 ? "−" : ""
        guard digits.count > 4 else { return sign + digits }
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return sign + grouped
    }
}

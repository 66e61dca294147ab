import Stage
import Texts

/// The names of the colors and radii that a room may replace in its theme, and their JSON form.
///
/// `web/shared/themes.js` has the same names.
enum StyleNames {
    static let colors: [Text] = [
        "giftBackground", "giftBackgroundEnd", "giftRim", "giftName", "giftText", "giftRing",
        "giftShadow", "giftDigit", "giftDigitEdge", "tickerBackground", "tickerBackgroundEnd",
        "tickerRim", "tickerName", "tickerText", "tickerDigit", "tickerDigitEdge",
        "callBackground", "callRim", "callName", "callText", "callClose", "callCloseBackground",
        "callShadow", "counterText", "counterEdge", "captionText", "captionEdge", "captionWave",
        "captionWaveEnd", "captionWaveEmpty", "goalBackground", "goalFill", "goalFillEnd",
        "goalReached", "goalReachedEnd", "goalText", "goalEdge", "avatarText", "boxRibbon",
        "boxKnot", "callRing", "tierZero", "tierZeroEnd", "tierOne", "tierOneEnd", "tierTwo",
        "tierTwoEnd", "tierThree", "tierThreeEnd", "tierFour", "tierFourEnd",
    ]

    static let radii: [Text] = ["giftRadius", "tickerRadius", "callRadius", "goalRadius"]

    static let radiusBounds = 0.0...1000

    /// The JSON Schema keywords of a style.
    static let schema: [JSON.Member] = [
        .init("type", .string("object")),
        .init(
            "propertyNames",
            .object([.init("enum", .array((colors + radii).map(JSON.string)))])),
        .init(
            "patternProperties",
            .object([
                .init(
                    "Radius$",
                    .object([
                        .init("type", .string("number")),
                        .init("minimum", .number(radiusBounds.lowerBound)),
                        .init("maximum", .number(radiusBounds.upperBound)),
                    ]))
            ])),
        .init(
            "additionalProperties",
            .object([.init("type", .string("string")), .init("pattern", .string(color))])),
    ]

    private static let color: Text = "^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"

    static func isColor(_ text: Text) -> Bool {
        guard let first = text.utf8.first, first == UInt8(ascii: "#") else { return false }
        return [4, 5, 7, 9].contains(text.byteCount)
            && text.utf8.dropFirst().allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                    UInt8(ascii: "a")...UInt8(ascii: "f"):
                    true
                default: false
                }
            }
    }
}

extension ObjectReader {
    /// Reads colors and radii by name.
    mutating func style(_ key: Text) -> LookConfiguration.Style? {
        guard let json = take(key) else { return nil }
        var reader = nested(json, at: key)
        var style = LookConfiguration.Style()
        for name in StyleNames.colors {
            guard let text = reader.text(name, .name) else { continue }
            if StyleNames.isColor(text) {
                style.colors[name] = text
            } else {
                reader.refuse(name, "must be a color such as #ffd75e or #ffd75e80")
            }
        }
        for name in StyleNames.radii {
            style.radii[name] = reader.number(name, in: StyleNames.radiusBounds)
        }
        adopt(reader)
        return style
    }
}

extension JSON {
    init(_ style: LookConfiguration.Style) {
        let colors = StyleNames.colors.compactMap { name in
            style.colors[name].map { Member(name, .string($0)) }
        }
        let radii = StyleNames.radii.compactMap { name in
            style.radii[name].map { Member(name, .number($0)) }
        }
        self = .object(colors + radii)
    }
}

/// A number rounded to 0.01, half away from zero: positions, sizes, a counter's value.
public struct Hundredths: Hashable, Sendable {
    /// The number times 100.
    public let units: Int64

    /// `value` must be within ±2⁵³.
    public init(_ value: Double) {
        units = wholeUnits(of: value, per: 100)
    }
}

/// A number rounded to 0.001, half away from zero: alpha, scales and the like.
public struct Thousandths: Hashable, Sendable {
    /// The number times 1000.
    public let units: Int64

    /// `value` must be within ±2⁵³.
    public init(_ value: Double) {
        units = wholeUnits(of: value, per: 1000)
    }
}

/// `value` · `scale`, rounded half away from zero.
///
/// The product itself may have been rounded onto a half that `value` does not reach (2.675 is a
/// little less), so there what the product lost decides.
private func wholeUnits(of value: Double, per scale: Double) -> Int64 {
    let product = value * scale
    // Where doubles are further than 1 apart, a product of a whole number need not be exact.
    if abs(product) > 9e15, let whole = Int64(exactly: value) { return whole * Int64(scale) }
    let rounded = product.rounded(.toNearestOrAwayFromZero)
    if abs(rounded - product) == 0.5 {
        let lost = (-product).addingProduct(value, scale)
        if lost != 0, (lost < 0) == (product > 0) {
            return Int64(product.rounded(.towardZero))
        }
    }
    return Int64(rounded)
}

/// Fixed-point numbers with two decimals (`Hundredths`) and three (`Thousandths`) for frames. This one, with two, is for
/// positions, sizes and a counter's value. Both round half away from zero.
public struct Hundredths: Hashable, Sendable {
    /// The number times 100, as a whole number.
    public let units: Int64

    /// `value` must be within ±2⁵³.
    public init(_ value: Double) {
        units = wholeUnits(of: value, per: 100)
    }

    init(units: Int64) {
        self.units = units
    }
}

/// A fixed-point number with three decimals, rounded half away from zero, for alpha, scales and the like.
public struct Thousandths: Hashable, Sendable {
    /// The number times 1000, as a whole number.
    public let units: Int64

    /// `value` must be within ±2⁵³.
    public init(_ value: Double) {
        units = wholeUnits(of: value, per: 1000)
    }
}

/// Returns `value` · `scale`, rounded half away from zero.
///
/// The product itself may have been rounded up to a half that `value` does not reach (2.675 is a
/// little less), so the rounding error of the product decides in that case.
private func wholeUnits(of value: Double, per scale: Double) -> Int64 {
    let product = value * scale
    // Doubles above 2⁵³ are more than 1 apart, so the product of a whole number may be inexact.
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

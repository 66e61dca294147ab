package import Texts

/// Turns the server's present faults into log lines: one when a fault begins, and one when it ends. A fault that is
/// absent for a moment has not ended.
package struct Incidents {
    /// A fault that is absent for less than this has not ended.
    private static let patienceNanoseconds: UInt64 = 10_000_000_000

    private struct Incident {
        let kind: Fault.Kind
        let begunNanoseconds: UInt64
        var seenNanoseconds: UInt64
        let text: Text
    }

    package enum Line: Equatable {
        case began(Text)
        /// The text is that of the beginning.
        case ended(Text, seconds: Int)
    }

    private var open: [Incident] = []

    package init() {}

    /// Returns the lines to log, given the present faults and the monotonic clock.
    package mutating func lines(for faults: [Fault], atNanoseconds now: UInt64) -> [Line] {
        var lines: [Line] = []
        for fault in faults {
            if let index = open.firstIndex(where: { $0.kind == fault.kind }) {
                open[index].seenNanoseconds = now
                continue
            }
            open.append(
                Incident(
                    kind: fault.kind, begunNanoseconds: now, seenNanoseconds: now, text: fault.text)
            )
            lines.append(.began(fault.text))
        }
        open.removeAll { incident in
            guard now >= incident.seenNanoseconds + Self.patienceNanoseconds else { return false }
            let lasted = incident.seenNanoseconds - incident.begunNanoseconds
            lines.append(.ended(incident.text, seconds: Int(lasted / 1_000_000_000)))
            return true
        }
        return lines
    }
}

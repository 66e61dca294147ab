import Texts

/// Something that is wrong with the server itself for a while.
struct Fault {
    /// What it is about; what is told of it may change meanwhile.
    enum Kind: Hashable {
        case leaving
        case journal
        case settings
        case news
        case frames
        case disk
        case files
    }

    let kind: Kind
    let text: Text
}

/// Makes one line of the log of each fault that begins, and one of its end, however often it is looked
/// at and however it flickers.
struct Incidents {
    /// What is gone for less than this goes on.
    private static let patienceNanoseconds: UInt64 = 10_000_000_000

    private struct Incident {
        let kind: Fault.Kind
        let begunNanoseconds: UInt64
        var seenNanoseconds: UInt64
        let text: Text
    }

    enum Line: Equatable {
        case began(Text)
        /// With the text it began with.
        case ended(Text, seconds: Int)
    }

    private var open: [Incident] = []

    /// What is to be said, given what is wrong at an instant of the monotonic clock.
    mutating func lines(for faults: [Fault], atNanoseconds now: UInt64) -> [Line] {
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

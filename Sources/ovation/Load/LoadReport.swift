/// The measurements of a load test, written as one line of JSON.
struct LoadReport {
    let line: String

    init(viewers: [LoadViewer], seconds: Double, posted: Int, processorSeconds: Double?) {
        let frames = viewers.reduce(0) { $0 + $1.frames }
        let bytes = viewers.reduce(0) { $0 + $1.bytes }
        // A frame's lateness is its delay, less the smallest delay of the same viewer.
        let lateness = viewers.flatMap { viewer in
            let least = viewer.delays.min() ?? 0
            return viewer.delays.map { $0 - least }
        }.sorted()
        func percentile(_ share: Double) -> Double {
            lateness.isEmpty ? 0 : lateness[Int(Double(lateness.count - 1) * share)]
        }
        var members = [
            ("viewers", Double(viewers.count)),
            ("closed", Double(viewers.count { $0.isClosed })),
            ("seconds", seconds),
            ("gifts", Double(posted)),
            ("framesPerSecondAndViewer", Double(frames) / seconds / Double(viewers.count)),
            ("bytesPerFrame", frames == 0 ? 0 : Double(bytes) / Double(frames)),
            ("lateMilliseconds50", percentile(0.5)),
            ("lateMilliseconds99", percentile(0.99)),
            ("lateMillisecondsMax", percentile(1)),
        ]
        if let processorSeconds {
            members.append(("serverCores", processorSeconds / seconds))
            members.append(
                (
                    "serverMicrosecondsPerFrame",
                    frames == 0 ? 0 : processorSeconds * 1e6 / Double(frames)
                ))
        }
        line =
            "{"
            + members.map { "\"\($0.0)\":\(Self.shortest($0.1))" }.joined(separator: ",") + "}"
    }

    /// Returns the number with at most three decimals.
    private static func shortest(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

import Stage
import Timeline

/// One key of a configuration: its name, its bounds, and where its value lives.
///
/// Reading, writing and checking all go by the same tables of settings.
struct Setting<Root>: Sendable {
    let key: String
    let read: @Sendable (inout ObjectReader, inout Root) -> Void
    let write: @Sendable (Root) -> JSON

    static func flag(_ key: String, _ path: Path<Bool>) -> Self {
        Setting(
            key: key,
            read: { reader, root in
                if let flag = reader.flag(key) { root[keyPath: path] = flag }
            },
            write: { .bool($0[keyPath: path]) })
    }

    static func number(
        _ key: String, _ path: Path<Double>, _ range: ClosedRange<Double>
    ) -> Self {
        Setting(
            key: key,
            read: { reader, root in
                if let number = reader.number(key, in: range) { root[keyPath: path] = number }
            },
            write: { .number($0[keyPath: path]) })
    }

    /// A place on the stage or beside it, in points.
    static func position(_ key: String, _ path: Path<Double>) -> Self {
        number(key, path, -4096...4096)
    }

    /// An extent in points.
    static func size(_ key: String, _ path: Path<Double>, from smallest: Double = 0) -> Self {
        number(key, path, smallest...4096)
    }

    static func scale(_ key: String, _ path: Path<Double>) -> Self {
        number(key, path, 0...100)
    }

    static func integer(
        _ key: String, _ path: Path<Int>, _ range: ClosedRange<Int>
    ) -> Self {
        Setting(
            key: key,
            read: { reader, root in
                if let integer = reader.integer(key, in: range) { root[keyPath: path] = integer }
            },
            write: { .number(Double($0[keyPath: path])) })
    }

    /// A number of seconds from 0 to 60.
    static func duration(_ key: String, _ path: Path<Duration>) -> Self {
        Setting(
            key: key,
            read: { reader, root in
                if let duration = reader.seconds(key, in: 0...60) {
                    root[keyPath: path] = duration
                }
            },
            write: { .number($0[keyPath: path].seconds) })
    }

    static func choice<Choice>(_ key: String, _ path: Path<Choice>) -> Self
    where Choice: RawRepresentable<String> & CaseIterable & Sendable {
        Setting(
            key: key,
            read: { reader, root in
                if let choice: Choice = reader.choice(key) { root[keyPath: path] = choice }
            },
            write: { .string($0[keyPath: path].rawValue) })
    }

    /// A wait for viewers; true and false are read as version 0.1 meant them.
    static func viewerWait(_ key: String, _ path: Path<ViewerWait>) -> Self {
        let words = choice(key, path)
        return Setting(
            key: key,
            read: { reader, root in
                guard case .bool(let waits) = reader.peek(key) else {
                    return words.read(&reader, &root)
                }
                _ = reader.take(key)
                root[keyPath: path] = ViewerWait(waits)
            },
            write: words.write)
    }

    /// A spring's damping: above 0, with a least value that keeps its closed form exact.
    static func damping(_ key: String, _ path: Path<Double>) -> Self {
        number(key, path, 0.001...1)
    }

    typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable
}

public import Texts
public import Wire

/// Reads an event from the query of a trigger key's URL. Each query item is a key of the event.
public enum Trigger {
    /// Returns the requested event: `type` names its kind, and the other items are its keys, by
    /// their names in a generic source's mapping. Throws a `ContentError` that points to items as
    /// `?count`.
    public static func event(
        _ items: [(name: Text, value: Text)]
    ) throws(ContentError) -> EventBody.Request {
        let words = Mapping.words.map(\.string).joined(separator: ", ")
        guard let type = items.first(where: { $0.name == "type" })?.value,
            let places = Mapping.places(of: type)
        else {
            throw ContentError(problems: [
                .init(pointer: "?type", detail: "must be one of: \(words)")
            ])
        }
        let keys = items.filter { $0.name != "type" }
        try check(items.map(\.name), among: places.map(\.key))
        let mapping = try Mapping(
            .object([
                .init("event", .string(type)),
                .init("fixed", .object(keys.map { .init($0.name, .string($0.value)) })),
            ]))
        do throws(ContentError) {
            return try mapping.request(.null)
        } catch {
            throw ContentError(
                problems: error.problems.map { problem in
                    // A missing object is reported as its missing name.
                    let place =
                        places.first { $0.place.pointer == problem.pointer }
                        ?? places.first { $0.place.pointer.begins(with: "\(problem.pointer)/") }
                    return .init(
                        pointer: "?\(place?.key ?? problem.pointer)", detail: problem.detail)
                })
        }
    }

    private static func check(_ names: [Text], among keys: [Text]) throws(ContentError) {
        var seen: Set<Text> = []
        let problems = names.compactMap { name -> ContentError.Problem? in
            if !seen.insert(name).inserted {
                return .init(pointer: "?\(name)", detail: "is there twice")
            }
            guard name != "type", !keys.contains(name) else { return nil }
            return .init(pointer: "?\(name)", detail: "is no key of this event")
        }
        guard problems.isEmpty else {
            throw ContentError(problems: Array(problems.prefix(ContentError.mostProblems)))
        }
    }
}

extension [Text] {
    fileprivate var pointer: Text { reduce("") { "\($0)/\($1)" } }
}

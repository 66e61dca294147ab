import Texts
import Wire

/// JSON as a test writes it.
extension JSON {
    /// Reads a text that a test knows to be good.
    init(_ text: String) {
        do throws(JSONSyntaxError) {
            self = try JSON(parsing: Array(text.utf8))
        } catch {
            preconditionFailure("\(error): \(text)")
        }
    }

    var text: Text { Text(decoding: encoded) }

    /// The value without regard to the order of members.
    var sorted: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(
                members.map { .init($0.key, $0.value.sorted) }
                    .sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) })
        default: self
        }
    }
}

/// The problems that `body` throws: pointers in order, nil if it throws nothing.
func pointers(_ body: () throws(ContentError) -> Void) -> [String]? {
    do throws(ContentError) {
        try body()
        return nil
    } catch {
        return error.problems.map(\.pointer.string)
    }
}

import Texts
import Wire

/// The JSON pointers of the problems that `body` throws, in order, or nil if it throws nothing.
func pointers(_ body: () throws(ContentError) -> Void) -> [String]? {
    do throws(ContentError) {
        try body()
        return nil
    } catch {
        return error.problems.map(\.pointer.string)
    }
}

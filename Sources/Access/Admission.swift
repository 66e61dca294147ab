package import HTTPRouting
package import Texts

/// The right of a client to make one HTTP request or to use one stream, which the server checks again at each use. It
/// ends with the client's key, or with its source.
///
/// A call waits for rooms, for the disk and for its body, and a key may be revoked meanwhile. So the server
/// checks the right at each use: when a change names its caller (`caller()`), after a wait (`RoomLoader`,
/// `HistoryReader`), when an event is accepted (`Submission`) and when an answer is sent (`Call.reply`).
package struct Admission {
    /// The ID of the client's key; nil: the client has no key.
    package let key: Text?
    private let ask: () throws(Problem) -> Caller

    /// The right of a client that has been let in; it ends with the client's key.
    package init(_ caller: Caller, by keys: Keys) {
        key = caller.key
        ask = { [unowned keys] () throws(Problem) in
            guard keys.hold(caller) else { throw .unauthorized }
            return caller
        }
    }

    private init(key: Text?, ask: @escaping () throws(Problem) -> Caller) {
        self.key = key
        self.ask = ask
    }

    /// The right of the server itself, which never ends.
    package static var server: Admission { Admission(key: nil) { () throws(Problem) in .trusted } }

    /// This right, which then also ends when `check` throws.
    package func unless(_ check: @escaping () throws(Problem) -> Void) -> Admission {
        Admission(key: key) { [ask] () throws(Problem) in
            let caller = try ask()
            try check()
            return caller
        }
    }

    /// The client. Throws the reason if its right has ended.
    package func caller() throws(Problem) -> Caller { try ask() }

    /// Returns the ID of the client's key; nil: the client needs none. Throws the reason if the right has ended.
    package func validKey() throws(Problem) -> Text? { try ask().key }

    /// The reason why the right has ended; nil: it has not.
    package var problem: Problem? {
        do throws(Problem) {
            _ = try ask()
            return nil
        } catch {
            return error
        }
    }
}

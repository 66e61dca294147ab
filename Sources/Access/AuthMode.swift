/// The server's option (`--auth`) that decides when clients need access keys.
package enum AuthMode: String, CaseIterable, Sendable {
    /// If other machines can reach the server.
    case auto
    /// Always.
    case keys
    /// Never: a proxy in front of the server checks its clients.
    case open
}

import ArgumentParser

/// The option for the format of the server's log lines, text or JSON.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
}

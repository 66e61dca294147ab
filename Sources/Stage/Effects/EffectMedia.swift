public import Texts
public import Timeline

/// The content of an effect, and how long the stage shows it.
public struct EffectMedia: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// A path on this server.
        case file(Text)
        case film(Film)
    }

    public let content: Content
    /// 0.1 to 60 s.
    public let duration: Duration

    public init(_ content: Content, duration: Duration) {
        self.content = content
        self.duration = duration
    }

    /// Creates the effect of a rule: a built-in film has its own duration, and a file has that of the rule.
    init(_ content: Content, lasting duration: Duration) {
        if case .film(let film) = content {
            self.init(content, duration: film.duration)
        } else {
            self.init(content, duration: duration)
        }
    }

    /// The path of the file; nil for a film.
    public var file: Text? { if case .file(let path) = content { path } else { nil } }
    public var film: Film? { if case .film(let film) = content { film } else { nil } }
}

/// A film that pages draw themselves, with the sender's name.
public enum Film: String, Hashable, Sendable, CaseIterable {
    case rocket, castle, fireworks, diamond, hearts, crown

    /// The time for which the stage shows the film unless the catalogue says otherwise.
    public var duration: Duration {
        switch self {
        case .rocket, .crown: Duration(seconds: 6.5)
        case .castle, .fireworks: Duration(seconds: 7)
        case .diamond: Duration(seconds: 5.5)
        case .hearts: Duration(seconds: 6)
        }
    }
}

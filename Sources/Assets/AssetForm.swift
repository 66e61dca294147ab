package import Texts

/// The type of an uploaded file, with its size in pixels or its duration, as found in the content.
package struct AssetForm: Hashable, Sendable {
    let ending: Text
    /// The size of a picture or film, in pixels.
    var width: Int?
    var height: Int?
    /// The duration of a sound, or of a film that states it.
    var seconds: Double?

    package var type: Text { Self.types[ending] ?? "application/octet-stream" }

    static let types: [Text: Text] = [
        "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "webp": "image/webp",
        "gif": "image/gif", "mp3": "audio/mpeg", "ogg": "audio/ogg",
        "wav": "audio/wav", "webm": "video/webm", "woff2": "font/woff2",
        // Earlier versions accepted SVGs.
        "svg": "image/svg+xml",
    ]

    /// True for the types of sound files that can be a speech.
    var isSpeech: Bool { ending == "wav" || ending == "ogg" }

    /// True if pages no longer draw such files.
    package var isRetired: Bool { ending == "svg" }

    init(ending: Text) {
        self.ending = ending
    }
}

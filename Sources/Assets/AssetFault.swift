package import HTTPRouting

/// The reason why the server rejects an uploaded file.
package struct AssetFault: Error {
    let detail: String
    let type: ProblemType

    package init(detail: String, type: ProblemType = .file) {
        self.detail = detail
        self.type = type
    }

    static func cutShort(_ what: String) -> AssetFault {
        AssetFault(detail: "the \(what) is cut short or damaged")
    }
    static func goesOn(_ what: String) -> AssetFault {
        AssetFault(detail: "data follows the end of the \(what)")
    }
    /// The pixels have a size that the header of the picture or film does not allow.
    static func otherSize(
        _ what: String, _ width: Int, _ height: Int, _ form: AssetForm
    ) -> AssetFault {
        AssetFault(
            detail: "the \(what) states a size of \(form.width ?? 0) × \(form.height ?? 0) pixels, "
                + "but contains \(width) × \(height)")
    }
    static let tooComplex = AssetFault(
        detail: "the file has too many small parts to be checked; export it again")
    static let unknown = AssetFault(
        detail: "the file is none of PNG, APNG, JPEG, WebP, GIF, MP3, Ogg (Vorbis or Opus), WAV, "
            + "WebM and WOFF2")
    /// An SVG is a document that can take a browser minutes to draw.
    static let svg = AssetFault(
        detail: "Send the picture as PNG, APNG, JPEG, WebP or GIF, or as WebM if it is a film. "
            + "The studio converts an SVG that you drop on it.", type: .svg)
}

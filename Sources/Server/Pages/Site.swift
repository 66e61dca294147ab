import Foundation
import Texts
import Transport

/// The web pages' files, read once at the start, and compressed once beside it: until that is done they
/// are sent as they are.
///
/// What is not in memory can't be asked for, whatever a path says. They are all that the server ever
/// compresses; see `Gzip`.
struct Site: Sendable {
    private struct File: Sendable {
        let contentType: Text
        let plain: Form
        /// Whether it has another form, unless that would be longer.
        let mayBeGzipped: Bool
    }

    /// A file's bytes as they are sent, with a tag that no others have.
    struct Form: Sendable {
        let body: [UInt8]
        let tag: Text
    }

    private let files: [[Text]: File]
    /// The other forms of those that gain by it.
    let gzipped: Beside<[[Text]: Form]>
    /// Differs between versions of the server and between pages: a page that was loaded under
    /// another build loads itself anew.
    let build: Text

    /// Reads all files below `directory`; throws if there is no overlay page among them.
    init(directory: URL, release: Release = Release()) throws {
        let root = directory.standardizedFileURL.resolvingSymlinksInPath()
        let count = root.pathComponents.count
        var bodies: [[Text]: (bytes: [UInt8], type: Text)] = [:]
        let found = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: [.isRegularFileKey], options: .skipsHiddenFiles)
        for case let url as URL in found ?? .init() {
            let values = try url.resourceValues(forKeys: [.isRegularFileKey])
            guard values.isRegularFile == true, let type = Self.contentType(of: url) else {
                continue
            }
            let path = url.resolvingSymlinksInPath().pathComponents[count...].map { Text($0) }
            bodies[path] = (Array(try Data(contentsOf: url)), type)
        }
        guard bodies[Self.overlay] != nil else { throw Missing(directory: root.path) }
        let build = Self.build(of: bodies.mapValues(\.bytes), by: release)
        var files: [[Text]: File] = [:]
        for (path, body) in bodies {
            let isPage = body.type.begins(with: "text/html")
            let bytes = isPage ? Self.stamped(body.bytes, with: build) : body.bytes
            files[path] = File(
                contentType: body.type, plain: Self.form(bytes, of: path, body.type),
                mayBeGzipped: Self.mayBeGzipped(bytes, of: body.type))
        }
        (self.build, self.files) = (build, files)
        let plain = files.filter(\.value.mayBeGzipped)
        gzipped = Beside { Self.gzipped(plain) }
    }

    private static func form(_ bytes: [UInt8], of path: [Text], _ type: Text) -> Form {
        Form(body: bytes, tag: tag(of: bytes, saying: guards(of: path, type)))
    }

    /// There is no overlay page in this directory.
    struct Missing: Error, CustomStringConvertible {
        let directory: String
        var description: String {
            "no overlay/index.html in \(directory); name the directory of the web pages with --web"
        }
    }

    static let overlay: [Text] = ["overlay", "index.html"]
    static let studio: [Text] = ["studio", "index.html"]

    /// The file at `path` as an answer: 200, 304 if the client has it, nil if there is none.
    func response(path: [Text], to request: Request) -> Response? {
        guard let file = files[path] else { return nil }
        let gzipped = gzipped.made?[path].flatMap {
            AcceptEncoding(request.header("Accept-Encoding")).takesGzip ? $0 : nil
        }
        let form = gzipped ?? file.plain
        var headers: [(name: String, value: String)] = [
            ("ETag", form.tag.string),
            // Always asked for, seldom sent: a page and its modules are never of two versions.
            ("Cache-Control", "no-cache"),
        ]
        if file.mayBeGzipped { headers.append(("Vary", "Accept-Encoding")) }
        headers += Self.guards(of: path, file.contentType)
        if Self.matches(request.header("If-None-Match"), form.tag) {
            return Response(status: 304, headers: headers)
        }
        headers.append(("Content-Type", file.contentType.string))
        if gzipped != nil { headers.append(("Content-Encoding", "gzip")) }
        return Response(status: 200, headers: headers, body: form.body)
    }

    /// What is shorter goes out in one packet anyway.
    private static let leastBytes = 1024

    /// Not if there is too little of it to gain by, nor if it is compressed already, as pictures and
    /// fonts are.
    private static func mayBeGzipped(_ bytes: [UInt8], of type: Text) -> Bool {
        bytes.count >= leastBytes
            && (type.begins(with: "text/") || type == "application/json" || type == "image/svg+xml")
    }

    private static func gzipped(_ files: [[Text]: File]) -> [[Text]: Form] {
        var forms: [[Text]: Form] = [:]
        for (path, file) in files {
            let bytes = file.plain.body
            guard let smaller = Gzip.compressed(bytes), smaller.count < bytes.count else {
                continue
            }
            forms[path] = form(smaller, of: path, file.contentType)
        }
        return forms
    }

    /// A policy is for what a browser shows as a page of its own. What a page loads goes by the page's: it gets
    /// the shortest, since there are hundreds.
    private static func guards(of path: [Text], _ type: Text) -> [(name: String, value: String)] {
        guard type.begins(with: "text/html") || type == "image/svg+xml" else {
            return Response.guards
        }
        return path.first == "studio" ? studioGuards : guards
    }

    /// Pictures may come from anywhere, everything else from here. The page fetches them to look at their bytes;
    /// custom CSS may name some, too. Styles may stand in the page: OBS adds its source's custom CSS as a
    /// style element.
    private static let guards = Response.guards(
        policy: "default-src 'self'; style-src 'self' 'unsafe-inline'; "
            + "img-src 'self' https: http: data:; connect-src 'self' ws: wss: https: http: data:; "
            + "object-src 'none'; base-uri 'none'; form-action 'none'")

    /// The studio holds an owner's key: it loads nothing but the server's own files, and pictures that
    /// a person picks for its ground.
    private static let studioGuards = Response.guards(
        policy: "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; "
            + "img-src 'self' blob: data:; connect-src 'self' ws: wss:; "
            + "base-uri 'none'; form-action 'none'")

    /// RFC 9110, section 13.1.2; weak comparison.
    private static func matches(_ header: Text?, _ tag: Text) -> Bool {
        guard let header else { return false }
        let weak = "W/" + tag
        return header.elements(separatedBy: UInt8(ascii: ",")).contains {
            $0 == "*" || $0 == tag || $0 == weak
        }
    }

    /// Of the bytes, and of what is said of all files: a browser that keeps a page keeps what was said
    /// of it.
    private static func tag(of body: [UInt8], saying guards: [(name: String, value: String)])
        -> Text
    {
        "\"\(hash(guards.flatMap { Array($0.value.utf8) } + body))\""
    }

    /// FNV-1a over the bytes: enough to tell one version of a file from another.
    private static func hash(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    private static func build(of bodies: [[Text]: [UInt8]], by release: Release) -> Text {
        let tags = bodies.map { file in
            Array("\(file.key.map(\.string).joined(separator: "/")) \(hash(file.value))\n".utf8)
        }
        let sorted = tags.sorted { $0.lexicographicallyPrecedes($1) }
        return "\(release.word)-\(hash(Array(sorted.joined())))"
    }

    /// A page with the build that it is served under, if it asks to be told.
    private static func stamped(_ body: [UInt8], with build: Text) -> [UInt8] {
        let page = String(decoding: body, as: UTF8.self)
        return Array(
            page.replacingOccurrences(
                of: #"<meta name="ovation-build" content="">"#,
                with: #"<meta name="ovation-build" content="\#(build)">"#
            ).utf8)
    }

    private static func contentType(of url: URL) -> Text? {
        switch Text(url.pathExtension) {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        default: nil
        }
    }
}

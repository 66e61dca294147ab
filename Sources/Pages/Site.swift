package import Foundation
import HTTPRouting
package import Texts
package import Transport

/// Serves the files of the web pages from memory, compressed for browsers that accept it. All files are read into
/// memory at the start and then compressed on another thread; until that is done, they are sent uncompressed.
///
/// Only files in memory can be requested, so no path leads to other files. The server compresses only these
/// files; see `Gzip`.
package struct Site: Sendable {
    private struct File: Sendable {
        let contentType: Text
        let plain: Form
        /// True if the file also has a compressed form, unless that would be longer.
        let mayBeGzipped: Bool
    }

    /// The bytes of a file as they are sent, with their entity tag.
    struct Form: Sendable {
        let body: [UInt8]
        let tag: Text
    }

    private let files: [[Text]: File]
    /// The compressed forms of the files that become shorter.
    let gzipped: BackgroundTask<[[Text]: Form]>
    /// The build, which differs between versions of the server and of the pages. A page of another build
    /// reloads itself.
    package let build: Text

    /// Reads all files below `directory`. Throws if there is no overlay page among them.
    ///
    /// - Parameter version: The version of the server, which becomes a part of the build.
    package init(directory: URL, version: Text) throws {
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
        let build = Self.build(of: bodies.mapValues(\.bytes), by: version)
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
        gzipped = BackgroundTask { Self.gzipped(plain) }
    }

    private static func form(_ bytes: [UInt8], of path: [Text], _ type: Text) -> Form {
        Form(body: bytes, tag: tag(of: bytes, saying: guards(of: path, type)))
    }

    /// The directory has no overlay page.
    struct Missing: Error, CustomStringConvertible {
        let directory: String
        var description: String {
            "no overlay/index.html in \(directory); name the directory of the web pages with --web"
        }
    }

    package static let overlay: [Text] = ["overlay", "index.html"]
    package static let studio: [Text] = ["studio", "index.html"]

    /// Returns the response for the file at `path`: 200, or 304 if the client has the file; nil if there is
    /// no such file.
    package func response(path: [Text], to request: Request) -> Response? {
        guard let file = files[path] else { return nil }
        let gzipped = gzipped.made?[path].flatMap {
            AcceptEncoding(request.header("Accept-Encoding")).takesGzip ? $0 : nil
        }
        let form = gzipped ?? file.plain
        var headers: [(name: String, value: String)] = [
            ("ETag", form.tag.string),
            // A browser asks each time and mostly gets 304, so a page and its modules always have the same
            // version.
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

    /// A shorter file fits into one packet anyway.
    private static let leastBytes = 1024

    /// True if compression helps. Short files gain little, and pictures and fonts are compressed already.
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

    /// Returns the security headers of a file. Only documents that a browser shows by themselves need a
    /// policy of their own. Other files get the shortest headers, because a page has hundreds of them.
    private static func guards(of path: [Text], _ type: Text) -> [(name: String, value: String)] {
        guard type.begins(with: "text/html") || type == "image/svg+xml" else {
            return Response.guards
        }
        return path.first == "studio" ? studioGuards : guards
    }

    /// Pictures may come from any host, other files from this server only. The page fetches pictures to check
    /// their bytes, and custom CSS may name pictures too. Inline styles are allowed because OBS adds a
    /// source's custom CSS as a style element.
    private static let guards = Response.guards(
        policy: "default-src 'self'; style-src 'self' 'unsafe-inline'; "
            + "img-src 'self' https: http: data:; connect-src 'self' ws: wss: https: http: data:; "
            + "object-src 'none'; base-uri 'none'; form-action 'none'")

    /// The studio holds an owner's key, so it loads only the server's own files, and background pictures that
    /// the user selects.
    private static let studioGuards = Response.guards(
        policy: "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; "
            + "img-src 'self' blob: data:; connect-src 'self' ws: wss:; "
            + "base-uri 'none'; form-action 'none'")

    /// True if `If-None-Match` has the tag (RFC 9110, section 13.1.2; weak comparison).
    private static func matches(_ header: Text?, _ tag: Text) -> Bool {
        guard let header else { return false }
        let weak = "W/" + tag
        return header.elements(separatedBy: UInt8(ascii: ",")).contains {
            $0 == "*" || $0 == tag || $0 == weak
        }
    }

    /// Returns the entity tag of the bytes and the security headers: a browser that keeps a page also keeps
    /// its headers.
    private static func tag(of body: [UInt8], saying guards: [(name: String, value: String)])
        -> Text
    {
        "\"\(hash(guards.flatMap { Array($0.value.utf8) } + body))\""
    }

    /// Returns the FNV-1a hash of the bytes, which is enough to tell versions of a file apart.
    private static func hash(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    private static func build(of bodies: [[Text]: [UInt8]], by version: Text) -> Text {
        let tags = bodies.map { file in
            Array("\(file.key.map(\.string).joined(separator: "/")) \(hash(file.value))\n".utf8)
        }
        let sorted = tags.sorted { $0.lexicographicallyPrecedes($1) }
        return "\(version)-\(hash(Array(sorted.joined())))"
    }

    /// Returns a page with the build in its `meta` element, if it has one.
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
        case "wav": "audio/wav"
        default: nil
        }
    }
}

import Foundation
import Transport

/// The web pages' files, read once at the start.
///
/// What is not in memory can't be asked for, whatever a path says.
struct Site {
    private struct File {
        let body: [UInt8]
        let contentType: String
        let tag: String
    }

    private var files: [[String]: File] = [:]
    /// Differs between versions of the server and between pages: a page that was loaded under
    /// another build loads itself anew.
    let build: String

    /// Reads all files below `directory`; throws where there is no overlay page among them.
    init(directory: URL) throws {
        let root = directory.standardizedFileURL.resolvingSymlinksInPath()
        let count = root.pathComponents.count
        var bodies: [[String]: (bytes: [UInt8], type: String)] = [:]
        let found = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: [.isRegularFileKey], options: .skipsHiddenFiles)
        for case let url as URL in found ?? .init() {
            let values = try url.resourceValues(forKeys: [.isRegularFileKey])
            guard values.isRegularFile == true, let type = Self.contentType(of: url) else {
                continue
            }
            let path = Array(url.resolvingSymlinksInPath().pathComponents[count...])
            bodies[path] = (Array(try Data(contentsOf: url)), type)
        }
        guard bodies[Self.overlay] != nil else { throw Missing(directory: root.path) }
        build = Self.build(of: bodies.mapValues(\.bytes))
        for (path, body) in bodies {
            let isPage = body.type.hasPrefix("text/html")
            let bytes = isPage ? Self.stamped(body.bytes, with: build) : body.bytes
            files[path] = File(body: bytes, contentType: body.type, tag: Self.tag(of: bytes))
        }
    }

    /// There is no overlay page in this directory.
    struct Missing: Error, CustomStringConvertible {
        let directory: String
        var description: String {
            "no overlay/index.html in \(directory); name the directory of the web pages with --web"
        }
    }

    static let overlay = ["overlay", "index.html"]

    /// The file at `path` as an answer: 200, 304 where the client has it, nil where there is none.
    func response(path: [String], to request: Request) -> Response? {
        guard let file = files[path] else { return nil }
        var headers: [(name: String, value: String)] = [
            ("ETag", file.tag),
            // Always asked for, seldom sent: a page and its modules are never of two versions.
            ("Cache-Control", "no-cache"),
        ]
        headers += Self.guards
        if Self.matches(request.header("If-None-Match"), file.tag) {
            return Response(status: 304, headers: headers)
        }
        headers.append(("Content-Type", file.contentType))
        return Response(status: 200, headers: headers, body: file.body)
    }

    /// Pictures may come from anywhere, everything else from here. Styles may stand in the page: OBS
    /// adds its source's custom CSS as a style element.
    private static let guards = Response.guards(
        policy: "default-src 'self'; style-src 'self' 'unsafe-inline'; "
            + "img-src 'self' https: http: data:; connect-src 'self' ws: wss:; "
            + "object-src 'none'; base-uri 'none'; form-action 'none'")

    /// RFC 9110, section 13.1.2; weak comparison.
    private static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains {
            let candidate = $0.trimmingCharacters(in: .whitespaces)
            return candidate == "*" || candidate == tag || candidate == "W/\(tag)"
        }
    }

    /// Of the bytes, and of what is said of all files: a browser that keeps a page keeps what was said
    /// of it.
    private static func tag(of body: [UInt8]) -> String {
        "\"\(hash(guards.flatMap { Array($0.value.utf8) } + body))\""
    }

    /// FNV-1a over the bytes: enough to tell one version of a file from another.
    private static func hash(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    private static func build(of bodies: [[String]: [UInt8]]) -> String {
        let tags = bodies.map { "\($0.key.joined(separator: "/")) \(hash($0.value))\n" }
        return "\(ServerConfiguration.version)-\(hash(Array(tags.sorted().joined().utf8)))"
    }

    /// A page with the build that it is served under, where it asks to be told.
    private static func stamped(_ body: [UInt8], with build: String) -> [UInt8] {
        let page = String(decoding: body, as: UTF8.self)
        return Array(
            page.replacingOccurrences(
                of: #"<meta name="ovation-build" content="">"#,
                with: #"<meta name="ovation-build" content="\#(build)">"#
            ).utf8)
    }

    private static func contentType(of url: URL) -> String? {
        switch url.pathExtension {
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

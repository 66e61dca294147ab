import Foundation
import Testing
import Texts
import Transport

@testable import Pages

@Suite("Web pages")
struct SiteTests {
    /// Writes files into a temporary directory and reads the site from its folder `web`.
    private func site(_ files: [String: String]) throws -> Site {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-site-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (path, text) in files {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let site = try Site(
            directory: root.appendingPathComponent("web"), version: "1.0")
        _ = try site.gzipped.get()
        return site
    }

    private static let page = "<!doctype html>"
    private let files = [
        "web/overlay/index.html": SiteTests.page, "web/overlay/main.js": "export {}",
        "web/overlay/style.css": "", "web/a.json": "{}", "web/a.svg": "<svg/>", "web/a.png": "p",
        "web/a.ico": "i", "web/a.woff2": "w", "web/a.wav": "r", "web/.secret.json": "{}",
        "web/notes.txt": "t",
        "secret.json": "{}",
    ]

    @Test(
        "Each kind of file has its content type",
        arguments: [
            ("overlay/index.html", "text/html; charset=utf-8"),
            ("overlay/main.js", "text/javascript; charset=utf-8"),
            ("overlay/style.css", "text/css; charset=utf-8"), ("a.json", "application/json"),
            ("a.svg", "image/svg+xml"), ("a.png", "image/png"), ("a.ico", "image/x-icon"),
            ("a.woff2", "font/woff2"), ("a.wav", "audio/wav"),
        ])
    func contentTypes(path: String, type: String) throws {
        let response = try #require(
            try site(files).response(
                path: path.split(separator: "/").map { Text(String($0)) }, to: request()))
        #expect(response.status == 200)
        #expect(response.headers.first { $0.name == "Content-Type" }?.value == type)
        #expect(response.headers.contains { $0 == ("X-Content-Type-Options", "nosniff") })
        #expect(response.headers.contains { $0.name == "Cache-Control" })
    }

    @Test(
        "Files outside the web directory and of other kinds cannot be requested",
        arguments: [
            ["..", "secret.json"], ["overlay", "..", "..", "secret.json"], ["../secret.json"],
            ["overlay/index.html"], [".secret.json"], ["notes.txt"], ["overlay"], [""], [],
            ["overlay", "index.html", ""], ["overlay", "", "index.html"],
            ["Overlay", "index.html"],
            ["", "etc", "passwd"], ["/etc/passwd"],
        ])
    func traversal(path: [Text]) throws {
        #expect(try site(files).response(path: path, to: request()) == nil)
    }

    @Test("A client that has the current file gets 304")
    func notModified() throws {
        let site = try site(files)
        func answer(_ field: String) throws -> Response {
            try #require(site.response(path: Site.overlay, to: request("GET", "/", field)))
        }
        let first = try answer("Accept: */*")
        #expect(first.body == Array(Self.page.utf8))
        let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 2)
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let again = try answer("If-None-Match: \(known)")
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            #expect(again.headers.contains { $0 == ("ETag", tag) })
        }
        #expect(try answer("If-None-Match: \"x\"").status == 200)
        var changed = files
        changed["web/overlay/index.html"] = "<!doctype html> "
        let other = try self.site(changed).response(path: Site.overlay, to: request())
        #expect(other?.headers.first { $0.name == "ETag" }?.value != tag)
    }

    private static let words = String(repeating: "const word = 1; ", count: 64)

    /// The answer to a client that accepts this encoding, if any, and has this entity tag, if any.
    private func answer(
        _ site: Site, _ path: [Text], takes: String? = nil, knows: String? = nil
    ) throws -> (response: Response, fields: [String: String]) {
        let request = request(
            "GET", "/", takes.map { "Accept-Encoding: \($0)" } ?? "Accept: */*",
            knows.map { "If-None-Match: \($0)" } ?? "Accept: */*")
        let response = try #require(site.response(path: path, to: request))
        return (response, Dictionary(uniqueKeysWithValues: response.headers.map { ($0, $1) }))
    }

    @Test(
        "A text of a kilobyte has a gzip form with its own entity tag",
        arguments: ["html", "js", "css", "json", "svg"])
    func forms(kind: String) throws {
        var more = files
        more["web/b.\(kind)"] = Self.words
        let (site, path) = (try site(more), [Text("b.\(kind)")])
        let plain = try answer(site, path)
        let small = try answer(site, path, takes: "gzip")
        #expect(plain.response.body == Array(Self.words.utf8))
        #expect(small.response.body == Gzip.compressed(Array(Self.words.utf8)))
        #expect(plain.fields["Content-Encoding"] == nil)
        #expect(small.fields["Content-Encoding"] == "gzip")
        #expect(plain.fields["ETag"] != small.fields["ETag"])
        #expect(plain.fields["Content-Type"] == small.fields["Content-Type"])
        for (known, takes, takesNot) in [(plain, nil, "gzip"), (small, "gzip", nil)] {
            #expect(known.fields["Vary"] == "Accept-Encoding")
            let tag = known.fields["ETag"]
            let same = try answer(site, path, takes: takes, knows: tag)
            #expect(same.response.status == 304)
            #expect(same.fields["Vary"] == "Accept-Encoding")
            #expect(same.fields["ETag"] == tag)
            #expect(try answer(site, path, takes: takesNot, knows: tag).response.status == 200)
        }
    }

    @Test("Short files and compressed files have one form")
    func oneForm() throws {
        var more = files
        more["web/short.js"] = String(Self.words.dropLast())
        more["web/b.png"] = Self.words
        more["web/b.woff2"] = Self.words
        let site = try site(more)
        for name in ["short.js", "b.png", "b.woff2", "a.json"] as [Text] {
            let answer = try answer(site, [name], takes: "gzip")
            #expect(answer.response.status == 200)
            #expect(answer.fields["Content-Encoding"] == nil && answer.fields["Vary"] == nil)
        }
    }

    @Test("Every change of a file changes the build, and equal files have equal builds")
    func builds() throws {
        let build = try site(files).build
        #expect(build.begins(with: "1.0-"))
        #expect(try site(files).build == build)
        for path in ["web/overlay/index.html", "web/overlay/main.js", "web/a.svg"] {
            var changed = files
            changed[path, default: ""] += " "
            #expect(try site(changed).build != build)
            changed = files
            changed[path + ".js"] = ""
            #expect(try site(changed).build != build)
        }
        var outside = files
        outside["secret.json"] = "{ }"
        #expect(try site(outside).build == build)
    }

    @Test("A page with an empty build tag gets the build")
    func stamped() throws {
        var asking = files
        asking["web/overlay/index.html"] = #"<meta name="ovation-build" content="">"#
        let site = try site(asking)
        let body = try #require(site.response(path: Site.overlay, to: request())).body
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"<meta name="ovation-build" content="\#(site.build)">"#)
    }

    @Test("Pages load pictures from anywhere, inline styles, and everything else from here only")
    func policy() throws {
        let page = try site(files)
        for field in ["Accept: */*", "If-None-Match: *"] {
            let response = page.response(path: Site.overlay, to: request("GET", "/", field))
            let policy = try #require(
                response?.headers.first { $0.name == "Content-Security-Policy" }?.value)
            let directives = policy.split(separator: ";").map {
                $0.drop { $0 == " " }
            }
            #expect(directives.contains("default-src 'self'"))
            #expect(directives.contains("style-src 'self' 'unsafe-inline'"))
            #expect(directives.contains("frame-ancestors 'self'"))
            #expect(directives.filter { $0.contains("unsafe") }.count == 1)
            #expect(!directives.contains { $0.hasPrefix("script-src") })
        }
    }

    @Test(
        "Files that pages load have the strictest policy",
        arguments: ["overlay/main.js", "overlay/style.css", "a.json", "a.png", "a.woff2"])
    func partsPolicy(path: String) throws {
        let response = try site(files).response(
            path: path.split(separator: "/").map { Text(String($0)) }, to: request())
        #expect(
            response?.headers.first { $0.name == "Content-Security-Policy" }?.value
                == "default-src 'none'; frame-ancestors 'self'")
    }

    @Test("The studio loads nothing from other sites and no inline style or script")
    func studioPolicy() throws {
        var more = files
        more["web/studio/index.html"] = Self.page
        let response = try site(more).response(path: Site.studio, to: request())
        let policy = try #require(
            response?.headers.first { $0.name == "Content-Security-Policy" }?.value)
        let directives = policy.split(separator: ";").map { $0.drop { $0 == " " } }
        for wanted in [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-src 'self'",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'",
        ] { #expect(directives.contains { $0 == wanted }, "\(wanted)") }
        #expect(!policy.contains("unsafe"))
    }

    @Test("A directory without an overlay page is rejected by name")
    func noOverlay() {
        let error = #expect(throws: Site.Missing.self) {
            try site(["web/other/index.html": Self.page])
        }
        #expect(error?.description.contains("/web;") == true)
    }
}

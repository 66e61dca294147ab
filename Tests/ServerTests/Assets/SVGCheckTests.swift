import Testing
import Texts

@testable import Server

@Suite("SVG files")
struct SVGCheckTests {
    private func form(_ inner: String, _ opening: String = "", before: String = "") throws
        -> AssetForm
    {
        let text =
            before + #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 5" \#(opening)>"#
            + inner
            + "</svg>"
        var window = FileWindow(Array(text.utf8))
        return try AssetForm(of: &window)
    }

    @Test(
        "Ordinary pictures are accepted",
        arguments: [
            "<g><path d='M0 0'/><title>A &amp; B &#169;</title></g>",
            #"<defs><linearGradient id="a"/></defs><rect fill="url(#a)" style="fill:url('#a')"/>"#,
            #"<symbol id="s"><path/></symbol><use href='#s'/><use xlink:href='#s'/>"#,
            "<style>.a{fill:red} /* b */ .b{fill:url(#x)}</style>",
            "<style><![CDATA[.a > .b{fill:red}]]></style>",
            #"<image href="data:image/png;base64,AAAA"/>"#, "<!-- <script> -->",
            #"<animate attributeName="x" from="0" to="9"/>"#, "<a href='#x'/>",
        ])
    func good(inner: String) throws {
        let form = try form(inner)
        #expect(form.ending == "svg" && form.width == 9 && form.height == 5)
    }

    @Test("A declaration and a document type without entities are accepted")
    func prologue() throws {
        let before = """
            \u{FEFF}<?xml version="1.0"?>
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">
            """
        #expect(try form("", before: before).ending == "svg")
        #expect(try form("", #"width="20px" height="30""#).width == 20)
    }

    @Test(
        "Scripts, external references and pages are rejected",
        arguments: [
            "<script>1</script>", "<SCRIPT/>",
            "<svg:script xmlns:svg='http://www.w3.org/2000/svg'/>",
            "<path onload='1'/>", "<path ONCLICK='1'/>", "<foreignObject/>", "<iframe/>",
            "<h:p xmlns:h='http://www.w3.org/1999/xhtml'/>", "<a href='javascript:1'/>",
            "<a xlink:href='&#106;avascript:1'/>", "<a href=' java\nscript:1'/>",
            "<use href='https://x.org/a.svg#b'/>", "<image href='//x.org/a.png'/>",
            "<image href='data:image/svg+xml,x'/>", "<rect fill='url(https://x.org/a#b)'/>",
            "<rect fill='URL( &quot;//x.org&quot;)'/>", "<rect style='fill:u\\72l(//x.org)'/>",
            "<style>@import 'x'</style>", "<style>@IMPORT 'x'</style>",
            "<style>a{background:image-set('x')}</style>", "<g xml:base='https://x.org/'/>",
            "<set attributeName='href' to='javascript:1'/>",
            "<animate attributeName='xlink:href' values='x'/>", "<?xml-stylesheet href='x'?>",
            "<path d='&x;'/>", "<path d='&#x110000;'/>",
        ])
    func hostile(inner: String) {
        #expect(throws: AssetFault.self) { try form(inner) }
    }

    @Test(
        "Malformed files and files with several pictures are rejected",
        arguments: [
            "<g>", "</g>", "<g></path>", "<g", "<g a", "<g a=", "<g a='", "<!--", "<![CDATA[",
            "</svg><svg xmlns='http://www.w3.org/2000/svg'>", "</svg>x<svg>",
        ])
    func torn(inner: String) {
        #expect(throws: AssetFault.self) { try form(inner) }
    }

    @Test("Custom entities are rejected, because they can expand without limit")
    func entities() {
        #expect(throws: AssetFault.self) {
            try form("&b;", before: #"<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>"#)
        }
    }

    // Each level repeats the previous one ten times.
    @Test("Exponential and cyclic references are rejected")
    func bombs() {
        func nested(_ one: (Int) -> String) -> String {
            "<g id='n0'><path/></g>"
                + (1...9).map { level in
                    "<g id='n\(level)'>" + String(repeating: one(level - 1), count: 10) + "</g>"
                }.joined()
        }
        for inner in [
            nested { "<use href='#n\($0)'/>" }, nested { "<path fill='url(#n\($0))'/>" },
            "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>",
            "<g id='a'><use href='#a'/></g>",
            (0..<100).map { "<g id='n\($0)'><use href='#n\($0 + 1)'/></g>" }.joined(),
            String(repeating: "<g>", count: 65) + String(repeating: "</g>", count: 65),
            String(repeating: "<g/>", count: 20_001),
        ] {
            #expect(throws: AssetFault.self) { try form(inner) }
        }
    }

    @Test("A few filters are accepted, and many expensive filters are rejected")
    func filters() throws {
        let shadow = "<feGaussianBlur/><feOffset/><feComposite/><feFlood/><feMerge/>"
        func filtered(_ inner: String, times: Int) -> String {
            "<filter id='f'>\(inner)</filter>"
                + String(repeating: "<g filter='url(#f)'/>", count: times)
        }
        _ = try form(filtered(shadow, times: 15))
        _ = try form(filtered("<feMorphology/>", times: 3))
        // A filter's definition costs nothing, and merge nodes cover no area of their own.
        let many = String(repeating: "<feOffset/>", count: 90)
        let parts = "<feMerge>\(String(repeating: "<feMergeNode/>", count: 500))</feMerge>"
        _ = try form(filtered(many, times: 1))
        _ = try form(filtered(parts, times: 40))
        for inner in [
            filtered(shadow, times: 50), filtered("<feTurbulence/>", times: 200),
            filtered("<feMorphology radius='200'/>", times: 20),
            filtered(String(repeating: "<feGaussianBlur/>", count: 200), times: 1),
        ] {
            #expect(throws: AssetFault.self) { try form(inner) }
        }
    }

    private let shadow = "<filter id='f'><feGaussianBlur/><feOffset/><feMerge/></filter>"

    @Test(
        "A style sheet's filters count for each matching element",
        arguments: [
            ".a{filter:url(#f)}", "#z, b .a { filter : url( '#f' ) }",
            "@media print{.a{filter:url(#f)}}",
            ".a{filter:blur(9px)drop-shadow(0 0 9px red)BLUR(1px)}", "g>path{filter:url(#f)}",
            "g{.x{filter:url(#f)}}", "*{filter:url(#f)}", ".a:hover{filter:url(#f)}",
            "/*{*/.a{filter:url(#f)}", ".a{filter:url(#f)",
        ])
    func sheets(sheet: String) throws {
        func styled(times: Int) -> String {
            "\(shadow)<style>\(sheet)</style>"
                + "<g>\(String(repeating: "<path class='c a'/>", count: times))</g>"
        }
        _ = try form(styled(times: 5))
        #expect(throws: AssetFault.self) { try form(styled(times: 50)) }
    }

    @Test("A style sheet costs nothing for other elements")
    func othersOfSheets() throws {
        let others = String(repeating: "<path class='b'/><g id='c'/>", count: 2000)
        for sheet in [
            ".a{filter:url(#f)}", "#a{filter:blur(1px)}", "rect{filter:url(#f)}", ".b{fill:red}",
            "@font-face{font-family:x}", "a{fill:red}.a{filter:url(#f)}",
            "feoffset{filter:url(#f)}",
        ] {
            _ = try form("\(shadow)<style>\(sheet)</style><rect class='a'/>\(others)")
        }
    }

    @Test("Filter functions count as filters")
    func functions() throws {
        func blurred(times: Int) -> String {
            String(
                repeating: "<g style='filter:blur(2px)'/><g filter='drop-shadow(1 1)'/>",
                count: times)
        }
        _ = try form(blurred(times: 20))
        #expect(throws: AssetFault.self) { try form(blurred(times: 100)) }
    }

    @Test("A marker counts for each corner, including inherited markers")
    func markers() throws {
        let marker = "<marker id='m'>\(String(repeating: "<path/>", count: 20))</marker>"
        func drawn(corners: Int, _ group: String = "", sheet: String = "") -> String {
            let points = String(repeating: "1,2 ", count: corners)
            return "\(marker)<style>\(sheet)</style>"
                + "<g \(group)><polyline points='\(points)'/></g>"
        }
        let group = "marker-mid='url(#m)'"
        _ = try form(drawn(corners: 500, group))
        _ = try form(drawn(corners: 50_000))
        _ = try form(drawn(corners: 20, sheet: "path,polyline{marker:url(#m)}"))
        #expect(throws: AssetFault.self) { try form(drawn(corners: 50_000, group)) }
        #expect(throws: AssetFault.self) {
            try form(drawn(corners: 50_000, sheet: "polyline{marker:url(#m)}"))
        }
    }

    @Test("A style sheet with many rules is rejected")
    func longSheets() {
        let sheet = String(repeating: "*{fill:url(#x)}", count: 20_000)
        let many = String(repeating: "<g/>", count: 10_000)
        #expect(throws: AssetFault.self) { try form("<style>\(sheet)</style>\(many)") }
    }
}

import Stage
import Testing
import Texts

@testable import Wire

@Suite("Picture addresses")
struct PictureAddressTests {
    // Browsers follow the WHATWG URL Standard: scheme and host ignore case, a backslash is a slash,
    // and trailing blanks are ignored.
    @Test(
        "SVG files must come from this server, and no address may have user information",
        arguments: [
            ("/a.svg", true), ("/web/a.SVG?x=1#y", true), ("data:image/png;base64,AA", true),
            ("data:image/svg+xml,<svg/>", false), ("DATA:IMAGE/SVG+XML;charset=utf-8,", false),
            ("data:image/%73vg+xml,", false), ("data:image/png,svg", true),
            ("https://x.org/a.png", true), ("https://x.org", true), ("https://x.org/", true),
            ("https://x.org/svg", true), ("https://x.org/a.svg", false),
            ("https://x.org/a.SvG", false), ("https://x.org/a.svg?b", false),
            ("https://x.org/a.svg#b", false), ("https://x.org/a.svgz", false),
            ("https://x.org/a.%73%56G", false), ("https://x.org/a%2Esvg", false),
            ("https://x.org/a.svg  ", false), ("https://x.org\\a.svg", false),
            ("https://x.org/a.svg/b", true), ("https://x.org/?a.svg", true),
            ("https://x.org/a.sv%", true), ("https://ann@x.org/a.png", false),
            ("https://ann:b@x.org/a.png", false), ("https://@x.org/a.png", false),
            ("https:////ann@x.org/a.png", false), ("https:\\\\ann@x.org/a.png", false),
            ("https://x.org/ann@b.png", true), ("https://x.org?ann@b", true),
        ])
    func forms(address: String, isAllowed: Bool) {
        #expect((PictureAddress(Text(address)).fault(hosts: PictureHosts(nil)) == nil) == isAllowed)
    }

    @Test(
        "Pictures come from the listed hosts, and http: is allowed only for listed hosts",
        arguments: [
            ("https://x.org/a", nil, true), ("http://x.org/a", nil, false),
            ("https://x.org/a", ["x.org"], true), ("http://x.org/a", ["x.org"], true),
            ("HTTPS://X.Org:8443/a", ["x.org"], true), ("https://x.org/a", [], false),
            ("https://y.x.org/a", ["x.org"], false), ("https://y.x.org/a", ["*.x.org"], true),
            ("https://z.y.x.org/a", ["*.x.org"], true), ("https://x.org/a", ["*.x.org"], false),
            ("https://ax.org/a", ["*.x.org"], false), ("https://x.org.evil/a", ["x.org"], false),
            ("https://[::1]:1/a", ["[::1]"], true), ("https://b.org/a", ["x.org", "b.org"], true),
            ("/a.png", [], true), ("data:image/png,", [], true),
        ] as [(String, [String]?, Bool)])
    func hosts(address: String, hosts: [String]?, isAllowed: Bool) {
        #expect(
            (PictureAddress(Text(address)).fault(hosts: PictureHosts(hosts?.map { Text($0) }))
                == nil)
                == isAllowed)
    }

    @Test(
        "A host is a name, optionally with a leading `*.`",
        arguments: [
            ("example.org", true), ("*.example.org", true), ("localhost", true),
            ("a_b-c.d", true), ("10.0.0.1", true), ("[::1]", true), ("", false), ("*", false),
            ("*.", false), ("a..b", false), (".a", false), ("a.", false), ("a.*.b", false),
            ("https://a", false), ("a:80", false), ("a/b", false), ("A.org", false),
            ("[]", false), ("[g]", false), (String(repeating: "a", count: 254), false),
        ])
    func host(text: String, isHost: Bool) {
        #expect((PictureHost(Text(text)) != nil) == isHost)
    }

    @Test("Every refused picture is reported with its pointer in the body")
    func pointers() {
        let gift = Event.Kind.gift(
            Gift(
                sender: Person(name: "Ann", avatar: "http://x.org/a"),
                item: GiftItem(name: "Rose", image: "https://x.org/a.svg"), count: 1))
        #expect(
            gift.pictureFaults(hosts: PictureHosts(nil)).map(\.pointer) == [
                "/sender/avatar", "/gift/image",
            ])
        let call = Event.Kind.call(Person(name: "Ann", avatar: "https://a@x.org/a"))
        #expect(call.pictureFaults(hosts: PictureHosts(nil)).map(\.pointer) == ["/user/avatar"])
        #expect(Event.Kind.control(.hold).pictureFaults(hosts: PictureHosts([])).isEmpty)
    }
}

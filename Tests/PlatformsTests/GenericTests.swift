import Stage
import Testing
import Texts
import Wire

@testable import Platforms

@Suite("A mapping")
struct GenericTests {
    private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test("JSON pointers lead to an event's keys, fixed ones fill what is left")
    func pointers() throws {
        let settings = try json(
            #"""
            {"event":"gift","keys":{"id":"/order/id","sender":"/order/buyer/name",
            "senderId":"/order/buyer/nr","gift":"/order/items/0/title","count":"/order/items/0/n",
            "image":"/order/picture"},"fixed":{"giftId":"sticker","count":1}}
            """#)
        try Source.generic.check(settings)
        let made = try Source.generic.events(Recorded("generic", "order"), settings)
        #expect(made.count == 1)
        #expect(made.first?.id == "77")
        let gift = Gift(
            sender: Person(id: "12", name: "Ann"), present: Present(id: "sticker", name: "Sticker"),
            count: 3)
        #expect(made.first?.kind == .gift(gift))
    }

    @Test("A form's fields are found by their names")
    func form() throws {
        let settings = try json(
            #"{"event":"gift","keys":{"id":"ref","sender":"from","gift":"what","count":"n"}}"#)
        let made = try Source.generic.events(Recorded("generic", "form"), settings)
        #expect(made.first?.id == "x-1")
        let gift = Gift(
            sender: Person(name: "Ben Bé"), present: Present(name: "Coffee"), count: 2)
        #expect(made.first?.kind == .gift(gift))
    }

    @Test(
        "A mapping that can't be is refused by field",
        arguments: [
            ("{}", "/event"), (#"{"event":"goal"}"#, "/event"),
            (#"{"event":"gift","keys":{"colour":"/a"}}"#, "/keys/colour"),
            (#"{"event":"gift","keys":{"gift":7}}"#, "/keys/gift"),
            (#"{"event":"call","fixed":{"count":7}}"#, "/fixed/count"),
            (#"{"event":"call","more":1}"#, "/more"),
        ])
    func refused(settings: String, pointer: Text) throws {
        let error = try #require(throws: ContentError.self) {
            try Source.generic.check(json(settings))
        }
        #expect(error.problems.map(\.pointer) == [pointer])
    }

    @Test("A payload without what the event needs is refused")
    func lacking() throws {
        let settings = try json(#"{"event":"gift","keys":{"gift":"/nothing"}}"#)
        #expect(throws: DeliveryFault.self) {
            try Source.generic.events(Recorded("generic", "order"), settings)
        }
    }

    @Test(
        "Pointers are RFC 6901's",
        arguments: [
            ("/", "o"), ("/a~1b", "1"), ("/m~0n", "8"), ("/foo/1", "baz"), ("/foo/2", nil),
            ("/foo/x", nil), ("k", "3"), ("/nothing/at/all", nil),
        ] as [(Text, Text?)])
    func pointer(pointer: Text, value: Text?) throws {
        let document = try json(
            #"{"":"o","a/b":"1","m~n":"8","foo":["bar","baz"],"k":"3"}"#)
        #expect(document.found(at: pointer)?.text == value)
    }

    @Test("Forms are decoded as browsers encode them")
    func decoding() {
        let form = Form(Array("a=1+2&b=%2B%26%zz&c&d=x=y&a=3&&e=%".utf8))
        #expect(
            form?.json
                == .object([
                    .init("a", .string("1 2")), .init("b", .string("+&%zz")),
                    .init("c", .string("")), .init("d", .string("x=y")), .init("e", .string("%")),
                ]))
        #expect(Form([0x61, 0x3D, 0xFF]) == nil)
    }
}

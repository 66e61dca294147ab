import Stage
import Testing
import Texts
import Wire

@testable import Platforms

@Suite("A mapping")
struct GenericTests {
    private static let own = Origin(source: "generic")

    private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test("JSON pointers find an event's keys, and fixed values fill the rest")
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
            sender: Person(id: "12", name: "Ann"),
            item: GiftItem(id: "sticker", name: "Sticker"), count: 3, origin: Self.own)
        #expect(made.first?.kind == .gift(gift))
    }

    @Test("A form's fields are found by their names")
    func form() throws {
        let settings = try json(
            #"{"event":"gift","keys":{"id":"ref","sender":"from","gift":"what","count":"n"}}"#)
        let made = try Source.generic.events(Recorded("generic", "form"), settings)
        #expect(made.first?.id == "x-1")
        let gift = Gift(
            sender: Person(name: "Ben Bé"), item: GiftItem(name: "Coffee"), count: 2,
            origin: Self.own)
        #expect(made.first?.kind == .gift(gift))
    }

    @Test(
        "An invalid mapping is refused with a pointer to the field",
        arguments: [
            ("{}", "/event"), (#"{"event":"goal"}"#, "/event"),
            (#"{"event":"gift","keys":{"colour":"/a"}}"#, "/keys/colour"),
            (#"{"event":"gift","keys":{"gift":7}}"#, "/keys/gift"),
            (#"{"event":"call","fixed":{"count":7}}"#, "/fixed/count"),
            (#"{"event":"call","more":1}"#, "/more"),
            (#"{"event":"call","keys":{"amount":"/a"}}"#, "/keys/amount"),
            (#"{"event":"gift","keys":{"amount":"/a","value":"/b"}}"#, "/keys/value"),
            (#"{"event":"gift","keys":{"amount":"/a"},"fixed":{"count":2}}"#, "/fixed/count"),
            (#"{"event":"gift","keys":{"amount":"/a","cents":"/b"}}"#, "/keys/cents"),
            (#"{"event":"notice"}"#, "/fixed/kind"),
            (#"{"event":"notice","fixed":{"kind":"Raid"}}"#, "/fixed/kind"),
            (#"{"event":"gift","when":"/type"}"#, "/when"),
            (#"{"event":"gift","when":{"/type":[]}}"#, "/when/~1type"),
            (#"{"event":"gift","when":{"/type":{"a":1}}}"#, "/when/~1type"),
        ])
    func refused(settings: String, pointer: Text) throws {
        let error = try #require(throws: ContentError.self) {
            try Source.generic.check(json(settings))
        }
        #expect(error.problems.map(\.pointer) == [pointer])
    }

    @Test("A payload without a required value is refused")
    func lacking() throws {
        let settings = try json(#"{"event":"gift","keys":{"gift":"/nothing"}}"#)
        #expect(throws: DeliveryFault.self) {
            try Source.generic.events(Recorded("generic", "order"), settings)
        }
    }

    @Test(
        "Pointers follow RFC 6901",
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
    }

    @Test(
        "A form is read in the charset that the form or its header names",
        arguments: [
            // PayPal names it in a field.
            ("charset=windows-1252&n=J%FCrgen", nil, "Jürgen"),
            ("n=J%FCrgen&charset=windows-1252", nil, "Jürgen"),
            ("n=%80+5&_charset_=iso-8859-1", nil, "€ 5"),
            ("n=%D0%EE%E7%E0&charset=windows-1251", nil, "Роза"),
            ("n=%F2%CF%DA%C1&charset=KOI8_R", nil, "Роза"),
            ("n=%A3%F3d%BC&charset=ISO-8859-2", nil, "Łódź"),
            ("n=%A4&charset=iso-8859-15", nil, "€"), ("n=%FE&charset=windows-1254", nil, "ş"),
            ("n=%F9&charset=windows-1255", nil, "ש"),
            ("n=J%FCrgen", "windows-1252", "Jürgen"), ("n=J%C3%BCrgen", "utf-8", "Jürgen"),
            // Neither the body nor a header names a charset.
            ("n=J%C3%BCrgen", nil, "Jürgen"), ("n=J%FCrgen", nil, "Jürgen"),
            // The charset is unknown, or the body has another one.
            ("n=J%FCrgen&charset=utf-8", nil, "J\u{FFFD}rgen"),
            ("n=Ann+%82%A0&charset=shift_jis", nil, "Ann \u{FFFD}\u{FFFD}"),
        ] as [(String, Text?, Text)])
    func charset(body: String, header: Text?, name: Text) {
        #expect(Form(Array(body.utf8), charset: header)?.json["n"] == .string(name))
    }

    // MARK: Notices

    @Test("A mapping makes a notice from a payload without a gift")
    func notice() throws {
        let settings = #"""
            {"event":"notice","keys":{"id":"/id","sender":"/who","count":"/viewers","message":"/text",
            "months":"/months"},"fixed":{"kind":"raid","title":"Big raid"}}
            """#
        let body = #"{"id":"r1","who":"Zoe","viewers":"120","text":"hi","months":3}"#
        let made = try events(body, settings)
        let notice = Notice(
            kind: "raid", sender: Person(name: "Zoe"), count: 120, months: 3, title: "Big raid",
            message: "hi", origin: Self.own)
        #expect(made.map(\.kind) == [.notice(notice)])
    }

    @Test("A mapping makes a notice and a gift from a paid payload")
    func paidNotice() throws {
        let settings = #"""
            {"event":"notice","keys":{"id":"/id","sender":"/who","cents":"/cents","message":"/text"},
            "fixed":{"kind":"subscription","gift":"Gold tier","currency":"USD"}}
            """#
        let made = try events(#"{"id":"r1","who":"Zoe","cents":500,"text":"hi"}"#, settings)
        let item = GiftItem(name: "Gold tier", value: 500, currency: "USD")
        let notice = Notice(
            kind: "subscription", sender: Person(name: "Zoe"), message: "hi", item: item,
            origin: Self.own)
        let gift = Gift(
            sender: Person(name: "Zoe"), item: item, count: 1, message: "hi",
            origin: Origin(source: "generic"))
        #expect(made.map(\.kind).prefix(2) == [.notice(notice), .gift(gift)])
    }

    @Test(
        "An odd text of a paid notice loses no payment",
        arguments: [
            (#""text":"""#, nil), (#""text":7"#, nil),
            (#""text":"\#(String(repeating: "x", count: 501))""#, 500),
            (
                #""text":"bell\u0007","months":1201,"title":"\#(String(repeating: "t", count: 201))""#,
                5
            ),
        ] as [(String, Int?)])
    func oddTexts(field: String, length: Int?) throws {
        let settings = #"""
            {"event":"notice","keys":{"sender":"/who","cents":"/cents","message":"/text",
            "months":"/months","title":"/title"},"fixed":{"kind":"subscription"}}
            """#
        let made = try events(#"{"who":"Zoe","cents":500,\#(field)}"#, settings).map(\.kind)
        guard case .notice(let notice, _) = made[0], case .gift(let gift, _) = made[1] else {
            Issue.record("\(made)")
            return
        }
        #expect(notice.message?.characters.count == length)
        #expect(gift.message?.characters.count == length)
        #expect(gift.item.name == "5.00 EUR")
        #expect([nil, 1200].contains(notice.months))
    }

    @Test(
        "A free or missing amount makes a notice alone",
        arguments: [#""cents":0"#, #""cents":"0""#, #""cents":null"#, #""other":1"#])
    func freeNotice(field: String) throws {
        let settings = #"""
            {"event":"notice","keys":{"sender":"/who","cents":"/cents"},"fixed":{"kind":"follow"}}
            """#
        let made = try events(#"{"who":"Zoe",\#(field)}"#, settings).map(\.kind)
        #expect(
            made == [.notice(Notice(kind: "follow", sender: Person(name: "Zoe"), origin: Self.own))]
        )
    }

    // MARK: Money

    private func delivery(
        _ body: String, _ type: Text = "application/json", currency: Text = ""
    ) -> Delivery {
        Delivery(
            body: Array(body.utf8), wallMicroseconds: Recorded.signed,
            field: { $0.asciiLowercased == "content-type" ? type : nil },
            microseconds: { _ in nil },
            currency: currency)
    }

    private func made(
        _ body: String, _ settings: String, _ type: Text = "application/json",
        currency: Text = "EUR"
    ) throws -> [Event.Kind] {
        try events(body, settings, type, currency: currency)
            .filter { $0.place != .notice }.map(\.kind)
    }

    private func events(
        _ body: String, _ settings: String, _ type: Text = "application/json",
        currency: Text = "EUR"
    ) throws -> [(place: PlatformEvent.Place, kind: Event.Kind)] {
        var rules = SourcesConfiguration()
        rules.currency = currency
        rules.message = .caption
        try Source.generic.check(json(settings))
        let reading = try Source.generic.read(
            delivery(body, type, currency: currency), json(settings))
        guard case .happenings(let happenings, _) = reading else { return [] }
        return happenings.flatMap { $0.events(by: rules, of: "generic") }
    }

    private static let donation = #"""
        {"event":"gift","keys":{"sender":"/who","amount":"/sum","currency":"/cur"}}
        """#
    private static let pledge = #"""
        {"event":"gift","keys":{"sender":"/who","cents":"/sum","currency":"/cur"}}
        """#

    @Test(
        "An amount and its currency make a donation",
        arguments: [
            (#"{"who":"A","sum":"5.00","cur":"EUR"}"#, donation, "5.00 EUR", 500),
            (#"{"who":"A","sum":5,"cur":"eur"}"#, donation, "5.00 EUR", 500),
            (#"{"who":"A","sum":"12,50","cur":"EUR"}"#, donation, "12.50 EUR", 1250),
            (#"{"who":"A","sum":"1.000,50","cur":"EUR"}"#, donation, "1000.50 EUR", 100_050),
            (#"{"who":"A","sum":12.340000000000002,"cur":"EUR"}"#, donation, "12.34 EUR", 1234),
            (#"{"who":"A","sum":"7.00 EUR"}"#, donation, "7.00 EUR", 700),
            (#"{"who":"A","sum":500,"cur":"EUR"}"#, pledge, "5.00 EUR", 500),
            (#"{"who":"A","sum":"500","cur":"EUR"}"#, pledge, "5.00 EUR", 500),
            (#"{"who":"A","sum":500,"cur":"JPY"}"#, pledge, "500 JPY", 500),
            (#"{"who":"A","sum":"5.00","cur":"USD"}"#, donation, "5.00 USD", 500),
            // None is named: it is the room's own.
            (#"{"who":"A","sum":"5.00"}"#, donation, "5.00 EUR", 500),
            (#"{"who":"A","sum":500}"#, pledge, "5.00 EUR", 500),
            (#"{"who":"A","sum":"$5.00"}"#, donation, "5.00 EUR", 500),
        ] as [(String, String, Text, Double)])
    func amount(body: String, settings: String, name: Text, value: Double) throws {
        let currency = Text(String(name.string.suffix(3)))
        let gift = Gift(
            sender: Person(name: "A"),
            item: GiftItem(name: name, value: value, currency: currency), count: 1, origin: Self.own
        )
        #expect(try made(body, settings) == [.gift(gift)])
    }

    @Test("A donation has the gift, the message and the ID that its mapping names")
    func purchase() throws {
        let settings = #"""
            {"event":"gift","keys":{"id":"/no","sender":"/who","amount":"/sum","message":"/note",
            "gift":"/thing"},"fixed":{"currency":"EUR","giftId":"shop"}}
            """#
        let body = #"{"no":7,"who":"A","sum":"9.90","note":"Hi","thing":"T-shirt"}"#
        let events = try made(body, settings)
        let item = GiftItem(id: "shop", name: "T-shirt", value: 990, currency: "EUR")
        #expect(
            events.first
                == .gift(
                    Gift(
                        sender: Person(name: "A"), item: item, count: 1, message: "Hi",
                        origin: Self.own)))
        guard case .caption(let caption, _)? = events.last else {
            Issue.record("no caption: \(events)")
            return
        }
        #expect(caption.text == "A: Hi")
        let reading = try Source.generic.read(delivery(body), json(settings))
        guard case .happenings(let happenings, _) = reading else { return }
        #expect(happenings.map(\.id) == ["7"])
        #expect(happenings.first?.amount?.text == "9.90 EUR")
    }

    @Test(
        "A delivery without a positive amount is ignored with a reason",
        arguments: [
            (#"{"sum":"0.00","cur":"EUR"}"#, donation, "/sum"),
            (#"{"sum":"-19.95","cur":"USD"}"#, donation, "/sum"),
            (#"{"sum":"much","cur":"USD"}"#, donation, "/sum"),
            (#"{"cur":"USD"}"#, donation, "/sum"),
            (#"{"sum":5.5,"cur":"USD"}"#, pledge, "/sum"),
        ] as [(String, String, Text)])
    func noAmount(body: String, settings: String, field: Text) throws {
        let reading = try Source.generic.read(delivery(body), json(settings))
        #expect(reading.reasons.map(\.word) == ["no-amount"])
        #expect(reading.reasons.first?.about == field)
    }

    @Test(
        "A gift whose name is its value has an amount of money as its value",
        arguments: [
            (#"{"n":"5.00"}"#, "USD", "5.00", 500), (#"{"n":10}"#, "USD", "10", 1000),
            (#"{"n":12.5}"#, "EUR", "12.5", 1250),
            (#"{"n":"1.000,50"}"#, "EUR", "1.000,50", 100_050),
            (#"{"n":500}"#, "JPY", "500", 500), (#"{"n":"5.00 EUR"}"#, "EUR", "5.00 EUR", 500),
            (#"{"n":"5.00 EUR"}"#, "USD", "5.00 EUR", 500),
        ] as [(String, Text, Text, Double)])
    func calledByValue(body: String, currency: Text, name: Text, value: Double) throws {
        let settings = #"{"event":"gift","keys":{"gift":"/n","value":"/n"}}"#
        let own: Text = name == "5.00 EUR" ? "EUR" : currency
        let gift = Gift(
            sender: Person(name: "anonymous"),
            item: GiftItem(name: name, value: value, currency: own), count: 1, origin: Self.own)
        #expect(try made(body, settings, currency: currency) == [.gift(gift)])
    }

    @Test("A value that is an amount of money is refused, and the answer says how to name it")
    func valueIsMoney() throws {
        let settings = try json(#"{"event":"gift","keys":{"value":"/usd"},"fixed":{"gift":"x"}}"#)
        for body in [#"{"usd":"5.00"}"#, #"{"usd":5.5}"#] {
            #expect {
                try Source.generic.read(delivery(body), settings)
            } throws: { error in
                guard case .unfit(let fault)? = error as? DeliveryFault else { return false }
                return fault.problems.first?.detail.contains("amount") == true
            }
        }
        let whole = try made(
            #"{"usd":"5"}"#, #"{"event":"gift","keys":{"value":"/usd"},"fixed":{"gift":"x"}}"#)
        let item = GiftItem(name: "x", value: 5)
        #expect(
            whole == [
                .gift(
                    Gift(sender: Person(name: "anonymous"), item: item, count: 1, origin: Self.own))
            ])
    }

    @Test(
        "A list's length is the count",
        arguments: [
            (#"{"to":["a","b","c"]}"#, 3), (#"{"to":[{"name":"a"}]}"#, 1), (#"{"to":4}"#, 4),
            (#"{"to":"5"}"#, 5), (#"{}"#, 1),
        ])
    func list(body: String, count: Int) throws {
        let gift = Gift(
            sender: Person(name: "anonymous"), item: GiftItem(name: "Sub"), count: count,
            origin: Self.own)
        let settings = #"{"event":"gift","keys":{"count":"/to"},"fixed":{"gift":"Sub"}}"#
        #expect(try made(body, settings) == [.gift(gift)])
    }

    @Test("A delivery with an empty list is ignored")
    func emptyList() throws {
        let settings = try json(#"{"event":"gift","keys":{"count":"/to"},"fixed":{"gift":"Sub"}}"#)
        let reading = try Source.generic.read(delivery(#"{"to":[]}"#), settings)
        #expect(reading.reasons.map(\.word) == ["no-number"])
    }

    @Test(
        "Only deliveries that match `when` count",
        arguments: [
            (#"{"type":"donation.created","live":true,"n":"Rose"}"#, 1),
            (#"{"type":"donation.updated","live":true,"n":"Rose"}"#, 1),
            (#"{"type":"donation.refunded","live":true,"n":"Rose"}"#, 0),
            (#"{"type":"donation.created","live":false,"n":"Rose"}"#, 0), (#"{"n":"Rose"}"#, 0),
        ])
    func when(body: String, count: Int) throws {
        let settings = #"""
            {"event":"gift","keys":{"gift":"/n"},
            "when":{"/type":["donation.created","donation.updated"],"/live":true}}
            """#
        #expect(try made(body, settings).count == count)
        if count == 0 {
            let reading = try Source.generic.read(delivery(body), json(settings))
            #expect(reading.reasons == [.notAsked])
        }
    }

    @Test(
        "JSON within a form's field is read as JSON",
        arguments: [
            ("payload=%7B%22who%22%3A%7B%22login%22%3A%22octo%22%7D%7D", "/who/login"),
            ("a=1&data=%7B%22who%22%3A%7B%22login%22%3A%22octo%22%7D%7D", "/data/who/login"),
        ])
    func within(body: String, pointer: String) throws {
        let settings = #"{"event":"gift","keys":{"sender":"\#(pointer)"},"fixed":{"gift":"Star"}}"#
        let gift = Gift(
            sender: Person(name: "octo"), item: GiftItem(name: "Star"), count: 1, origin: Self.own)
        #expect(
            try made(body, settings, "application/x-www-form-urlencoded; charset=utf-8")
                == [.gift(gift)])
    }

    @Test("JSON within the texts of a list is read as JSON, however its index is written")
    func withinList() throws {
        let settings =
            #"{"event":"gift","keys":{"sender":"/1/who","gift":"/01/what"},"when":{"/0/a":1}}"#
        let gift = Gift(
            sender: Person(name: "octo"), item: GiftItem(name: "Star"), count: 1, origin: Self.own)
        let body = #"["{\"a\":1}", "{\"who\":\"octo\",\"what\":\"Star\"}"]"#
        #expect(try made(body, settings) == [.gift(gift)])
    }
}

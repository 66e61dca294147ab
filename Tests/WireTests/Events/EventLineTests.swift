import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@Suite("Event lines")
struct EventLineTests {
    private func line(_ text: String) throws(ContentError) -> EventLine {
        try EventLine(JSON(text))
    }

    @Test("A line is an event body with `at` and `type`, and optionally `seq` and `id`")
    func gift() throws {
        let least = try line(#"{"at":1.5,"type":"gift","gift":"Rose"}"#)
        #expect(least.at == Instant(microseconds: 1_500_000))
        #expect(least.seq == nil && least.id == nil)
        let gift = Gift(
            sender: Person(name: "anonymous"), item: GiftItem(name: "Rose"), count: 1)
        #expect(least.action == .event(.gift(gift)))
        let full = try line(
            #"{"type":"gift","count":2,"sender":"Ann","seq":7,"id":"x","at":0,"gift":"Rose"}"#)
        #expect(full.at == .zero)
        #expect(full.seq == 7 && full.id == "x")
        let second = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 2)
        #expect(full.action == .event(.gift(second)))
    }

    @Test(
        "A held event with five gifts, as earlier versions recorded it, is read as it was written")
    func heldGifts() throws {
        let gifts = (1...5).map { number in
            Event.Kind.gift(
                Gift(
                    sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: number),
                mark: number == 5 ? .test : nil)
        }
        let hold = Event.Kind.hold(
            HeldEvent(source: "streamlabs", wallMicroseconds: 1_795_255_200_000_001, kinds: gifts))
        #expect(try Event.Kind(stored: JSON(hold)) == hold)
    }

    @Test("An approved test is read as it was written")
    func approvedTest() throws {
        let gift = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 1)
        for isTest in [true, false] {
            let kind = Event.Kind.gift(gift, mark: .approved("kofi:1", isTest: isTest))
            #expect(try Event.Kind(stored: JSON(kind)) == kind)
        }
    }

    @Test("A streak part is read as it was written")
    func streak() throws {
        let read = try line(
            #"{"at":0,"type":"gift","gift":"Rose","count":3,"#
                + #""streak":{"id":"s","ends":true,"wall":1795255200000001}}"#)
        let part = StreakPart(
            id: "s", isEnd: true, recurs: false, wallMicroseconds: 1_795_255_200_000_001)
        let gift = Event.Kind.gift(
            Gift(
                sender: Person(name: "anonymous"), item: GiftItem(name: "Rose"), count: 3,
                streak: part))
        #expect(read.action == .event(gift))
        #expect(try Event.Kind(stored: JSON(gift)) == gift)
        #expect(JSON(gift)["streak"].flatMap(StreakPart.init(stored:)) == part)
        for bad in [
            #"{}"#, #"{"id":"s"}"#, #"{"id":"s","wall":-1}"#, #"{"id":"s","wall":1,"x":1}"#,
        ] {
            #expect(throws: ContentError.self) {
                try line(#"{"at":0,"type":"gift","gift":"Rose","streak":\#(bad)}"#)
            }
        }
    }

    @Test("Senders may not set the streak of a gift")
    func streakFromSender() {
        #expect(throws: ContentError.self) {
            try EventBody.gift(JSON(#"{"gift":"Rose","streak":{"id":"s","wall":1}}"#))
        }
    }

    @Test(
        "The time of a line is rounded to a microsecond",
        arguments: [(0.0000005, 1), (1.0000014, 1_000_001)])
    func rounding(seconds: Double, microseconds: Int64) throws {
        let json = JSON.object([
            .init("at", .number(seconds)), .init("type", .string("tap")),
            .init("call", .string("c")),
        ])
        #expect(try EventLine(json).at == Instant(microseconds: microseconds))
    }

    @Test("Lines of the other types are read")
    func types() throws {
        let call = Event.Kind.call(Person(name: "Ann"))
        #expect(try line(#"{"at":0,"type":"call","user":"Ann"}"#).action == .event(call))
        #expect(
            try line(#"{"at":0,"type":"dismiss","call":"c"}"#).action
                == .event(.dismiss(call: "c")))
        #expect(try line(#"{"at":0,"type":"tap","call":"c"}"#).action == .event(.tap(call: "c")))
        #expect(
            try line(#"{"at":0,"type":"control","action":"skip"}"#).action
                == .event(.control(.skip)))
        #expect(
            try line(#"{"at":0,"type":"config","config":{"gifts":{"x":1}}}"#).action
                == .patch(JSON(#"{"gifts":{"x":1}}"#)))
    }

    @Test("Lines that control the queue and the stage are read")
    func steering() throws {
        #expect(
            try line(#"{"at":0,"type":"deleteCombo","combo":"c"}"#).action
                == .event(.deleteCombo(id: "c")))
        #expect(
            try line(#"{"at":0,"type":"moveCombo","combo":"c","to":2}"#).action
                == .event(.moveCombo(id: "c", place: 2)))
        #expect(
            try line(#"{"at":0,"type":"control","action":"skip","of":"gifts/0"}"#).action
                == .event(.skip(node: "gifts/0")))
        #expect(
            try line(#"{"at":0,"type":"control","action":"start"}"#).action
                == .event(.control(.start)))
    }

    @Test("A line may be marked as a test or as a replay")
    func marks() throws {
        let ann = Person(name: "Ann")
        #expect(
            try line(#"{"at":0,"type":"call","user":"Ann","test":true}"#).action
                == .event(.call(ann, mark: .test)))
        #expect(
            try line(#"{"at":0,"type":"caption","text":"x","replayOf":"g1"}"#).action
                == .event(.caption(Caption(text: "x"), mark: .replay(of: "g1"))))
        #expect(
            try line(#"{"at":0,"type":"call","user":"Ann","test":false}"#).action
                == .event(.call(ann)))
    }

    @Test(
        "Each bad field of a line is reported with its pointer",
        arguments: [
            (#"{"at":0,"type":"deleteCombo"}"#, ["/combo"]),
            (#"{"at":0,"type":"takeBack"}"#, ["/of"]),
            (#"{"at":0,"type":"takeBack","of":"g","ofSeq":-1}"#, ["/ofSeq"]),
            (#"{"at":0,"type":"takeBack","of":"g","count":2}"#, ["/count"]),
            (#"{"at":0,"type":"takeBack","of":"g","gift":"Rose","count":0}"#, ["/count"]),
            (#"{"at":0,"type":"moveCombo","combo":"c"}"#, ["/to"]),
            (#"{"at":0,"type":"moveCombo","combo":"c","to":0}"#, ["/to"]),
            (#"{"at":0,"type":"moveCombo","combo":"c","to":1.5}"#, ["/to"]),
            (#"{"at":0,"type":"control","action":"hold","of":"gifts/0"}"#, ["/of"]),
            (#"{"at":0,"type":"gift","gift":"Rose","test":1}"#, ["/test"]),
            (#"{"at":0,"type":"counter","name":"n","to":1,"clock":{"seconds":1}}"#, ["/to"]),
            (#"{"at":0,"type":"counter","name":"n","to":1,"addSeconds":1}"#, ["/to"]),
            (
                #"{"at":0,"type":"counter","name":"n","clock":{"seconds":1},"running":true}"#,
                ["/clock"]
            ),
            (#"{"at":0,"type":"counter","name":"n","clock":{"seconds":1},"from":2}"#, ["/from"]),
            (#"{"at":0,"type":"counter","name":"n","running":1}"#, ["/running"]),
            (#"{"at":0,"type":"counter","name":"n","addSeconds":10000001}"#, ["/addSeconds"]),
            (#"{"at":0,"type":"counter","name":"n","to":1,"format":"m:ss"}"#, ["/format"]),
            (#"{"at":0,"type":"counter","name":"n","clock":{}}"#, ["/clock/seconds"]),
            (#"{"at":0,"type":"counter","name":"n","clock":60}"#, ["/clock"]),
            (
                #"""
                {"at":0,"type":"counter","name":"n",
                 "clock":{"seconds":-1,"max":1e8,"stands":"x","running":0,"to":1}}
                """#,
                ["/clock/max", "/clock/running", "/clock/seconds", "/clock/stands", "/clock/to"]
            ),
            ("[]", [""]),
            ("{}", ["/at", "/type"]),
            (#"{"at":-1,"type":"tap","call":"c"}"#, ["/at"]),
            (#"{"at":"1","type":"tap","call":"c"}"#, ["/at"]),
            (#"{"at":1e300,"type":"tap","call":"c"}"#, ["/at"]),
            (#"{"at":1,"type":"wave"}"#, ["/type"]),
            (#"{"at":1,"type":"tap"}"#, ["/call"]),
            (#"{"at":1,"type":"dismiss","call":5}"#, ["/call"]),
            (#"{"at":1,"type":"gift","gift":"Rose","user":"Ann"}"#, ["/user"]),
            (#"{"at":1,"type":"config"}"#, ["/config"]),
            (#"{"at":1,"type":"tap","call":"c","seq":-1}"#, ["/seq"]),
            (#"{"at":1,"type":"tap","call":"c","seq":1.5}"#, ["/seq"]),
            (#"{"at":1,"type":"tap","call":"c","id":""}"#, ["/id"]),
            (#"{"at":1,"type":"control","action":"hold","x":1,"y":2}"#, ["/x", "/y"]),
        ])
    func bad(text: String, expected: [String]) {
        let found = pointers { () throws(ContentError) in _ = try EventLine(JSON(text)) }
        #expect(found?.sorted() == expected)
    }

    /// All kinds of events. Add new kinds here.
    static let kinds: [(kind: Event.Kind, text: String)] = [
        (
            .gift(
                Gift(
                    sender: Person(id: "1", name: "Ann", avatar: "/a.png"),
                    item: GiftItem(id: "r", name: "Rose", image: "/r.png", value: 2), count: 3)),
            #"""
            {"type":"gift","sender":{"id":"1","name":"Ann","avatar":"/a.png"},
             "gift":{"id":"r","name":"Rose","image":"/r.png","value":2},"count":3}
            """#
        ),
        (.call(Person(name: "Bob")), #"{"type":"call","user":{"name":"Bob"}}"#),
        (.dismiss(call: "c"), #"{"type":"dismiss","call":"c"}"#),
        (.tap(call: "c"), #"{"type":"tap","call":"c"}"#),
        (
            .counter(name: "n", CounterUpdate(to: 1.5)),
            #"""
            {"type":"counter","name":"n","to":1.5,"duration":2,"easing":"easeOut",
             "format":"integer","prefix":"","suffix":"","grouping":false}
            """#
        ),
        (
            .clock(name: "n", ClockUpdate(left: Duration(seconds: 90.5))),
            #"""
            {"type":"counter","name":"n",
             "clock":{"seconds":90.5,"running":true,"max":10000000,"stands":"room"},
             "format":"h:mm:ss","prefix":"","suffix":"","grouping":false}
            """#
        ),
        (
            .changeClock(name: "n", ClockChange(added: Duration(seconds: -1.5), isRunning: false)),
            #"{"type":"counter","name":"n","addSeconds":-1.5,"running":false}"#
        ),
        (.deleteCounter(name: "n"), #"{"type":"deleteCounter","name":"n"}"#),
        (
            .goal(name: "n", GoalUpdate(title: "t", target: 5)),
            #"{"type":"goal","name":"n","title":"t","target":5,"measure":"count"}"#
        ),
        (.deleteGoal(name: "n"), #"{"type":"deleteGoal","name":"n"}"#),
        (
            .caption(Caption(text: "t")),
            #"""
            {"type":"caption","text":"t","slot":"main","effect":"typewriter","duration":2,
             "hold":3,"exit":0.5}
            """#
        ),
        (.deleteCaption(slot: "s"), #"{"type":"deleteCaption","slot":"s"}"#),
        (.deleteCombo(id: "c"), #"{"type":"deleteCombo","combo":"c"}"#),
        (.moveCombo(id: "c", place: 2), #"{"type":"moveCombo","combo":"c","to":2}"#),
        (.control(.skip), #"{"type":"control","action":"skip"}"#),
        (.takeBack(TakenBack(id: "c", seq: 7)), #"{"type":"takeBack","of":"c","ofSeq":7}"#),
        (
            .takeBack(TakenBack(id: "s", seq: nil, isStreak: true)),
            #"{"type":"takeBack","of":"s","ofStreak":true}"#
        ),
        (
            .takeBack(
                TakenBack(
                    id: "g", seq: nil,
                    given: .init(
                        Gift(
                            sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 2),
                        mark: .test, combo: "f", wasOvertaken: true))),
            #"""
            {"type":"takeBack","of":"g","sender":{"name":"Ann"},"gift":{"name":"Rose"},"count":2,
             "test":true,"combo":"f","overtaken":true}
            """#
        ),
        (.skip(node: "gifts/0"), #"{"type":"control","action":"skip","of":"gifts/0"}"#),
        (
            .call(Person(name: "Bob"), mark: .test),
            #"{"type":"call","user":{"name":"Bob"},"test":true}"#
        ),
        (
            .call(Person(name: "Bob"), mark: .replay(of: "c")),
            #"{"type":"call","user":{"name":"Bob"},"replayOf":"c"}"#
        ),
    ]

    @Test("A written event is read as the same event", arguments: kinds)
    func roundTrip(kind: Event.Kind, text: String) throws {
        #expect(JSON(kind) == JSON(text))
        #expect(try Event.Kind(stored: JSON(kind)) == kind)
    }

    @Test("A configuration is written with all keys and read as the same")
    func configuration() throws {
        var configuration = Configuration()
        configuration.gifts.x = 5
        let kind = Event.Kind.configure(configuration)
        #expect(JSON(kind)["config"]?["gifts"]?["x"] == .number(5))
        #expect(JSON(kind)["config"]?["calls"]?["max"] == .number(3))
        #expect(try Event.Kind(stored: JSON(kind)) == kind)
    }

    // Version 0.1 accepted 32 bytes per character in every text.
    @Test(
        "A history may have texts of up to 32 bytes per character, as in version 0.1",
        arguments: [
            (#"{"at":0,"type":"call","user":{"name":"*"}}"#, 6400),
            (#"{"at":0,"type":"call","user":{"name":"Ann","avatar":"/*"}}"#, 65_535),
            (#"{"at":0,"type":"caption","text":"*"}"#, 16_000),
            (#"{"at":0,"type":"counter","name":"c","to":1,"prefix":"*"}"#, 1600),
        ])
    func history(form: String, maxBytes: Int) {
        func line(_ bytes: Int) -> JSON {
            // The text has 50 characters, and the marks add only bytes.
            let text = String(repeating: "e\u{301}", count: 50)
            let marks = (bytes - text.utf8.count) / 2
            let odd = bytes.isMultiple(of: 2) ? "" : "e"
            return JSON(
                form.replacing(
                    "*", with: text + String(repeating: "\u{301}", count: marks) + odd))
        }
        #expect(throws: Never.self) { try EventLine(line(maxBytes)) }
        #expect(throws: ContentError.self) { try EventLine(line(maxBytes + 1)) }
    }
}

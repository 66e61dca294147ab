import Stage
import TestSupport
import Testing
import Texts
import Timeline
import Wire

@Suite("Stream messages")
struct StreamMessageTests {
    @Test("The hello message has protocol, room, stage, rate, time, build, role, look and fields")
    func hello() {
        let bytes = StreamMessage.hello(
            room: "main", configuration: Configuration(), framesPerSecond: 60,
            time: Instant(microseconds: 12_345), build: "1.2.3-\"a\"", may: "viewer")
        let text = String(decoding: bytes, as: UTF8.self)
        let start = [
            #"{"type":"hello","protocol":1,"room":"main","stage":{"width":960,"#,
            #""height":540},"fps":60,"time":12345,"build":"1.2.3-\"a\"","#,
            #""may":"viewer","look":{"theme":"aurora","motion":"full","font":null,"#,
            #""words":{"sent":"sent","give":"Give","calling":"is calling"},"css":{}},"#,
            #""reports":["quality"],"fields":["#,
            #"{"kind":"ticker","fields":[["x","hundredths"],["y","hundredths"],"#,
        ]
        #expect(text.hasPrefix(start.joined()))
        #expect(
            text.contains(
                #"{"kind":"call","fields":[["x","hundredths"],["y","hundredths"],"#
                    + #"["width","hundredths"],["height","hundredths"],["alpha","thousandths"],"#
                    + #"["name","name"],["avatar","name"],["leaving","flag"],["born","integer?"]]}"#
            ))
        var configuration = Configuration()
        configuration.stage.imageHosts = ["x.org", "*.y.org"]
        let other = StreamMessage.hello(
            room: "main", configuration: configuration, framesPerSecond: 60,
            time: Instant(microseconds: 0),
            build: "1", may: "owner")
        #expect(
            String(decoding: other, as: UTF8.self)
                .contains(#""height":540,"imageHosts":["x.org","*.y.org"]},"#))
    }

    @Test("The hello message without a configuration has neither stage nor look")
    func helloWithoutConfiguration() throws {
        let hello = try JSON(
            parsing: StreamMessage.hello(
                room: "main", configuration: nil, framesPerSecond: 60,
                time: Instant(microseconds: 0), build: "1", may: "deck"))
        #expect(
            hello.members.map(\.key)
                == ["type", "protocol", "room", "fps", "time", "build", "may", "fields"])
    }

    @Test("The hello message has the volume of the flourish while it is heard")
    func helloFlourish() throws {
        for (enabled, flourish, volume, heard) in [
            (true, true, 0.25, JSON.number(0.25)), (false, true, 0.25, nil),
            (true, false, 0.25, nil), (true, true, 0, nil),
        ] {
            var configuration = Configuration()
            configuration.sounds.enabled = enabled
            configuration.sounds.flourish = flourish
            configuration.sounds.volume = volume
            let hello = try JSON(
                parsing: StreamMessage.hello(
                    room: "main", configuration: configuration, framesPerSecond: 60,
                    time: Instant(microseconds: 0), build: "1", may: "viewer"))
            #expect(hello["flourish"] == heard)
        }
    }

    @Test("A look message has the words on stage")
    func look() {
        var look = LookConfiguration()
        look.words.sent = "送出"
        look.words.give = ""
        #expect(
            String(decoding: StreamMessage.look(look), as: UTF8.self)
                == #"{"type":"look","theme":"aurora","motion":"full","font":null,"words":{"sent":"送出","give":"","calling":"is calling"},"css":{}}"#
        )
    }

    @Test("A beat message has only its type")
    func beat() {
        #expect(String(decoding: StreamMessage.beat, as: UTF8.self) == #"{"type":"beat"}"#)
    }

    @Test(
        "A tap message has the call and its user",
        arguments: [
            (Person(name: "Ann"), #"{"name":"Ann"}"#),
            (
                Person(id: "7", name: "A\"n", avatar: "/a.png"),
                #"{"id":"7","name":"A\"n","avatar":"/a.png"}"#
            ),
        ])
    func tap(caller: Person, user: String) {
        let bytes = StreamMessage.tap(call: "c1", caller: caller)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"type":"tap","call":"c1","user":\#(user)}"#)
    }

    @Test(
        "Every valid viewer message is read",
        arguments: [
            (#"{"type":"tap","call":"c"}"#, ViewerMessage.tap(call: "c")),
            (#"{"type":"dismiss","call":"c"}"#, .dismiss(call: "c")),
            (
                #"{"type":"visibility","visible":true,"active":false}"#,
                .visibility(isVisible: true, isActive: false)
            ),
            (
                #"{"type":"visibility","visible":false,"active":true}"#,
                .visibility(isVisible: false, isActive: true)
            ),
            (#"{"type":"rate","fps":30}"#, .rate(framesPerSecond: 30)),
            (#"{"fps":1,"type":"rate"}"#, .rate(framesPerSecond: 1)),
            (#"{"type":"report","what":"quality","reduction":2}"#, .quality(reduction: 2)),
        ])
    func viewers(text: String, message: ViewerMessage) throws {
        #expect(try ViewerMessage(JSON(text)) == message)
    }

    @Test(
        "Any other viewer message is refused",
        arguments: [
            "{}", "[]", "1", #"{"type":"hello"}"#, #"{"type":1}"#, #"{"type":"tap"}"#,
            #"{"type":"tap","call":7}"#, #"{"type":"tap","call":""}"#,
            #"{"type":"tap","call":"c","x":1}"#, #"{"type":"dismiss"}"#,
            #"{"type":"visibility"}"#, #"{"type":"visibility","visible":1}"#,
            #"{"type":"rate"}"#, #"{"type":"rate","fps":0}"#, #"{"type":"rate","fps":61}"#,
            #"{"type":"rate","fps":29.97}"#, #"{"type":"rate","fps":"30"}"#,
            #"{"type":"report","what":"quality"}"#, #"{"type":"report","reduction":1}"#,
            #"{"type":"report","what":"quality","reduction":3}"#,
            #"{"type":"report","what":"quality","reduction":-1}"#,
            #"{"type":"report","what":"mood","reduction":1}"#,
        ])
    func wrong(text: String) {
        #expect(throws: ContentError.self) { try ViewerMessage(JSON(text)) }
    }
}

import Stage
import Testing
import Timeline
import Wire

@Suite("Stream message")
struct StreamMessageTests {
    @Test("The first message says protocol, room, stage, rate and time")
    func hello() {
        let bytes = StreamMessage.hello(
            room: "main", stage: StageConfiguration(), framesPerSecond: 60,
            time: Instant(microseconds: 12_345))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"type":"hello","protocol":1,"room":"main","stage":{"width":960,"#
                + #""height":540},"fps":60,"time":12345}"#)
    }

    @Test(
        "A tap tells call and user",
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
        "What viewers may say is read",
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
        ])
    func viewers(text: String, message: ViewerMessage) throws {
        #expect(try ViewerMessage(JSON(text)) == message)
    }

    @Test(
        "Anything else a viewer says is wrong",
        arguments: [
            "{}", "[]", "1", #"{"type":"hello"}"#, #"{"type":1}"#, #"{"type":"tap"}"#,
            #"{"type":"tap","call":7}"#, #"{"type":"tap","call":""}"#,
            #"{"type":"tap","call":"c","x":1}"#, #"{"type":"dismiss"}"#,
            #"{"type":"visibility"}"#, #"{"type":"visibility","visible":1}"#,
            #"{"type":"rate"}"#, #"{"type":"rate","fps":0}"#, #"{"type":"rate","fps":61}"#,
            #"{"type":"rate","fps":29.97}"#, #"{"type":"rate","fps":"30"}"#,
        ])
    func wrong(text: String) {
        #expect(throws: ContentError.self) { try ViewerMessage(JSON(text)) }
    }
}

import Stage
import TestSupport
import Testing
import Texts

@testable import Wire

@Suite("Look section of the configuration")
struct LookSectionTests {
    private func look(_ text: String) throws -> LookConfiguration {
        try ConfigurationDocument.read(JSON(#"{"look":\#(text)}"#)).look
    }

    @Test("Keys that a look leaves out have their defaults, also single words")
    func defaults() throws {
        #expect(try look("{}") == LookConfiguration())
        let partial = try look(#"{"theme":"paper","font":"Comic Neue","words":{"sent":"hat"}}"#)
        #expect(partial.theme == .paper && partial.motion == .full && partial.font == "Comic Neue")
        #expect(partial.words.sent == "hat" && partial.words.give == "Give")
        #expect(partial.words.calling == "is calling")
    }

    @Test(
        "Each fault of a look is reported with its pointer",
        arguments: [
            (#"{"motion":"some"}"#, "/look/motion"), (#"{"motion":null}"#, "/look/motion"),
            (#"{"theme":"dark"}"#, "/look/theme"), (#"{"font":""}"#, "/look/font"),
            (#"{"font":"//x.org/a.woff2"}"#, "/look/font"), (#"{"font":1}"#, "/look/font"),
            (#"{"words":{"says":"x"}}"#, "/look/words/says"), (#"{"css":"x"}"#, "/look/css"),
            (##"{"css":{"giftName":"red"}}"##, "/look/css/giftName"),
            (##"{"css":{"giftName":"#12"}}"##, "/look/css/giftName"),
            (##"{"css":{"giftName":"#12345g"}}"##, "/look/css/giftName"),
            (##"{"css":{"giftName":7}}"##, "/look/css/giftName"),
            (##"{"css":{"goalRadius":"7"}}"##, "/look/css/goalRadius"),
            (##"{"css":{"goalRadius":1001}}"##, "/look/css/goalRadius"),
            (##"{"css":{"color":"#fff"}}"##, "/look/css/color"),
        ])
    func refused(text: String, pointer: Text) {
        let error = #expect(throws: ContentError.self) { try look(text) }
        #expect(error?.problems.map(\.pointer) == [pointer])
    }

    @Test("A look is sent to pages as it was read")
    func message() throws {
        let text =
            ##"{"theme":"neon","motion":"calm","font":"/assets/a.woff2","words":{"sent":"a","give":"b","calling":"c"},"css":{"giftName":"#fD0","callRim":"#12345678","goalRadius":0.5}}"##
        let look = try look(text)
        let message = String(decoding: StreamMessage.look(look), as: UTF8.self)
        #expect(message == #"{"type":"look","# + text.dropFirst())
    }
}

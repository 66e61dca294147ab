import Stage
import Testing
import Texts

@testable import Wire

@Suite("The section look")
struct LookSectionTests {
    private func look(_ text: String) throws -> LookConfiguration {
        try ConfigurationDocument.read(JSON(parsing: Array(#"{"look":\#(text)}"#.utf8))).look
    }

    @Test("What it leaves out has its default, single words too")
    func defaults() throws {
        #expect(try look("{}") == LookConfiguration())
        let told = try look(#"{"theme":"paper","font":"Comic Neue","words":{"sent":"hat"}}"#)
        #expect(told.theme == .paper && told.font == "Comic Neue")
        #expect(told.words.sent == "hat" && told.words.give == "Give")
        #expect(told.words.calling == "is calling")
    }

    @Test(
        "What is none is named",
        arguments: [
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

    @Test("It is written as it is read, and told to pages so")
    func written() throws {
        let text =
            ##"{"theme":"neon","font":"/assets/a.woff2","words":{"sent":"a","give":"b","calling":"c"},"css":{"giftName":"#fD0","callRim":"#12345678","goalRadius":0.5}}"##
        let look = try look(text)
        let told = String(decoding: StreamMessage.look(look), as: UTF8.self)
        #expect(told == #"{"type":"look","# + text.dropFirst())
    }
}

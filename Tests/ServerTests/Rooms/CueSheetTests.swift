import Stage
import Testing
import Texts
import Timeline

@testable import Server

@Suite("Cue sheet")
struct CueSheetTests {
    /// The cues of a room with one gift, whose event has this id.
    private func cues(_ id: Text) throws -> [SoundCue] {
        var configuration = Configuration()
        configuration.sounds.combo = "/a.mp3"
        var room = Room(configuration: configuration)
        let gift = Gift(sender: Person(name: "Ann"), present: Present(name: "Leaf"), count: 1)
        _ = try room.apply(Event(seq: 1, id: id, kind: .gift(gift)), at: .zero)
        return room.takeCues()
    }

    @Test("What is made ahead is told at once, and not again when the room comes to it")
    func once() throws {
        var sheet = CueSheet()
        let cue = try cues("a")
        sheet.note(cue, isAhead: true)
        #expect(sheet.takeAll().map(\.id) == ["a"])
        // Another copy is made, and is ahead too.
        sheet.note(cue, isAhead: true)
        #expect(sheet.takeAll() == [])
        sheet.note(cue, isAhead: false)
        #expect(sheet.takeAll() == [])
        // By then it would be another one of the same name.
        sheet.note(cue, isAhead: false)
        #expect(sheet.takeAll().map(\.id) == ["a"])
    }

    @Test("What is made while it is muted is not told later, by the room itself neither")
    func muted() throws {
        var sheet = CueSheet()
        sheet.isMuted = true
        sheet.note(try cues("a"), isAhead: true)
        sheet.isMuted = false
        sheet.note(try cues("a") + cues("b"), isAhead: false)
        #expect(sheet.takeAll().map(\.id) == ["b"])
    }

    @Test("What nobody takes is bounded")
    func bound() throws {
        var sheet = CueSheet()
        let cue = try cues("a")
        for _ in 0..<1200 { sheet.note(cue, isAhead: false) }
        #expect(sheet.takeAll().count == 700)
    }
}

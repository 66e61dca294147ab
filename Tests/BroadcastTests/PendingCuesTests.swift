import Stage
import Testing
import Texts
import Timeline

@testable import Broadcast

@Suite("Cue sheet")
struct PendingCuesTests {
    /// The sound cues of a room with one gift whose event has this ID.
    private func cues(_ id: Text) throws -> [SoundCue] {
        var configuration = Configuration()
        configuration.sounds.combo = "/a.mp3"
        var room = Room(configuration: configuration)
        let gift = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Leaf"), count: 1)
        _ = try room.apply(Event(seq: 1, id: id, kind: .gift(gift)), at: .zero)
        return room.takeCues()
    }

    @Test("A speculative cue plays at once and not again when the room confirms it")
    func once() throws {
        var sheet = PendingCues()
        let cue = try cues("a")
        sheet.note(cue, isAhead: true)
        #expect(sheet.takeAll().map(\.id) == ["a"])
        // Another speculative copy of the room makes the same cue.
        sheet.note(cue, isAhead: true)
        #expect(sheet.takeAll() == [])
        sheet.note(cue, isAhead: false)
        #expect(sheet.takeAll() == [])
        // A repetition after that is a new cue with the same ID.
        sheet.note(cue, isAhead: false)
        #expect(sheet.takeAll().map(\.id) == ["a"])
    }

    @Test("A cue made while the sheet is muted never plays later")
    func muted() throws {
        var sheet = PendingCues()
        sheet.isMuted = true
        sheet.note(try cues("a"), isAhead: true)
        sheet.isMuted = false
        sheet.note(try cues("a") + cues("b"), isAhead: false)
        #expect(sheet.takeAll().map(\.id) == ["b"])
    }

    @Test("At most 700 cues wait")
    func bound() throws {
        var sheet = PendingCues()
        let cue = try cues("a")
        for _ in 0..<1200 { sheet.note(cue, isAhead: false) }
        #expect(sheet.takeAll().count == 700)
    }
}

import Journal
import Stage
import Testing
import Texts
import Timeline

@testable import Server

@Suite("Rota")
struct RotaTests {
    private func rooms(_ count: Int) -> [LiveRoom] {
        (0..<count).map {
            LiveRoom(
                name: "\($0)", birthConfiguration: "{}", room: Room(configuration: .init()),
                seq: 0, snapshotSeq: 0,
                clock: RoomClock(standingAt: .zero, log: 0), logClock: LogClock(at: 0))
        }
    }

    private func counts(_ rota: Rota) -> [Int] { rota.slices.map(\.count) }

    @Test("Few rooms are visited together, more are spread, many evenly")
    func spreading() {
        var rota = Rota()
        #expect(rota.slices.isEmpty)
        let rooms = rooms(10_000)
        for room in rooms[..<33] { rota.add(room) }
        #expect(counts(rota) == [32, 1])
        for room in rooms[33...] { rota.add(room) }
        #expect(counts(rota).reduce(0, +) == 10_000)
        #expect(counts(rota).count == Rota.sliceLimit)
        #expect(counts(rota).max() == 223 && counts(rota).min() == 222)
    }

    @Test("A room keeps its slice when others come and go; what they leave is taken first")
    func keeping() {
        var rota = Rota()
        let rooms = rooms(200)
        for room in rooms[..<100] { rota.add(room) }
        let kept = rooms[50..<100].map(\.slice)
        for room in rooms[..<50] { rota.remove(room) }
        #expect(counts(rota) == [0, 14, 32, 4])
        for room in rooms[100...] { rota.add(room) }
        #expect(rooms[50..<100].map(\.slice) == kept)
        #expect(counts(rota) == [32, 32, 32, 32, 22])
        #expect(rota.slices[0].allSatisfy { $0.slice == 0 })
    }
}

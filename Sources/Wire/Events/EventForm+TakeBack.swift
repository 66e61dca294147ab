import Stage
import Texts

/// The JSON form of a retraction event (`takeBack`), with the retracted gift, so that readers need no lookup.
extension EventForm {
    static let takeBack = EventForm(
        "takeBack",
        read: { $0.takeBack() },
        write: { kind in
            guard case .takeBack(let taken) = kind else { return [] }
            return [.init("of", .string(taken.id))]
                + (taken.isStreak ? [.init("ofStreak", .bool(true))] : [])
                + (taken.seq.map { [.init("ofSeq", .number(Double($0)))] } ?? [])
                + (taken.given?.members ?? taken.other.map { $0.form.write($0) } ?? [])
        })
}

extension TakenBack.Given {
    fileprivate var members: [JSON.Member] {
        EventForm.gift.write(.gift(gift, mark: mark))
            + (combo.map { [.init("combo", .string($0))] } ?? [])
            + (wasOvertaken ? [.init("overtaken", .bool(true))] : [])
    }
}

extension ObjectReader {
    fileprivate mutating func takeBack() -> Event.Kind? {
        let id = requiredText("of", .id)
        let seq = integer("ofSeq", in: 0...9_007_199_254_740_991).map(Int64.init)
        let isStreak = flag("ofStreak") ?? false
        let isNotice = peek("kind") != nil
        let given = isNotice || peek("gift") == nil ? nil : given()
        let other = isNotice ? notice() : peek("user") == nil ? nil : call()
        return id.map {
            .takeBack(TakenBack(id: $0, seq: seq, given: given, other: other, isStreak: isStreak))
        }
    }

    private mutating func given() -> TakenBack.Given? {
        let combo = text("combo", .id)
        let wasOvertaken = flag("overtaken") ?? false
        guard case .gift(let gift, let mark) = gift() else { return nil }
        return TakenBack.Given(gift, mark: mark, combo: combo, wasOvertaken: wasOvertaken)
    }
}

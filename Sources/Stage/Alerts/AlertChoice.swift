import Texts

/// The rule that was chosen for an event, with the event as the rule sees it.
struct AlertChoice: Hashable {
    let rule: AlertRule
    let subject: AlertSubject
}

extension AlertsConfiguration {
    /// Returns the group of rules for an event: the first rule that matches, and the rules that directly follow it with
    /// an equal condition. A rule with `isOnly` compares the event `alone`; other rules compare its combo, `combined`.
    func group(
        for alone: EventFacts, combined: EventFacts, in catalogue: Catalogue
    ) -> ArraySlice<AlertRule> {
        let first = rules.firstIndex {
            $0.condition.matches($0.isOnly ? alone : combined, in: catalogue)
        }
        guard let first else { return [] }
        return rules[first...].prefix { $0.condition == rules[first].condition }
    }
}

extension ArraySlice<AlertRule> {
    /// Chooses one rule of the group by weight, with the first draw of the event's generator; nil if all weights
    /// are 0.
    func chosen(for seq: Int64) -> AlertRule? {
        let total = reduce(0) { $0 + $1.weight }
        var generator = SplitMix64(seed: UInt64(bitPattern: seq))
        let share = generator.nextUnit() * Double(total)
        var sum = 0
        return first {
            sum += $0.weight
            return Double(sum) > share
        }
    }
}

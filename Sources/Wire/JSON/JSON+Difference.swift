/// Computes the merge patch (RFC 7396) from one JSON value to another.
extension JSON {
    /// Returns the merge patch (RFC 7396) that turns this value into `other`; nil if they are the
    /// same apart from the order of members.
    ///
    /// `other` must have no null within an object, because a merge patch can't express it.
    public func patch(to other: JSON) -> JSON? {
        guard self != other else { return nil }
        guard case .object(let mine) = self, case .object(let theirs) = other else { return other }
        let known = Dictionary(uniqueKeysWithValues: mine.map { ($0.key, $0.value) })
        let kept = Set(theirs.map(\.key))
        var changes = mine.filter { !kept.contains($0.key) }.map { Member($0.key, .null) }
        for member in theirs {
            if let value = known[member.key] {
                if let change = value.patch(to: member.value) {
                    changes.append(Member(member.key, change))
                }
            } else {
                changes.append(member)
            }
        }
        return changes.isEmpty ? nil : .object(changes)
    }
}

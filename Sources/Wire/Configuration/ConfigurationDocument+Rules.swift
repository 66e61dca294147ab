public import Stage
public import Texts

/// Makes the merge patches that set or remove one rule of a section's list `rules`.
extension ConfigurationDocument {
    /// Returns the merge patch that sets the rule `name` of a section to `rule`, an object without a name. A new rule goes
    /// to the end, or before the rule that `before` in the object names; with `before`, a known rule moves there.
    /// Throws if `before` is not the name of another rule.
    public static func patch(
        settingRule name: Text, of section: Text, to rule: JSON, in configuration: Configuration
    ) throws(ContentError) -> JSON {
        guard case .object(let members) = rule else {
            throw ContentError(problems: [.init(pointer: "", detail: "must be an object")])
        }
        var rules = rules(of: section, in: configuration)
        let named = JSON.object(
            [.init("name", .string(name))]
                + members.filter { $0.key != "before" && $0.key != "name" })
        let known = rules.firstIndex { $0["name"] == .string(name) }
        guard let next = members.first(where: { $0.key == "before" })?.value else {
            if let known { rules[known] = named } else { rules.append(named) }
            return patch(of: section, rules)
        }
        if let known { rules.remove(at: known) }
        guard let place = rules.firstIndex(where: { $0["name"] == next }) else {
            throw ContentError(problems: [
                .init(pointer: "/before", detail: "must be the name of another rule")
            ])
        }
        rules.insert(named, at: place)
        return patch(of: section, rules)
    }

    /// Returns the merge patch that removes the rule `name` of a section.
    public static func patch(
        removingRule name: Text, of section: Text, in configuration: Configuration
    ) -> JSON {
        patch(
            of: section,
            rules(of: section, in: configuration).filter { $0["name"] != .string(name) })
    }

    /// Returns true if a section has a rule with this name.
    public static func hasRule(
        _ name: Text, of section: Text, in configuration: Configuration
    ) -> Bool {
        rules(of: section, in: configuration).contains { $0["name"] == .string(name) }
    }

    private static func rules(of section: Text, in configuration: Configuration) -> [JSON] {
        guard case .array(let rules)? = write(configuration)[section]?["rules"] else { return [] }
        return rules
    }

    private static func patch(of section: Text, _ rules: [JSON]) -> JSON {
        .object([.init(section, .object([.init("rules", .array(rules))]))])
    }
}

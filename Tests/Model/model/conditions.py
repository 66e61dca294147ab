"""Conditions of rules (section 14): the key `when`."""

from .catalogue import is_called


def conditions(rule):
    """Returns a rule's conditions, without the null values."""
    return {key: value for key, value in rule.get("when", {}).items() if value is not None}


def identity(rule):
    """The identity of a rule's group: rules with equal conditions have the same one."""
    return tuple(sorted(conditions(rule).items()))


def is_at_least(value, bound):
    """False if the event does not have the value."""
    return value is not None and value >= bound


def is_wanted(event, wanted, config):
    return "gift" in event and is_called(event, wanted, config["catalogue"])


def is_money(event, config):
    currency = event.get("gift", {}).get("currency")
    return currency is not None and currency == config["sources"]["currency"]


def matches(rule, event, amount, config):
    """Tells if an event meets all conditions of a rule. The amount is that of the event or of its combo."""
    tests = {
        "type": lambda wanted: event["type"] == wanted,
        "kind": lambda wanted: event["type"] == "notice" and event["kind"] == wanted,
        "source": lambda wanted: (event.get("source") or "api") == wanted,
        "gift": lambda wanted: is_wanted(event, wanted, config),
        "money": lambda wanted: is_money(event, config) == wanted,
        "min": lambda bound: amount.worth >= bound,
        "max": lambda bound: amount.worth <= bound,
        "minCount": lambda bound: is_at_least(amount.count, bound),
        "minMonths": lambda bound: is_at_least(event.get("months"), bound),
    }
    return all(tests[key](value) for key, value in conditions(rule).items())

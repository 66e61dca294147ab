"""The defaults of sections 1, 3 to 7 and 9 to 16, and RFC 7396 (JSON Merge Patch)."""

import copy

from . import catalogue

DEFAULTS = {
    "catalogue": catalogue.DEFAULT,
    "stage": {"width": 960, "height": 540, "waitForViewer": False},
    "gifts": {
        "enabled": True, "x": 24, "y": 320, "channels": 2, "width": 200, "height": 40, "gap": 10,
        "entrance": 0.25, "popScale": 3.0, "dipScale": 0.7, "pop": 0.25,
        "settle": 0.25, "settleDamping": 0.7, "settleVelocity": 10,
        "linger": 3.0, "hurry": 4, "exit": 0.25, "exitShift": 240, "turn": 30,
        "queueLimit": 1000, "catchUpFrom": 10, "catchUpDivisor": 5,
    },
    "ticker": {
        "enabled": False, "x": 836, "y": 0, "width": 100, "height": 80,
        "entryX": 124, "entryY": 350, "margin": 85, "rows": 4,
        "entrance": 0.5, "pan": 0.3, "tick": 0.7, "steps": 5,
        "popScale": 3.0, "dipScale": 0.8, "pop": 0.25,
        "settle": 0.25, "settleDamping": 0.5, "settleVelocity": 8,
        "linger": 1.0, "fade": 1.0, "queueLimit": 1000,
    },
    "counters": {"enabled": True, "x": 24, "y": 24, "height": 36, "gap": 8, "max": 6},
    "captions": {
        "enabled": True, "x": 480, "y": 480, "height": 40, "gap": 8, "align": "center", "max": 4,
    },
    "calls": {
        "enabled": True, "x": None, "y": 0, "top": 17, "width": 170, "height": 48, "pitch": 58,
        "max": 3, "entrance": 0.2, "vanish": 5.0, "move": 0.5,
        "repetition": False, "repetitionKey": "userId", "tapVanish": False,
    },
    "goals": {
        "enabled": True, "x": 680, "y": 24, "width": 256, "height": 32, "gap": 8, "max": 4,
        "ease": 1.0,
    },
    "effects": {
        "enabled": True, "x": 0, "y": 0, "width": 960, "height": 540, "fade": 0.3, "gap": 0.2,
        "queueLimit": 50,
    },
    "alerts": {
        "enabled": True, "x": 300, "y": 200, "width": 360, "height": 150, "fade": 0.3, "gap": 0.5,
        "queueLimit": 100, "order": "arrival", "rules": [],
    },
    "leaders": {
        "enabled": False, "x": 736, "y": 200, "width": 200, "rowHeight": 28, "gap": 4, "rows": 5,
        "by": "value", "title": "", "anonymous": False, "period": "all", "timeZone": "UTC",
        "move": 0.4, "ease": 0.6,
    },
    "tiers": {
        "enabled": True, "value": [20, 200, 1000, 5000], "money": [500, 2000, 5000, 20000],
    },
    "sources": {"blocked": "", "currency": "USD"},
    "sounds": {
        "enabled": True, "volume": 0.8, "combo": None, "call": None, "effect": None, "goal": None,
        "alert": None, "clock": None, "flourish": False,
    },
    "clocks": {"rules": []},
}


def merge_patch(target, patch):
    """Applies a patch as RFC 7396, section 2, describes it; the target stays unchanged."""
    if not isinstance(patch, dict):
        return copy.deepcopy(patch)
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merge_patch(result.get(name), value)
    return result


def complete(document):
    """Adds the defaults to a configuration. A catalogue replaces the default one as a whole."""
    config = merge_patch(DEFAULTS, document)
    return config | {"catalogue": document.get("catalogue", DEFAULTS["catalogue"])}


def with_one_content(patch):
    """The `src` of an effect in a patch removes its `film`, and the reverse (section 9)."""
    patch = copy.deepcopy(patch)
    entries = patch.get("catalogue") if isinstance(patch, dict) else None
    for entry in (entries or {}).values():
        effect = entry.get("effect") if entry else None
        for given, removed in (("src", "film"), ("film", "src")):
            if effect and effect.get(given) is not None:
                effect.setdefault(removed, None)
    return patch


def patched(document, patch):
    """A configuration after a merge patch, which changes single entries of the catalogue."""
    patch = with_one_content(patch)
    whole = {"catalogue": complete(document)["catalogue"]}
    return merge_patch(whole | document, patch)

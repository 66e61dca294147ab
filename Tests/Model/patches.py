"""Random configurations and merge patches for the streams; all are valid."""

# Positions, sizes, limits and durations by section; some values of each are nasty (0, huge, uneven).
CHOICES = {
    "stage": {"width": [960, 1280, 801], "height": [540, 720]},
    "gifts": {
        "x": [24, 0, 300.5], "y": [320, 10], "width": [200, 120, 333.3], "height": [40, 55.5],
        "gap": [10, 0], "channels": [1, 2, 3, 4], "entrance": [0.25, 0, 0.5, 0.333333],
        "popScale": [3.0, 1, 2.25], "dipScale": [0.7, 0.5], "pop": [0.25, 0, 0.1, 0.333333],
        "settle": [0.25, 0, 0.4], "settleDamping": [0.7, 1, 0.3],
        "settleVelocity": [10, 0, 3.5], "linger": [3.0, 0, 0.5, 1], "hurry": [4, 0, 1, 2],
        "exit": [0.25, 0, 0.5, 1], "exitShift": [240, 0, 100], "turn": [30, 0, 0.75, 1.25, 2, 3.25],
        "queueLimit": [1000, 1, 3], "catchUpFrom": [10, 0, 1, 5, 20], "catchUpDivisor": [5, 1, 3],
    },
    "ticker": {
        "x": [836, 0, 500.5], "y": [0, 20], "width": [100, 90], "height": [80, 60],
        "entryX": [124, -100, 0], "entryY": [350, 200], "margin": [85, 60, 72.25],
        "rows": [4, 1, 2, 8], "steps": [5, 1, 3, 20], "popScale": [3.0, 2], "dipScale": [0.8, 1],
        "settleDamping": [0.5, 1, 0.9], "settleVelocity": [8, 0], "linger": [1.0, 0, 0.25],
        "fade": [1.0, 0, 0.25], "queueLimit": [1000, 1, 5],
    },
    "counters": {"x": [24, 100], "y": [24, 50.25], "height": [36, 20], "gap": [8, 0],
                 "max": [6, 2, 3, 8]},
    "captions": {"x": [480, 10], "y": [480, 300.75], "height": [40, 30], "gap": [8, 0],
                 "align": ["left", "center", "right"], "max": [4, 1, 2, 6]},
    "goals": {"x": [680, 10.5], "y": [24, 60], "width": [256, 100], "height": [32, 20],
              "gap": [8, 0], "max": [4, 1, 2, 6], "ease": [1.0, 0, 0.25, 0.333333]},
    "effects": {"x": [0, 10], "y": [0, 5.5], "width": [960, 300], "height": [540, 200],
                "fade": [0.3, 0, 0.1, 1, 0.333333], "gap": [0.2, 0, 1, 0.5],
                "queueLimit": [50, 0, 1, 2]},
    "leaders": {
        "x": [736, 10.5], "y": [200, 0, 33.25], "width": [200, 150], "rowHeight": [28, 20.5],
        "gap": [4, 0], "rows": [5, 1, 2, 3, 7], "by": ["value", "count"],
        "title": ["", "Top 🏆"], "anonymous": [True, False], "move": [0.4, 0, 0.25, 1.25, 0.333333],
        "ease": [0.6, 0, 0.25, 1, 3.3], "period": ["all", "session", "week"],
        "timeZone": ["UTC", "Europe/Berlin"],
    },
    "calls": {
        "x": [None, 0, 30.25], "y": [0, 50], "top": [17, 0, 40.5], "width": [170, 201], "height": [48, 30],
        "pitch": [58, 70, 100, 40], "max": [3, 1, 2, 5], "entrance": [0.2, 0, 0.5],
        "vanish": [5.0, 0, 0.25, 1, 2.5], "move": [0.5, 0, 0.25, 1.25],
        "repetition": [False, True], "repetitionKey": ["userId", "name"],
        "tapVanish": [True, False],
    },
    "alerts": {"x": [300, 0, 10.5], "y": [200, 0], "width": [360, 120.25], "height": [150, 80],
               "fade": [0.3, 0, 0.1, 1, 0.333333], "gap": [0.5, 0, 1, 0.2],
               "queueLimit": [100, 20, 5, 0, 1, 2], "order": ["arrival", "worth"]},
}
# Blocked words from the streams' names and texts, whole or in part.
BLOCKED = ["", "", "Bob", "ann, LINE", "*oe,hello", " 小 ,Ro*", "*ine*", "car*,,*", "caller 3, a*"]
# The ticker's durations change together, because pan ≤ entrance and pop + settle ≤ tick.
TICKER_DURATIONS = [
    {"entrance": 0.5, "pan": 0.3, "tick": 0.7, "pop": 0.25, "settle": 0.25},
    {"entrance": 0.25, "pan": 0.25, "tick": 0.5, "pop": 0.25, "settle": 0.25},
    {"entrance": 0, "pan": 0, "tick": 0, "pop": 0, "settle": 0},
    {"entrance": 0, "pan": 0, "tick": 0.25, "pop": 0, "settle": 0.2},
    {"entrance": 1, "pan": 1, "tick": 0.333333, "pop": 0.333333, "settle": 0},
    {"entrance": 0.75, "pan": 0, "tick": 1.25, "pop": 0.1, "settle": 0.5},
]
SECTIONS = {
    "gifts": {"gift"}, "ticker": {"ticker"}, "counters": {"counter", "clock"}, "captions": {"caption"},
    "calls": {"call"}, "goals": {"goal"}, "effects": {"catalogue"}, "alerts": {"alerts"},
    "leaders": {"leader"},
}


def used_sections(kinds):
    return [name for name, makers in SECTIONS.items() if makers & set(kinds)]


def section_patch(random, section, count):
    names = list(CHOICES[section])
    patch = {}
    for name in random.sample(names, min(count, len(names))):
        value = random.choice(CHOICES[section][name])
        is_reset = random.random() < 0.1
        patch[name] = None if is_reset else value
    # The limits that decide which items are on the stage change more often than the rest.
    for name in {"channels", "max", "rows"} & CHOICES[section].keys():
        if random.random() < 0.3:
            patch[name] = random.choice(CHOICES[section][name])
    if section == "ticker" and random.random() < 0.5:
        patch |= random.choice(TICKER_DURATIONS)
    return patch


KEYS = ["rose", "Rose", "castle", "TULIP", "tulip", "TuLiP", "car", "ägg", "k", "r"]


def entry(random):
    """Returns an entry with random keys, perhaps without any."""
    choices = {
        "name": ["Rose", "Tulip 🌷", "x"], "image": ["/a.png", "https://example.org/b.svg"],
        "sound": ["/assets/a.mp3", "/assets/b.ogg"], "value": [0, 1, 5000, 10**12],
        "effect": [{"src": "/assets/a.webm", "duration": random.choice([0.1, 0.5, 2, 6.5])},
                   {"src": "/assets/b.png", "duration": random.choice([0.3, 1, 1.000001])},
                   {"film": "castle", "duration": random.choice([0.4, 2])}, {"film": "hearts"}],
    }
    return {key: random.choice(some) for key, some in choices.items() if random.random() < 0.5}


def catalogue_patch(random, current):
    """Returns a patch that adds, changes and removes entries, or sometimes restores the default ones."""
    if random.random() < 0.1:
        return None
    patch = {key: entry(random) for key in random.sample(KEYS, random.choice([1, 2, 4]))}
    if current and random.random() < 0.3:
        patch[random.choice(list(current))] = None
    if current and random.random() < 0.3:
        patch[random.choice(list(current))] = {random.choice(["image", "value", "effect"]): None}
    return patch


def tiers(random):
    """Sometimes low enough that tiers rise within a second, sometimes beyond all gifts."""
    thresholds = [[20, 200, 1000, 5000], [1, 2, 3, 4], [2, 9, 30, 10**12], [10**9, 10**10, 10**11, 10**12]]
    choices = {"enabled": [True, True, False], "value": thresholds, "money": thresholds}
    return {key: random.choice(some) for key, some in choices.items() if random.random() < 0.5}


SOUNDS = {
    "enabled": [True, True, False], "volume": [0.8, 0, 1, 0.25], "combo": ["/c.mp3", None],
    "clock": ["/k.mp3", None], "call": ["/d.mp3", None], "effect": ["/e.mp3", None], "goal": ["/g.mp3", None],
    "flourish": [True, False],
}


def sounds(random):
    return {key: random.choice(some) for key, some in SOUNDS.items() if random.random() < 0.6}


def when(random):
    """Returns a condition with random parts, mostly few."""
    choices = {
        "type": ["gift", "call", "notice"], "source": ["api", "twitch"],
        "gift": ["Rose", "rose", "r", "Rakéta", "castle"], "money": [True, False],
        "min": [0, 1, 5, 50, 10**6], "max": [0, 4, 99, 10**18], "minCount": [1, 2, 10],
        "minMonths": [0, 1],
    }
    chosen = random.sample(list(choices), random.choice([0, 0, 1, 1, 2, 3]))
    parts = {key: random.choice(choices[key]) for key in chosen}
    if "min" in parts and "max" in parts:
        parts["min"], parts["max"] = sorted([parts["min"], parts["max"]])
    return parts


def clock_rules(random):
    """Returns a list of rules for clocks. Some rules take time away."""
    return [
        {
            "name": f"rule-{number}", "counter": random.choice("aabbcd"), "when": when(random),
            "seconds": random.choice([1, 0.5, 60, -1, -0.333333, 0, 10_000_000, -10_000_000]),
            "per": random.choice(["event", "count", "worth"]),
            "unit": random.choice([1, 3, 100, 10**12]),
        }
        for number in range(random.choice([0, 1, 2, 4]))
    ]


CONDITIONS = [
    {}, {"type": "gift"}, {"type": "call"}, {"type": "notice"}, {"kind": "follow"}, {"kind": "raid"},
    {"source": "twitch"}, {"source": "api", "type": "gift"}, {"gift": "Rose"}, {"gift": "rose"},
    {"gift": "castle"}, {"gift": "r", "minCount": 5}, {"money": True}, {"money": False, "min": 5},
    {"min": 1}, {"min": 10, "max": 500}, {"min": 10}, {"min": 1000}, {"type": "call", "max": 0},
    {"minCount": 2}, {"minCount": 10}, {"minCount": 50, "type": "gift"}, {"minMonths": 3},
    {"type": "gift", "min": 20}, {"type": "notice", "minCount": 0}, {"source": "kofi", "max": 10**12},
]
TITLES = [
    "{sender}", "{sender}: {count} × {gift}, {amount}", "{kind}|{title}|{months}|{count}|{amount}",
    "{{count}} {other} {count {Sender} }", "{gift}{sender}", "🎁 {amount}",
]
RULE = {
    "message": [True, False], "image": [None, "/a.png", "https://example.org/b.svg"],
    "film": [None, "rocket", "hearts", "/assets/a.webm", "/assets/b.png"],
    "sound": [None, "/assets/a.mp3", "/assets/b.ogg"], "duration": [1, 1, 1.5, 2, 3.333333, 6],
    "tier": [None, 0, 1, 4], "speak": [True, True, False], "only": [True, False, False],
    "obs": [None, {"do": "saveReplay"}, {"do": "scene", "scene": "Big", "back": 6}],
    "weight": [1, 0, 2, 1000],
}


def rules(random):
    """Returns rules, often with equal conditions beside each other."""
    conditions = []
    for when in random.sample(CONDITIONS, random.choice([0, 2, 4, 6, 9])):
        conditions += [when] * random.choice([1, 1, 2, 3])
    return [rule(random, f"rule-{number}", when) for number, when in enumerate(conditions)]


def rule(random, name, when):
    given = {key: random.choice(some) for key, some in RULE.items() if random.random() < 0.35}
    # Short alerts, so that the queue is empty now and then.
    given.setdefault("duration", random.choice([1, 1.25, 2]))
    given.setdefault("speak", random.random() < 0.5)
    if when or random.random() < 0.5:
        given["when"] = when
    return {"name": name, "title": random.choice(TITLES), **given}


def alerts_patch(random):
    """Returns a patch of the rules, or of settings that alerts share with other widgets."""
    style = random.random()
    if style < 0.55:
        return {"alerts": {"rules": None if random.random() < 0.05 else rules(random)}}
    if style < 0.7:
        return {"sources": {"blocked": random.choice(BLOCKED)}}
    if style < 0.85:
        return {"sources": {"currency": random.choice(["USD", "EUR", "JPY", None])}}
    return {"sounds": {"alert": random.choice(["/f.mp3", None]), "enabled": random.choice([True, True, False])}}


def initial_config(random, kinds):
    """Returns a configuration that is mostly near the defaults, and sometimes far from them."""
    config = {}
    for section in used_sections(kinds):
        count = random.choice([0, 0, 2, 6])
        patch = section_patch(random, section, count)
        config[section] = {name: value for name, value in patch.items() if value is not None}
    if "gifts" in config and random.random() < 0.5:
        config["gifts"]["turn"] = random.choice(CHOICES["gifts"]["turn"])
    if "ticker" in kinds:
        config["ticker"]["enabled"] = random.random() < 0.8
        config["gifts"] = {"enabled": random.random() < 0.7} | config.get("gifts", {})
    if "leader" in kinds:
        config["leaders"]["enabled"] = random.random() < 0.8
    if random.random() < 0.5:
        config["tiers"] = tiers(random)
    if "clock" in kinds:
        config["clocks"] = {"rules": clock_rules(random)}
    if "catalogue" in kinds and random.random() < 0.7:
        config["sounds"] = sounds(random)
        config["catalogue"] = {key: entry(random) for key in random.sample(KEYS, 5)}
    if "alerts" in kinds:
        config["alerts"]["rules"] = rules(random)
        config["alerts"]["order"] = random.choice(["arrival", "worth"])
        if random.random() < 0.3:
            config["sources"] = {"blocked": random.choice(BLOCKED)}
        config["sounds"] = config.get("sounds", {}) | {"alert": random.choice(["/f.mp3", None])}
    return config


def random_patch(random, kinds, current):
    """Returns a patch of one section, sometimes one that turns a widget off or on again."""
    sections = used_sections(kinds)
    if "alerts" in kinds and random.random() < 0.25:
        return alerts_patch(random)
    if "catalogue" in kinds and random.random() < 0.3:
        if random.random() < 0.3:
            return {"sounds": sounds(random)}
        return {"catalogue": catalogue_patch(random, current["catalogue"])}
    if "clock" in kinds and random.random() < 0.1:
        return {"clocks": {"rules": clock_rules(random)}}
    if "gift" in kinds and random.random() < 0.06:
        return {"tiers": tiers(random)}
    if ("caption" in kinds or "leader" in kinds) and random.random() < 0.08:
        return {"sources": {"blocked": random.choice(BLOCKED)}}
    if "goal" in kinds and random.random() < 0.05:
        return {"sources": {"currency": random.choice(["USD", "EUR", "JPY", None])}}
    off = [name for name in sections if not current[name]["enabled"]]
    if off and random.random() < 0.5:
        return {random.choice(off): {"enabled": True}}
    if not sections or random.random() < 0.05:
        return {"stage": section_patch(random, "stage", 1)}
    section = random.choice(sections)
    if random.random() < 0.08:
        return {section: {"enabled": False}}
    if random.random() < 0.05:
        return {section: {"enabled": current[section]["enabled"]}, "stage": None}
    return {section: section_patch(random, section, random.choice([1, 1, 2, 5]))}

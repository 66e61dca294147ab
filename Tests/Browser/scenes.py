"""The scenes that tests compare with reference pictures: every widget and every script at chosen times."""

from Browser.cards import Recorded
from Browser.recording import Recording

LONG = "Maximiliane-Alexandrina of the Seven Long Rivers"
NAMES = [
    ("Ann", "Rose"),
    (LONG, "Enormous bouquet of roses"),
    ("مُحَمَّد الكاتب", "وردة حمراء"),
    ("שירה כהן", "פרח"),
    ("प्रिया क्षत्रिय", "गुलाब"),
    ("น้ำผึ้ง", "ดอกกุหลาบ"),
    ("山田花子", "バラの花束"),
    ("👩🏽‍🚀🇧🇷 Zoe\u0308", "🎂👨‍👩‍👧"),
]
SCRIPTS = {
    "arabic": "مرحبًا بكم جميعًا",
    "hebrew": "שלום לכולם",
    "devanagari": "नमस्ते दुनिया, क्षमा",
    "thai": "สวัสดีชาวโลก น้ำใจ",
    "cjk": "你好世界 こんにちは 안녕",
    "emoji": "👍🏽👩‍👩‍👧‍👦🧑🏿‍🚀🇫🇷🇯🇵❤️‍🔥1️⃣",
    "marks": "Zoe\u0308 A\u030alesund q\u0303 ệ",
    "mixed": "Hi שלום 42 مرحبا!",
}


def gifts():
    events = [{"at": 0, "type": "gift", "sender": sender, "gift": gift, "count": 2 + 30 * index}
              for index, (sender, gift) in enumerate(NAMES)]
    config = {"gifts": {"channels": 8, "y": 20}}
    # The rows slide in, reach the peak of the first pop, and count.
    return Recording("gifts", events, [0.125, 0.375, 1.25], (0, 0, 370, 430), config)


def gifts_leaving():
    events = [{"at": 0, "type": "gift", "sender": "Ann", "gift": "Rose", "count": 4},
              {"at": 1.6, "type": "control", "action": "skip"}]
    return Recording("gifts-leaving", events, [1.6, 1.675, 1.75, 1.8], (0, 290, 500, 390))


def ticker():
    events = [{"at": index * 0.6, "type": "gift", "sender": sender, "gift": gift,
               "count": [1, 99, 3, 5000][index % 4]}
              for index, (sender, gift) in enumerate(NAMES)]
    config = {"ticker": {"enabled": True, "linger": 9, "rows": 8}, "gifts": {"enabled": False}}
    return Recording("ticker", events, [0.25, 0.95, 2.4, 5.9], (820, 0, 960, 440), config)


def counters():
    events = [
        {"at": 0, "type": "counter", "name": "hearts", "to": 1234567, "grouping": True,
         "prefix": "♥ "},
        {"at": 0, "type": "counter", "name": "goal", "to": 99.9, "format": "decimal",
         "prefix": "Goal ", "suffix": " %", "easing": "linear"},
        {"at": 0, "type": "counter", "name": "ones", "to": 1111111, "duration": 0},
        {"at": 0, "type": "counter", "name": "eights", "to": -8888888, "duration": 0},
        {"at": 0, "type": "counter", "name": "arabic", "to": 42, "prefix": "قلوب "},
        {"at": 0, "type": "counter", "name": "mixed", "to": 7, "prefix": "देखने वाले ",
         "suffix": " 👀"},
    ]
    return Recording("counters", events, [0.5, 2], (0, 10, 330, 300))


def goals():
    events = [
        {"at": 0, "type": "goal", "name": "roses", "title": "Roses", "target": 100, "start": 40},
        {"at": 0, "type": "goal", "name": "long", "title": LONG, "target": 1_000_000_000_000,
         "measure": "value", "start": 123_456_789_012},
        {"at": 0, "type": "goal", "name": "done", "title": "قلوب", "target": 12.5, "start": 10},
        {"at": 0, "type": "goal", "name": "none", "title": "🎸 山田花子", "target": 5, "gift": "x"},
        {"at": 1, "type": "gift", "sender": "Ann", "count": 40,
         "gift": {"name": "Rose", "value": 10_000_000_000}},
    ]
    # The bar rests, moves with a wave at its end, and rests again.
    return Recording("goals", events, [0.5, 1.1, 1.4, 2.5], (670, 14, 950, 190),
                     {"gifts": {"enabled": False}})


def effects():
    events = [{"at": 0, "type": "gift", "sender": "Ann", "gift": "Castle"},
              {"at": 0.2, "type": "gift", "sender": "Bob", "gift": "Rocket"}]
    config = {
        "effects": {"x": 300, "y": 40, "width": 360, "height": 240, "fade": 0.5},
        "catalogue": {name: {"name": name.title(), "image": f"/web/gifts/{name}.svg", "effect": {
            "src": f"/web/gifts/{name}.svg", "duration": 2}} for name in ("castle", "rocket")},
    }
    # The effect fades in, stands and fades out; the next one is drawn under a row.
    return Recording("effects", events, [0.25, 1, 1.75, 3.2], (0, 30, 670, 430), config)


def captions(effect, instants):
    events = [{"at": 0, "type": "caption", "text": text, "slot": slot, "effect": effect}
              for slot, text in SCRIPTS.items()]
    return Recording(f"captions-{effect}", events, instants, (280, 125, 680, 535),
                     {"captions": {"max": 8}})


def calls():
    events = [{"at": index * 0.4, "type": "call", "user": name}
              for index, (name, _) in enumerate(NAMES)]
    # Cards stand; then cards come, move up and leave.
    return Recording("calls", events, [0.1, 2.0, 3.0], (370, 0, 590, 420),
                     {"calls": {"max": 6}})


# A castle lands and rests on the second page of its message, a follow is skipped, and a rose of tier 0 stands.
ALERTS = Recorded("alerts", [0.8, 4.5, 8.6, 11], (270, 10, 690, 220))
# The board rests, its second row rises, a new row appears in the last place.
LEADERS = Recorded("leaders", [1, 2.2, 6.4], (716, 190, 960, 360))
# A clock runs, gets time, is in its last seconds, and has just ended.
CLOCKS = Recorded("clocks", [1, 3.5, 6, 13.6], (0, 0, 280, 160))

SCENES = [
    gifts(), gifts_leaving(), ticker(), counters(), goals(), effects(), calls(),
    captions("typewriter", [0.9, 2.5]),
    captions("fade", [0.9, 5.25]),
    captions("shine", [0.9]),
    captions("wave", [0.5, 1.2]),
    ALERTS, LEADERS, CLOCKS,
]

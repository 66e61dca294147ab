"""Records the show that the page plays with `?demo`: web/overlay/demo.json."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from Browser.recording import simulate
from harness.server import ROOT

FPS = 20
SECONDS = 18
FILE = ROOT / "web" / "overlay" / "demo.json"

EVENTS = [
    {"at": 0.4, "type": "gift", "sender": "Ann", "gift": "Rose", "count": 3},
    {"at": 1.6, "type": "call", "user": "Yuki"},
    {"at": 2.2, "type": "gift", "sender": "Mira", "gift": "Rocket", "count": 8},
    {"at": 3.0, "type": "caption", "text": "Thank you all!", "duration": 1.6, "hold": 3},
    {"at": 4.0, "type": "counter", "name": "hearts", "to": 1234, "duration": 3,
     "prefix": "♥ ", "grouping": True},
    {"at": 6.5, "type": "gift", "sender": "王小明", "gift": "Castle", "count": 2},
    {"at": 8.0, "type": "call", "user": "Priya"},
    {"at": 9.5, "type": "gift", "sender": "Chidi", "gift": "Cake", "count": 5},
    {"at": 10.5, "type": "caption", "text": "Ovation", "effect": "wave", "duration": 2.5, "hold": 1},
    {"at": 14.0, "type": "deleteCounter", "name": "hearts"},
]


def differences(frames):
    """The first frame as a whole, then only the changes; frames without changes are left out."""
    before = {}
    for index, frame in enumerate(frames):
        nodes = {node["id"]: node for node in frame["nodes"]}
        changes = []
        for name, node in nodes.items():
            known = before.get(name)
            if known is None:
                changes.append(node)
                continue
            change = {key: value for key, value in node.items() if known.get(key) != value}
            change.update({key: None for key in known if key not in node})
            if change:
                changes.append({"id": name, **change})
        removed = [name for name in before if name not in nodes]
        if index == 0:
            yield {"time": frame["time"], "full": True, "nodes": frame["nodes"]}
        elif changes or removed:
            more = {"removed": removed} if removed else {}
            yield {"time": frame["time"], "nodes": changes, **more}
        before = nodes


def record():
    """The recording's text."""
    frames = [json.loads(line) for line in simulate(EVENTS, SECONDS, fps=FPS)]
    show = {"fps": FPS, "seconds": SECONDS, "frames": list(differences(frames))}
    return json.dumps(show, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(record(), encoding="utf-8")

"""Plays a show of all widgets and films in the oldest engines that docs/obs.md promises.

    python3 Tests/Hard/engines.py [--pictures DIRECTORY] [CHROMIUM]...

Each engine is a QtWebEngine from PyPI, in a Python environment under `.build/engines`. A run fails if the page reports an
error in the console, or if a widget, a film or the still picture was never painted.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import venv

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from Browser.busiest import CONFIG, FILMS
from harness.room import Room
from harness.server import ROOT, Server

PACKAGES = ("PyQt6", "PyQt6-Qt6", "PyQt6-WebEngine", "PyQt6-WebEngine-Qt6", "PyQt6-sip")
# The versions of the packages, by the engine's version of Chromium.
ENGINES = {"102": ("6.4.2", "6.4.3", "6.4.0", "6.4.3", "13.13.0"), "108": ("6.5.3", "6.5.3", "6.5.0", "6.5.3", "13.13.0"),
           "122": ("6.8.1", "6.8.2", "6.8.0", "6.8.2", "13.13.0")}
ENVIRONMENT = {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_DISABLE_SANDBOX": "1", "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox"}
PAGE = pathlib.Path(__file__).with_name("engine_page.py")
FILMS_FROM = 20
SECONDS = FILMS_FROM + 2 + sum(FILMS.values())
# An engine that takes so much longer hangs, and is killed.
LATE_SECONDS = 60
WIDGETS = {"gifts", "ticker", "counters", "goals", "calls", "captions", "alerts", "leaders"}
LEAST_SHARE = 0.25
MARKS = "".join(map(chr, range(0x300, 0x370)))
HOSTILE = [f"Z{MARKS}algo{MARKS} x" * 3, "🎉🎂🥳" * 40, "👩🏽‍🚀🇧🇷👨‍👩‍👧" * 16, "مُحَمَّد الكاتب 山田花子 שלום " * 5]


def configure(room):
    """Puts every widget on the stage, and makes a gift with each film and one with a still picture."""
    room.configure({
        **CONFIG, "leaders": {"enabled": True, "title": "Top givers", "rows": 3, "x": 24, "y": 400},
        "catalogue": {**CONFIG["catalogue"], "still": {
            "name": "Still", "value": 60, "effect": {"src": "/web/gifts/castle.svg", "duration": 3}}},
        "alerts": {"y": 90, "rules": [
            {"name": "raid", "title": "{sender} raids with {count} viewers", "duration": 2.5, "when": {"kind": "raid"}}]}})


def show():
    """The requests of the show, as (seconds, method, route, body)."""
    yield 0, "PUT", "counters/left", {"clock": {"seconds": 3600}}
    yield 0, "PUT", "counters/likes", {"to": 123456, "duration": 30, "grouping": True, "prefix": "♥ "}
    yield 0, "PUT", "goals/song", {"title": "A song", "target": 100, "start": 60}
    for index, value in enumerate([1, 20, 200, 1000, 5000]):
        gift = {"name": f"Tier {index}", "value": value, "image": "/web/gifts/crown.svg"}
        yield index, "POST", "gifts", {"sender": f"Sender {index}", "gift": gift, "count": 1}
    yield 5, "POST", "gifts", {"sender": "Maximiliane", "gift": "rocket", "count": 99}
    for index, effect in enumerate(["typewriter", "fade", "shine", "wave"]):
        yield 1 + 3 * index, "POST", "captions", {"text": "Thank you, 山田花子 שלום 🎉", "effect": effect, "hold": 2}
        yield 1 + 2 * index, "POST", "calls", {"user": ["Bob", *HOSTILE][index][:90]}
    for index, words in enumerate(["Hello from the night shift!", *HOSTILE]):
        yield 6 + index * 3, "POST", "notices", {"kind": "raid", "sender": words[:40], "count": 120, "message": words}
    yield 14, "POST", "counters/left/clock", {"addSeconds": 300}
    yield 16, "POST", "gifts", {"sender": "Luz", "gift": "still"}
    for index, film in enumerate(FILMS):
        yield FILMS_FROM + index / 2, "POST", "gifts", {"sender": f"Mira {index}", "gift": f"film-{film}"}


def post(room, found):
    began = time.monotonic()
    for at, method, route, body in sorted(show(), key=lambda one: one[0]):
        time.sleep(max(0, began + at - time.monotonic()))
        answer = room.server.request(method, f"/v1/rooms/{room.name}/{route}", body)
        if answer.status >= 300:
            found.append(f"{route}: {answer}")


def installed(chromium):
    """Returns the Python of an engine's environment, and makes the environment first if it is missing."""
    directory = ROOT / ".build" / "engines" / chromium
    python = directory / "bin" / "python"
    if not (directory / "complete").exists():
        venv.create(directory, clear=True, with_pip=True)
        versions = [f"{name}=={version}" for name, version in zip(PACKAGES, ENGINES[chromium])]
        subprocess.run([python, "-m", "pip", "install", "--quiet", *versions], check=True)
        (directory / "complete").touch()
    return python


def reports(chromium, room, pictures, found):
    """Plays the show in an engine; yields the page's reports."""
    command = [installed(chromium), PAGE, f"{room.server.url}/overlay/{room.name}", str(pictures), str(SECONDS)]
    page = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                            env={**os.environ, **ENVIRONMENT})
    posting = threading.Thread(target=post, args=[room, found])
    limit = threading.Timer(SECONDS + LATE_SECONDS, page.kill)
    limit.start()
    for line in page.stdout:
        report = json.loads(line)
        if report.get("loaded"):
            posting.start()
        yield report
    limit.cancel()
    if page.wait() != 0:
        found.append(f"the engine ended with {page.returncode}")


def faults(chromium, pictures):
    """Returns the faults of an engine, as sentences."""
    found, painted, had_effects = [], {}, False
    with tempfile.TemporaryDirectory() as data, Server(data) as server:
        room = Room(server, "main")
        configure(room)
        for report in reports(chromium, room, pictures, found):
            if "error" in report:
                found.append(f"console: {report['error']}")
            if not report.get("chromium", chromium).startswith(chromium):
                found.append(f"the engine is Chromium {report['chromium']}")
            shares, effects = report.get("shares", {}), report.get("effects", [])
            # An effect paints the whole stage, also in the picture after its end, so that a widget's share is not known.
            now = {effect: shares["effects"] for effect in effects} if effects else {} if had_effects else shares
            painted.update({name: max(share, painted.get(name, 0)) for name, share in now.items()})
            had_effects = bool(effects)
    print(", ".join(f"{name} {share:.0%}" for name, share in sorted(painted.items())))
    return found + [f"never painted: {name}" for name in sorted({*WIDGETS, *FILMS, "still"})
                    if painted.get(name, 0) < LEAST_SHARE]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engines", nargs="*", metavar="CHROMIUM", help=", ".join(ENGINES))
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT / ".build" / "engines" / "pictures")
    options = parser.parse_args()
    failed = False
    for chromium in options.engines or ENGINES:
        pictures = options.pictures / chromium
        pictures.mkdir(parents=True, exist_ok=True)
        found = faults(chromium, pictures)
        print(f"Chromium {chromium}: {len(found)} faults, pictures in {pictures}", *found, sep="\n    ", flush=True)
        failed |= bool(found)
    return failed


if __name__ == "__main__":
    sys.exit(main())

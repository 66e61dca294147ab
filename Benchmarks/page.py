"""Measures the cost of the overlay page in a browser: script time per frame while everything moves, activity
at rest, and the evenness of its motion.

    page.py OVATION [--seconds S] [--idle-minutes N] [--repeat N] [--loads N] [--web DIRECTORY]

OVATION is the program. Needs Chromium and the packages of the browser tests. Prints a line of JSON:
medians of the repetitions in milliseconds, paints by kind, and bytes of the JavaScript heap. `script` is a
room where everything moves, `busiest` is the scene of Tests/Browser/busiest.py with each film once. `load` is
the machine's load average at the end. For the evenness, the page is loaded N times; each load gives the standard
deviation in milliseconds of the difference between the shown time's step and the screen's step, the smallest first.
"""

import argparse
import itertools
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests"))

from playwright.sync_api import sync_playwright

from Browser import busiest
from Browser.chromium import launch
from Browser.steadiness import PACER, WAVE, measured, unevenness
from harness.room import Room
from harness.server import ROOT, Server
from harness.waiting import wait_for

# The fourth caption comes after 3.3 s.
WARM_UP_SECONDS = 4
# The trace events that run script, or that script causes (garbage collection); they may nest.
SCRIPT = {"FunctionCall", "EvaluateScript", "RunMicrotasks", "FireAnimationFrame", "TimerFire",
          "EventDispatch", "MinorGC", "MajorGC"}
# The trace events of a repaint, from the page's callback to the raster.
PAINTS = {"FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "PaintImage",
          "Layerize", "Commit", "RasterTask"}

# Gift rows that always pop, a ticker that always pans, call cards that always move up.
MOVING = {
    "gifts": {"catchUpFrom": 0, "turn": 0},
    "ticker": {"enabled": True, "rows": 8, "entrance": 0.5, "pan": 0.5},
    "calls": {"max": 5},
}
CAPTIONS = [
    ("typewriter", "Thank you all for 1,000 followers 🎉"),
    ("fade", "مرحبًا بكم جميعًا في البث"),
    ("shine", "今夜はありがとう, see you tomorrow"),
    ("wave", "Only ten more to the goal"),
]


def posts():
    """Yields the requests that keep everything moving, as (seconds, method, route, body), in order of time."""
    for number in range(6):
        yield 0, "PUT", f"counters/{number}", {
            "to": 1234567 + number, "duration": 600, "easing": "linear", "grouping": True,
            "prefix": "Goal ", "format": "decimal" if number % 2 else "integer"}
    for number in itertools.count():
        at = number * 0.5
        sender = ("Ann", "Maximiliane")[number % 2]
        yield at, "POST", "gifts", {"sender": sender, "gift": "Rose", "count": 99}
        yield at + 0.15, "POST", "calls", {"user": f"Caller {number}"}
        if number % 2 == 0:
            effect, text = CAPTIONS[number // 2 % len(CAPTIONS)]
            yield at + 0.3, "POST", "captions", {
                "slot": effect, "effect": effect, "text": text, "duration": 4}


class Moving:
    """A room where everything moves as long as `feed` posts events."""

    def __init__(self, room, config, requests):
        self.room = room
        self.posts = iter(requests)
        self.next = next(self.posts)
        room.configure(config)
        self.start = time.monotonic()

    def feed(self, seconds):
        """Posts the requests of the next seconds, each when it is due."""
        end = time.monotonic() + seconds
        while (due := self.start + self.next[0]) < end:
            time.sleep(max(0, due - time.monotonic()))
            self.room.send(*self.next[1:])
            self.next = next(self.posts)
        time.sleep(max(0, end - time.monotonic()))

    def stop(self):
        """Clears the stage, except for counters, which then stand still."""
        self.room.send("POST", "control", {"action": "clear"})
        for number in range(6):
            self.room.send("PUT", f"counters/{number}", {"to": 1000 + number, "duration": 0})


class Page:
    """The overlay page of a room, in its own browser context."""

    def __init__(self, browser, room):
        self.browser = browser
        self.errors = []
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(f"{room.server.url}/overlay/{room.name}")
        self.protocol = context.new_cdp_session(self.page)
        self.protocol.send("Performance.enable")

    def traced(self, action):
        """Runs an action and returns the browser's trace events of that time."""
        self.browser.start_tracing(page=self.page, categories=["devtools.timeline", "v8"])
        action()
        events = json.loads(self.browser.stop_tracing())["traceEvents"]
        if self.errors:
            raise RuntimeError(f"errors on the page: {self.errors}")
        return events

    def heap(self):
        """Collects garbage until the heap no longer shrinks; returns the bytes in use."""
        least = None
        while True:
            self.protocol.send("HeapProfiler.collectGarbage")
            metrics = self.protocol.send("Performance.getMetrics")["metrics"]
            used = next(m["value"] for m in metrics if m["name"] == "JSHeapUsedSize")
            if least is not None and used >= least:
                return int(least)
            least = used


def paints(events):
    """Returns the number of trace events for each step of a repaint."""
    return dict(Counter(event["name"] for event in events
                        if event["name"] in PAINTS and event["ph"] in "XBI"))


def script_by_frame(events, start, duration):
    """Returns the script time of each animation frame in milliseconds, including the messages before it.

    START and DURATION select the clock: ts and dur for wall time, tts and tdur for the thread's processor time.
    """
    drawing = next(event for event in events if event["name"] == "FireAnimationFrame")
    runs = sorted((event[start], -event[duration], event["name"]) for event in events
                  if event["name"] in SCRIPT and event["ph"] == "X"
                  and event["pid"] == drawing["pid"] and event["tid"] == drawing["tid"])
    frames, spent, ended = [], 0, 0
    for at, negative, name in runs:
        # A nested run is part of the outer run's time.
        if at < ended:
            continue
        ended = at - negative
        spent -= negative
        if name == "FireAnimationFrame":
            frames.append(spent / 1000)
            spent = 0
    # The messages of the first frame may have come before the recording.
    return sorted(frames[1:])


def busy(page, moving, seconds):
    """Returns statistics of the script time per frame while everything moves."""
    events = page.traced(lambda: moving.feed(seconds))
    figures = {}
    for clock, start, duration in [("cpu", "tts", "tdur"), ("wall", "ts", "dur")]:
        times = script_by_frame(events, start, duration)
        figures |= {f"{clock} mean": statistics.fmean(times),
                    f"{clock} median": statistics.median(times),
                    f"{clock} p99": times[int(len(times) * 0.99)]}
    if len(times) < 50 * seconds:
        raise RuntimeError(f"only {len(times)} frames drawn in {seconds} s: not measured")
    return figures | {"frames": len(times)}


def still(page, room):
    """Waits for a second without a repaint; returns the nodes of the room's frame."""
    wait_for(lambda: not paints(page.traced(lambda: time.sleep(1))))
    return room.frame()["nodes"]


def idle(page, room, minutes):
    """Returns the repaints and the heap growth of the page while the room is at rest."""
    shown = still(page, room)
    before = page.heap()
    painted = paints(page.traced(lambda: time.sleep(minutes * 60)))
    after = page.heap()
    if room.frame()["nodes"] != shown:
        raise RuntimeError("something moved after all")
    # A dead page is at rest, too, so check that this page still shows a change.
    room.send("PUT", "counters/0", {"to": 7, "duration": 10})
    wait_for(lambda: paints(page.traced(lambda: time.sleep(0.2))))
    return {"minutes": minutes, "paints": painted, "heapBefore": before, "heapAfter": after}


def steadiness(browser, room, loads, seconds=4):
    """Returns the unevenness of several loads of the page, each with another phase to the server's clock."""
    room.send("POST", "captions", WAVE)
    deviations = []
    for _ in range(loads):
        with browser.new_context(viewport={"width": 960, "height": 540}) as context:
            page = context.new_page()
            page.add_init_script(PACER)
            page.goto(f"{room.server.url}/overlay/{room.name}")
            paced, _ = measured(page, seconds)
            deviations.append(round(unevenness(paced)[0], 3))
    return sorted(deviations)


def repeated(page, moving, seconds, count):
    """Returns the medians of the statistics of several runs."""
    runs = [busy(page, moving, seconds) for _ in range(count)]
    return {key: round(statistics.median(run[key] for run in runs), 3) for key in runs[0]}


def measure_busiest(browser, room, count):
    """Returns the script time in the busiest scene. Each run shows every film once, and so does the time before them:
    each film paints its pictures when it is shown first."""
    seconds = sum(busiest.FILMS.values()) + len(busiest.FILMS) * busiest.CONFIG["effects"]["gap"]
    page = Page(browser, room)
    moving = Moving(room, busiest.CONFIG, busiest.posts((count + 2) * seconds))
    moving.feed(seconds)
    result = repeated(page, moving, seconds, count)
    page.page.close()
    return result | {"load": os.getloadavg()[0]}


def measure(browser, room, options):
    page = Page(browser, room)
    moving = Moving(room, MOVING, posts())
    moving.feed(WARM_UP_SECONDS)
    result = {"script": repeated(page, moving, options.seconds, options.repeat)}
    moving.stop()
    if options.idle_minutes > 0:
        result["idle"] = idle(page, room, options.idle_minutes)
    page.page.close()
    if options.repeat > 0:
        result["busiest"] = measure_busiest(browser, Room(room.server, "busiest"), options.repeat)
    if options.loads > 0:
        result["steadiness"] = steadiness(browser, Room(room.server, "steady"), options.loads)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ovation", type=Path)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--idle-minutes", type=float, default=10)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--loads", type=int, default=16)
    parser.add_argument("--web", type=Path, default=ROOT / "web", help="the page's files, such as those of another version")
    options = parser.parse_args()
    Server.binary = str(options.ovation.resolve())
    # An exit by exception lets the with statements stop the server and the browser.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with (tempfile.TemporaryDirectory(prefix="ovation-page-") as data, Server(data, config=None, web=options.web) as server,
          sync_playwright() as playwright, launch(playwright) as browser):
        print(json.dumps(measure(browser, Room(server, "main"), options)))


main()

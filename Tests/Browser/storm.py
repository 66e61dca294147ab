"""Runs a storm of big gifts for ten minutes in one page, opened as OBS would. Checks that its memory does not grow
and no sound is lost, and reports for each frame over 50 ms if the page, the browser, or other processes caused
the delay.

    python3 Tests/Browser/storm.py [--minutes M] [--seed N]

Memory is measured after a garbage collection in Chromium: the page's heap, nodes and listeners, and the memory of
its process, both private and shared with the browser (such as decoded pictures). The median of the last
third is compared with that of the second.
"""

import argparse
import base64
import collections
import io
import json
import pathlib
import random
import statistics
import sys
import tempfile
import time

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from Browser.chromium import launch
from Browser.processor import Watched, threads_of
from Browser.studio import OBS
from Browser.uploads import tone, upload
from harness.room import Room
from harness.server import Server, export, run

# The tolerated growth, as a factor and an amount: the browser's own fluctuation.
SLACK = {"heap": (1.05, 1 << 20), "nodes": (1.0, 5), "listeners": (1.0, 5), "process": (1.1, 16 << 20),
         "shared": (1.1, 32 << 20)}
# More sounds than the page caches, and more pictures than it shows at once.
SOUNDS = 40
COUNT_SECONDS = 15
# Time after the stage was cleared, in which only sounds that were already sent still come.
CALM_SECONDS = 5
# The number of late frames that are listed one by one.
LONGEST = 12
# Films and pictures are as large as the stage; half of a film is transparent.
RECORD = """async ([codec, hue]) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [960, 540];
  const ctx = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: `video/webm;codecs=${codec}` });
  const parts = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const began = performance.now();
  const paint = () => {
    const seconds = (performance.now() - began) / 1000;
    ctx.clearRect(0, 0, 960, 540);
    ctx.fillStyle = `hsl(${hue + seconds * 60} 80% 50%)`;
    ctx.fillRect(200 + seconds * 90, 100, 300, 340);
    if (seconds < 3) requestAnimationFrame(paint);
    else recorder.stop();
  };
  recorder.start();
  paint();
  await new Promise((resolve) => (recorder.onstop = resolve));
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  let text = "";
  for (let from = 0; from < bytes.length; from += 32768) text += String.fromCharCode(...bytes.subarray(from, from + 32768));
  return btoa(text);
}"""

# Records every cue that the page receives with its result, and every frame over 50 ms.
WATCH = """() => {
  const { sound } = window.overlay;
  const told = window.storm = { cues: [], quieter: 0, late: [], counts: [] };
  const [play, hasRoom] = [sound.play, sound.hasRoom];
  sound.play = (cue, time) => {
    told.cues.push([cue.cue, cue.id, cue.sound, cue.time]);
    return play.call(sound, cue, time);
  };
  sound.hasRoom = (volume) => {
    const has = hasRoom.call(sound, volume);
    if (!has) told.quieter++;
    return has;
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration, renderStart, styleAndLayoutStart, scripts } of list.getEntries()) {
      if (duration <= 50) continue;
      const end = startTime + duration;
      told.late.push({
        start: startTime, end, duration, at: performance.timeOrigin + startTime,
        render: renderStart > 0 ? end - renderStart : 0, paint: styleAndLayoutStart > 0 ? end - styleAndLayoutStart : 0,
        scripts: scripts.map((one) => [one.duration, one.invoker, one.sourceFunctionName, one.sourceURL.split("/").pop()]),
      });
    }
  }).observe({ type: "long-animation-frame", buffered: false });
}"""


def moving(form, hue):
    """Returns a moving picture as large as the stage, partly transparent."""
    pictures = []
    for step in range(12):
        picture = Image.new("RGBA", (960, 540), (0, 0, 0, 0))
        ImageDraw.Draw(picture).ellipse((100 + step * 40, 90, 460 + step * 40, 450), fill=f"hsl({hue}, 80%, 50%)")
        pictures.append(picture)
    buffer = io.BytesIO()
    pictures[0].save(buffer, form, save_all=True, append_images=pictures[1:], duration=100, loop=0,
                     **({"disposal": 2} if form == "GIF" else {}))
    return buffer.getvalue()



def prepare(room, blank):
    """Uploads the room's files, and sets a catalogue of big gifts; returns their names."""
    sounds = [upload(room, tone(0.4 + index % 4 * 0.3, 0.1 + index % 9 / 10, 200 + 20 * index))["url"] for index in range(SOUNDS)]
    files = [upload(room, base64.b64decode(blank.evaluate(RECORD, [codec, hue])))["url"]
             for codec, hue in (("vp8", 0), ("vp9", 120), ("vp8", 240))]
    files += [upload(room, moving(form, hue))["url"] for form, hue in (("GIF", 30), ("PNG", 150), ("WEBP", 270))]
    files += ["/web/gifts/castle.svg", "/web/gifts/rocket.svg"]
    catalogue = {f"big{index}": {
        "name": f"Big {index}", "image": "/web/gifts/diamond.svg", "value": 1 + index % 50 * 100, "sound": sound,
        **({"effect": {"src": files[index % len(files)], "duration": 1.5 + index % 5 / 2}} if index % 3 else {}),
    } for index, sound in enumerate(sounds)}
    room.configure({
        "catalogue": catalogue, "ticker": {"enabled": True}, "calls": {"vanish": 4}, "gifts": {"linger": 0.5},
        "sounds": {"call": sounds[0], "goal": sounds[1], "combo": sounds[2]}})
    return list(catalogue)


def strike(room, chance, gifts, number):
    """Posts one event of the storm, mostly a big gift. A full queue may refuse it."""
    def post(method, part, body):
        answer = room.server.request(method, f"/v1/rooms/{room.name}/{part}", body)
        assert answer.status in (200, 202, 429), answer

    sender = f"Sender {chance.randrange(30)}"
    style = chance.random()
    if style < 0.7:
        post("POST", "gifts", {"sender": sender, "gift": chance.choice(gifts), "count": chance.choice([1, 1, 1, 3, 28, 99])})
    elif style < 0.78:
        post("POST", "calls", {"user": sender})
    elif style < 0.86:
        post("POST", "captions", {"text": f"Thank you {number}", "effect": chance.choice(["wave", "shine", "typewriter"]), "hold": 1})
    elif style < 0.93:
        post("PUT", "counters/likes", {"to": chance.randrange(10**6), "duration": 2})
    else:
        post("PUT", f"goals/goal{number % 3}", {"title": "For all", "target": chance.choice([5, 50]), "start": 0})


def counted(network, pid, page):
    """Returns the page's memory counters from Chromium, and records the time that the counting took."""
    began = page.evaluate("() => performance.now()")
    network.send("HeapProfiler.collectGarbage")
    metrics = {one["name"]: one["value"] for one in network.send("Performance.getMetrics")["metrics"]}
    counters = network.send("Memory.getDOMCounters")
    page.evaluate("(began) => storm.counts.push([began, performance.now()])", began)
    status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    own, shared = (int(status[name].split()[0]) * 1024 for name in ("RssAnon", "RssShmem"))
    return {"heap": metrics["JSHeapUsedSize"], "nodes": counters["nodes"], "listeners": counters["jsEventListeners"],
            "process": own, "shared": shared}


def process_of(system, kind, work):
    """Returns the browser's process of this kind that uses most CPU time during the work."""
    def spent():
        processes = system.send("SystemInfo.getProcessInfo")["processInfo"]
        return {one["id"]: one["cpuTime"] for one in processes if one["type"] == kind}

    before = spent()
    work()
    return max(((time - before.get(pid, 0), pid) for pid, time in spent().items()))[1]


def name_of(frame, counts):
    """Returns the cause of a long frame: this script's counting, other processes, a function of the page, or
    the browser."""
    half = frame["duration"] / 2
    if any(frame["start"] < end and start < frame["end"] for start, end in counts):
        return "this script's counting"
    if frame["waited"] >= half:
        return "other processes had the processors"
    if sum(script[0] for script in frame["scripts"]) >= half:
        _, invoker, function, file = max(frame["scripts"])
        return f"{file or '?'}: {function or invoker}{'' if frame['ran'] >= half else ', which waited for the browser'}"
    if frame["paint"] >= half:
        return "the browser: style, layout, painting"
    if frame["render"] >= half:
        return "the browser: before painting"
    if frame["ran"] >= half:
        return "the browser: other work on the page's thread"
    return "the browser came to it late"


def rain(page, room, gifts, chance, seconds, count):
    """Runs the storm: bursts with calms between them. Returns the memory samples and the number of events."""
    samples, number, end, next_count = [], 0, time.monotonic() + seconds, 0.0
    while (now := time.monotonic()) < end:
        if now >= next_count:
            samples.append({"at": seconds - (end - now), **count()})
            next_count = now + COUNT_SECONDS
        for _ in range(chance.choice([1, 1, 2, 3, 12])):
            strike(room, chance, gifts, number)
            number += 1
        page.wait_for_timeout(chance.choice([50, 200, 500, 1500]))
    return samples, number


def cues_by_simulation(data):
    """Returns the cues of a simulation of the exported history."""
    events = export(data, "main")
    until = json.loads(events.splitlines()[-1])["at"] + CALM_SECONDS
    lines = run("simulate", "--until", str(until), "--fps", "1", "--cues", stdin=events).splitlines()
    cues = (json.loads(line) for line in lines if b'"cue"' in line)
    return [[cue["cue"], cue["id"], cue["sound"]] for cue in cues if cue.get("type") == "cue"]


def is_flat(samples):
    third = len(samples) // 3
    flat = True
    for name, (factor, more) in SLACK.items():
        before = statistics.median(sample[name] for sample in samples[third:2 * third])
        after = statistics.median(sample[name] for sample in samples[2 * third:])
        holds = after <= before * factor + more
        flat &= holds
        print(f"{name}: first {samples[0][name]:.0f}, second third {before:.0f}, last third {after:.0f}"
              f"{'' if holds else ': it grows'}")
    return flat


def report(storm, state, expected, samples, number):
    """Prints the results; returns True if they are as expected."""
    late = collections.Counter(name_of(frame, storm["counts"]) for frame in storm["late"])
    print(f"{number} things happened; {len(storm['cues'])} cues told, {state['played']} begun, "
          f"{storm['quieter']} kept silent by four that were as loud; {state['drawn']} drawings")
    print(f"frames over 50 ms: {len(storm['late'])}, the longest {max((one['duration'] for one in storm['late']), default=0):.0f} ms")
    for name, times in late.most_common():
        print(f"  {times} × {name}")
    for one in sorted(storm["late"], key=lambda one: -one["duration"])[:LONGEST]:
        script = ", ".join(f"{file}: {function or invoker} {spent:.0f}" for spent, invoker, function, file in one["scripts"])
        print(f"  {one['duration']:.0f} ms, of which its thread ran {one['ran']:.0f} and processors were waited for "
              f"{one['waited']:.0f}; scripts: {script or 'none'}")
    told = [cue[:3] for cue in storm["cues"]]
    good = True
    if sorted(told) != sorted(expected):
        good = False
        missing = collections.Counter(map(tuple, expected)) - collections.Counter(map(tuple, told))
        print(f"of {len(expected)} cues by simulation the page was not told {list(missing)[:5]}")
    if state["played"] + storm["quieter"] != len(told):
        good = False
        print("a cue was told and neither begun nor kept silent by louder ones")
    return is_flat(samples) and good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    chance = random.Random(options.seed)
    with (tempfile.TemporaryDirectory() as data, Server(data, config=None) as server,
          sync_playwright() as playwright):
        room = Room(server, "main")
        browser = launch(playwright, arguments=["--autoplay-policy=no-user-gesture-required"])
        page = browser.new_context(viewport={"width": 960, "height": 540}, user_agent=OBS).new_page()
        troubles = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.add_init_script("window.obsstudio = {}")
        gifts = prepare(room, page)
        page.goto(f"{server.url}/overlay/main")
        page.wait_for_function("() => window.overlay?.sound.isSpeaker")
        page.evaluate(WATCH)
        network, system = page.context.new_cdp_session(page), browser.new_browser_cdp_session()
        network.send("Performance.enable")
        pid = process_of(system, "renderer", lambda: page.evaluate(
            "() => { for (const end = performance.now() + 500; performance.now() < end;); }"))
        painter = process_of(system, "GPU", lambda: None)
        thread = Watched(threads_of(pid, "main"))
        way = Watched([*threads_of(pid, "main", "Compositor"), *threads_of(painter, "main", "VizCompositorTh")])
        with thread, way:
            samples, number = rain(
                page, room, gifts, chance, options.minutes * 60, lambda: counted(network, pid, page))
            room.send("POST", "control", {"action": "clear"})
            page.wait_for_timeout(CALM_SECONDS * 1000)
        storm = page.evaluate("() => storm")
        for frame in storm["late"]:
            frame["ran"], _ = thread.between(frame["at"], frame["at"] + frame["duration"])
            _, frame["waited"] = way.between(frame["at"], frame["at"] + frame["duration"])
        state = page.evaluate("() => ({ played: overlay.sound.played, drawn: overlay.view.drawn })")
        browser.close()
        assert server.stop() == 0
        expected = cues_by_simulation(data)
    for sample in samples:
        print(json.dumps({key: round(value) for key, value in sample.items()}))
    good = report(storm, state, expected, samples, number) and troubles == []
    print("\n".join(troubles))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

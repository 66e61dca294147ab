"""A drawing of the busiest scene makes no objects and no text while nothing new comes.

Chromium's sampling profiler records every allocation. Numbers are not counted: the canvas takes them in boxes."""

import pytest

from Browser import busiest
from Browser.recording import simulate

FRAMES = 300
# V8 puts a number that is not a small integer into a box of 12 bytes.
BOX = 12
# What remains in 300 drawings, such as caches of the engine that grow. One object a drawing would be 6,000.
MOST_BYTES = 3_000
# Seconds of the recording from which the scene stands: rows pop, a film plays, goals are celebrated, a call rings.
INSTANT = 2.9

PREPARE = """async ([frame, theme, frames]) => {
  const [{ themes }, { wear }] = await Promise.all(["themes", "palette"].map((name) => import(`/web/shared/${name}.js`)));
  wear({ ...themes[theme], family: "" });
  replay.load(frame);
  await replay.draw(0);
  // The engine first runs code that makes more objects than the code it makes of it later.
  for (let round = 0; round < 6; round++) {
    replay.drawOn(0, frames);
    await new Promise((resolve) => setTimeout(resolve));
  }
}"""


def allocations(page, frames):
    """Draws frames, and returns the bytes of all objects that are no boxed numbers, by the function that made them."""
    protocol = page.context.new_cdp_session(page)
    protocol.send("HeapProfiler.enable")
    protocol.send("HeapProfiler.startSampling", {
        "samplingInterval": 1, "includeObjectsCollectedByMajorGC": True, "includeObjectsCollectedByMinorGC": True})
    page.evaluate("(frames) => replay.drawOn(0, frames)", frames)
    profile = protocol.send("HeapProfiler.stopSampling")["profile"]
    protocol.detach()
    names = {}
    nodes = [profile["head"]]
    while nodes:
        node = nodes.pop()
        call = node["callFrame"]
        names[node["id"]] = f"{call['functionName']} in {call['url'].rsplit('/')[-1]}"
        nodes += node["children"]
    made = {}
    for sample in profile["samples"]:
        if sample["size"] != BOX:
            name = names[sample["nodeId"]]
            made[name] = made.get(name, 0) + sample["size"]
    return made


@pytest.mark.parametrize("theme", ["aurora", "classic"])
def test_a_drawing_makes_no_objects_while_nothing_new_comes(replay, tmp_path, theme):
    page = replay(width=1920, height=1080)
    lines = simulate(list(busiest.events(4)), INSTANT, busiest.CONFIG, 20, tmp_path)
    page.evaluate(PREPARE, [lines[-1], theme, FRAMES])
    made = allocations(page, FRAMES)
    assert sum(made.values()) <= MOST_BYTES, sorted(made.items(), key=lambda item: -item[1])


def test_the_count_of_allocations_sees_one_small_object_a_drawing(replay, tmp_path):
    page = replay()
    lines = simulate(list(busiest.events(4)), INSTANT, busiest.CONFIG, 20, tmp_path)
    page.evaluate(PREPARE, [lines[-1], "aurora", 20])
    page.evaluate("() => replay.disturb((time) => { window.kept = [time]; })")
    assert sum(allocations(page, FRAMES).values()) > MOST_BYTES

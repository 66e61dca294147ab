"""A drawing of the busiest scene allocates no objects and no text if no frame has come.

Chromium's sampling profiler records every allocation. Numbers are not counted: the canvas takes them in boxes."""

import pytest

from Browser import busiest
from Browser.recording import simulate

WARM_UP = 600
FRAMES = 60
# V8 puts a number that is not a small integer into a box of 12 bytes.
BOX = 12
# A cache of the page may grow once. The smallest object in each drawing would be 720.
MOST_BYTES = 600
# Seconds of the recording at which rows pop, a film plays, goals are celebrated, and a call rings.
INSTANT = 2.9

PREPARE = """async ([frame, theme, frames]) => {
  const [{ themes }, { wear }] = await Promise.all(["themes", "palette"].map((name) => import(`/web/shared/${name}.js`)));
  wear({ ...themes[theme], family: "" });
  replay.load(frame);
  await replay.draw(0);
  // The engine first runs code that makes more objects than the code it makes of it later.
  await replay.drawOn(0, frames);
}"""


def allocations(page, frames):
    """Draws frames, and returns the bytes of the objects that the page's own functions make, by function. Boxed numbers
    do not count, nor do the test's and the engine's own objects."""
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
        if "/web/" in call["url"]:
            names[node["id"]] = f"{call['functionName']} in {call['url'].split('/web/')[1]}"
        nodes += node["children"]
    made = {}
    for sample in profile["samples"]:
        name = names.get(sample["nodeId"])
        if name is not None and sample["size"] != BOX:
            made[name] = made.get(name, 0) + sample["size"]
    return made


@pytest.mark.parametrize("theme", ["aurora", "classic"])
def test_a_drawing_without_a_new_frame_allocates_no_objects(replay, tmp_path, theme):
    page = replay(width=1920, height=1080)
    lines = simulate(list(busiest.events(4)), INSTANT, busiest.CONFIG, 20, tmp_path)
    page.evaluate(PREPARE, [lines[-1], theme, WARM_UP])
    made = allocations(page, FRAMES)
    assert sum(made.values()) <= MOST_BYTES, sorted(made.items(), key=lambda item: -item[1])


def test_the_count_of_allocations_sees_a_text_in_each_drawing(replay, tmp_path):
    page = replay()
    lines = simulate(list(busiest.events(4)), INSTANT, busiest.CONFIG, 20, tmp_path)
    page.evaluate(PREPARE, [lines[-1], "aurora", WARM_UP])
    page.evaluate("""async () => {
      const { grouped } = await import("/web/shared/text.js");
      replay.disturb((time) => grouped(time));
    }""")
    assert sum(allocations(page, FRAMES).values()) > MOST_BYTES

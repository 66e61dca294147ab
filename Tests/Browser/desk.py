"""The picture of the studio in the documents, and the record of its text and layout beside it."""

import json
import time

from Browser.images import IMAGES
from Browser.studio import OBS, Studio, picture_of

RECORD = IMAGES / "studio.json"
SECONDS = 30
# Other digits make a text wider or narrower, and move its neighbors.
PLACE_PIXELS, SIZE_PIXELS = 12, 40
SETTINGS = {"gifts": {"linger": 60, "hurry": 0, "catchUpFrom": 2, "catchUpDivisor": 1}, "calls": {"vanish": 60}}
GIFTS = [("Ann", "Rose", 3), ("Mira", "Rocket", 28), ("Chidi", "Cake", 5), ("王小明", "Castle", 1),
         ("Priya", "Coffee", 2)]
# Every visible text and input with its color and box. Digits and the units of delays differ from run to run.
DESCRIBE = """() => {
  const entries = [];
  const add = (text, element, box) => entries.push([
    text.trim().replace(/[+][0-9.]+ m?s/, "+0 ms").replace(/[0-9]+/g, "0"), getComputedStyle(element).color,
    ...[box.x, box.y, box.width, box.height].map(Math.round)]);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node instanceof HTMLInputElement && node.checkVisibility()) add(node.value, node, node.getBoundingClientRect());
    if (!(node instanceof Text) || node.data.trim() === "" || !node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    add(node.data, node.parentElement, range.getBoundingClientRect());
  }
  return entries;
}"""


# A slow machine must not reduce the decoration, because the studio would say so.
STEADY = """Object.defineProperty(window, "overlay", {
  configurable: true,
  set(overlay) {
    overlay.view.thrift.note = () => {};
    Object.defineProperty(window, "overlay", { value: overlay });
  },
});"""
# The first run was answered in this browser.
ANSWERED = "(room) => localStorage.setItem(`ovation.setup.${room}`, 'answered')"


def fill(room):
    """Puts gifts, a goal, a caption and a call into a room; more gifts wait."""
    room.configure(SETTINGS)
    for name, gift, count in GIFTS:
        room.gift(name, gift, count)
    room.send("PUT", "goals/roses", {"title": "A hundred roses", "target": 100, "start": 62})
    room.send("POST", "captions", {"text": "Thank you all!", "effect": "wave", "hold": None, "duration": 0})
    room.call("Yuki")


def is_at_rest(room):
    """Returns whether all counts on the stage have ended."""
    nodes = room.nodes().values()
    return len(nodes) == 5 and all(node.get("digitScale", 1) == 1 == node["alpha"] for node in nodes)


def open_studio(chromium, room):
    """The studio of a room that OBS shows; its page."""
    source = chromium.new_page(viewport={"width": 960, "height": 540}, user_agent=OBS)
    source.add_init_script("window.obsstudio = {}")
    source.add_init_script(STEADY)
    source.goto(f"{room.server.url}/overlay/{room.name}")
    fill(room)
    page = chromium.new_page(viewport={"width": 1280, "height": 760}, color_scheme="dark")
    page.add_init_script(STEADY)
    page.goto(f"{room.server.url}/web/studio/words/en.js")
    page.evaluate(ANSWERED, room.name)
    Studio(page, room).open().lamp("ok")
    return page


def described(page):
    return page.evaluate(DESCRIBE)


def is_like(seen, wanted):
    """Compares two descriptions: texts and colors must be equal, places nearly equal."""
    limits = (PLACE_PIXELS, PLACE_PIXELS, SIZE_PIXELS, SIZE_PIXELS)
    return len(seen) == len(wanted) and all(
        one[:2] == other[:2] and all(abs(a - b) <= limit for a, b, limit in zip(one[2:], other[2:], limits, strict=True))
        for one, other in zip(seen, wanted, strict=True))


def settle(page, room, is_done):
    """Waits until the studio shows what a function wants to see; whether it does in time."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if is_at_rest(room) and is_done(described(page)):
            return True
        page.wait_for_timeout(100)
    return False


def draw(chromium, room):
    page = open_studio(chromium, room)
    seen = [[]] * 20

    def stands(description):
        """Returns whether the last twenty descriptions are alike."""
        seen.append(description)
        return all(is_like(description, one) for one in seen[-20:])

    assert settle(page, room, stands), "the studio does not come to rest"
    picture_of(page.locator("html")).save(IMAGES / "studio.png", optimize=True)
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in described(page))
    RECORD.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def is_current(chromium, room):
    wanted = json.loads(RECORD.read_text(encoding="utf-8"))
    return settle(open_studio(chromium, room), room, lambda seen: is_like(seen, wanted))

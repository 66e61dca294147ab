"""Effects, as pixels: at the room's time wherever a page joins, and a broken file costs nothing else."""

import base64
import io
import math
from random import Random

import pytest
from PIL import Image

from Browser.canvas import decoded, difference, painted, pixels, until
from Browser.films import COLOURS, moving
from Browser.uploads import upload

def play(room, src, duration=60):
    """Has the effect start; returns the room time at which it does, in milliseconds."""
    room.configure({
        "stage": {"waitForViewer": "never"}, "effects": {"fade": 0},
        "catalogue": {"big": {"effect": {"src": src, "duration": duration}}}})
    room.send("POST", "gifts", {"gift": "big"})
    return next(node["start"] for node in room.frame()["nodes"] if node["kind"] == "effect") / 1000


LOOK = """([x, y]) => {
  const { view } = window.overlay;
  const data = view.brush.ctx.getImageData(x, y, 1, 1).data;
  return [view.brush.time, view.timeAt(performance.now()), [...data]];
}"""


def is_like(seen, colour):
    """Whether a pixel has nearly this colour, and nothing shines through it."""
    return seen[3] == 255 and all(abs(one - other) < 40 for one, other in zip(seen, colour))


def shown(page, start, x=900):
    """The number of the colour that is to be seen, if it is that of the room's time."""
    time, _, seen = page.evaluate(LOOK, [x, 60])
    wanted = min(int((time - start) / 1000), len(COLOURS) - 1)
    return wanted if is_like(seen, COLOURS[wanted]) else None


TYPES = {"gif": "image/gif", "png": "image/png", "webp": "image/webp", "webm": "video/webm",
         "svg": "image/svg+xml"}


def give(route, body, type):
    """The part of a file that is asked for."""
    asked = route.request.headers.get("range", "")
    if not asked.startswith("bytes="):
        return route.fulfill(body=body, content_type=type, headers={"accept-ranges": "bytes"})
    first, last = asked.removeprefix("bytes=").split("-")
    first, last = int(first), min(int(last or len(body)), len(body) - 1)
    route.fulfill(status=206, body=body[first:last + 1], content_type=type, headers={
        "accept-ranges": "bytes", "content-range": f"bytes {first}-{last}/{len(body)}"})


def opened(blank, room, name, body, status=200, parts=False, script=None):
    """The room's overlay, for which the server has this file, whole or in parts too."""
    page, type = blank(), TYPES[name.split(".")[-1]]
    if script:
        page.add_init_script(script)
    page.route(f"**/assets/{name}", lambda route: give(route, body, type) if parts else
               route.fulfill(status=status, body=body, content_type=type))
    page.goto(f"{room.server.url}/overlay/{room.name}")
    return page


PLAIN = "delete window.ImageDecoder"


@pytest.mark.parametrize("form, ending, script", [
    ("GIF", "gif", None), ("PNG", "png", None), ("WEBP", "webp", None), ("GIF", "gif", PLAIN)])
def test_moving_pictures_are_at_the_room_s_time(blank, room, form, ending, script):
    body = moving(form)
    start = play(room, f"/assets/e.{ending}")
    page = opened(blank, room, f"e.{ending}", body, script=script)
    seen = set()

    def looked():
        index = shown(page, start)
        if index is not None:
            seen.add(index)
        return len(seen) >= 2

    until(looked, 30)
    # Its last picture stays.
    until(lambda: shown(page, start) == len(COLOURS) - 1, 20)


@pytest.mark.parametrize("ending", ["png", "webp"])
def test_a_browser_without_a_decoder_shows_the_first_picture(blank, room, ending):
    body = moving({"png": "PNG", "webp": "WEBP"}[ending])
    play(room, f"/assets/e.{ending}")
    page = opened(blank, room, f"e.{ending}", body, script=PLAIN)
    until(lambda: is_like(page.evaluate(LOOK, [900, 60])[2], COLOURS[0]), 20)


DECODE = """async (data) => {
  const { bookOf, Gif } = await import("/web/overlay/paint/gif.js");
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  const book = bookOf(bytes);
  const gif = new Gif(bytes, book);
  const pictures = [];
  // One after the other, then back to the first.
  for (const place of [...book.pages.keys(), 0]) {
    pictures.push((await gif.decode(place)).toDataURL().split(",")[1]);
  }
  return [pictures, book.pages.map((page) => page.microseconds), book.runs];
}"""


def drawn(random, size):
    """A picture with flat places and noise, partly clear."""
    picture = Image.new("RGBA", size)
    for _ in range(random.randrange(1, 9)):
        colour = tuple(random.choice([0, 51, 102, 204, 255]) for _ in range(3))
        left, top = random.randrange(size[0]), random.randrange(size[1])
        box = (left, top, left + random.randrange(1, 60), top + random.randrange(1, 60))
        picture.paste((*colour, random.choice([0, 255, 255])), box)
    for _ in range(random.choice([0, 0, 2000])):
        spot = random.randrange(size[0]), random.randrange(size[1])
        picture.putpixel(spot, (random.choice([0, 255]), random.choice([0, 102, 255]), 51, 255))
    return picture


@pytest.mark.parametrize("seed", range(1, 9))
def test_gifs_are_decoded_as_another_program_does(blank, server, seed):
    random = Random(seed)
    size = random.randrange(1, 120), random.randrange(1, 90)
    pictures = [drawn(random, size) for _ in range(random.randrange(1, 7))]
    buffer = io.BytesIO()
    pictures[0].save(
        buffer, "GIF", save_all=True, append_images=pictures[1:], optimize=False,
        disposal=random.choice([0, 1, 2, 3]), duration=[20 + 10 * i for i, _ in enumerate(pictures)],
        interlace=random.choice([0, 1]), **random.choice([{}, {"loop": 0}, {"loop": 4}]))
    page = blank()
    page.goto(f"{server.url}/overlay/gifs")
    shown, lasts, runs = page.evaluate(DECODE, base64.b64encode(buffer.getvalue()).decode())
    other = Image.open(buffer)
    assert len(shown) == other.n_frames + 1
    assert runs == (other.info["loop"] + 1 if other.info.get("loop") else
                    1 if "loop" not in other.info else math.inf)
    for place in [*range(other.n_frames), 0]:
        other.seek(place)
        assert lasts[place] == other.info["duration"] * 1000
        wanted, got = other.convert("RGBA"), decoded(base64.b64decode(shown[place]))
        assert difference(wanted, got) == 0, f"seed {seed}, picture {place}"


# Notes of each drawing its room time and a pixel, from the first on.
NOTE = """Object.defineProperty(window, "overlay", { configurable: true, set(overlay) {
  Object.defineProperty(window, "overlay", { value: overlay });
  const { view } = overlay;
  const draw = view.draw.bind(view);
  window.noted = [];
  view.draw = () => {
    draw();
    noted.push([view.brush.time, [...view.brush.ctx.getImageData(900, 60, 1, 1).data]]);
  };
} })"""
LATE_MILLISECONDS = 400
# A film runs by a clock of its own, within two frames of the room's.
EARLY_MILLISECONDS = 34


@pytest.mark.parametrize("ending", ["gif", "png", "webp", "webm"])
def test_a_page_that_joins_in_the_middle_shows_the_middle(blank, room, film, ending):
    body = film if ending == "webm" else moving({"gif": "GIF", "png": "PNG", "webp": "WEBP"}[ending])
    start = play(room, upload(room, body)["url"])
    # Something that moves all the while, so that there is always something to be drawn.
    room.send("PUT", "counters/c", {"to": 9999, "duration": 60})
    until(lambda: room.frame()["time"] / 1000 > start + 3200, 20)
    page = blank()
    page.add_init_script(NOTE)
    page.goto(f"{room.server.url}/overlay/{room.name}")
    page.wait_for_function(LONG_ENOUGH, arg=2500)
    noted = page.evaluate("() => noted")
    # Nothing, until there is a picture, and then the one of the time; but for a moment one beside it, while
    # it is decoded, or while the page finds out what time it is.
    seen = [(time - start, pixel) for time, pixel in noted if pixel[3] > 0]
    assert seen[0][0] > 3000, seen[0]
    off = [one for one in seen if not is_near(*one, LATE_MILLISECONDS, EARLY_MILLISECONDS)]
    assert len(off) < len(seen) / 10, off
    assert all(is_near(*one, 1000, 1000) for one in off), off


# Whether that which is noted has had a picture for so many milliseconds.
LONG_ENOUGH = """(least) => {
  const first = window.noted?.find(([, pixel]) => pixel[3] > 0);
  return first && noted.at(-1)[0] > first[0] + least;
}"""


def is_near(time, pixel, late, early):
    """Whether it is the colour of this time, or of one so much before or after it."""
    near = {index(then) for then in (time - late, time, time + early)}
    return any(is_like(pixel, COLOURS[one]) for one in near)


def index(time):
    """Which colour is to be seen so long after the start."""
    return min(int(time / 1000), len(COLOURS) - 1)


# As browsers are that do not tell of a film's pictures.
SILENT = "delete HTMLVideoElement.prototype.requestVideoFrameCallback"


@pytest.mark.parametrize("parts, script", [(True, None), (False, None), (True, SILENT)])
def test_a_film_with_alpha_is_at_the_room_s_time(blank, room, film, parts, script):
    start = play(room, "/assets/e.webm")
    page = opened(blank, room, "e.webm", film, parts=parts, script=script)
    seen = set()

    def looked():
        index = shown(page, start)
        if index is not None:
            seen.add(index)
        return len(seen) >= 2

    until(looked, 30)
    # Where the film is clear the stage is.
    assert page.evaluate(LOOK, [60, 60])[2][3] < 30


# The elements of WebM around a film's size (RFC 9559, section 5.1), the outermost first.
SEGMENT, TRACKS, ENTRY, VIDEO = 0x18538067, 0x1654AE6B, 0xAE, 0xE0


def within(webm, at, wanted):
    """Where the first element `wanted` from `at` on says its length, in how many octets, and what."""
    while True:
        octets = 9 - webm[at].bit_length()
        name, at = int.from_bytes(webm[at:at + octets], "big"), at + octets
        octets = 9 - webm[at].bit_length()
        length = int.from_bytes(webm[at:at + octets], "big") & (1 << 7 * octets) - 1
        if name == wanted:
            return at, octets, length
        at += octets + length


def widened(webm, width, height):
    """The film with a size at which it is to be shown, other than that of its pixels."""
    more = b"\x54\xb0\x82" + width.to_bytes(2, "big") + b"\x54\xba\x82" + height.to_bytes(2, "big")
    around, inside = [], sum(within(webm, 0, SEGMENT)[:2])
    for name in (TRACKS, ENTRY, VIDEO):
        around.append(within(webm, inside, name))
        inside = sum(around[-1][:2])
    end = inside + around[-1][2]
    webm, grown = webm[:end] + more + webm[end:], len(more)
    # From within: a length that takes more octets makes what is around it longer.
    for at, octets, length in reversed(around):
        webm = webm[:at] + (1 << 56 | length + grown).to_bytes(8, "big") + webm[at + octets:]
        grown += 8 - octets
    return webm


def test_a_film_s_pixels_need_not_be_square(blank, room, film):
    start = play(room, "/assets/e.webm")
    page = opened(blank, room, "e.webm", widened(film, 192, 54), parts=True)

    def looked():
        time, _, pixel = page.evaluate(LOOK, [900, 270])
        return is_like(pixel, COLOURS[index(time - start)])

    until(looked, 30)
    # Twice as wide as it has pixels, it leaves a quarter of the stage above it and one below.
    assert [page.evaluate(LOOK, [900, y])[2][3] for y in (100, 440)] == [0, 0]


@pytest.mark.network
@pytest.mark.parametrize("name", ["e.webm", "e.gif", "e.png", "e.svg"])
@pytest.mark.parametrize("status, body", [(404, b""), (200, b"\x1aE\xdf\xa3 no film, no picture")])
def test_a_broken_file_costs_nothing_but_itself(blank, room, name, status, body):
    room.configure({"gifts": {"linger": 60}})
    play(room, f"/assets/{name}")
    page = opened(blank, room, name, body, status)
    # The gift's row is drawn at 24, 320, and nothing above it.
    until(lambda: painted(pixels(page)) is not None, 20)
    page.wait_for_timeout(500)
    assert painted(pixels(page))[1] > 250
    # The page goes on.
    room.send("PUT", "counters/c", {"to": 7, "duration": 0})
    until(lambda: (box := painted(pixels(page))) and box[1] < 60, 20)


@pytest.mark.network
@pytest.mark.parametrize("ending", ["gif", "png", "webp", "webm"])
def test_after_a_file_that_ends_early_the_next_one_is_shown(blank, room, film, ending):
    whole = film if ending == "webm" else moving({"gif": "GIF", "png": "PNG", "webp": "WEBP"}[ending])
    next_one = upload(room, moving("GIF"))["url"]
    room.configure({
        "stage": {"waitForViewer": "never"}, "effects": {"fade": 0}, "gifts": {"linger": 60},
        "catalogue": {"cut": {"effect": {"src": f"/assets/e.{ending}", "duration": 5}, "value": 9},
                      "next": {"effect": {"src": next_one, "duration": 60}, "value": 1}}})
    page = opened(blank, room, f"e.{ending}", whole[:len(whole) // 2], parts=ending == "webm")
    page.wait_for_function("() => window.overlay?.connection?.state === 'open'")
    for gift in ("cut", "next"):
        room.gift("Ann", gift)
    room.send("PUT", "counters/c", {"to": 7, "duration": 0})
    until(lambda: (box := painted(pixels(page))) and box[1] < 60, 20)
    node = until(lambda: next((one for one in room.frame()["nodes"] if one.get("src") == next_one), None), 20)
    seen = set()

    def looked():
        seen.add(shown(page, node["start"] / 1000))
        return len(seen - {None}) >= 2

    until(looked, 20)


def test_a_still_picture_stands_whole_in_its_place(source, room):
    play(room, "/web/gifts/castle.svg")
    page = source(f"{room.server.url}/overlay/{room.name}?only=effects")
    # As large as can be: 540 high, in the middle of 960.
    box = until(lambda: (found := painted(pixels(page), 255)) and found[1] < 60 and found, 20)
    assert 210 <= box[0] <= 250 and 710 <= box[2] <= 750


def test_a_still_picture_keeps_to_its_place_when_that_changes(source, room):
    play(room, "/web/gifts/castle.svg")
    page = source(f"{room.server.url}/overlay/{room.name}?only=effects,counters")
    until(lambda: (found := painted(pixels(page), 255)) and found[1] < 60, 20)
    room.configure({"effects": {"x": 0, "y": 0, "width": 960, "height": 200}})
    until(lambda: (found := painted(pixels(page), 255)) and 150 < found[3] <= 200 and found[2] < 590, 20)
    # A place without width has no picture, and all else is drawn on.
    room.configure({"effects": {"width": 0}})
    room.send("PUT", "counters/c", {"to": 9999, "duration": 60})
    until(lambda: (shown := pixels(page)).getpixel((480, 100))[3] == 0 and painted(shown, 255), 20)


COUNT = """() => {
  const { drawImage } = CanvasRenderingContext2D.prototype;
  window.painted = 0;
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...more) {
    if (picture instanceof HTMLImageElement) window.painted++;
    return drawImage.call(this, picture, ...more);
  };
}"""


def test_a_still_picture_is_painted_once_whatever_moves_beside_it(overlay, room):
    page = overlay("?only=effects,counters")
    page.evaluate(COUNT)
    play(room, "/web/gifts/castle.svg")
    until(lambda: painted(pixels(page), 255), 20)
    once, before = page.evaluate("() => [painted, overlay.view.drawn]")
    assert once > 0
    room.send("PUT", "counters/c", {"to": 9999, "duration": 60})
    page.wait_for_function("(least) => overlay.view.drawn > least", arg=before + 30)
    assert page.evaluate("() => painted") == once

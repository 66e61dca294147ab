"""Effects in a real browser, as pixels: decoding, broken files, and pages that join in the middle.

Tests/Browser/modules/media.test.js covers their timing in virtual time."""

import base64
import io
import math
from random import Random

import pytest
from PIL import Image

from Browser.canvas import decoded, difference, painted, pixels
from Browser.films import COLORS, moving
from Browser.uploads import upload
from harness.waiting import wait_for
from harness.variants import variants

def play(room, src, duration=60):
    """Starts an effect; returns the room time of its start in milliseconds."""
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


def is_like(seen, color):
    """Returns whether a pixel is opaque and has nearly this color."""
    return seen[3] == 255 and all(abs(one - other) < 40 for one, other in zip(seen, color))


def shown(page, start, period=1000):
    """The number of the color on the screen, if it belongs to the room's time; each color lasts `period` ms."""
    time, _, seen = page.evaluate(LOOK, [900, 60])
    wanted = min(int((time - start) / period), len(COLORS) - 1)
    return wanted if is_like(seen, COLORS[wanted]) else None


TYPES = {"gif": "image/gif", "png": "image/png", "webp": "image/webp", "webm": "video/webm",
         "jpg": "image/jpeg"}


def give(route, body, type):
    """Answers a request with the requested part of a file."""
    asked = route.request.headers.get("range", "")
    if not asked.startswith("bytes="):
        return route.fulfill(body=body, content_type=type, headers={"accept-ranges": "bytes"})
    first, last = asked.removeprefix("bytes=").split("-")
    first, last = int(first), min(int(last or len(body)), len(body) - 1)
    route.fulfill(status=206, body=body[first:last + 1], content_type=type, headers={
        "accept-ranges": "bytes", "content-range": f"bytes {first}-{last}/{len(body)}"})


def opened(blank, room, name, body, status=200, parts=False, script=None):
    """The room's overlay on a server that has this file; with `parts` it serves ranges."""
    page, type = blank(), TYPES[name.split(".")[-1]]
    if script:
        page.add_init_script(script)
    page.route(f"**/assets/{name}", lambda route: give(route, body, type) if parts else
               route.fulfill(status=status, body=body, content_type=type))
    page.goto(f"{room.server.url}/overlay/{room.name}")
    return page


PLAIN = "delete window.ImageDecoder"
SHORT_MILLISECONDS = 250


@pytest.mark.parametrize("form, ending, script", [
    ("GIF", "gif", None), ("PNG", "png", None), ("WEBP", "webp", None), ("GIF", "gif", PLAIN)])
def test_animated_pictures_follow_the_room_time(blank, room, form, ending, script):
    start = play(room, f"/assets/e.{ending}")
    page = opened(blank, room, f"e.{ending}", moving(form, SHORT_MILLISECONDS), script=script)
    last = len(COLORS) - 1
    # Whichever pictures are seen on the way, the last one stays.
    wait_for(lambda: shown(page, start, SHORT_MILLISECONDS) == last)
    assert shown(page, start, SHORT_MILLISECONDS) == last


@pytest.mark.parametrize("ending", ["png", "webp"])
def test_a_browser_without_a_decoder_shows_the_first_picture(blank, room, ending):
    body = moving({"png": "PNG", "webp": "WEBP"}[ending])
    play(room, f"/assets/e.{ending}")
    page = opened(blank, room, f"e.{ending}", body, script=PLAIN)
    wait_for(lambda: is_like(page.evaluate(LOOK, [900, 60])[2], COLORS[0]))


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
    """A picture with flat areas and noise, partly transparent."""
    picture = Image.new("RGBA", size)
    for _ in range(random.randrange(1, 9)):
        color = tuple(random.choice([0, 51, 102, 204, 255]) for _ in range(3))
        left, top = random.randrange(size[0]), random.randrange(size[1])
        box = (left, top, left + random.randrange(1, 60), top + random.randrange(1, 60))
        picture.paste((*color, random.choice([0, 255, 255])), box)
    for _ in range(random.choice([0, 0, 2000])):
        spot = random.randrange(size[0]), random.randrange(size[1])
        picture.putpixel(spot, (random.choice([0, 255]), random.choice([0, 102, 255]), 51, 255))
    return picture


@pytest.mark.parametrize("seed", variants(range(1, 9)))
def test_the_page_decodes_gifs_to_the_same_pixels_as_pillow(blank, server, seed):
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


# Records the room time and a pixel of each drawing, from the first one.
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
JOIN_MILLISECONDS = 1000
WATCH_MILLISECONDS = 1500
LATE_MILLISECONDS = 400
# A film runs by a clock of its own, within two frames of the room's.
EARLY_MILLISECONDS = 34


@pytest.mark.parametrize("ending", ["gif", "webm"])
def test_a_page_that_joins_in_the_middle_of_an_effect_shows_the_middle(blank, room, film, ending):
    start = play(room, upload(room, film if ending == "webm" else moving("GIF"))["url"])
    # A running counter keeps the page drawing.
    room.send("PUT", "counters/c", {"to": 9999, "duration": 60})
    wait_for(lambda: room.frame()["time"] / 1000 > start + JOIN_MILLISECONDS + 200)
    page = blank()
    page.add_init_script(NOTE)
    page.goto(f"{room.server.url}/overlay/{room.name}")
    page.wait_for_function(LONG_ENOUGH, arg=WATCH_MILLISECONDS)
    noted = page.evaluate("() => noted")
    # The page may briefly show a neighboring picture while it decodes the right one or adjusts its clock.
    seen = [(time - start, pixel) for time, pixel in noted if pixel[3] > 0]
    assert seen[0][0] > JOIN_MILLISECONDS, seen[0]
    off = [one for one in seen if not is_near(*one, LATE_MILLISECONDS, EARLY_MILLISECONDS)]
    assert len(off) < len(seen) / 10, off
    assert all(is_near(*one, 1000, 1000) for one in off), off


# Returns whether the record covers so many milliseconds from the first picture.
LONG_ENOUGH = """(least) => {
  const first = window.noted?.find(([, pixel]) => pixel[3] > 0);
  return first && noted.at(-1)[0] > first[0] + least;
}"""


def is_near(time, pixel, late, early):
    """Returns whether a pixel has the color of this time or of a neighboring time."""
    near = {index(then) for then in (time - late, time, time + early)}
    return any(is_like(pixel, COLORS[one]) for one in near)


def index(time):
    """The number of the color that belongs to a time after the start."""
    return min(int(time / 1000), len(COLORS) - 1)


# Older browsers do not report new pictures of a film.
SILENT = "delete HTMLVideoElement.prototype.requestVideoFrameCallback"


@pytest.mark.parametrize("parts, script", [(True, None), (False, None), (True, SILENT)])
def test_a_film_with_alpha_follows_the_room_time(blank, room, film, parts, script):
    start = play(room, "/assets/e.webm")
    page = opened(blank, room, "e.webm", film, parts=parts, script=script)
    wait_for(lambda: shown(page, start) is not None)
    # The film's left half is transparent.
    assert page.evaluate(LOOK, [60, 60])[2][3] < 30


# The WebM elements around a film's size (RFC 9559, section 5.1), outermost first.
SEGMENT, TRACKS, ENTRY, VIDEO = 0x18538067, 0x1654AE6B, 0xAE, 0xE0


def within(webm, at, wanted):
    """The first element `wanted` at or after `at`: the place of its length, the octets of that, and the length."""
    while True:
        octets = 9 - webm[at].bit_length()
        name, at = int.from_bytes(webm[at:at + octets], "big"), at + octets
        octets = 9 - webm[at].bit_length()
        length = int.from_bytes(webm[at:at + octets], "big") & (1 << 7 * octets) - 1
        if name == wanted:
            return at, octets, length
        at += octets + length


def widened(webm, width, height):
    """The film with a display size that differs from its pixel size."""
    more = b"\x54\xb0\x82" + width.to_bytes(2, "big") + b"\x54\xba\x82" + height.to_bytes(2, "big")
    around, inside = [], sum(within(webm, 0, SEGMENT)[:2])
    for name in (TRACKS, ENTRY, VIDEO):
        around.append(within(webm, inside, name))
        inside = sum(around[-1][:2])
    end = inside + around[-1][2]
    webm, grown = webm[:end] + more + webm[end:], len(more)
    # The loop goes outward, because a longer length field makes the surrounding elements longer.
    for at, octets, length in reversed(around):
        webm = webm[:at] + (1 << 56 | length + grown).to_bytes(8, "big") + webm[at + octets:]
        grown += 8 - octets
    return webm


def test_a_film_is_shown_in_the_aspect_ratio_that_its_file_gives(blank, room, film):
    start = play(room, "/assets/e.webm")
    page = opened(blank, room, "e.webm", widened(film, 192, 54), parts=True)

    def looked():
        time, _, pixel = page.evaluate(LOOK, [900, 270])
        return is_like(pixel, COLORS[index(time - start)])

    wait_for(looked)
    # The film is twice as wide as its pixels, so a quarter of the stage stays free above it and below it.
    assert [page.evaluate(LOOK, [900, y])[2][3] for y in (100, 440)] == [0, 0]


@pytest.mark.network
@pytest.mark.parametrize("name", variants(["e.webm", "e.gif", "e.png", "e.jpg"]))
@pytest.mark.parametrize("status, body", [(404, b""), (200, b"\x1aE\xdf\xa3 no film, no picture")])
def test_a_broken_effect_file_does_not_disturb_the_rest_of_the_page(blank, room, name, status, body):
    room.configure({"gifts": {"linger": 60}})
    play(room, f"/assets/{name}")
    page = opened(blank, room, name, body, status)
    # The page draws the gift's row and later a counter; the area between them stays empty.
    wait_for(lambda: painted(pixels(page)) is not None)
    room.send("PUT", "counters/c", {"to": 7, "duration": 0})
    wait_for(lambda: (box := painted(pixels(page))) and box[1] < 60)
    assert painted(pixels(page).crop((0, 100, 960, 250))) is None


@pytest.mark.network
@pytest.mark.parametrize("ending", variants(["webm", "gif", "png", "webp"]))
def test_the_next_effect_is_shown_after_a_truncated_file(blank, room, film, ending):
    whole = film if ending == "webm" else moving({"gif": "GIF", "png": "PNG", "webp": "WEBP"}[ending])
    next_one = upload(room, moving("GIF"))["url"]
    room.configure({
        "stage": {"waitForViewer": "never"}, "effects": {"fade": 0}, "gifts": {"linger": 60},
        "catalogue": {"cut": {"effect": {"src": f"/assets/e.{ending}", "duration": 1.5}, "value": 9},
                      "next": {"effect": {"src": next_one, "duration": 60}, "value": 1}}})
    page = opened(blank, room, f"e.{ending}", whole[:len(whole) // 2], parts=ending == "webm")
    page.wait_for_function("() => window.overlay?.connection?.state === 'open'")
    for gift in ("cut", "next"):
        room.gift("Ann", gift)
    room.send("PUT", "counters/c", {"to": 7, "duration": 0})
    wait_for(lambda: (box := painted(pixels(page))) and box[1] < 60)
    node = wait_for(lambda: next((one for one in room.frame()["nodes"] if one.get("src") == next_one), None))
    seen = set()

    def looked():
        seen.add(shown(page, node["start"] / 1000))
        return seen - {None}

    wait_for(looked)


def test_a_still_picture_fills_the_height_of_its_box_and_is_centered(source, room):
    play(room, "/web/gifts/castle.svg")
    page = source(f"{room.server.url}/overlay/{room.name}?only=effects")
    # The picture is 540 points high and in the middle of 960, once it has come and its light rests.
    wait_for(lambda: (found := painted(pixels(page), 255)) and found[1] < 60 and 210 <= found[0] <= 265 and 695 <= found[2] <= 750)


def test_a_still_picture_moves_when_its_box_changes(source, room):
    play(room, "/web/gifts/castle.svg")
    page = source(f"{room.server.url}/overlay/{room.name}?only=effects,counters")
    wait_for(lambda: (found := painted(pixels(page), 255)) and found[1] < 60)
    room.configure({"effects": {"x": 0, "y": 0, "width": 960, "height": 200}})
    wait_for(lambda: (found := painted(pixels(page), 255)) and 150 < found[3] <= 200 and found[2] < 590)
    # A box without width shows no picture, and the page goes on drawing.
    room.configure({"effects": {"width": 0}})
    room.send("PUT", "counters/c", {"to": 9999, "duration": 60})
    wait_for(lambda: (shown := pixels(page)).getpixel((480, 100))[3] == 0 and painted(shown, 255))


@pytest.mark.parametrize("script", [None, PLAIN])
def test_an_animation_of_one_picture_has_a_frame_as_a_photo(blank, room, script):
    body = io.BytesIO()
    Image.new("RGB", (96, 54), COLORS[2]).save(body, "PNG")
    play(room, "/assets/one.png")
    page = opened(blank, room, "one.png", body.getvalue(), script=script)

    def is_framed():
        seen = [pixels(page).getpixel((480, y)) for y in range(8)]
        return any(red > 150 and red > green > blue for red, green, blue, _ in seen)

    wait_for(is_framed)


COUNT = """() => {
  const { drawImage } = CanvasRenderingContext2D.prototype;
  window.painted = 0;
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...more) {
    if (picture instanceof HTMLImageElement) window.painted++;
    return drawImage.call(this, picture, ...more);
  };
}"""


def test_a_still_picture_is_painted_once_while_a_counter_moves_beside_it(overlay, room):
    page = overlay("?only=effects,counters")
    page.evaluate(COUNT)
    play(room, "/web/gifts/castle.svg")
    wait_for(lambda: painted(pixels(page), 255))
    once, before = page.evaluate("() => [painted, overlay.view.drawn]")
    assert once > 0
    room.send("PUT", "counters/c", {"to": 9999, "duration": 60})
    page.wait_for_function("(least) => overlay.view.drawn > least", arg=before + 30)
    assert page.evaluate("() => painted") == once

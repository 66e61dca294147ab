"""The catalogue, files, sounds and goals in the studio's view Looks."""

import base64
import hashlib
import io
import json
import re

import pytest
from PIL import Image

from Browser.studio import Studio, differs, picture_of
from Browser.uploads import drop, picture, tone, upload
from harness.room import Room
from harness.server import Server
from harness.variants import variants

WEBM = """async () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [64, 48];
  const paint = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm;codecs=vp8" });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start();
  for (let step = 0; step < 20; step++) {
    paint.fillStyle = "#0ac81e";
    paint.fillRect(0, 0, 64, 48);
    paint.fillStyle = "#ffffff";
    paint.fillRect(step * 3, 0, 4, 48);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await ended;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


def config(room):
    return room.send("GET", "config", status=200)


def assets(room):
    return room.send("GET", "assets", status=200)["assets"]


def entry(room, key):
    return config(room)["catalogue"].get(key)


def gifts(room):
    return room.send("GET", "events?type=gift", status=200)["events"]


def tile(opened, key):
    return opened.page.locator(f"#catalogue [data-key={key}]")


def field(opened, name):
    return opened.page.get_by_role("dialog").get_by_label(name, exact=True)


def effect(opened, value):
    """The tile of an effect: a file's address, `film:` and a film's name, or empty for none."""
    return opened.page.locator(f"dialog .effects [data-effect='{value}']")


@pytest.fixture
def looks(blank, room):
    def open_one(width=1280, height=900, **more):
        room.send("POST", "control", {"action": "start"})
        opened = Studio(blank(width, height, **more), room).open("looks")
        opened.page.locator("#catalogue [data-key=castle]").wait_for()
        return opened

    return open_one


@pytest.mark.parametrize("width", variants([1280, 300, 390, 1920]))
def test_files_can_be_dropped_or_chosen_and_appear_in_the_list(looks, room, tmp_path, width):
    opened = looks(width, 800)
    drop(opened.page.locator("#files"), "leaf.png", "image/png", picture(10, 200, 30))
    # The list shows the name of a file while it is uploaded, too.
    opened.page.locator("#files .tile-name", has_text="leaf.png").wait_for()
    # The content of a file decides its type, not its name.
    drop(opened.page.locator("#files"), "bell.png", "image/png", tone(0.5))
    opened.wait_for(lambda: {one["type"] for one in assets(room)} == {"image/png", "audio/wav"})
    (tmp_path / "sky.png").write_bytes(picture(10, 30, 200))
    with opened.page.expect_file_chooser() as chooser:
        opened.page.locator("#choose-files").click()
    chooser.value.set_files(tmp_path / "sky.png")
    opened.page.locator("#files .tile-name", has_text="sky.png").wait_for()
    assert len(assets(room)) == 3
    opened.page.get_by_role("button", name="Look at: leaf.png").click()
    seen = opened.page.get_by_role("dialog").locator("img")
    seen.wait_for()
    opened.wait_for(lambda: picture_of(seen).getpixel((20, 15)) == (10, 200, 30))
    opened.page.keyboard.press("Escape")
    opened.page.locator("dialog").wait_for(state="detached")
    assert opened.page.evaluate("() => document.documentElement.scrollWidth") <= width


SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">
  <rect width="20" height="30" fill="#0ac81e"/></svg>"""


@pytest.mark.parametrize("text, size", [
    (SVG, (1080, 810)),
    (SVG.replace(b'viewBox="0 0 40 30"', b'width="40" height="30"'), (1080, 810)),
    (SVG.replace(b'0 0 40 30"', b'0 0 40 60" width="100%"'), (720, 1080)),
])
def test_a_dropped_svg_is_uploaded_as_a_webp(looks, room, text, size):
    opened = looks()
    drop(opened.page.locator("#files"), "leaf.svg", "image/svg+xml", text)
    opened.page.locator("#files .tile-name", has_text="leaf.webp").wait_for()
    [uploaded] = assets(room)
    assert (uploaded["type"], uploaded["width"], uploaded["height"]) == ("image/webp", *size)
    seen = Image.open(io.BytesIO(room.server.request("GET", uploaded["url"]).body)).convert("RGBA")
    left, right = (seen.getpixel((size[0] * share // 4, 200)) for share in (1, 3))
    assert all(abs(one - other) < 8 for one, other in zip(left, (10, 200, 30, 255)))
    assert right[3] == 0


@pytest.mark.network
def test_an_svg_that_cannot_be_drawn_is_named_and_not_uploaded(looks, room):
    opened = looks()
    drop(opened.page.locator("#files"), "torn.svg", "image/svg+xml", SVG[:-8])
    opened.page.locator(".uploads li", has_text="torn.svg").get_by_text("can't be drawn").wait_for()
    assert assets(room) == []


def keep_svg(room):
    """Gives the room an SVG as earlier versions kept it; the server has to start again."""
    name = hashlib.sha256(SVG).hexdigest() + ".svg"
    folder = room.server.data / "assets" / "rooms" / room.name
    folder.mkdir(parents=True, exist_ok=True)
    (room.server.data / "assets" / name).write_bytes(SVG)
    (folder / name).write_text(json.dumps({
        "url": f"/assets/{name}", "type": "image/svg+xml", "bytes": len(SVG), "width": 40, "height": 30}))
    return f"/assets/{name}"


@pytest.mark.network
def test_the_studio_says_that_an_uploaded_svg_is_no_longer_shown_and_converts_it(blank, tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        url = keep_svg(Room(server, "main"))
    with Server(data) as server:
        room = Room(server, "main")
        room.configure({"catalogue": {"leaf": {"name": "Leaf", "image": url}}})
        opened = Studio(blank(1280, 900), room).open("looks")
        card = opened.page.locator(f"#files [data-url='{url}']")
        card.get_by_text("no longer shown").wait_for()
        tile(opened, "leaf").get_by_text("not shown").wait_for()
        card.get_by_role("button", name=re.compile("^Convert")).click()
        opened.wait_for(lambda: {one["type"] for one in assets(room)} == {"image/svg+xml", "image/webp"})
        assert card.locator("img").count() == 0


@pytest.mark.long
@pytest.mark.network
def test_the_error_of_a_rejected_file_stands_beside_its_name(looks, room):
    opened = looks()
    drop(opened.page.locator("#files"), "notes.txt", "text/plain", b"no picture at all")
    refused = opened.page.locator(".uploads li", has_text="notes.txt")
    refused.locator(".trouble").wait_for()
    assert assets(room) == []
    opened.button("Close: notes.txt").click()
    refused.wait_for(state="detached")


@pytest.mark.long
@pytest.mark.network
def test_deleting_a_file_asks_first_and_fails_while_the_file_is_used(looks, room):
    leaf, sky = upload(room, picture(10, 200, 30)), upload(room, picture(10, 30, 200))
    room.configure({"catalogue": {"leaf": {"image": leaf["url"]}}})
    opened = looks()

    def remove(file):
        place = opened.page.locator(f"#files [data-url='{file['url']}']")
        place.get_by_role("button", name=re.compile("^Delete")).click()
        opened.page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
        return place

    remove(leaf).get_by_text("/catalogue/leaf/image").wait_for()
    assert len(assets(room)) == 2
    remove(sky).wait_for(state="detached")
    assert [one["url"] for one in assets(room)] == [leaf["url"]]


def test_a_file_dropped_on_a_gift_becomes_its_picture_or_sound(looks, room):
    opened = looks()
    before = entry(room, "rose")
    drop(tile(opened, "rose"), "leaf.png", "image/png", picture(10, 200, 30))
    opened.wait_for(lambda: entry(room, "rose")["image"].startswith("/assets/"))
    drop(tile(opened, "rose"), "bell.wav", "audio/wav", tone(0.5))
    opened.wait_for(lambda: "sound" in entry(room, "rose"))
    assert entry(room, "rose")["value"] == before["value"]
    tile(opened, "rose").get_by_text("has a sound").wait_for(state="attached")
    opened.page.locator("#undo").click()
    opened.wait_for(lambda: "sound" not in entry(room, "rose"))
    # The preview shows its picture.
    room.configure({"gifts": {"linger": 60, "entrance": 0}})
    opened.button("Try: Rose", "#catalogue").click()
    opened.wait_for(lambda: any(node["kind"] == "gift" for node in room.frame()["nodes"]))

    def in_the_preview():
        shown = opened.picture()
        zoom = shown.width / 960
        red, green, blue = shown.getpixel((round(201 * zoom), round(335 * zoom)))
        return green > 150 and red < 90 and blue < 90

    opened.wait_for(in_the_preview)
    assert room.send("GET", "events?type=gift&before=9999", status=200)["events"][0]["test"] is True


def test_a_gift_can_be_edited_tried_and_removed_and_the_removal_undone(looks, room):
    bell = upload(room, tone(0.5))
    leaf = upload(room, picture(10, 200, 30))
    opened = looks()
    opened.button("Edit: Castle", "#catalogue").click()
    field(opened, "Name").fill("Fortress")
    field(opened, "Value").fill("7000")
    field(opened, "Sound").select_option(bell["url"])
    effect(opened, leaf["url"]).click()
    field(opened, "Effect, seconds").fill("3")
    opened.button("Save and try", "dialog").click()
    opened.wait_for(lambda: any(node["kind"] == "effect" for node in room.frame()["nodes"]))
    assert entry(room, "castle") == {
        "name": "Fortress", "image": "/web/gifts/castle.svg", "value": 7000, "sound": bell["url"],
        "effect": {"src": leaf["url"], "duration": 3}}
    field(opened, "Sound").select_option("")
    field(opened, "Picture").select_option("")
    opened.button("Save", "dialog").click()
    opened.wait_for(lambda: set(entry(room, "castle")) == {"name", "value", "effect"})
    opened.button("Edit: Fortress", "#catalogue").click()
    opened.button("Remove", "dialog").click()
    opened.wait_for(lambda: entry(room, "castle") is None)
    tile(opened, "castle").wait_for(state="detached")
    opened.page.locator("#undo").click()
    opened.wait_for(lambda: entry(room, "castle") == {"name": "Fortress", "value": 7000, "effect": {"src": leaf["url"], "duration": 3}})
    opened.button("Edit: Fortress", "#catalogue").click()
    field(opened, "Name").fill("Nothing")
    opened.button("Cancel", "dialog").click()
    opened.page.locator("dialog").wait_for(state="detached")
    # This try is posted after the changes were saved.
    tried = len(gifts(room))
    opened.button("Try: Fortress", "#catalogue").click()
    opened.wait_for(lambda: len(gifts(room)) == tried + 1)
    assert entry(room, "castle")["name"] == "Fortress"


def test_a_built_in_film_plays_in_the_picker_and_becomes_the_effect(looks, room):
    leaf = upload(room, picture(10, 200, 30))
    opened = looks()
    opened.button("Edit: Castle", "#catalogue").click()
    opened.wait_for(effect(opened, "film:castle").locator("input").is_checked)
    names = opened.page.locator("dialog .effect-name").all_inner_texts()
    assert names[:7] == ["None", "Rocket", "Castle", "Fireworks", "Diamond", "Heart storm", "Crown"]
    shown = effect(opened, "film:diamond").locator("canvas")
    still = picture_of(shown)
    effect(opened, "film:diamond").click()
    opened.wait_for(lambda: differs(still, picture_of(shown)))
    opened.button("Save", "dialog").click()
    opened.wait_for(lambda: entry(room, "castle")["effect"] == {"film": "diamond", "duration": 5.5})
    opened.page.locator("#undo").click()
    opened.wait_for(lambda: entry(room, "castle")["effect"] == {"film": "castle", "duration": 7})
    for value, result in [
            (leaf["url"], {"src": leaf["url"], "duration": 7}), ("film:crown", {"film": "crown", "duration": 6.5}), ("", None)]:
        opened.button("Edit: Castle", "#catalogue").click()
        effect(opened, value).click()
        opened.button("Save", "dialog").click()
        opened.wait_for(lambda result=result: entry(room, "castle").get("effect") == result)


@pytest.mark.long
def test_gifts_can_be_created_by_hand_and_from_files(looks, room, tmp_path):
    opened = looks()
    opened.button("New gift").click()
    field(opened, "Name").fill("Golden Leaf")
    assert field(opened, "Key, under which it is sent").input_value() == "golden leaf"
    field(opened, "Key, under which it is sent").fill("leaf")
    field(opened, "Value").fill("42")
    drop(opened.page.locator("dialog form"), "leaf.png", "image/png", picture(200, 180, 30))
    opened.page.locator("dialog .entry-face img").wait_for()
    opened.button("Save", "dialog").click()
    opened.wait_for(lambda: (entry(room, "leaf") or {}).get("value") == 42)
    assert entry(room, "leaf")["name"] == "Golden Leaf"
    for name in ("Oak.png", "Elm.png"):
        (tmp_path / name).write_bytes(picture(len(name), 200, ord(name[0])))
    with opened.page.expect_file_chooser() as chooser:
        opened.button("New gift of a file…").click()
    chooser.value.set_files([tmp_path / "Oak.png", tmp_path / "Elm.png"])
    opened.wait_for(lambda: entry(room, "oak") is not None and entry(room, "elm") is not None)
    assert entry(room, "oak")["name"] == "Oak"
    drop(opened.page.locator("#catalogue"), "Fir.png", "image/png", picture(30, 90, 40))
    opened.page.get_by_role("dialog", name="New gift").wait_for()
    assert field(opened, "Key, under which it is sent").input_value() == "fir"
    field(opened, "Name").press("Enter")
    opened.wait_for(lambda: entry(room, "fir") is not None)


def test_a_film_becomes_an_effect_and_plays_in_the_studio(looks, room):
    opened = looks()
    film = base64.b64decode(opened.page.evaluate(WEBM))
    drop(tile(opened, "rocket"), "flight.webm", "video/webm", film)
    opened.wait_for(lambda: entry(room, "rocket").get("effect", {}).get("src", "").endswith(".webm"))
    opened.button("Look at: flight.webm").click()
    frame = opened.page.frame_locator("dialog iframe.film")
    video = frame.locator("video")
    video.wait_for()
    opened.wait_for(lambda: video.evaluate("(film) => film.readyState >= 2 && film.videoWidth === 64"))

    def is_seen():
        seen = picture_of(opened.page.locator("dialog iframe.film"))
        red, green, blue = seen.getpixel((seen.width - 40, seen.height // 2))
        return green > 140 and red < 90 and blue < 90

    opened.wait_for(is_seen)
    opened.page.keyboard.press("Escape")
    opened.page.locator("dialog").wait_for(state="detached")


@pytest.mark.long
def test_sounds_can_be_chosen_dropped_and_played_with_a_meter(looks, room):
    bell = upload(room, tone(12, level=0.5))
    opened = looks()
    opened.page.get_by_label("A combo comes", exact=True).select_option(bell["url"])
    opened.wait_for(lambda: config(room)["sounds"]["combo"] == bell["url"])
    drop(opened.page.locator("[data-sound=call]"), "ring.wav", "audio/wav", tone(2, level=0.25, hertz=660))
    opened.wait_for(lambda: (config(room)["sounds"]["call"] or "").endswith(".wav"))
    volume = opened.page.get_by_label("Volume", exact=True)
    volume.fill("50")
    opened.wait_for(lambda: config(room)["sounds"]["volume"] == 0.5)
    level = opened.page.get_by_role("meter", name="Level")
    quiet = picture_of(level)
    opened.wait_for(lambda: level.get_attribute("aria-valuetext") == "Silence")
    opened.button("Listen: A combo comes").click()
    # Half of full scale at half the volume is a quarter, or -12 dB.
    opened.wait_for(lambda: abs(int(level.get_attribute("aria-valuenow")) + 12) <= 1)
    opened.wait_for(lambda: differs(quiet, picture_of(level)))
    opened.button("Stop: A combo comes").click()
    opened.wait_for(lambda: level.get_attribute("aria-valuetext") == "Silence")
    opened.wait_for(lambda: not differs(quiet, picture_of(level)))
    opened.page.get_by_label("Heard", exact=True).uncheck()
    opened.wait_for(lambda: config(room)["sounds"]["enabled"] is False)
    opened.page.get_by_label("A combo comes", exact=True).select_option("")
    opened.wait_for(lambda: config(room)["sounds"]["combo"] is None)
    opened.wait_for(opened.button("Listen: A combo comes").is_disabled)


def test_built_in_sounds_are_heard_and_assigned(looks, room):
    opened = looks()
    level = opened.page.get_by_role("meter", name="Level")
    chip = opened.page.locator("#sounds [data-name=castle]")
    assert opened.button("Use it for").is_disabled()
    chip.click()
    opened.wait_for(lambda: int(level.get_attribute("aria-valuenow")) > -30)
    opened.button("Stop: Castle").click()
    opened.wait_for(lambda: level.get_attribute("aria-valuetext") == "Silence")
    castle = "/web/sounds/castle.wav"
    opened.button("Use “Castle” for").click()
    opened.page.get_by_role("menuitemradio", name="A goal is reached", exact=True).click()
    opened.wait_for(lambda: config(room)["sounds"]["goal"] == castle)
    goal = opened.page.get_by_label("A goal is reached", exact=True)
    assert goal.locator("option:checked").inner_text() == "Castle"
    opened.button("Use “Castle” for").click()
    opened.page.get_by_role("menuitemradio", name="Rose", exact=True).click()
    opened.wait_for(lambda: entry(room, "rose").get("sound") == castle)
    # The second choice takes the sound back.
    opened.button("Use “Castle” for").click()
    opened.page.get_by_role("menuitemradio", name="Rose", exact=True, checked=True).click()
    opened.wait_for(lambda: "sound" not in entry(room, "rose"))
    for _ in range(3):
        opened.page.locator("#undo").click()
    opened.wait_for(lambda: config(room)["sounds"]["goal"] is None)
    goal.select_option("/web/sounds/crown.wav")
    opened.wait_for(lambda: config(room)["sounds"]["goal"] == "/web/sounds/crown.wav")


def test_the_built_in_set_is_switched_on_and_off_in_one_step(looks, room):
    opened = looks()
    before = config(room)["sounds"]
    flourish = opened.page.get_by_role("switch", name="Pops and rising tiers")
    assert not flourish.is_checked()
    opened.button("Switch the built-in set on").click()
    opened.wait_for(lambda: config(room)["sounds"] == before | {
        "flourish": True, "call": "/web/sounds/call.wav", "goal": "/web/sounds/goal.wav"})
    opened.wait_for(flourish.is_checked)
    opened.page.locator("#undo").click()
    opened.wait_for(lambda: config(room)["sounds"] == before)
    flourish.check()
    opened.wait_for(lambda: config(room)["sounds"] == before | {"flourish": True})


def test_a_goal_can_be_created_changed_and_removed(looks, room):
    opened = looks()
    opened.page.get_by_text("No goal yet.").wait_for()
    opened.button("New goal").click()
    field(opened, "Title").fill("A new lamp")
    opened.page.get_by_role("dialog").get_by_text("what they are worth", exact=True).click()
    field(opened, "Target").fill("200")
    field(opened, "Already collected").fill("50")
    field(opened, "Of which gift").select_option("rose")
    opened.button("Save", "dialog").click()
    opened.page.locator("#goals").get_by_text("50 / 200").wait_for()
    opened.wait_for(lambda: "goal/goal-1" in room.nodes())
    room.send("POST", "gifts", {"sender": "Ann", "gift": "Rose", "count": 5})
    opened.page.locator("#goals").get_by_text("55 / 200").wait_for()
    # Untouched fields stay: the goal counts as before.
    opened.button("Edit: A new lamp").click()
    field(opened, "Title").fill("A brighter lamp")
    opened.button("Save", "dialog").click()
    opened.page.locator("#goals").get_by_text("A brighter lamp").wait_for()
    newest = room.send("GET", "events?type=goal&before=9999", status=200)["events"][0]
    assert (newest["measure"], newest["gift"], newest["target"]) == ("value", "rose", 200)
    assert "start" not in newest
    opened.button("Delete the goal A brighter lamp", "#goals").click()
    opened.page.locator(".toast").get_by_text("Now", exact=True).click()
    opened.page.get_by_text("No goal yet.").wait_for()
    opened.wait_for(lambda: "goal/goal-1" not in room.nodes())


@pytest.mark.long
def test_a_goal_of_money_is_written_and_shown_as_money(looks, room):
    room.configure({"sources": {"currency": "EUR"}})
    opened = looks()
    opened.button("New goal").click()
    field(opened, "Title").fill("A new lamp")
    opened.page.get_by_role("dialog").get_by_text("Money (EUR)").click()
    field(opened, "Target").fill("100")
    # 4.35 · 100 is not 435 in binary fractions.
    field(opened, "Already collected").fill("4.35")
    opened.button("Save", "dialog").click()
    opened.page.locator("#goals").get_by_text("4.35 / 100.00 EUR").wait_for()
    newest = room.send("GET", "events?type=goal&before=9999", status=200)["events"][0]
    assert (newest["measure"], newest["money"]) == ("value", True)
    assert (newest["target"], newest["start"]) == (10000, 435)
    assert room.nodes()["goal/goal-1"]["currency"] == "EUR"
    opened.button("Edit: A new lamp").click()
    assert field(opened, "Target").input_value() == "100"
    opened.button("Save", "dialog").click()
    opened.page.get_by_role("dialog").wait_for(state="detached")
    room.configure({"sources": {"currency": "JPY"}})
    opened.page.locator("#goals").get_by_text("435 / 10,000 JPY").wait_for()


@pytest.mark.long
@pytest.mark.network
def test_the_form_of_a_rejected_goal_keeps_its_text(looks, room):
    for name in "abcd":
        room.send("PUT", f"goals/{name}", {"title": name, "target": 9})
    opened = looks()
    opened.button("New goal").click()
    field(opened, "Title").fill("One too many")
    field(opened, "Target").fill("5")
    opened.button("Save", "dialog").click()
    opened.page.locator("dialog .trouble:not(:empty)").wait_for()
    assert field(opened, "Title").input_value() == "One too many"


@pytest.mark.long
def test_another_room_has_its_own_files(looks, room, server):
    upload(Room(server, "elsewhere"), picture(1, 2, 3))
    opened = looks()
    opened.page.locator("#files").get_by_text("No file yet.").wait_for()


@pytest.mark.long
def test_an_uploaded_file_keeps_its_name_over_a_reload(looks, tmp_path):
    opened = looks()
    (tmp_path / "rose-gold.png").write_bytes(picture(200, 40, 90))
    with opened.page.expect_file_chooser() as chooser:
        opened.page.locator("#choose-files").click()
    chooser.value.set_files(tmp_path / "rose-gold.png")
    opened.page.locator("#files .tile-name", has_text="rose-gold.png").wait_for()
    opened.page.reload()
    opened.page.locator("#files .tile-name", has_text="rose-gold.png").wait_for()

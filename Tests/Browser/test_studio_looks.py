"""The studio's view Looks: themes, colors and fonts reach the server and the preview."""

import io
import itertools
import struct

import pytest
from PIL import Image

from Browser.studio import Studio, differs, picture_of
from harness.server import ROOT

ROW = {"gifts": {"linger": 60, "entrance": 0}}
THEMES = ("Classic", "Neon", "Paper", "Minimal")
# A point of a default row that shows only its background, in points of the stage.
GROUND = (150, 323)
ROW_LEFT, ROW_WIDTH = 24, 200
WIDTHS = [300, 390, 1280, 1920]
# The server accepts a file with this head as a WOFF2. The file has no letters.
FONT = b"wOF2" + struct.pack(">IIHHI", 0x10000, 80, 1, 0, 900) + bytes(60)


def config(room):
    return room.send("GET", "config", status=200)


@pytest.fixture
def looks(blank, room):
    """Opens the view with a gift's row in its preview."""

    def open_one(width=1280, height=900, **more):
        room.configure(ROW)
        room.send("POST", "control", {"action": "start"})
        room.send("POST", "gifts", {"sender": "Ann", "gift": "Leaf"})
        opened = Studio(blank(width, height, **more), room).open("looks")
        # The CSS stays empty and changes have no effect until the view knows the room's look.
        opened.page.locator("#css:not(:empty)").wait_for()
        opened.preview().locator("#stage").wait_for()
        return opened

    return open_one


def ground(opened):
    """The color of the row's background in the preview."""
    picture = opened.picture()
    zoom = picture.width / 960
    return picture.getpixel((round(GROUND[0] * zoom), round(GROUND[1] * zoom)))


def ground_of(opened, theme):
    """The color of the row's background at that point by its theme, over black."""
    ends = opened.page.evaluate("""async (theme) => {
      const { themes } = await import("/web/shared/themes.js");
      const ctx = document.createElement("canvas").getContext("2d");
      return ["giftBackground", "giftBackgroundEnd"].map((key) => {
        ctx.clearRect(0, 0, 1, 1);
        ctx.fillStyle = themes[theme].colors[key];
        ctx.fillRect(0, 0, 1, 1);
        return [...ctx.getImageData(0, 0, 1, 1).data];
      });
    }""", theme)
    part = (GROUND[0] - ROW_LEFT) / ROW_WIDTH
    *channels, alpha = [one + (other - one) * part for one, other in zip(*ends, strict=True)]
    return [channel * alpha / 255 for channel in channels]


def is_near(seen, red, green, blue, most=14):
    return all(abs(one - other) < most for one, other in zip(seen, (red, green, blue), strict=True))


def card(opened, theme):
    return opened.page.locator(f"[data-theme-name={theme.lower()}]")


def only_css(opened):
    """Makes changes go only into the CSS."""
    opened.page.get_by_text("only into the CSS").click()


def css(opened):
    return opened.page.locator("#css").inner_text().strip()


def field(opened, name):
    return opened.page.get_by_label(name, exact=True)


def refresh(opened, count):
    """Waits until the screen was refreshed so many times."""
    opened.page.evaluate("""(count) => new Promise((resolve) => {
      const next = () => count-- > 0 ? requestAnimationFrame(next) : resolve();
      next();
    })""", count)


def at_rest(opened, canvas):
    """The picture of a theme once it stands still, with the gift's own picture."""
    opened.page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/rose.svg'))")
    looks = []

    def stands():
        looks.append(canvas.evaluate("(canvas) => canvas.toDataURL()"))
        return len(looks) > 10 and len(set(looks[-10:])) == 1

    opened.wait_for(stands)
    return looks[-1]


def test_clicking_the_picture_of_a_theme_applies_it_at_once(looks, room):
    opened = looks()
    opened.button("Ground").click()
    opened.page.get_by_role("menuitemradio", name="Black", exact=True).click()

    def differ():
        pictures = [picture_of(card(opened, theme).locator("canvas")) for theme in THEMES]
        return all(differs(one, other) for one, other in itertools.combinations(pictures, 2))

    opened.wait_for(differ)
    # The plates of these themes have a plain color at that point.
    for theme in ("Paper", "Minimal", "Classic"):
        card(opened, theme).click()
        opened.wait_for(lambda theme=theme: config(room)["look"]["theme"] == theme.lower())
        color = ground_of(opened, theme.lower())
        opened.wait_for(lambda color=color: is_near(ground(opened), *color))
    opened.page.keyboard.press("ArrowRight")
    opened.wait_for(lambda: config(room)["look"]["theme"] == "minimal")
    assert opened.page.locator("#undo").get_attribute("title") == "Undo: Look: theme"
    opened.page.locator("#undo").click()
    opened.wait_for(lambda: config(room)["look"]["theme"] == "classic")
    opened.page.locator("#redo").click()
    opened.wait_for(lambda: config(room)["look"]["theme"] == "minimal")


@pytest.mark.long
def test_the_picture_of_a_theme_moves_only_under_the_pointer(looks):
    opened = looks()
    canvas = card(opened, "Neon").locator("canvas")
    at_rest(opened, canvas)
    still = picture_of(canvas)
    refresh(opened, 20)
    assert not differs(still, picture_of(canvas))
    canvas.hover()
    opened.wait_for(lambda: differs(still, picture_of(canvas)))
    opened.page.mouse.move(5, 5)
    opened.wait_for(lambda: not differs(still, picture_of(canvas)))


def test_a_large_picture_shows_the_rooms_layout_in_the_theme_under_the_pointer(looks, room):
    opened = looks()
    whole = opened.page.locator(".theme-whole")
    chosen = at_rest(opened, whole)
    card(opened, "Neon").locator("canvas").hover()
    opened.wait_for(lambda: whole.evaluate("(canvas) => canvas.toDataURL()") != chosen)
    opened.page.mouse.move(5, 5)
    opened.wait_for(lambda: whole.evaluate("(canvas) => canvas.toDataURL()") == chosen)
    # A widget that is off is not in the picture, and the picture follows the layout.
    room.configure({"calls": {"enabled": False}})
    opened.wait_for(lambda: whole.evaluate("(canvas) => canvas.toDataURL()") != chosen)
    room.configure({"stage": {"width": 540, "height": 960}})
    opened.wait_for(lambda: whole.evaluate("(canvas) => canvas.width < canvas.height"))


@pytest.mark.long
def test_the_picture_of_a_theme_stands_still_with_reduced_motion(looks):
    opened = looks(reduced_motion="reduce")
    canvas = card(opened, "Neon").locator("canvas")
    # Compares the canvas itself, because the pointer's tooltip may cover it on the page.
    still = at_rest(opened, canvas)
    canvas.hover()
    refresh(opened, 40)
    assert canvas.evaluate("(canvas) => canvas.toDataURL()") == still


def test_colors_become_css_to_paste_and_change_the_preview(looks, room):
    opened = looks()
    only_css(opened)
    assert css(opened) == "All as the theme has it."
    assert not opened.button("Copy: CSS").is_visible()
    field(opened, "Gifts: Ground, left, as #rrggbb").fill("#0ac81e")
    field(opened, "Gifts: Ground, right, color").fill("#0ac81e")
    field(opened, "Gifts: Ground, right, opacity in %").fill("100")
    opened.wait_for(lambda: is_near(ground(opened), 10, 200, 30))
    field(opened, "Gifts: Corners").fill("3")
    assert css(opened).split("\n") == [
        ":root {", "  --ovation-gift-background: #0ac81e;", "  --ovation-gift-background-end: #0ac81e;",
        "  --ovation-gift-radius: 3px;", "}"]
    field(opened, "Gifts: Ground, left, opacity in %").fill("50")
    assert "--ovation-gift-background: #0ac81e80;" in css(opened)
    assert field(opened, "Gifts: Ground, left, as #rrggbb").input_value() == "#0ac81e80"
    opened.button("Gifts: Corners: as in the theme").click()
    assert "radius" not in css(opened)
    assert field(opened, "Gifts: Corners").input_value() == "20"
    # The draft stays while another view is shown.
    opened.page.locator("#views [data-view=live]").click()
    opened.page.locator("#connect").wait_for()
    opened.page.locator("#views [data-view=looks]").click()
    opened.wait_for(lambda: "#0ac81e80" in css(opened))
    opened.wait_for(lambda: ground(opened)[1] > 90 and ground(opened)[0] < 90)
    # The draft has not reached the server.
    assert "0ac81e" not in str(room.send("GET", "events", status=200)) + str(config(room))
    opened.page.locator("#reset-paints").click()
    opened.wait_for(lambda: css(opened) == "All as the theme has it.")
    opened.wait_for(lambda: is_near(ground(opened), 40, 33, 55, most=24))


@pytest.mark.long
def test_the_generated_css_works_in_obs(looks, room, overlay):
    opened = looks(permissions=["clipboard-read", "clipboard-write"])
    only_css(opened)
    field(opened, "Gifts: Ground, left, as #rrggbb").fill("#0ac81e")
    field(opened, "Gifts: Ground, right, as #rrggbb").fill("#0ac81e")
    opened.button("Copy: CSS").click()
    opened.told("Copied")
    text = opened.page.evaluate("() => navigator.clipboard.readText()")
    page = overlay()
    # OBS adds a source's Custom CSS like this.
    page.evaluate("""(text) => { const style = document.createElement("style");
      style.innerHTML = text; document.querySelector("head").appendChild(style) }""", text)
    opened.wait_for(lambda: is_near(
        Image.open(io.BytesIO(page.screenshot())).convert("RGB").getpixel(GROUND), 10, 200, 30))


@pytest.mark.long
def test_an_invalid_color_is_reported_beside_its_field(looks):
    opened = looks()
    only_css(opened)
    name = field(opened, "Gifts: Name, as #rrggbb")
    name.fill("gold")
    name.blur()
    opened.page.get_by_text("Write a color such as #ffd75e or #ffd75e80.").wait_for()
    assert css(opened) == "All as the theme has it."
    name.fill("#FD0")
    assert "--ovation-gift-name: #fd0;" in css(opened)
    opened.page.get_by_text("Write a color such as").wait_for(state="detached")
    corners = field(opened, "Gifts: Corners")
    corners.fill("-4")
    corners.blur()
    opened.page.get_by_text("Write a number from 0 to 1000.").wait_for()
    assert "radius" not in css(opened)


def test_the_motion_of_the_overlay_can_be_reduced(looks, room):
    opened = looks()
    pen = lambda: opened.page.frames[1].evaluate("""() => {
      const { isCalm, isStill } = window.overlay?.view.brush.pen ?? {};
      return [isCalm, isStill];
    }""")
    chosen = lambda name: opened.page.locator(f"[data-motion={name}] input")
    opened.wait_for(chosen("full").is_checked)
    opened.wait_for(lambda: pen() == [False, False])
    for name, state in [("calm", [True, False]), ("none", [True, True])]:
        chosen(name).check()
        opened.wait_for(lambda name=name: config(room)["look"]["motion"] == name)
        opened.wait_for(lambda state=state: pen() == state)
    opened.page.locator("#undo").click()
    opened.wait_for(chosen("calm").is_checked)
    opened.page.locator("#undo").click()
    opened.wait_for(lambda: pen() == [False, False])
    assert config(room)["look"]["motion"] == "full"


def test_a_font_can_be_chosen_by_its_family(looks, room):
    opened = looks()
    family = field(opened, "Family")
    opened.page.get_by_text("into the room").click()
    family.fill("DejaVu Serif")
    family.press("Enter")
    opened.wait_for(lambda: config(room)["look"]["font"] == "DejaVu Serif")
    opened.page.locator("#font select").select_option("")
    opened.wait_for(lambda: config(room)["look"]["font"] is None)
    only_css(opened)
    before = picture_of(opened.page.locator("#font-sample"))
    canvas = card(opened, "Classic").locator("canvas")
    painted = picture_of(canvas)
    row = opened.picture()
    family.fill("DejaVu Serif")
    family.press("Enter")
    opened.wait_for(lambda: '--ovation-font: "DejaVu Serif";' in css(opened))
    opened.wait_for(lambda: differs(before, picture_of(opened.page.locator("#font-sample"))))
    opened.wait_for(lambda: differs(painted, picture_of(canvas)))
    opened.wait_for(lambda: differs(row, opened.picture()))
    opened.page.locator("#font select").select_option("")
    opened.wait_for(lambda: "ovation-font" not in css(opened))


@pytest.mark.long
def test_one_of_each_widget_can_be_shown(looks, room):
    opened = looks()
    opened.button("Show one of each").click()
    opened.wait_for(lambda: {"gift", "call", "caption", "counter"} <= {
        node["kind"] for node in room.frame()["nodes"]})
    assert all(event.get("test") for event in room.send("GET", "events?type=call,caption", status=200)["events"])


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_every_group_of_colors_can_be_reached_at_every_width(looks, width):
    opened = looks(width, 800)
    only_css(opened)
    for group, name in (("ticker", "Ticker: Name"), ("call", "Calls: Name"), ("counter", "Counters: Text"),
                        ("caption", "Captions: Water, top"), ("goal", "Goals: Bar, top"), ("other", "Initials and boxes: Its knot")):
        summary = opened.page.locator(f"#paints [data-group={group}] summary")
        summary.focus()
        opened.page.keyboard.press("Enter")
        field(opened, f"{name}, as #rrggbb").fill("#123456")
    opened.wait_for(lambda: css(opened).count("#123456") == 6)
    assert opened.page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_colors_can_be_stored_in_the_room_and_undone(looks, room, source):
    opened = looks()
    page = source()
    field(opened, "Gifts: Ground, left, as #rrggbb").fill("#0ac81e")
    field(opened, "Gifts: Ground, right, as #rrggbb").fill("#0ac81e")
    field(opened, "Gifts: Corners").fill("3")
    opened.wait_for(lambda: config(room)["look"]["css"] == {
        "giftBackground": "#0ac81e", "giftBackgroundEnd": "#0ac81e", "giftRadius": 3})
    opened.wait_for(lambda: is_near(ground(opened), 10, 200, 30))
    # The page in OBS follows, too.
    opened.wait_for(lambda: is_near(
        Image.open(io.BytesIO(page.screenshot())).convert("RGB").getpixel(GROUND), 10, 200, 30))
    opened.wait_for(lambda: "--ovation-gift-radius: 3px;" in css(opened))
    opened.button("Gifts: Corners: as in the theme").click()
    opened.wait_for(lambda: "giftRadius" not in config(room)["look"]["css"])
    opened.page.locator("#reset-paints").click()
    opened.wait_for(lambda: config(room)["look"]["css"] == {})
    opened.wait_for(lambda: is_near(ground(opened), 40, 33, 55, most=24))
    opened.page.locator("#undo").click()
    opened.wait_for(lambda: len(config(room)["look"]["css"]) == 2)
    # The draft is stored in the room.
    only_css(opened)
    field(opened, "Gifts: Name, as #rrggbb").fill("#123456")
    assert "giftName" not in config(room)["look"]["css"]
    opened.page.locator("#keep-draft").click()
    opened.wait_for(lambda: config(room)["look"]["css"].get("giftName") == "#123456")
    opened.page.locator("#keep-draft").wait_for(state="hidden")


def test_the_server_accepts_exactly_the_style_properties_of_the_page(room):
    for css_, status in (
        ({"giftName": "#fd0", "giftRim": "#ffd75e80", "callRadius": 0.5}, 200), ({"giftName": "red"}, 422),
        ({"giftName": "url(x)"}, 422), ({"giftRadius": -1}, 422), ({"giftRadius": "3px"}, 422), ({"color": "#fff"}, 422),
        ("body { display: none }", 422),
    ):
        room.send("PATCH", "config", {"look": {"css": css_}}, status=status)
    assert config(room)["look"]["css"] == {"giftName": "#fd0", "giftRim": "#ffd75e80", "callRadius": 0.5}
    room.send("PATCH", "config", {"look": {"css": {"giftName": None}}}, status=200)
    assert "giftName" not in config(room)["look"]["css"]


@pytest.mark.long
def test_the_schema_lists_the_properties_of_the_themes(looks, room):
    opened = looks()
    keys = opened.page.evaluate("""async () => {
      const { themes } = await import("/web/shared/themes.js");
      return [...Object.keys(themes.classic.colors), ...Object.keys(themes.classic.radii)];
    }""")
    schema = room.server.get("/v1/schema/config").json
    assert schema["properties"]["look"]["properties"]["css"]["propertyNames"]["enum"] == keys


# The pictures of all themes once their fonts are there and two frames were drawn.
PICTURES = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  return [...document.querySelectorAll(".theme canvas")].map((canvas) => canvas.toDataURL());
}"""


def test_the_sections_of_looks_have_links_and_the_font_is_uploaded_in_its_card(looks, room, tmp_path):
    letters = next(ROOT.joinpath("/usr/share/fonts").glob("**/DejaVuSansMono.ttf")).read_bytes()
    font = tmp_path / "mono.woff2"
    font.write_bytes(FONT)
    opened = looks(1366, 768)
    opened.page.route("**/assets/*", lambda route: route.fulfill(body=letters, content_type="font/woff2"))
    opened.page.get_by_role("link", name="Files", exact=True).click()
    opened.wait_for(lambda: opened.page.evaluate("() => document.activeElement.textContent") == "Files")
    opened.wait_for(lambda: opened.page.locator("#files-title").bounding_box()["y"] < 768)
    with opened.page.expect_file_chooser() as chooser:
        opened.button("Upload a font…").click()
    chooser.value.set_files(font)
    opened.wait_for(lambda: (config(room)["look"]["font"] or "").startswith("/assets/"))
    opened.wait_for(lambda: "Ovation sample" in opened.page.locator("#files .tile-sign").evaluate("(sign) => sign.style.fontFamily"))


@pytest.mark.long
@pytest.mark.parametrize("font", ["/assets/mono.woff2", "DejaVu Sans Mono"])
def test_the_pictures_of_themes_are_written_in_the_rooms_font_from_the_start(studio, room, font):
    file = next(ROOT.joinpath("/usr/share/fonts").glob("**/DejaVuSansMono.ttf"))
    opened = studio("looks")
    page = opened.page
    page.route("**/assets/mono.woff2", lambda route: route.fulfill(body=file.read_bytes(), content_type="font/woff2"))
    page.locator(".theme canvas").first.wait_for()
    plain = page.evaluate(PICTURES)
    room.configure({"look": {"font": font}})
    opened.wait_for(lambda: page.evaluate(PICTURES)[0] != plain[0])
    chosen = page.evaluate(PICTURES)
    # Two themes are in a monospaced font already.
    changed = [one != other for one, other in zip(chosen, plain, strict=True)]
    assert changed.count(False) <= 2
    # Another visit of the view, and a reload, draw the same pictures.
    page.locator("#views a[data-view=live]").click()
    page.locator("#content[data-view=live] .panel").first.wait_for()
    page.locator("#views a[data-view=looks]").click()
    page.locator(".theme canvas").first.wait_for()
    opened.wait_for(lambda: page.evaluate(PICTURES) == chosen)
    page.reload()
    page.locator(".theme canvas").first.wait_for()
    opened.wait_for(lambda: page.evaluate(PICTURES) == chosen)

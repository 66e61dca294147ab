"""The overlay applies the room's theme and custom CSS, which overrides the theme."""

import re

import pytest

from Browser.canvas import pixels
from harness.server import ROOT
from harness.waiting import wait_for

# A point of a default row that shows only its background: right of the middle, above the words.
GROUND = (150, 323)
PALETTE = """async (key) => {
  const palette = await import("/web/shared/palette.js");
  return { color: palette.color, radius: palette.radius, font: palette.font(10) };
}"""


@pytest.fixture
def row(overlay, room):
    """A page that shows a gift's row."""
    room.configure({"gifts": {"linger": 60, "entrance": 0}})
    page = overlay("?only=gifts")
    room.send("POST", "gifts", {"gift": "Leaf", "sender": "Ann"})
    wait_for(lambda: ground(page)[3] > 0)
    return page


def ground(page):
    return pixels(page).getpixel(GROUND)


def is_near(seen, red, green, blue):
    return all(abs(one - other) < 12 for one, other in zip(seen, (red, green, blue)))


def test_open_pages_apply_a_new_theme(row, room):
    assert is_near(ground(row), 22, 15, 38)
    room.configure({"look": {"theme": "paper"}})
    wait_for(lambda: is_near(ground(row), 252, 244, 227))
    # Without a theme of its own the room has the default.
    room.configure({"look": None})
    wait_for(lambda: row.evaluate(PALETTE)["color"]["giftText"] == "rgba(255, 255, 255, 0.92)")


def test_pages_and_server_have_the_same_themes_and_aurora_is_the_default(overlay, room):
    page = overlay()
    themes = page.evaluate("async () => Object.keys((await import('/web/shared/themes.js')).themes)")
    schema = room.server.get("/v1/schema/config").json["properties"]["look"]["properties"]["theme"]
    assert schema["enum"] == themes
    assert schema["default"] == themes[0] == "aurora"


def test_a_page_that_opens_later_has_the_theme_of_the_room(overlay, room):
    room.configure({"look": {"theme": "minimal"}})
    page = overlay()
    wait_for(lambda: page.evaluate(PALETTE)["radius"]["giftRadius"] == 8)


STYLE = """(text) => {
  document.getElementById("own")?.remove();
  const style = document.createElement("style");
  style.id = "own";
  style.textContent = text;
  if (text !== "") document.head.append(style);
}"""


def test_custom_css_overrides_the_theme_until_it_is_removed(row, room):
    row.evaluate(STYLE, """:root { --ovation-gift-background: rgb(10, 200, 30);
        --ovation-gift-background-end: rgb(10, 200, 30); --ovation-gift-radius: 3px }""")
    wait_for(lambda: is_near(ground(row), 10, 200, 30))
    assert row.evaluate(PALETTE)["radius"]["giftRadius"] == 3
    room.configure({"look": {"theme": "paper"}})
    wait_for(lambda: row.evaluate(PALETTE)["color"]["giftName"] == "#43210f")
    assert is_near(ground(row), 10, 200, 30)
    row.evaluate(STYLE, "")
    wait_for(lambda: is_near(ground(row), 252, 244, 227))


def test_an_invalid_value_in_custom_css_is_ignored(row):
    row.evaluate(STYLE, """:root { --ovation-gift-background: no color;
        --ovation-gift-background-end: url(x); --ovation-gift-radius: -5px;
        --ovation-ticker-radius: calc(1px); --ovation-gift-name: red; --ovation-font: "; x: y" }""")
    wait_for(lambda: row.evaluate(PALETTE)["color"]["giftName"] == "red")
    palette = row.evaluate(PALETTE)
    assert palette["color"]["giftBackground"] == "rgba(22, 15, 38, 0.80)"
    assert palette["radius"]["giftRadius"] == 20
    assert is_near(ground(row), 22, 15, 38)


def test_a_font_can_be_a_family_or_an_uploaded_file(blank, room):
    font = next(ROOT.joinpath("/usr/share/fonts").glob("**/*.ttf"))
    page = blank()
    asked = []
    page.route("**/assets/font.woff2", lambda route: (
        asked.append(route.request.url), route.fulfill(body=font.read_bytes(), content_type="font/woff2")))
    room.configure({"look": {"font": "/assets/font.woff2"}})
    page.goto(f"{room.server.url}/overlay/{room.name}")
    wait_for(lambda: '"Ovation upload"' in page.evaluate(PALETTE)["font"])
    assert len(asked) == 1
    room.configure({"look": {"font": "Comic Neue"}})
    wait_for(lambda: "Comic\\ Neue" in page.evaluate(PALETTE)["font"])
    page.evaluate(STYLE, ":root { --ovation-font: Georgia, serif }")
    wait_for(lambda: "Georgia, serif" in page.evaluate(PALETTE)["font"])


def test_a_font_file_that_is_invalid_changes_nothing(row, room):
    row.route("**/assets/none.woff2", lambda route: route.fulfill(body=b"no font"))
    with row.expect_console_message(lambda message: "can't be used" in message.text):
        room.configure({"look": {"font": "/assets/none.woff2"}})
    assert "Ovation upload" not in row.evaluate(PALETTE)["font"]
    assert is_near(ground(row), 22, 15, 38)


def test_every_style_property_is_documented(overlay):
    page = overlay()
    properties = page.evaluate("""async () => {
      const { propertyOf, themes } = await import("/web/shared/themes.js");
      const { colors, radii } = themes.classic;
      return [...Object.keys(colors), ...Object.keys(radii)].map(propertyOf);
    }""")
    told = re.findall(r"^\| `(--ovation-[a-z-]+)` \|", (ROOT / "docs/looks.md").read_text(), re.M)
    assert sorted(told) == sorted([*properties, "--ovation-font"])


def test_every_theme_has_a_valid_color_for_every_property(overlay):
    assert overlay().evaluate("""async () => {
      const { themes } = await import("/web/shared/themes.js");
      const keys = Object.keys(themes.classic.colors);
      const ctx = document.createElement("canvas").getContext("2d");
      return Object.values(themes).every(({ colors }) => keys.every((key) => {
        ctx.fillStyle = "#010203";
        ctx.fillStyle = colors[key];
        return ctx.fillStyle !== "#010203";
      }));
    }""")

"""The studio fits every size, language and theme, loads little, and has a strict policy."""

import itertools
import re

import pytest

from Browser.studio import Studio
from Browser.wire import Wire

WIDTHS = [300, 390, 1280, 1920]
VIEWS = ["live", "history", "layout", "looks", "alerts", "platforms", "rooms"]
FIRST_PAINT_BYTES = 45_000
# Limits for the studio as it opens, with its preview and all HTTP heads, and for all views.
LOAD_BYTES = 422_000
# Without HTTP heads, but with the overlay and the pictures of gifts that all views show.
ALL_BYTES = 488_000
NODES = 1500

# Texts with too little contrast (WCAG 2.1, 1.4.3) to the nearest opaque background.
CONTRAST = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage.startsWith("linear")) return null;
      const color = parse(style.backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
      if (color[3] > 0) return null;
    }
    return parse(getComputedStyle(document.documentElement).backgroundColor);
  };
  const poor = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (walk.currentNode.data.trim() === "" || !element.checkVisibility?.() || element.closest(".only-heard, .skip-link, option")) continue;
    const back = ground(element);
    if (back === null) continue;
    const [high, low] = [light(parse(getComputedStyle(element).color)), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) poor.push(`${walk.currentNode.data.trim()}: ${ratio.toFixed(2)}`);
  }
  return poor;
}"""

# Controls without an accessible name.
NAMELESS = """() => [...document.querySelectorAll("button, a[href], input, select, textarea, iframe")]
  .filter((element) => element.checkVisibility() && element.getAttribute("aria-hidden") !== "true")
  .filter((element) => !(element.getAttribute("aria-label") || element.title || element.textContent.trim()
    || element.labels?.length > 0))
  .map((element) => element.outerHTML.slice(0, 120))"""


def fill(room):
    """Fills every widget, with long words, too."""
    room.configure({"gifts": {"linger": 60}, "calls": {"vanish": 60}})
    for name in ["Ann", "Maximiliane-Alexandrina von und zu Hohenstein", "王小明", "Noor"]:
        room.gift(name, "Rocket", 1_000_000)
    room.call("Yuki")
    room.send("POST", "captions", {"text": "Thank you all, you are wonderful" * 4, "hold": None})


@pytest.mark.long
@pytest.mark.parametrize("theme, language", [
    ("dark", "en-US"), ("light", "zh-CN"), ("dark", "zh-CN"), ("light", "en-US")])
def test_every_view_fits_every_width_with_readable_contrast(studio, source, room, theme, language):
    source()
    fill(room)
    opened = studio(width=1280, height=900, color_scheme=theme, locale=language)
    opened.lamp("ok")
    opened.page.locator("#recent .way").wait_for()
    for view in VIEWS:
        opened.page.locator(f"[data-view={view}]").first.click()
        opened.page.locator(f"#content[data-view={view}] .panel").first.wait_for()
        for width in WIDTHS:
            opened.resize(width, 900)
            wide = opened.page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= width, f"{view} is {wide} wide at {width}"
            assert opened.page.evaluate(CONTRAST) == [], f"{view} at {width}"
            assert opened.page.evaluate(NAMELESS) == [], f"{view} at {width}"
        opened.resize(1280, 900)
    expected = "zh" if language == "zh-CN" else "en"
    assert opened.page.evaluate("() => document.documentElement.lang") == expected
    words = opened.page.locator("#lamp h1").inner_text()
    assert words == ("OBS 正在显示" if expected == "zh" else "OBS shows it")


@pytest.mark.long
def test_the_chosen_language_and_theme_are_kept(studio):
    opened = studio(color_scheme="dark")

    def choose(menu, entry):
        opened.button(menu, "#menus").click()
        opened.page.get_by_role("menuitemradio", name=entry, exact=True).click()

    choose("Menu", "Light")
    choose("Menu", "中文")
    opened.page.get_by_role("button", name="测试礼物").wait_for()
    opened.page.reload()
    opened.page.get_by_role("button", name="测试礼物").wait_for()
    ground = opened.page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    assert ground == "rgb(245, 242, 251)"
    choose("菜单", "English")
    opened.page.get_by_role("button", name="Test gift").wait_for()


def test_views_have_addresses_and_work_with_the_back_button(studio):
    opened = studio()
    opened.page.keyboard.press("l")
    opened.page.locator("#settings").wait_for()
    assert opened.page.url.endswith("?view=layout")
    assert opened.page.locator("#views [aria-current=page]").inner_text() == "Layout"
    opened.page.go_back()
    opened.page.locator("#connect").wait_for()
    opened.page.keyboard.press("?")
    opened.page.get_by_role("dialog", name="Shortcuts").wait_for()
    opened.page.get_by_role("switch", name="Letters work as shortcuts").uncheck()
    opened.page.keyboard.press("Escape")
    opened.page.locator("dialog").wait_for(state="detached")
    opened.page.keyboard.press("l")
    # The letter was no shortcut: the next view is one step after this one.
    opened.page.locator("#views [data-view=rooms]").click()
    opened.page.locator("#keys").wait_for()
    opened.page.go_back()
    opened.page.wait_for_url(lambda url: "view=rooms" not in url)
    assert "view=layout" not in opened.page.url
    opened.page.locator("#connect").wait_for()


def test_letters_typed_into_a_field_are_not_shortcuts(studio):
    opened = studio()
    opened.page.get_by_text("Own words").click()
    opened.page.get_by_label("Sender", exact=True).press_sequentially("thx")
    # A letter that was a shortcut would have posted an event earlier than this click.
    opened.button("Gift", "#try").click()
    opened.wait_for(lambda: opened.room.send("GET", "events", status=200)["events"])
    events = opened.room.send("GET", "events", status=200)["events"]
    assert [(event["type"], event["sender"]) for event in events] == [("gift", {"name": "thx"})]


def is_file(url):
    return "/v1/" not in url


def is_own(url):
    """Returns whether a file belongs to the studio and not to the overlay in its preview."""
    return is_file(url) and not re.search("/overlay/|/gifts/", url)


@pytest.mark.long
def test_the_studio_loads_few_bytes_and_only_from_its_server(blank, room):
    # No other test uses these options, so the browser has cached none of the files.
    page = blank(1280, 800, user_agent="cold")
    wire = Wire(page)
    wire.slow(20, 400_000)
    opened = Studio(page, room).open()
    page.locator("#preview iframe").wait_for()
    wire.settle()
    painted = page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
    before = page.evaluate("""(painted) => performance.getEntriesByType("resource")
      .filter((entry) => entry.responseEnd <= painted).map((entry) => entry.name)""", painted)
    assert 0 < wire.total(lambda url: url in before or url == page.url) <= FIRST_PAINT_BYTES
    assert wire.total() <= LOAD_BYTES
    told = [("live", wire.total(is_own))]
    for view in VIEWS[1:]:
        page.locator(f"[data-view={view}]").first.click()
        page.locator(f"#content[data-view={view}] .panel").first.wait_for()
        wire.settle()
        told.append((view, wire.total(is_own)))
    assert all(less < more for (_, less), (_, more) in itertools.pairwise(told))
    assert told[-1][1] <= LOAD_BYTES, told
    assert wire.total(is_file, heads=False) <= ALL_BYTES
    assert {url.split("/")[2] for url in wire.addresses.values()} == {f"localhost:{room.server.port}"}
    assert opened.page.evaluate("() => document.querySelectorAll('*').length") < NODES


def test_the_studio_has_no_inline_style_and_no_inline_script(studio):
    opened = studio()
    policy = opened.page.request.get(opened.page.url).headers["content-security-policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy
    assert opened.page.evaluate("() => document.querySelectorAll('script:not([src]), style').length") == 0

"""The studio's view Live: each control has its effect on the server."""

import re
import subprocess

import pytest

from Browser.canvas import painted, pixels
from Browser.studio import Studio, differs
from harness.room import Room
from harness.server import Server
from harness.waiting import wait_for

EFFECTS = {"Typed": "typewriter", "Fade": "fade", "Shine": "shine", "Wave": "wave"}


def events(room):
    return room.send("GET", "events?limit=1000", status=200)["events"]


def state(room):
    return room.send("GET", "state", status=200)


def crowd(room, count):
    """Gifts from so many senders, in order; two are shown, the others wait."""
    for index in range(count):
        room.gift(f"Sender {index}", "Rose")


@pytest.fixture(scope="module")
def server(own_server):
    return own_server


@pytest.fixture
def started(tmp_path):
    with Server(tmp_path, config=None) as server:
        yield server
        assert server.stop() == 0


@pytest.fixture
def bare(started, blank):
    """The studio at the address that a new server prints."""
    page = blank(1280, 800, permissions=["clipboard-read", "clipboard-write"])
    page.goto(re.search(r"http://\S+", started.printed)[0])
    return Studio(page, Room(started, "main"))


def test_a_new_user_gets_a_gift_into_obs_with_the_mouse(bare, source):
    live = bare
    live.lamp("none")
    live.address()
    live.button("Copy", "#connect").click()
    live.told("Copied")
    page = source(live.page.evaluate("() => navigator.clipboard.readText()"))
    live.lamp("ok")
    assert painted(pixels(page)) is None
    live.button("Test gift").click()
    wait_for(lambda: painted(pixels(page)) is not None)
    live.told("Seen in OBS after")
    [gift] = events(live.room)
    assert (gift["sender"], gift["test"]) == ({"name": "Ann"}, True)


@pytest.mark.long
def test_a_new_user_gets_a_gift_into_obs_with_the_keyboard(bare, source):
    live = bare
    live.lamp("none")
    live.address()
    press = live.page.keyboard.press
    for _ in range(30):
        press("Tab")
        if live.page.evaluate("() => document.activeElement.id") == "copy-address":
            break
    press("Enter")
    live.told("Copied")
    page = source(live.page.evaluate("() => navigator.clipboard.readText()"))
    live.lamp("ok")
    for _ in range(30):
        press("Shift+Tab")
        if live.page.evaluate("() => document.activeElement.closest('.steer') !== null"):
            break
    for _ in range(8):
        if live.page.evaluate("() => document.activeElement.id") == "test-gift":
            break
        press("ArrowRight")
    press("Space")
    wait_for(lambda: painted(pixels(page)) is not None)
    press("Escape")
    press("t")
    live.wait_for(lambda: len(events(live.room)) == 2)


def test_the_tile_carries_the_address_and_size_that_obs_reads(studio):
    live = studio()
    drag = """() => {
      const data = new DataTransfer();
      document.querySelector(".tile").dispatchEvent(new DragEvent("dragstart", { dataTransfer: data }));
      return data.getData("text/uri-list");
    }"""
    overlay = f"{live.room.server.url}/overlay/{live.room.name}"
    live.address()
    assert live.page.evaluate(drag) == (
        f"{overlay}?layer-name=Ovation&layer-width=1920&layer-height=1080")
    live.page.get_by_text("Tall", exact=True).click()
    live.told("Set the OBS source to 1080×1920.")
    live.wait_for(lambda: live.page.evaluate(drag) == (
        f"{overlay}?layer-name=Ovation&layer-width=1080&layer-height=1920"))
    live.wait_for(lambda: live.room.send("GET", "config", status=200)["stage"]["height"] == 960)


def test_the_size_for_obs_follows_the_stage_and_an_own_layout_is_asked_about(studio, room):
    room.configure({"stage": {"width": 540, "height": 960}})
    live = studio()
    chosen = live.page.get_by_role("radio", checked=True)
    live.wait_for(lambda: chosen.count() == 1 and chosen.input_value() == "1080x1920")
    live.page.get_by_text("Wide", exact=True).click()
    live.button("Cancel", "dialog").click()
    live.wait_for(lambda: chosen.input_value() == "1080x1920")
    live.page.get_by_text("Wide", exact=True).click()
    live.button("Apply", "dialog").click()
    live.wait_for(lambda: chosen.input_value() == "1920x1080")
    live.wait_for(lambda: room.send("GET", "config", status=200)["stage"]["width"] == 960)


@pytest.mark.long
def test_the_lamp_says_that_a_source_has_another_shape_than_the_stage(studio, source):
    live = studio()
    page = source(width=800, height=600)
    live.lamp("size")
    assert "OBS source: 800×600" in live.page.locator("#lamp").inner_text()
    live.button("Fit the stage").click()
    live.lamp("ok")
    page.set_viewport_size({"width": 1280, "height": 720})
    live.lamp("size")
    assert "Set it to 1440×1080." in live.page.locator("#lamp").inner_text()
    page.set_viewport_size({"width": 1440, "height": 1080})
    live.lamp("ok")


@pytest.mark.long
def test_a_large_gift_that_waits_is_shown_with_its_wait_and_can_be_moved_up(studio, source, room):
    room.configure({"gifts": {"linger": 30, "hurry": 0}})
    source()
    crowd(room, 6)
    room.gift("Mira", "Rocket", 2)
    live = studio()
    notice = live.page.locator("#waiting .large")
    notice.get_by_text("Mira · Rocket ×2").wait_for()
    said = notice.inner_text()
    assert re.search(r"waits behind 4: (1:[23]\d|[34]:\d\d)", said) and "worth 40.00 USD" in said, said
    live.button("Show next: Mira").click()
    live.wait_for(lambda: state(room)["queue"][0]["sender"] == "Mira")
    notice.get_by_text(re.compile(r"comes next: 0:[23]\d")).wait_for()
    assert notice.get_by_role("button").count() == 0


def test_the_lamp_turns_red_when_obs_disconnects_and_says_when(studio, source):
    live = studio()
    page = source()
    live.lamp("ok")
    lost = live.page.evaluate("() => new Date().toTimeString().slice(0, 5)")
    page.close()
    live.lamp("lost")
    said = live.page.locator("#lamp").inner_text()
    assert f"OBS disconnected at {lost}" in said or live.page.evaluate("() => new Date().getSeconds()") < 10, said
    color = live.page.locator("#lamp svg").evaluate("(mark) => getComputedStyle(mark).color")
    red, green, blue = map(int, re.findall(r"\d+", color)[:3])
    assert red > 1.4 * max(green, blue), color
    live.page.reload()
    live.lamp("lost")
    source()
    live.lamp("ok")


@pytest.mark.long
def test_each_try_button_posts_a_test_event_and_changes_the_preview(studio, source):
    live = studio()
    source()
    live.lamp("ok")
    presses = {"gift": "Gift", "combo": "Combo ×28", "call": "Call", "counter": "Counter",
               **{effect: name for name, effect in EFFECTS.items()}}
    live.button("Gift", "#try").click()
    live.wait_for(lambda: events(live.room))

    def shows():
        """The painted box of the preview; None: the preview is empty, or still shows the demo."""
        frame = live.page.frame(url=re.compile("role=preview"))
        if frame is None or frame.query_selector("#stage") is None:
            return None
        return painted(pixels(frame))

    live.wait_for(shows)
    for tried, name in presses.items():
        live.room.send("POST", "control", {"action": "clear"})
        # The studio deletes its counter later, which is an event, too.
        live.wait_for(lambda: shows() is None)
        before, last = live.picture(), events(live.room)[-1]["seq"]
        live.button(name, "#try").click()
        live.wait_for(lambda: events(live.room)[-1]["seq"] > last)
        event = events(live.room)[-1]
        assert event.get("test", tried == "counter") is True
        assert event.get("count", 28) == (3 if tried == "gift" else 28)
        assert event.get("effect", "typewriter") == EFFECTS.get(name, "typewriter")
        live.wait_for(lambda: shows() is not None and differs(before, live.picture()))


@pytest.mark.long
def test_the_twenty_senders_button_posts_twenty_gifts_and_can_be_stopped(studio):
    live = studio()
    live.button("20 senders", "#try").click()
    live.button("Stop", "#try").click()
    live.button("20 senders", "#try").wait_for()
    stopped = len(events(live.room))
    assert 1 <= stopped < 20
    live.button("20 senders", "#try").click()
    live.wait_for(lambda: len(events(live.room)) == stopped + 20)
    assert all(event["test"] for event in events(live.room))


def test_the_empty_lists_of_live_offer_test_gifts(studio, source):
    live = studio()
    source(live.address())
    live.lamp("ok")
    live.button("Send a test gift", "#recent").click()
    live.wait_for(lambda: live.page.locator("#recent [data-event]").count() == 1)
    live.button("Send test gifts", "#waiting").click()
    # The room has two rows, and its first gift is in one of them.
    live.wait_for(lambda: len(events(live.room)) == 6)
    live.wait_for(lambda: live.page.locator("#waiting .list-row").count() >= 3)
    assert all(event["test"] for event in events(live.room))
    assert not live.button("Send test gifts", "#waiting").is_visible()


@pytest.mark.long
def test_a_gift_in_the_streamers_own_words_is_posted(studio):
    live = studio()
    live.page.get_by_text("Own words").click()
    live.page.get_by_label("Sender", exact=True).fill("Zoë")
    live.page.get_by_label("Gift", exact=True).fill("Moon")
    live.button("Gift", "#try").click()
    live.wait_for(lambda: events(live.room))
    assert events(live.room)[0]["sender"] == {"name": "Zoë"}
    assert events(live.room)[0]["gift"] == {"name": "Moon"}


def test_hold_and_resume_pause_and_continue_the_queue(studio, source):
    live = studio()
    source()
    live.lamp("ok")
    live.button("Hold").click()
    live.lamp("held")
    assert state(live.room)["held"] is True
    crowd(live.room, 1)
    live.page.get_by_text("On hold: 1 waiting").wait_for()
    live.page.get_by_text("after Resume", exact=True).wait_for()
    live.button("Resume").click()
    live.lamp("ok")
    assert state(live.room)["held"] is False
    live.page.keyboard.press("h")
    live.lamp("held")


def test_skip_removes_one_node_or_all_nodes_of_the_stage(studio, source):
    live = studio()
    source()
    live.room.configure({"gifts": {"linger": 60}, "calls": {"vanish": 60}})
    crowd(live.room, 2)
    live.room.call("Yuki")
    live.page.locator("#on-stage [data-node='gifts/1']").wait_for()
    live.button("Skip").click()
    live.page.get_by_role("menuitem", name="Sender 0 · Rose").click()
    live.wait_for(lambda: [row["channel"] for row in state(live.room)["channels"]] == [1])
    live.button("Let Yuki leave").click()
    live.wait_for(lambda: state(live.room)["calls"] == [])
    live.button("Skip").click()
    live.page.get_by_role("menuitem", name="Skip everything").click()
    live.wait_for(lambda: state(live.room)["channels"] == [])
    live.page.get_by_text("Nothing on stage.").wait_for()


@pytest.mark.long
def test_captions_and_counters_can_be_removed_from_the_list(studio, source):
    live = studio()
    source()
    live.room.send("POST", "captions", {"text": "Hello", "hold": None})
    live.room.send("PUT", "counters/likes", {"to": 5, "duration": 0})
    live.button("Let Hello leave").click()
    live.button("Delete the counter 5", "#on-stage").click()
    live.page.locator(".toast").get_by_text("Now", exact=True).click()
    live.wait_for(lambda: state(live.room)["counters"] == [] and state(live.room)["captions"] == [])


def waiting(live):
    return [combo["sender"] for combo in state(live.room)["queue"]]


def test_waiting_gifts_can_be_moved_and_removed(studio):
    live = studio()
    live.room.send("POST", "control", {"action": "hold"})
    crowd(live.room, 4)
    rows = live.page.locator("#waiting .list-row")
    live.wait_for(lambda: rows.count() == 4, what=lambda: f"four rows, not {rows.all_inner_texts()}; {state(live.room)}")

    def choose(sender, entry):
        live.button(f"Menu: {sender}", "#waiting").click()
        live.page.get_by_role("menuitem", name=entry, exact=True).click()

    def ordered(*senders):
        live.wait_for(lambda: waiting(live) == list(senders))
        # The next press refers to the visible rows.
        for index, sender in enumerate(senders, 1):
            live.page.locator(f"#waiting [aria-rowindex='{index}']", has_text=sender).wait_for()

    choose("Sender 3", "Show next")
    ordered("Sender 3", "Sender 0", "Sender 1", "Sender 2")
    choose("Sender 0", "Up")
    ordered("Sender 0", "Sender 3", "Sender 1", "Sender 2")
    choose("Sender 0", "Down")
    ordered("Sender 3", "Sender 0", "Sender 1", "Sender 2")
    choose("Sender 1", "Remove")
    live.button("Cancel", "#waiting").click()
    choose("Sender 1", "Remove")
    live.button("Remove", "#waiting").click()
    ordered("Sender 3", "Sender 0", "Sender 2")
    live.page.wait_for_function("""() => document.querySelectorAll("#waiting .list-row").length === 3""")
    live.page.locator("#waiting [aria-rowindex='1']").focus()
    live.page.keyboard.press("ArrowDown")
    live.page.keyboard.press("Alt+ArrowDown")
    ordered("Sender 3", "Sender 2", "Sender 0")
    live.page.keyboard.press("Delete")
    live.button("Remove", "#waiting").click()
    live.wait_for(lambda: waiting(live) == ["Sender 3", "Sender 2"])


@pytest.mark.long
def test_the_countdown_of_a_waiting_gift_ends_when_its_row_enters(studio, source):
    live = studio()
    source()
    live.lamp("ok")
    live.room.configure({"gifts": {"linger": 8, "hurry": 0}})
    crowd(live.room, 3)
    due = live.page.locator("#waiting .due")
    due.wait_for()
    live.page.wait_for_function("() => /^0:0[3-6]$/.test(document.querySelector('#waiting .due')?.textContent)")

    def left():
        now = state(live.room)
        return (now["queue"][0]["expectedAt"] - now["time"]) / 1e6

    # The text was true at some moment between the two requests.
    most = left()
    minutes, seconds = due.inner_text().split(":")
    assert left() - 1.2 <= int(minutes) * 60 + int(seconds) <= most + 1.2
    due.wait_for(state="detached", timeout=20_000)
    assert state(live.room)["queue"] == []


@pytest.mark.long
def test_a_long_queue_keeps_few_rows_in_the_page(studio):
    live = studio()
    live.room.send("POST", "control", {"action": "hold"})
    crowd(live.room, 120)
    live.page.get_by_text("and 70 more").wait_for()
    assert live.page.locator("#waiting .list-row").count() <= 40
    live.page.locator("#waiting .list-row").first.focus()
    for _ in range(8):
        live.page.keyboard.press("PageDown")
    live.wait_for(lambda: "Sender 49" in live.page.evaluate("() => document.activeElement.textContent"))
    assert live.page.locator("#waiting .list-row").count() <= 40


@pytest.mark.long
def test_the_timeline_of_a_gift_is_shown_to_its_end(studio, source):
    live = studio()
    source()
    live.lamp("ok")
    live.room.configure({"gifts": {"linger": 0.5}})
    live.room.gift("Ann", "Rose")
    steps = live.page.locator("#recent .way li")
    live.wait_for(lambda: [step.get_attribute("data-state") for step in steps.all()] == ["done"] * 5)
    assert "played" in steps.nth(4).inner_text()


@pytest.mark.long
@pytest.mark.network
def test_the_lamp_distinguishes_hidden_inactive_and_other_pages(studio, source, blank):
    live = studio()
    tab = blank()
    tab.goto(f"{live.room.server.url}/overlay/{live.room.name}")
    live.lamp("tab")
    page = source()
    live.lamp("ok")
    live.page.locator("#connect").get_by_text("OBS 31").wait_for()
    tell = """([kind, detail]) => dispatchEvent(new CustomEvent(kind, { detail }))"""
    page.evaluate(tell, ["obsSourceVisibleChanged", {"visible": False}])
    live.lamp("hidden")
    live.button("Show me").click()
    live.page.get_by_text("click the eye beside it").wait_for()
    live.page.keyboard.press("Escape")
    page.evaluate(tell, ["obsSourceVisibleChanged", {"visible": True}])
    page.evaluate(tell, ["obsSourceActiveChanged", {"active": False}])
    live.lamp("off")


@pytest.mark.long
def test_the_studio_can_reload_a_page(studio, source):
    live = studio()
    page = source()
    live.lamp("ok")
    page.evaluate("() => { window.isOld = true; }")
    live.button("Reload: OBS 31").click()
    page.wait_for_function("() => window.isOld === undefined")
    live.lamp("ok")


def test_each_curl_command_does_the_same_as_its_button(studio):
    live = studio()
    live.button("Commands").click()
    live.page.locator("dialog .command").nth(6).wait_for()
    lines = live.page.locator("dialog .command").all_inner_texts()
    assert len(lines) == 7
    for line in lines:
        run = subprocess.run(
            ["sh", "-c", line + ' --silent --output /dev/null --write-out "%{http_code}"'],
            capture_output=True, text=True, timeout=10, check=False)
        assert run.stdout == "202", line
    said = [event.get("action", event["type"]) for event in events(live.room)]
    assert said == ["hold", "resume", "skip", "clear", "hideMessage", "start", "gift"]
    assert events(live.room)[-1]["gift"] == {"name": "Rose"}


def test_a_demo_plays_until_the_first_event(studio):
    live = studio(demo=True)
    live.page.locator(".demo").wait_for()
    first = live.picture()
    live.wait_for(lambda: differs(first, live.picture()))
    live.button("Gift", "#try").click()
    live.page.locator(".demo").wait_for(state="hidden")
    live.preview().locator("#stage").wait_for()


@pytest.mark.network
def test_the_studio_reports_a_dead_server_and_reconnects_on_request(studio, server):
    live = studio()
    server.kill()
    live.lamp("gone")
    live.page.get_by_role("alert").get_by_text("The server does not answer").first.wait_for()
    # Without its timers the studio does not connect again on its own.
    live.page.evaluate("""() => {
      const last = setTimeout(() => {});
      window.setTimeout = () => 0;
      for (let timer = 0; timer <= last; timer++) clearTimeout(timer);
    }""")
    server.start()
    live.button("Try now").click()
    live.lamp("none")

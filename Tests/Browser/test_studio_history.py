"""The studio's view History: events can be found, opened and shown again."""

import re

import pytest

from harness.waiting import wait_for


def events(room):
    return room.send("GET", "events?limit=1000", status=200)["events"]


@pytest.fixture
def past(studio, source, room):
    room.configure({"gifts": {"linger": 0.2}})
    source()
    room.gift("Ann", "Rose", 3)
    room.gift("Mira", "Rocket")
    room.send("POST", "captions", {"text": "Hello there"})
    room.call("Yuki")
    opened = studio("history")
    opened.page.locator(".history-list .list-row").nth(4).wait_for()
    return opened


def titles(past):
    return past.page.locator(".history-list .title").all_inner_texts()


def test_events_are_listed_newest_first_filtered_and_searched(past):
    past.wait_for(lambda: titles(past) == ["Yuki", "Hello there", "Mira", "Ann", "Settings"])
    past.page.locator(".choices").get_by_text("Gifts", exact=True).click()
    past.wait_for(lambda: titles(past) == ["Mira", "Ann"])
    past.page.locator(".choices").get_by_text("Calls", exact=True).click()
    past.wait_for(lambda: titles(past) == ["Yuki", "Mira", "Ann"])
    past.page.keyboard.press("/")
    past.page.keyboard.type("mir")
    past.wait_for(lambda: titles(past) == ["Mira"])
    past.page.get_by_label("Search names and texts").fill("nobody")
    past.page.get_by_text("Nothing matches “nobody”.").wait_for()
    past.button("Show everything").click()
    past.wait_for(lambda: titles(past) == ["Yuki", "Hello there", "Mira", "Ann", "Settings"])
    assert not past.page.locator(".choices [type=checkbox]:checked").count()


def row(past, text):
    return past.page.locator(".history-list .list-row", has_text=text)


def outcomes(past):
    return past.page.locator(".history-list .outcome").all_inner_texts()


def test_a_row_says_what_became_of_its_event(past):
    # The earlier gifts would stay on the stage as long as the new ones.
    past.wait_for(lambda: not any(node.startswith("gifts/") for node in past.room.nodes()))
    past.room.configure({"sources": {"blocked": "troll"}, "gifts": {"linger": 60}})
    for sender in ("troll", "Bo", "Cyd", "Dee"):
        past.room.gift(sender, "Rose")
    past.wait_for(lambda: outcomes(past)[:4] == ["had to wait", "shown", "shown", "The room blocks its sender or a word in it."])
    past.room.send("POST", "control", {"action": "skip"})
    past.wait_for(lambda: outcomes(past)[1:4] == ["shown", "skipped", "skipped"])


def test_a_gift_can_be_taken_back_from_its_row(past):
    row(past, "Mira").hover()
    past.button("Take back: Mira").click()
    past.button("Cancel", "dialog").click()
    row(past, "Mira").hover()
    past.button("Take back: Mira").click()
    past.button("Take back", "dialog").click()
    past.wait_for(lambda: events(past.room)[-1]["type"] == "takeBack")
    mira = next(event for event in events(past.room) if event.get("gift") == {"name": "Rocket"})
    assert events(past.room)[-1]["of"] == mira["id"]
    past.page.locator(f".history-list [data-event='{mira['id']}'] .outcome", has_text="taken back").wait_for()
    past.page.locator(".choices").get_by_text("Gifts", exact=True).click()
    past.wait_for(lambda: titles(past) == ["Mira", "Ann"])
    past.page.locator(f".history-list [data-event='{mira['id']}'] .outcome", has_text="taken back").wait_for()


def test_a_row_of_settings_says_what_changed_and_takes_it_back(past):
    config = lambda: past.room.send("GET", "config", status=200)
    before = config()
    past.room.configure({"gifts": {"y": 300}, "catalogue": {"rose": {"value": 7}, "heart": None}})
    changed = row(past, "Catalogue: rose.value 1 → 7 and 2 more")
    changed.click()
    lines = past.page.get_by_role("list", name="What changed").get_by_role("listitem")
    past.wait_for(lambda: sorted(lines.all_inner_texts()) == [
        "Catalogue: heart Heart → None", "Catalogue: rose.value 1 → 7", "Gifts: y 320 → 300"])
    past.page.locator("#take-back").click()
    past.told("Taken back.")
    past.wait_for(lambda: config() == before)
    row(past, "Catalogue: rose.value 7 → 1 and 2 more").wait_for()


@pytest.mark.long
def test_settings_that_changed_again_are_taken_back_only_after_a_question(past):
    past.room.configure({"gifts": {"y": 300}})
    past.room.configure({"gifts": {"y": 310}})
    row(past, "Gifts: y 320 → 300").hover()
    past.page.locator(".list-row", has_text="Gifts: y 320 → 300").locator(".take-back").click()
    past.button("Cancel", "dialog").click()
    assert past.room.send("GET", "config", status=200)["gifts"]["y"] == 310
    past.page.locator(".list-row", has_text="Gifts: y 320 → 300").locator(".take-back").click()
    past.button("Take back", "dialog").click()
    past.wait_for(lambda: past.room.send("GET", "config", status=200)["gifts"]["y"] == 320)


@pytest.mark.long
def test_the_answer_to_an_earlier_search_is_not_listed(past):
    delayed = []
    past.page.route(re.compile("[?&]q=mir"), lambda route: delayed.append(route))
    search = past.page.get_by_label("Search names and texts")
    search.fill("mir")
    past.wait_for(lambda: delayed)
    search.fill("ann")
    past.wait_for(lambda: titles(past) == ["Ann"])
    with past.page.expect_response(re.compile("[?&]q=mir")) as answered:
        delayed[0].continue_()
    answered.value.finished()
    # The page has handled the answer once a later request is answered.
    past.page.evaluate("async () => (await fetch('/v1/rooms')).text()")
    assert titles(past) == ["Ann"]


def test_an_event_shows_its_timeline_and_can_be_shown_again(past):
    wait_for(lambda: past.room.nodes() == {} or "gifts/0" not in past.room.nodes())
    past.page.locator(".history-list .list-row", has_text="Ann").click()
    steps = past.page.locator("#event .way li")
    past.wait_for(lambda: steps.evaluate_all("steps => steps.map((step) => step.dataset.state)") == ["done"] * 5)
    past.button("Show again").click()
    past.wait_for(lambda: any("replayOf" in event for event in events(past.room)))
    replay = events(past.room)[-1]
    assert replay["replayOf"] == next(e["id"] for e in events(past.room) if e.get("count") == 3)
    past.wait_for(lambda: titles(past)[0] == "Ann")
    past.page.locator(".history-list .list-row").first.get_by_text("Replay").wait_for()
    wait_for(lambda: past.room.nodes().get("gifts/0", {}).get("sender") == "Ann")


@pytest.mark.long
def test_an_event_that_shows_nothing_is_listed_as_applied(past):
    past.page.locator(".history-list .list-row", has_text="Settings").click()
    steps = past.page.locator("#event .way li")
    past.wait_for(lambda: [step.get_attribute("data-state") for step in steps.all()] == ["done"])
    head = past.page.locator(".history-list .list-row", has_text="Settings")
    # The server gives new rooms other settings than the schema's defaults, so the studio does not guess the earlier ones.
    unknown = "No earlier settings to compare with."
    assert head.locator(".title").inner_text() == "Settings" and head.locator(".detail").inner_text() == unknown
    assert past.page.get_by_role("list", name="What changed").get_by_role("listitem").all_inner_texts() == [unknown]
    assert not head.locator(".take-back").is_visible() and not past.page.locator("#take-back").is_visible()


@pytest.mark.long
def test_arrow_keys_walk_the_history_and_enter_opens_a_row(past):
    past.page.locator(".history-list .list-row").first.focus()
    past.page.keyboard.press("ArrowDown")
    past.page.keyboard.press("Enter")
    past.page.locator("#event").get_by_text("Hello there").wait_for()


@pytest.mark.long
def test_a_long_history_keeps_few_rows_in_the_page(studio, room):
    for index in range(450):
        room.send("PUT", "counters/likes", {"to": index, "duration": 0})
    past = studio("history")
    rows = past.page.locator(".history-list .list-row")
    rows.first.wait_for()
    end = "() => { const list = document.querySelector('.history-list'); list.scrollTop = list.scrollHeight; }"

    def is_at_the_end():
        past.page.evaluate(end)
        return "0" in past.page.locator(".history-list .detail").all_inner_texts()[-1].split(" · ")

    past.wait_for(is_at_the_end)
    assert rows.count() <= 40
    assert past.page.evaluate("() => document.querySelectorAll('*').length") < 1500


@pytest.mark.long
def test_held_approved_and_refused_events_have_rows(studio, room):
    room.server.request("PUT", f"/v1/rooms/{room.name}/sources/generic", {
        "event": "gift", "keys": {"id": "id", "sender": "from"}, "fixed": {"gift": "Rose"}})
    room.configure({"sources": {"hold": "generic"}})
    key = room.send("POST", "keys", {"role": "ingest"}, status=201)["key"]
    for id, name in (("1", "Ann"), ("2", "Bob")):
        answer = room.server.request("POST", f"/v1/hooks/{room.name}/generic", {"id": id, "from": name},
                                     {"Authorization": f"Bearer {key}"})
        assert answer.status < 300, answer
    room.send("POST", "held/generic:1/approve")
    room.send("POST", "held/generic:2/refuse")
    opened = studio("history")
    for text in ("Taking back", "approved", "Held for approval · Rose"):
        opened.page.locator("#content .row-line", has_text=text).first.wait_for()


def test_a_burst_of_events_is_listed_completely(studio, room):
    room.send("PUT", "counters/likes", {"to": 0, "duration": 0})
    past = studio("history")
    past.page.locator(".history-list .list-row").first.wait_for()
    for index in range(1, 240):
        room.send("PUT", "counters/likes", {"to": index, "duration": 0})
    newest = past.page.locator(".history-list .list-row", has_text="239").first
    newest.wait_for(timeout=15_000)
    grid = past.page.locator(".history-list")
    past.wait_for(lambda: grid.get_attribute("aria-rowcount") == "240")


@pytest.mark.long
def test_a_history_that_opens_first_does_not_fetch_all_events(studio, room):
    for index in range(300):
        room.send("PUT", "counters/likes", {"to": index, "duration": 0})
    past, asked = studio("history"), []
    past.page.on("request", lambda request: asked.append(request.url))
    past.page.reload()
    past.page.locator(".history-list .list-row", has_text="299").first.wait_for()
    room.send("PUT", "counters/likes", {"to": 777, "duration": 0})
    past.page.locator(".history-list .list-row", has_text="777").first.wait_for()
    assert not [url for url in asked if "events?after=" in url]


@pytest.mark.long
@pytest.mark.parametrize(("locale", "told"), [
    ("en-US", ["Hold", "Skip", "Resume", "Clear", "Taken out of the queue", "Moved in the queue", "Call dismissed",
               "Counter deleted", "Caption taken away", "Goal", "Goal deleted"]),
    ("zh-CN", ["暂停", "跳过", "继续", "清空", "已移出队列", "队列中已移动", "来电已关闭", "计数器已删除", "字幕已撤下", "目标", "目标已删除"]),
])
def test_each_type_of_event_has_a_title(studio, room, locale, told):
    room.configure({"gifts": {"channels": 1}})
    room.send("POST", "control", {"action": "hold"})
    first, second = (room.gift(sender, "Rose")["id"] for sender in ("Ann", "Mira"))
    room.send("POST", f"queue/{second}/move", {"to": 1})
    room.send("DELETE", f"queue/{first}")
    room.send("DELETE", f"calls/{room.call('Yuki')}")
    room.send("PUT", "counters/likes", {"to": 3})
    room.send("DELETE", "counters/likes")
    room.send("POST", "captions", {"text": "Hello", "hold": None})
    room.send("DELETE", "captions/main")
    room.send("PUT", "goals/mic", {"title": "Mic", "target": 5})
    room.send("DELETE", "goals/mic")
    for action in ("skip", "resume", "clear"):
        room.send("POST", "control", {"action": action})
    past = studio("history", locale=locale, height=1600)
    rows = past.page.locator(".history-list .list-row")
    rows.nth(14).wait_for()
    texts = "\n".join(rows.all_inner_texts())
    assert [words for words in told if words not in texts] == []
    assert not re.search("[a-z][A-Z]|dismiss$|tap$", texts), texts


def choose(past, *kinds):
    for kind in kinds:
        past.page.locator(".choices").get_by_text(kind, exact=True).click()


def test_every_event_belongs_to_a_kind_of_the_filter(studio, room):
    room.configure({"alerts": {"rules": [{"name": "follow", "when": {"type": "notice"}, "title": "{sender} follows"}]}})
    room.send("POST", "notices", {"kind": "follow", "sender": "Ann", "id": "n1"})
    room.send("POST", "events/n1/speech", {"seconds": 0})
    call = room.call("Yuki")
    room.send("DELETE", f"calls/{call}")
    room.send("PUT", "counters/likes", {"to": 3})
    room.send("DELETE", "counters/likes")
    room.send("POST", "captions", {"text": "Hello", "hold": None})
    room.send("DELETE", "captions/main")
    room.send("PUT", "goals/mic", {"title": "Mic", "target": 5})
    room.send("DELETE", "goals/mic")
    room.send("DELETE", f"events/{room.gift('Mira', 'Rose')['id']}")
    past = studio("history")
    rows = past.page.locator(".history-list .list-row")
    listed = past.wait_for(lambda: rows.count() == 13 and titles(past))
    choose(past, "Notices")
    past.wait_for(lambda: [text.split(" · ")[0] for text in past.page.locator(".history-list .who").all_inner_texts()] == [
        "n1\nMessage spoken", "Ann\nNotice"])
    choose(past, "Gifts", "Calls", "Captions", "Counters", "Goals", "Control", "Settings")
    past.wait_for(lambda: titles(past) == listed)
    choose(past, "Notices", "Gifts", "Captions", "Counters", "Goals", "Control", "Settings")
    past.wait_for(lambda: len(titles(past)) == 2)


PLACES = """(row) => {
  const detail = row.querySelector(".detail");
  const range = document.createRange();
  range.selectNodeContents(detail.firstChild);
  const [own, tag] = [range.getBoundingClientRect(), detail.querySelector(".tag").getBoundingClientRect()];
  return [own.right, tag.left];
}"""


@pytest.mark.long
@pytest.mark.parametrize("gift", ["Rose\u202E", "\u2067Rose", "وردة (5)", "Rose\u061C (5)"])
def test_a_name_with_direction_controls_leaves_the_words_beside_it_in_place(studio, room, gift):
    room.send("POST", "gifts", {"sender": "Mira\u202E", "gift": gift, "test": True})
    past = studio("history")
    row(past, "Mira").wait_for()
    own, tag = row(past, "Mira").evaluate(PLACES)
    assert tag >= own
    row(past, "Mira").hover()
    row(past, "Mira").locator(".take-back").click()
    question = past.page.locator("dialog h2").inner_text()
    own = gift.replace("\u202E", "").replace("\u2067", "")
    name = f"\u2068{own}\u2069"
    assert question == (f"Take back \u2068\u2068Mira\u2069 · {name}\u2069? It leaves the stage, goals, leaders and totals; "
                        "the history keeps both."), ascii(question)

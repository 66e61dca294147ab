"""The studio's view Platforms: sources can be set up, tried and watched."""

import json
import urllib.error
import urllib.parse
import urllib.request

import pytest

from harness.payloads import signed
from harness.server import Answer
from harness.variants import variants
from Browser.test_studio_look import CONTRAST, NAMELESS, VIEWS, WIDTHS

SECRET = "s3cRe7s3cRe7"
KINDS = {
    "twitch": "Twitch", "youtube": "YouTube", "tiktok": "TikTok", "bilibili": "Bilibili", "kofi": "Ko-fi",
    "stripe": "Stripe", "github": "GitHub Sponsors", "streamelements": "StreamElements", "streamlabs": "Streamlabs", "kick": "Kick",
}


@pytest.fixture
def platforms(studio):
    """Opens the view with one platform expanded."""

    def open_one(kind=None, **more):
        opened = studio("platforms", **more)
        if kind is not None:
            unfold(opened, kind)
        return opened

    return open_one


def unfold(opened, kind):
    opened.page.locator(f"#platforms [data-kind={kind}] > summary").click()


def part(opened, kind):
    return opened.page.locator(f"#platforms [data-kind={kind}]")


def sources(room):
    return {one["kind"]: one for one in room.send("GET", "sources", status=200)["sources"]}


def events(room):
    return room.send("GET", "events", status=200)["events"]


def deliver(address, body, fields):
    """Posts a delivery; returns the answer."""
    request = urllib.request.Request(address, body, fields)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return Answer(answer.status, answer.headers.items(), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers.items(), error.read())


def twitch(address, secret, message_id, kind, event):
    body = json.dumps({"subscription": {"type": kind}, "event": event}).encode()
    fields = {"Content-Type": "application/json", "Twitch-Eventsub-Message-Id": message_id,
              "Twitch-Eventsub-Message-Type": "notification"}
    return deliver(address, body, signed("twitch", body, fields, secret))


def kofi(address, token, message_id, **more):
    payment = {"verification_token": token, "message_id": message_id, "type": "Donation",
               "is_public": True, "from_name": "Jo", "amount": "3.00", "currency": "EUR",
               "email": "jo@example.com", **more}
    return deliver(address, urllib.parse.urlencode({"data": json.dumps(payment)}).encode(),
                   {"Content-Type": "application/x-www-form-urlencoded"})


def with_key(address, key, body):
    return deliver(address, json.dumps(body).encode(), {
        "Content-Type": "application/json", "Authorization": f"Bearer {key}"})


def test_a_source_is_set_up_with_a_secret_and_an_address(platforms, room):
    opened = platforms("kofi")
    opened.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    opened.page.get_by_label("Verification token: Ko-fi").fill(SECRET)
    opened.button("Save: Ko-fi").click()
    opened.told("Ko-fi is set up.")
    kept = sources(room)["kofi"]
    assert kept["set"] and kept["address"].endswith(f"/v1/hooks/{room.name}/kofi")
    address = opened.page.get_by_label("Address for Ko-fi", exact=True)
    opened.wait_for(lambda: address.input_value() == kept["address"])
    opened.button("Copy: Address for Ko-fi").click()
    opened.told("Copied")
    assert opened.page.evaluate("window.copied") == kept["address"]
    # The page no longer contains the secret, and the secret works.
    assert opened.page.get_by_label("Verification token: Ko-fi").input_value() == ""
    assert SECRET not in opened.page.content()
    assert kofi(address.input_value(), SECRET, "k-1").status == 200
    part(opened, "kofi").locator("summary", has_text="recorded").wait_for()
    opened.page.locator("#deliveries [data-kind=kofi]", has_text="3.00 EUR").wait_for()
    # Another secret replaces it.
    opened.page.get_by_label("Verification token: Ko-fi").fill("another-one")
    opened.page.keyboard.press("Enter")
    opened.wait_for(lambda: kofi(kept["address"], "another-one", "k-2").status == 200)
    assert kofi(kept["address"], SECRET, "k-3").status == 403


@pytest.mark.long
def test_a_secret_can_be_generated(platforms, room):
    opened = platforms("twitch")
    opened.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    opened.button("Make one: Twitch").click()
    opened.told("Made and copied")
    field = opened.page.get_by_label("Secret: Twitch")
    secret = field.input_value()
    assert len(secret) == 48 and secret == opened.page.evaluate("window.copied")
    assert field.get_attribute("type") == "password"
    opened.button("Save: Twitch").click()
    opened.wait_for(lambda: "twitch" in sources(room))
    address = sources(room)["twitch"]["address"]
    person = {"user_id": "1", "user_name": "Ann"}
    assert twitch(address, secret, "m-1", "channel.follow", person).status == 202
    assert twitch(address, SECRET, "m-2", "channel.follow", person).status == 403


@pytest.mark.long
@pytest.mark.network
def test_a_rejected_secret_stays_in_its_field(platforms, room):
    opened = platforms("twitch")
    field = opened.page.get_by_label("Secret: Twitch")
    field.fill("short")
    opened.button("Save: Twitch").click()
    opened.told("10 to 100")
    assert field.input_value() == "short" and sources(room) == {}


@pytest.mark.parametrize("kind", variants(KINDS, quick=2))
def test_samples_of_each_kind_are_shown_as_tests(platforms, room, kind):
    room.configure({"sources": {"message": "nothing"}})
    opened = platforms(kind)
    choose = opened.page.get_by_label(f"Sample of {KINDS[kind]}")
    sorts = choose.locator("option").count()
    for index in range(sorts):
        if sorts > 1:
            choose.select_option(index=index)
        before = len(events(room))
        opened.button(f"Send a sample: {KINDS[kind]}").click()
        made = part(opened, kind).locator(".made .row-line")
        made.first.wait_for()
        opened.wait_for(lambda: len(events(room)) - before == made.count())
    posted = events(room)[1:]
    assert len(posted) >= sorts and all(event["test"] for event in posted)
    assert {event["type"] for event in posted} <= {"gift", "caption", "notice"}
    assert room.send("GET", "totals", status=200)["rows"] == []
    # The platform has not posted anything.
    assert sources(room).get(kind, {"last": None})["last"] is None


@pytest.mark.long
def test_a_follow_that_the_room_does_not_show_is_a_notice(platforms, room):
    room.configure({"sources": {"follow": "nothing"}})
    opened = platforms("twitch")
    opened.page.get_by_label("Sample of Twitch").select_option(label="Follow")
    opened.button("Send a sample: Twitch").click()
    part(opened, "twitch").locator(".made", has_text="Notice").wait_for()
    opened.wait_for(lambda: [event["type"] for event in events(room)] == ["config", "notice"])


def test_a_bridge_gets_an_address_and_a_key(platforms, room):
    opened = platforms("youtube")
    opened.button("Set up: YouTube").click()
    address = opened.page.get_by_label("Address for YouTube", exact=True)
    address.wait_for()
    assert opened.button("Set up: YouTube").count() == 0
    opened.button("Make a key for it: YouTube").click()
    key = opened.page.locator("#new-key").inner_text()
    opened.button("I have copied it").click()
    assert [one["role"] for one in room.send("GET", "keys", status=200)["keys"]] == ["ingest"]
    chat = {"id": "LCC.1", "snippet": {"type": "superChatEvent", "superChatDetails": {
        "amountMicros": "1990000", "currency": "EUR"}}, "authorDetails": {"channelId": "UC1", "displayName": "Ann"}}
    assert with_key(address.input_value(), key, chat).status == 202
    opened.page.locator("#deliveries [data-kind=youtube]", has_text="1.99 EUR").wait_for()


def test_the_currency_of_tips_can_be_set(platforms, room):
    opened = platforms("streamelements")
    opened.button("Set up: StreamElements").click()
    field = opened.page.get_by_label("Currency of its tips", exact=True)
    field.fill("eur")
    opened.button("Save: Currency of its tips").click()
    opened.wait_for(lambda: sources(room)["streamelements"]["settings"] == {"currency": "EUR"})
    opened.button("Send a sample: StreamElements").click()
    part(opened, "streamelements").locator(".made", has_text="5.00 EUR").wait_for()
    opened.page.reload()
    unfold(opened, "streamelements")
    opened.page.wait_for_function("() => document.querySelector('[name=currency]')?.value === 'EUR'")


ORDER = {"order": {"id": "x-1", "buyer": {"name": "Ann"}, "n/a": 3, "items": [{"title": "Sticker"}]}}


def test_a_mapping_can_be_created_and_tried_with_a_pasted_sample(platforms, room):
    opened = platforms("generic")
    made = part(opened, "generic").locator(".made")
    sample = opened.page.get_by_label("A sample of what it sends")
    sample.fill(json.dumps(ORDER))
    opened.page.get_by_label("sender", exact=True).select_option("/order/buyer/name")
    opened.page.get_by_label("how many", exact=True).select_option("/order/n~1a")
    opened.page.get_by_label("id (counted once)", exact=True).select_option("/order/id")
    opened.page.get_by_label("gift, if nothing is found", exact=True).fill("Sticker")
    opened.page.get_by_label("value of one, if nothing is found", exact=True).fill("2")
    opened.button("Save and try").click()
    made.locator(".row-line", has_text="Ann").wait_for()
    assert "×3" in made.inner_text() and "Sticker" in made.inner_text()
    kept = sources(room)["generic"]["settings"]
    assert kept == {"event": "gift", "fixed": {"gift": "Sticker", "value": 2}, "keys": {
        "sender": "/order/buyer/name", "count": "/order/n~1a", "id": "/order/id"}}
    assert events(room) == []
    opened.button("Send a sample: Anything else").click()
    opened.wait_for(lambda: len(events(room)) == 1)
    assert events(room)[0]["test"] and events(room)[0]["count"] == 3
    # Deliveries follow the mapping.
    key = room.send("POST", "keys", {"role": "ingest"}, status=201)["key"]
    address = opened.page.get_by_label("Address for Anything else", exact=True)
    address.wait_for()
    assert with_key(address.input_value(), key, ORDER).status == 202
    assert events(room)[1]["id"] == "generic:x-1" and "test" not in events(room)[1]
    # The view shows the mapping when it is opened again.
    opened.page.reload()
    unfold(opened, "generic")
    opened.page.wait_for_function("() => document.querySelector('[data-key=sender]')?.value === '/order/buyer/name'")
    assert opened.page.get_by_label("gift, if nothing is found", exact=True).input_value() == "Sticker"


def test_a_mapping_makes_notices_of_a_known_kind_or_of_its_own(platforms, room):
    room.configure({"alerts": {"enabled": True, "rules": [
        {"name": "follow", "when": {"type": "notice", "source": "generic"}, "title": "{sender} follows"}]}})
    opened = platforms("generic")
    made = part(opened, "generic").locator(".made")
    opened.page.get_by_label("A sample of what it sends").fill(json.dumps({"id": "f-1", "who": "Ann", "what": "A new tier", "cents": 500}))
    part(opened, "generic").get_by_text("Notice", exact=True).click()
    kinds = opened.page.get_by_label("kind, if nothing is found", exact=True)
    own = opened.page.get_by_label("another kind: a word of a to z, 0 to 9 and -", exact=True)
    # A notice must have a kind, so one is chosen.
    assert kinds.input_value() == "follow" and not own.is_visible()
    opened.page.get_by_label("id (counted once)", exact=True).select_option("/id")
    opened.page.get_by_label("sender", exact=True).select_option("/who")
    opened.page.get_by_label("title", exact=True).select_option("/what")
    opened.button("Save and try").click()
    made.locator(".row-line", has_text="Notice · follow A new tier").wait_for()
    opened.button("Send a sample: Anything else").click()
    # The test matches the rule for this source.
    opened.wait_for(lambda: [node["title"] for node in room.nodes().values() if node["kind"] == "alert"] == ["\u2068Ann\u2069 follows"])
    kinds.select_option("another kind")
    own.fill("Hype Train")
    opened.button("Save and try").click()
    assert own.evaluate("(field) => field.matches(':invalid')")
    # A field that is not shown does not stop the form.
    kinds.select_option("Subscription")
    opened.page.get_by_label("amount in the smallest unit", exact=True).select_option("/cents")
    opened.page.get_by_label("currency, if nothing is found", exact=True).fill("EUR")
    opened.button("Save and try").click()
    made.locator(".row-line", has_text="subscription").wait_for()
    assert "5.00 EUR" in made.locator(".row-line", has_text="subscription").inner_text()
    assert made.locator(".row-line").count() == 2
    kinds.select_option("another kind")
    own.fill("hype-train")
    opened.button("Save and try").click()
    opened.wait_for(lambda: sources(room)["generic"]["settings"] == {
        "event": "notice", "keys": {"id": "/id", "sender": "/who", "title": "/what", "cents": "/cents"},
        "fixed": {"kind": "hype-train", "currency": "EUR"}})
    opened.page.reload()
    unfold(opened, "generic")
    opened.page.wait_for_function("() => document.querySelector('[data-fixed=kind]')?.value === 'hype-train'")
    assert own.is_visible() and kinds.evaluate("(menu) => menu.selectedOptions[0].text") == "another kind"


def test_the_preset_of_patreon_makes_a_subscription_with_its_amount(platforms, room):
    opened = platforms("generic")
    made = part(opened, "generic").locator(".made")
    opened.page.get_by_label("A sample of what it sends").fill(json.dumps({"data": {
        "id": "m1", "attributes": {"full_name": "Ann", "currently_entitled_amount_cents": 500, "patron_status": "active_patron"}}}))
    part(opened, "generic").get_by_label("Platform", exact=True).select_option("Patreon")
    assert opened.page.get_by_label("kind, if nothing is found", exact=True).input_value() == "subscription"
    opened.button("Save and try").click()
    made.locator(".row-line", has_text="5.00 USD").first.wait_for()
    assert [text.split("\n")[-1] for text in made.locator(".who").all_inner_texts()] == [
        "Notice · subscription · worth 5.00 USD", "5.00 USD · worth 5.00 USD"]


@pytest.mark.long
@pytest.mark.network
def test_a_form_can_be_a_sample_and_errors_are_reported(platforms, room):
    opened = platforms("generic")
    made = part(opened, "generic").locator(".made")
    sample = opened.page.get_by_label("A sample of what it sends")
    sample.fill("neither")
    part(opened, "generic").get_by_text("This is neither JSON nor a form.").wait_for()
    sample.fill("from=Ben+B%C3%A9&what=Coffee&n=two")
    assert part(opened, "generic").get_by_text("This is neither JSON nor a form.").count() == 0
    opened.page.get_by_label("how many", exact=True).select_option("n")
    opened.button("Save and try").click()
    made.locator(".trouble", has_text="/gift").wait_for()
    opened.page.get_by_label("gift", exact=True).select_option("what")
    opened.page.get_by_label("how many", exact=True).select_option("")
    opened.page.get_by_label("sender", exact=True).select_option("from")
    opened.button("Save and try").click()
    made.locator(".row-line", has_text="Ben Bé").wait_for()
    opened.page.get_by_text("Caption", exact=True).click()
    opened.page.get_by_label("text", exact=True).select_option("what")
    opened.button("Save and try").click()
    made.locator(".row-line", has_text="Coffee").wait_for()
    # A caption keeps its sender, whom moderators can block.
    wanted = {"event": "caption", "keys": {"text": "what", "sender": "from"}, "fixed": {}}
    opened.wait_for(lambda: sources(room)["generic"]["settings"] == wanted)


def test_the_outcome_of_each_delivery_is_listed(platforms, room):
    room.server.request("PUT", f"/v1/rooms/{room.name}/sources/twitch", {"secret": SECRET})
    room.server.request("PUT", f"/v1/rooms/{room.name}/sources/kofi", {"secret": SECRET})
    told = sources(room)
    opened = platforms()
    last = opened.page.locator("#deliveries")
    last.get_by_text("Nothing has come yet.").wait_for()
    address = told["twitch"]["address"]
    person = {"user_id": "1", "user_name": "Ann", "email": "ann@example.com"}
    bomb = {**person, "tier": "1000", "total": 5, "is_anonymous": False}
    assert twitch(address, SECRET, "m-1", "channel.subscription.gift", bomb).status == 202
    assert twitch(address, SECRET, "m-2", "channel.poll.begin", person).status == 200
    assert kofi(told["kofi"]["address"], "not the token", "k-1").status == 403
    last.locator("[data-kind=twitch]", has_text="Gifted subscription").wait_for()
    last.locator("[data-kind=kofi]", has_text="refused").wait_for()
    passed = last.locator("[data-kind=twitch]", has_text="channel.poll.begin")
    passed.locator("summary").click()
    payload = passed.locator(".command").inner_text()
    assert "Ann" in payload and "example.com" not in payload
    # An expanded entry stays expanded while the list grows.
    assert twitch(address, SECRET, "m-1", "channel.subscription.gift", bomb).status == 200
    unfold(opened, "twitch")
    part(opened, "twitch").get_by_text("Recorded 1, came again 1").wait_for()
    assert passed.locator(".command").is_visible()
    last.get_by_label("From").select_option("kofi")
    opened.wait_for(lambda: last.locator("li").count() == 1)
    unfold(opened, "kofi")
    part(opened, "kofi").get_by_text("Last trouble").wait_for()
    part(opened, "twitch").get_by_text("Recorded 1, came again 1, passed over 1, refused 0").wait_for()


def test_removing_a_source_asks_first(platforms, room):
    room.server.request("PUT", f"/v1/rooms/{room.name}/sources/stripe", {"secret": SECRET})
    opened = platforms("stripe")
    remove = opened.button("Remove… Stripe")
    remove.click()
    opened.button("Cancel", "dialog").click()
    opened.page.locator("dialog").wait_for(state="detached")
    remove.click()
    opened.button("Remove", "dialog").wait_for()
    assert "stripe" in sources(room)
    opened.button("Remove", "dialog").click()
    opened.wait_for(lambda: "stripe" not in sources(room))
    part(opened, "stripe").locator("summary", has_text="not set up").wait_for()
    assert opened.button("Remove… Stripe").count() == 0


@pytest.mark.long
def test_a_source_can_be_set_up_with_the_keyboard_alone(studio, room):
    opened = studio()
    opened.page.keyboard.press(str(VIEWS.index("platforms") + 1))
    opened.page.locator("#platforms").wait_for()
    for _ in range(60):
        opened.page.keyboard.press("Tab")
        if opened.page.evaluate("() => document.activeElement.closest('[data-kind=kofi] > summary') !== null"):
            break
    opened.page.keyboard.press("Enter")
    opened.page.keyboard.press("Tab")
    opened.page.keyboard.type(SECRET)
    opened.page.keyboard.press("Enter")
    opened.wait_for(lambda: sources(room).get("kofi", {}).get("set"))


def hold(room, kinds):
    room.configure({"sources": {"hold": kinds, "message": "caption"}})


def held(room):
    return [one["id"] for one in room.send("GET", "held", status=200)["held"]]


def test_held_deliveries_can_be_approved_and_refused(platforms, room):
    room.server.request("PUT", f"/v1/rooms/{room.name}/sources/kofi", {"secret": SECRET})
    opened = platforms("kofi")
    part(opened, "kofi").get_by_label("Show nothing of it before I approve it").check()
    opened.wait_for(lambda: room.send("GET", "config", status=200)["sources"]["hold"] == "kofi")
    address = sources(room)["kofi"]["address"]
    for id, name in (("h-1", "Jo"), ("h-2", "Bo")):
        assert kofi(address, SECRET, id, from_name=name).status == 200
    assert held(room) == ["kofi:h-1", "kofi:h-2"]
    opened.button("Approve: Jo", "#held").click()
    opened.wait_for(lambda: held(room) == ["kofi:h-2"])
    opened.page.locator("#deliveries .tag", has_text="approved").wait_for()
    opened.button("Refuse: Bo", "#held").click()
    opened.page.locator(".toast").get_by_text("Now", exact=True).click()
    opened.page.locator("#held").wait_for(state="hidden")
    gifts = [event for event in events(room) if event["type"] == "gift"]
    assert [(gift["sender"]["name"], gift["approves"]) for gift in gifts] == [("Jo", "kofi:h-1")]
    opened.page.locator("#deliveries .detail", has_text="refused").wait_for()
    part(opened, "kofi").get_by_label("Show nothing of it before I approve it").uncheck()
    opened.wait_for(lambda: room.send("GET", "config", status=200)["sources"]["hold"] == "")


def test_links_in_messages_are_kept_by_a_switch_and_by_every_other_change(platforms, room):
    for kind, body in (("kofi", {"secret": SECRET}), ("streamelements", {"currency": "USD"}), ("generic", {"event": "gift", "keys": {
            "gift": "/what"}, "fixed": {}, "links": True})):
        room.send("PUT", f"sources/{kind}", body, status=200)
    settings = lambda kind: sources(room)[kind]["settings"]
    opened = platforms("kofi")
    links = lambda kind: part(opened, kind).get_by_role("switch", name=f"Keep links in messages: {KINDS.get(kind, 'Anything else')}")
    links("kofi").check()
    opened.wait_for(lambda: settings("kofi") == {"links": True})
    opened.page.get_by_label("Verification token: Ko-fi").fill("another-one")
    opened.button("Save: Ko-fi").click()
    opened.told("Ko-fi is set up.")
    assert settings("kofi") == {"links": True}
    kofi(sources(room)["kofi"]["address"], "another-one", "k-1", message="see example.com")
    assert "see example.com" in [event.get("message") for event in events(room)]
    unfold(opened, "streamelements")
    links("streamelements").check()
    opened.wait_for(lambda: settings("streamelements") == {"currency": "USD", "links": True})
    opened.page.get_by_label("Currency of its tips", exact=True).fill("")
    opened.button("Save: Currency of its tips").click()
    opened.wait_for(lambda: settings("streamelements") == {"links": True})
    unfold(opened, "generic")
    assert links("generic").is_checked()
    opened.page.get_by_label("gift, if nothing is found", exact=True).fill("Sticker")
    opened.button("Save and try").click()
    opened.wait_for(lambda: settings("generic") == {
        "event": "gift", "keys": {"gift": "/what"}, "fixed": {"gift": "Sticker"}, "links": True})
    links("generic").uncheck()
    opened.wait_for(lambda: settings("generic")["links"] is False)
    assert settings("generic")["fixed"] == {"gift": "Sticker"}


@pytest.mark.long
@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_platforms_view_fits_every_width_with_readable_contrast(platforms, room, theme, language):
    room.server.request("PUT", f"/v1/rooms/{room.name}/sources/kofi", {"secret": SECRET})
    for kind in ("youtube", "streamelements"):
        room.server.request("PUT", f"/v1/rooms/{room.name}/sources/{kind}", {})
    kofi(sources(room)["kofi"]["address"], "not the token", "k-1")
    kofi(sources(room)["kofi"]["address"], SECRET, "k-2", from_name="Maximiliane-Alexandrina von und zu Hohenstein")
    hold(room, "kofi")
    kofi(sources(room)["kofi"]["address"], SECRET, "k-3", from_name="Maximiliane-Alexandrina von und zu Hohenstein")
    kofi(sources(room)["kofi"]["address"], SECRET, "k-4", message="A long time ago " * 20)
    opened = platforms(color_scheme=theme, locale=language)
    opened.page.locator("#deliveries [data-kind=kofi]").first.wait_for()
    opened.page.evaluate("() => document.querySelectorAll('.platform').forEach((one) => { one.open = true })")
    opened.page.locator("[data-kind=generic] textarea").fill(json.dumps(ORDER))
    for width in WIDTHS:
        opened.resize(width, 900)
        assert opened.page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert opened.page.evaluate(CONTRAST) == [], width
        assert opened.page.evaluate(NAMELESS) == [], width


@pytest.mark.long
def test_the_chosen_language_stays_in_the_platforms_view(platforms):
    opened = platforms()
    opened.button("Menu", "#menus").click()
    opened.page.get_by_role("menuitemradio", name="中文", exact=True).click()
    # The view is drawn again with each answer of the server.
    with opened.page.expect_response(lambda answer: answer.url.endswith("/sources")):
        opened.page.get_by_role("heading", name="最近送达").wait_for()
    opened.page.locator("#views [aria-current=page]", has_text="平台").wait_for()


@pytest.mark.long
def test_words_can_be_blocked_as_whole_words_or_anywhere(studio, room):
    room.configure({"sources": {"blocked": "idiot*"}})
    platforms = studio("platforms")
    blocked = lambda: room.send("GET", "config", status=200)["sources"]["blocked"]
    shown = lambda word: platforms.page.get_by_label(f"Where it is found: {word}").locator("option:checked").inner_text()
    platforms.wait_for(lambda: platforms.page.locator("#blocked li").count() == 1)
    assert shown("idiot") == "at the start of words"
    field = platforms.page.locator("#blocked").get_by_label("Word to block")
    field.fill("troll")
    platforms.button("Block", "#blocked").click()
    platforms.wait_for(lambda: blocked() == "idiot*, troll")
    platforms.page.locator("#blocked").get_by_label("Where it is found", exact=True).select_option(label="anywhere")
    field.fill("spam, ham")
    field.press("Enter")
    platforms.wait_for(lambda: blocked() == "idiot*, troll, *spam*, *ham*")
    platforms.page.get_by_label("Where it is found: troll").select_option(label="anywhere")
    for undo in (lambda: platforms.page.locator("#blocked #undo").click(), lambda: platforms.page.keyboard.press("Control+z")):
        platforms.button("Remove: idiot").click()
        platforms.wait_for(lambda: blocked() == "*troll*, *spam*, *ham*")
        undo()
        platforms.wait_for(lambda: blocked() == "idiot*, *troll*, *spam*, *ham*")
    platforms.button("Remove: idiot").click()
    platforms.wait_for(lambda: blocked() == "*troll*, *spam*, *ham*")
    assert room.send("POST", "gifts", {"sender": "controller", "gift": "Rose"})["outcome"] == "skipped"
    platforms.page.get_by_label("Where it is found: troll").select_option(label="whole words")
    platforms.wait_for(lambda: blocked() == "troll, *spam*, *ham*")
    assert room.send("POST", "gifts", {"sender": "controller", "gift": "Rose"})["outcome"] == "shown"
    room.configure({"sources": {"blocked": "笨蛋"}})
    platforms.page.get_by_label("Where it is found: 笨蛋").wait_for()
    assert platforms.page.get_by_label("Where it is found: 笨蛋").is_disabled()

"""The studio of a server with keys opens with a key, and manages keys."""

import pytest

from Browser.studio import Studio
from harness.room import Room
from harness.server import Server, fetch


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("keyed"), "--auth", "keys", config=None) as running:
        yield running
        assert running.stop() == 0


def ask(server, method, path, body=None):
    """Sends a request with the admin key from the data directory."""
    answer = server.request(method, path, body, server.admin)
    assert answer.status < 300, answer
    return answer.json


def keys(server):
    return {key["name"]: key for key in ask(server, "GET", "/v1/rooms/show/keys")["keys"]}


@pytest.mark.network
def test_a_studio_without_a_key_asks_for_one_and_opens_with_it(server, blank):
    owner = ask(server, "POST", "/v1/rooms/show/keys", {"role": "owner", "name": "me"})["key"]
    page = blank(1280, 800)
    page.goto(f"{server.url}/studio/show")
    page.wait_for_selector("#lamp[data-state=key]")
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("Owner or deck key").fill(owner)
    page.keyboard.press("Enter")
    page.wait_for_selector("#lamp[data-state=none]")
    page.wait_for_function("() => document.getElementById('address')?.value.includes('#key=ov_v_')")
    # The commands contain no key, and the preview shows the posted event.
    page.get_by_role("button", name="Commands").click()
    line = page.locator("dialog .command").first.inner_text()
    assert "Bearer YOUR_KEY" in line and "ov_" not in line
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.locator("#recent [data-event]").wait_for()
    assert ask(server, "GET", "/v1/rooms/show/events?limit=9")["events"][-1]["test"] is True


@pytest.mark.network
def test_a_key_that_opens_nothing_is_named_in_the_dialog_which_stays_open(server, blank):
    made = {role: ask(server, "POST", "/v1/rooms/show/keys", {"role": role})["key"] for role in ("ingest", "owner")}
    other = ask(server, "POST", "/v1/rooms/other/keys", {"role": "owner"})["key"]
    page = blank(1280, 800)
    page.goto(f"{server.url}/studio/show")
    page.wait_for_selector("#lamp[data-state=key]")
    page.get_by_role("button", name="Open", exact=True).click()
    dialog = page.get_by_role("dialog")
    for key, message in (("ov_o_00000000000000000000000000", "The server does not know this key"),
                         (made["ingest"], "This key is for something else"), ("ключ", "The server does not know this key"),
                         (other, "This key is for something else")):
        dialog.get_by_label("Owner or deck key").fill(key)
        page.keyboard.press("Enter")
        dialog.get_by_role("alert").get_by_text(message).wait_for()
        assert page.evaluate("() => Object.values(sessionStorage)") == []
    dialog.get_by_label("Owner or deck key").fill(made["owner"])
    page.keyboard.press("Enter")
    page.wait_for_selector("#lamp[data-state=none]")


@pytest.mark.network
def test_a_wrong_key_in_the_address_is_reported_as_wrong(server, blank):
    page = blank(1280, 800)
    page.goto(f"{server.url}/studio/show#key=ov_o_00000000000000000000000000")
    page.wait_for_selector("#lamp[data-state=key]")
    page.locator("#lamp").get_by_text("This key does not open the studio").wait_for()


def test_a_key_in_the_address_is_removed_at_once(server, blank):
    page = blank(1280, 800)
    page.goto(f"{server.url}/studio/show#key={server.admin_key}")
    page.wait_for_selector("#lamp[data-state=none]")
    assert "key" not in page.url
    page.reload()
    page.wait_for_selector("#lamp[data-state=none]")


def test_keys_can_be_created_renamed_and_revoked_and_are_shown_once(server, blank):
    page = blank(1280, 800)
    page.goto(f"{server.url}/studio/show?view=rooms#key={server.admin_key}")
    studio = Studio(page, Room(server, "show"))
    page.locator("#keys").get_by_label("Name", exact=True).fill("deck of Ann")
    page.get_by_label("Role").select_option("deck")
    studio.button("Make key").click()
    made = page.locator("#new-key").inner_text()
    assert made.startswith("ov_d_")
    assert page.get_by_label("Address to send by chat", exact=True).input_value() == f"{server.url}/studio/show#key={made}"
    studio.button("I have copied it").click()
    page.locator("dialog").wait_for(state="detached")
    assert made not in page.content()
    assert keys(server)["deck of Ann"]["role"] == "deck"
    studio.button("Rename: deck of Ann").click()
    renamed = page.get_by_role("dialog").get_by_label("Name", exact=True)
    renamed.fill("")
    studio.button("Save").click()
    assert renamed.evaluate("(field) => field.matches(':invalid')") and "deck of Ann" in keys(server)
    renamed.fill("deck")
    studio.button("Save").click()
    studio.wait_for(lambda: "deck" in keys(server))
    studio.button("Revoke: deck").click()
    studio.button("Revoke", "dialog").click()
    studio.wait_for(lambda: "deck" not in keys(server))
    # The button is found by its name, because another key's id may contain these letters.
    studio.button("Revoke: deck").wait_for(state="detached")


def test_a_moderator_s_address_is_offered_once_and_opens_the_studio(server, blank):
    page = blank(1280, 800, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/studio/show?view=rooms#key={server.admin_key}")
    studio = Studio(page, Room(server, "show"))
    studio.button("Invite a moderator").click()
    page.keyboard.type("Mo")
    assert page.get_by_label("Role").input_value() == "moderator"
    studio.button("Make key").click()
    expires = page.evaluate("""(at) => new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(at))""",
                            studio.wait_for(lambda: keys(server).get("Mo"))["expiresAt"])
    said = page.get_by_role("dialog").inner_text()
    assert f"hide the messages of alerts, until {expires}." in said
    studio.button("Copy: Address to send by chat").click()
    studio.told("Copied")
    address = page.evaluate("() => navigator.clipboard.readText()")
    studio.button("Copy the key").click()
    studio.wait_for(lambda: page.evaluate("() => navigator.clipboard.readText()") == address.split("#key=")[1])
    studio.button("I have copied it").click()
    page.locator("dialog").wait_for(state="detached")
    assert address.split("#key=")[1] not in page.content()
    detail = page.locator("#keys .row-line", has_text="Mo").locator(".detail").inner_text()
    assert detail.startswith("moderator · ") and detail.endswith(f" · until {expires}")
    helper = blank(1280, 800)
    helper.goto(address)
    helper.wait_for_selector("#lamp[data-state=connected]")
    assert "key" not in helper.url and helper.locator("#views").count() == 0
    # The address of a bot's key is of no use in a chat.
    page.get_by_label("Role").select_option("ingest")
    studio.button("Make key").click()
    page.locator("#new-key").wait_for()
    assert page.locator("#helper-address").count() == 0


@pytest.mark.network
def test_an_overlay_address_that_leaked_can_be_replaced(server, blank):
    other = ask(server, "POST", "/v1/rooms/seen/keys", {"role": "viewer", "name": "a friend"})["key"]
    ask(server, "POST", "/v1/rooms/seen/keys", {"role": "viewer", "name": "OBS", "pinned": True, "interact": True})
    page = blank(1280, 800)
    # The preview shows no demo after the first event.
    ask(server, "POST", "/v1/rooms/seen/control", {"action": "hold"})
    page.goto(f"{server.url}/studio/seen#key={server.admin_key}")
    page.wait_for_function("() => document.getElementById('address')?.value.includes('#key=ov_v_')")
    studio = Studio(page, Room(server, "seen"))
    address = page.locator("#address").input_value()
    assert not address.endswith(other)
    overlay = blank(960, 540)
    overlay.add_init_script("window.obsstudio = {}")
    overlay.goto(address)
    page.locator("[data-viewer]").wait_for()
    studio.button("New address…").click()
    studio.button("Cancel", "dialog").click()
    assert page.locator("#address").input_value() == address
    studio.button("New address…").click()
    studio.button("Make it", "dialog").click()
    studio.told("Made. Paste it into OBS.")
    # The field appears with the next frame.
    studio.wait_for(lambda: page.locator("#address").input_value() != address)
    renewed = page.locator("#address").input_value()
    assert renewed.split("#")[0] == address.split("#")[0]
    # The old address shows nothing more, the friend's address still works, and the new key has the old one's rights.
    page.locator("[data-viewer]").wait_for(state="detached")
    studio.wait_for(lambda: "preview" in [
        viewer["role"] for viewer in ask(server, "GET", "/v1/rooms/seen/viewers")["viewers"]])
    listed = {key["key"]: key for key in ask(server, "GET", "/v1/rooms/seen/keys")["keys"]}
    assert set(listed) == {other, renewed.split("#key=")[1]}
    made = listed[renewed.split("#key=")[1]]
    assert (made["pinned"], made["interact"]) == (True, True)
    overlay.goto("about:blank")
    overlay.goto(renewed)
    page.locator("[data-viewer]").wait_for()
    page.reload()
    page.wait_for_function("(address) => document.getElementById('address')?.value === address", arg=renewed)


def test_a_command_can_become_an_address_for_a_stream_deck(server, blank):
    page = blank(1280, 800)
    page.goto(f"{server.url}/studio/show#key={server.admin_key}")
    studio = Studio(page, Room(server, "show"))
    studio.button("Commands").click()
    studio.button("Stream Deck: Hold", "dialog").click()
    field = page.get_by_role("textbox", name="address of Hold")
    field.wait_for()
    address = field.input_value()
    assert address.startswith(f"{server.url}/v1/hooks/show/trigger/ov_t_")
    made = keys(server)["Hold"]
    assert made["role"] == "trigger" and made["event"] == {"type": "control", "action": "hold"}
    assert fetch(address).status == 202
    newest = ask(server, "GET", "/v1/rooms/show/events?limit=9")["events"][-1]
    assert (newest["type"], newest["action"], newest["by"]) == ("control", "hold", made["id"])
    page.keyboard.press("Escape")
    ask(server, "POST", "/v1/rooms/show/control", {"action": "resume"})

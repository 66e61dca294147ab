"""Attacks by a page of another site in the streamer's browser, and by texts that contain scripts. The server
must record none of the page's requests, and the pages must run none of the scripts."""

import json

import pytest

from Browser.chromium import launch
from Browser.studio import Studio
from Browser.test_policy import Elsewhere
from harness.waiting import pause_of, wait_for
from harness.variants import variants

ROGUE = "evil.test"
GIFT = json.dumps({"gift": "Stolen"})
# Attacks of a page: each is a function of the server's address and of a room.
ATTEMPTS = {
    "a simple request": """(url, room) => fetch(`${url}/v1/rooms/${room}/gifts`, {method: "POST",
      mode: "no-cors", body: GIFT})""",
    "a simple request with cookies": """(url, room) => fetch(`${url}/v1/rooms/${room}/gifts`,
      {method: "POST", mode: "no-cors", credentials: "include", body: GIFT})""",
    "a form's types": """(url, room) => Promise.all(["text/plain", "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded"].map((type) => fetch(`${url}/v1/rooms/${room}/gifts`,
      {method: "POST", mode: "no-cors", headers: {"Content-Type": type}, body: GIFT})))""",
    "a request with JSON": """(url, room) => fetch(`${url}/v1/rooms/${room}/gifts`, {method: "POST",
      headers: {"Content-Type": "application/json"}, body: GIFT})""",
    "other methods": """(url, room) => Promise.allSettled(["PUT", "PATCH", "DELETE"].map((method) =>
      fetch(`${url}/v1/rooms/${room}/config`, {method, body: "{}",
        headers: {"Content-Type": "application/json"}})))""",
    "a beacon": """(url, room) => navigator.sendBeacon(`${url}/v1/rooms/${room}/gifts`, GIFT)""",
    "a beacon with JSON": """(url, room) => navigator.sendBeacon(`${url}/v1/rooms/${room}/gifts`,
      new Blob([GIFT], {type: "application/json"}))""",
    "an old request": """(url, room) => { const request = new XMLHttpRequest();
      request.open("POST", `${url}/v1/rooms/${room}/control`);
      request.send('{"action":"clear"}') }""",
    "a form": """(url, room) => submit(`${url}/v1/rooms/${room}/gifts`, "text/plain")""",
    "a form without a type": """(url, room) => submit(`${url}/v1/rooms/${room}/gifts`, "")""",
    "a form of a frame without an origin": """(url, room) => {
      const frame = document.createElement("iframe");
      frame.sandbox = "allow-scripts allow-forms";
      frame.srcdoc = `<form method=post enctype=text/plain action="${url}/v1/rooms/${room}/gifts">
        <input name='{"gift":"Stolen","x":"' value='"}'></form><script>document.forms[0].submit()</` +
        "script>";
      document.body.append(frame) }""",
    "a page's own fetches": """(url, room) => { for (const part of ["state", "events", "frame", "config"]) {
      document.head.append(Object.assign(document.createElement("script"),
        {src: `${url}/v1/rooms/${room}/${part}`}));
      document.body.append(Object.assign(new Image(), {src: `${url}/v1/rooms/${room}/${part}`})) } }""",
    "addresses that fire": """(url, room) => { for (const part of ["?type=gift&gift=Stolen", "/ov_t_x"]) {
      document.body.append(Object.assign(new Image(), {src: `${url}/v1/hooks/${room}/trigger${part}`}));
      open(`${url}/v1/hooks/${room}/trigger${part}`) } }""",
    "what a platform posts": """(url, room) => Promise.allSettled(["kofi", "generic", "streamlabs"].map(
      (kind) => fetch(`${url}/v1/hooks/${room}/${kind}`, {method: "POST", mode: "no-cors", headers: {
        "Content-Type": "application/x-www-form-urlencoded"}, body: `data=${GIFT}`})))""",
    "a file": """(url, room) => fetch(`${url}/v1/rooms/${room}/assets`, {method: "POST", mode: "no-cors",
      body: new Blob([Uint8Array.from(atob(PIXEL), (one) => one.charCodeAt(0))])})""",
    "a key": """(url, room) => fetch(`${url}/v1/rooms/${room}/keys`, {method: "POST", mode: "no-cors",
      body: '{"role":"owner"}'})""",
}
# A file that the server accepts from its own pages.
PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=")
COMMON = """const GIFT = %r, PIXEL = %r;
  function submit(action, type) {
    const form = document.createElement("form");
    Object.assign(form, {method: "post", action, target: "sink"});
    if (type) form.enctype = type;
    form.append(Object.assign(document.createElement("input"),
      {name: '{"gift":"Stolen","x":"', value: '"}'}));
    const sink = Object.assign(document.createElement("iframe"), {name: "sink"});
    document.body.append(sink, form);
    form.submit();
  }""" % (GIFT, PIXEL)
SOCKET = """(address) => new Promise((resolve) => {
  const socket = new WebSocket(address);
  socket.onopen = () => resolve("open");
  socket.onmessage = () => resolve("message");
  socket.onclose = () => resolve("closed") })"""

SCRIPTS = [
    "<img src=/none onerror=window.ran=1>", "\"><script>window.ran=1</script>",
    "';window.ran=1;//", "{{constructor.constructor('window.ran=1')()}}", "${window.ran=1}",
    "<svg onload=window.ran=1>", "__proto__", "</script><script>window.ran=1</script>",
]
ADDRESSES = [
    "javascript:window.ran=1", "data:text/html,<script>parent.ran=1</script>", "//evil.test/x.png",
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='parent.ran=1;window.ran=1'/>",
    "/web/overlay/main.js", "https://evil.test/\"onerror=window.ran=1", "JaVaScRiPt:window.ran=1",
    "vbscript:x", "blob:x", "file:///etc/passwd", "http://evil.test/x.png",
]


@pytest.fixture(scope="module")
def server(own_server):
    return own_server


@pytest.fixture(scope="module")
def rogue(engine):
    """A browser for which the rogue's name means this machine, and which lets every site reach it:
    newer ones would not."""
    chromium = launch(engine, arguments=[
        f"--host-resolver-rules=MAP {ROGUE} 127.0.0.1",
        "--disable-features=BlockInsecurePrivateNetworkRequests,LocalNetworkAccessChecks"])
    yield chromium
    chromium.close()


@pytest.fixture
def page(rogue):
    """A page that knows which of its requests, and of its windows' requests, have not ended yet."""
    context = rogue.new_context()
    page = context.new_page()
    page.pending = set()
    context.on("request", lambda request: page.pending.add(request))
    for ending in ("requestfinished", "requestfailed"):
        context.on(ending, lambda request: page.pending.discard(request))
    yield page
    context.close()


def settle(page):
    """Waits until all requests of the page have ended."""
    wait_for(lambda: not page.pending, pause=pause_of(page))


def refresh(page):
    """Waits until the page has been drawn again."""
    page.evaluate("""() => new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(resolve)))""")


def rooms_made(server):
    text = server.get("/metrics").body.decode()
    return [line for line in text.splitlines() if line.startswith("ovation_rooms ")]


def expect_nothing(room, before):
    """Checks that the server recorded no event and created no room."""
    assert rooms_made(room.server) == before
    for kind in ("events", "assets", "keys"):
        assert room.send("GET", kind, status=200)[kind] == []


def test_another_site_can_change_nothing(page, room):
    before = rooms_made(room.server)
    with Elsewhere("<p>a nice page</p>") as url:
        for host in ("localhost", "127.0.0.1"):
            page.goto(url.replace("127.0.0.1", ROGUE))
            for attempt in ATTEMPTS.values():
                page.evaluate(
                    "([source, common, url, room]) => Promise.resolve(new Function('url', 'room',"
                    " common + `;return (${source})(url, room)`)(url, room))"
                    ".catch(() => 0).then(() => 0)",
                    [attempt, COMMON, f"http://{host}:{room.server.port}", room.name])
            # The browser sends the forms and beacons to the same server before this request.
            page.evaluate("""(address) => new Promise((resolve) => {
              const image = new Image();
              image.onload = image.onerror = resolve;
              image.src = address;
            })""", f"http://{host}:{room.server.port}/healthz?last")
    assert page.evaluate("() => document.querySelectorAll('iframe').length") == 3
    expect_nothing(room, before)


def test_another_site_can_read_nothing(page, room):
    with Elsewhere("<p>a nice page</p>") as url:
        page.goto(url.replace("127.0.0.1", ROGUE))
        for part in ("v1/rooms/main/state", "v1/rooms/main/frame", "metrics", "healthz"):
            read = page.evaluate(
                "(url) => fetch(url).then((answer) => answer.text()).catch(() => null)",
                f"{room.server.url}/{part}")
            assert read is None, part


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_another_site_can_open_no_stream(page, room, host):
    with Elsewhere("<p>a nice page</p>") as url:
        page.goto(url.replace("127.0.0.1", ROGUE))
        address = f"ws://{host}:{room.server.port}/v1/rooms/{room.name}/stream"
        assert page.evaluate(SOCKET, address) == "closed"


def test_a_site_whose_name_is_rebound_to_this_machine_gets_nothing(page, room):
    before = rooms_made(room.server)
    site = f"http://{ROGUE}:{room.server.port}"
    # The page was loaded before its name was rebound to this machine.
    page.route(f"{site}/rogue", lambda route: route.fulfill(
        status=200, content_type="text/html", body="<p>a nice page</p>"))
    page.goto(f"{site}/rogue")
    for method, part in (("GET", "state"), ("GET", "frame"), ("POST", "gifts"), ("PUT", "config")):
        status, text = page.evaluate(
            """([url, method, body]) => fetch(url, {method, body: method === "GET" ? undefined : body,
              headers: method === "GET" ? {} : {"Content-Type": "application/json"}})
              .then(async (answer) => [answer.status, await answer.text()])""",
            [f"{site}/v1/rooms/{room.name}/{part}", method, GIFT])
        assert status == 421, (method, part, text)
        assert "nodes" not in text
    stream = f"ws://{ROGUE}:{room.server.port}/v1/rooms/{room.name}/stream"
    assert page.evaluate(SOCKET, stream) == "closed"
    for address in (f"{site}/overlay/{room.name}", f"{site}/web/overlay/main.js"):
        assert page.goto(address).status == 421
    expect_nothing(room, before)


def send_everywhere(room, text, address):
    """Posts `text` and `address` in every field; the server rejects some of them."""
    url = f"/v1/rooms/{room.name}"
    person = {"id": text, "name": text}
    for body in (person, {**person, "avatar": address}):
        room.server.request("POST", f"{url}/calls", {"user": body, "id": f"{text}{len(body)}"})
        for gift in ({"id": text, "name": text}, {"name": text, "image": address}):
            room.server.request("POST", f"{url}/gifts", {"sender": body, "gift": gift})
    room.server.request("POST", f"{url}/gifts", {"sender": text, "gift": text})
    room.server.request("POST", f"{url}/captions", {"text": text, "slot": text, "hold": 5})
    room.server.request(
        "PUT", f"{url}/counters/c", {"to": 1, "prefix": text[:16], "suffix": text[-16:]})


@pytest.mark.parametrize("query", variants(["", "?debug=1"]))
def test_texts_and_addresses_run_no_script_in_the_overlay(page, room, query):
    room.configure({"gifts": {"channels": 8}, "ticker": {"enabled": True}, "calls": {"max": 8}})
    asked, spoken = [], []
    page.on("request", lambda request: asked.append(request))
    page.on("dialog", lambda dialog: (spoken.append(dialog.message), dialog.dismiss()))
    page.goto(f"{room.server.url}/overlay/{room.name}{query}")
    pairs = [(text, ADDRESSES[0]) for text in SCRIPTS]
    pairs += [(SCRIPTS[0], address) for address in ADDRESSES]
    for text, address in pairs:
        room.send("POST", "control", {"action": "clear"})
        send_everywhere(room, text, address)
        assert room.nodes()
        page.wait_for_function("() => overlay.stage.order.length > 0")
        refresh(page)
    settle(page)
    assert page.evaluate("() => [window.ran, {}.ran, document.scripts.length]") == [None, None, 1]
    assert page.evaluate(
        "() => document.querySelectorAll('img, svg, iframe, object, embed, [onload]').length") == 0
    assert spoken == []
    for request in asked:
        assert request.url.split(":")[0] in ("http", "https", "ws", "data")
        if ROGUE in request.url:
            # The overlay decodes pictures from elsewhere itself.
            assert request.resource_type in ("image", "fetch")
            assert request.headers.get("referer", "") == "" and "cookie" not in request.headers


def keep_everywhere(room, text, address):
    """Stores `text` and `address` in settings that only the studio shows."""
    url = f"/v1/rooms/{room.name}"
    entry = {"name": text, "image": address}
    room.server.request("PUT", f"{url}/catalogue/{abs(hash(text + address))}", entry)
    room.server.request("PUT", f"{url}/catalogue/rogue", {"name": text})
    room.server.request("PUT", f"{url}/goals/goal", {"title": text, "target": 9})
    room.server.request("POST", f"{url}/keys", {"role": "ingest", "name": text})


@pytest.mark.parametrize("view", variants(
    ["live", "history", "layout", "looks", "alerts", "platforms", "rooms"]))
def test_texts_and_addresses_run_no_script_in_the_studio(page, room, view):
    room.configure({"ticker": {"enabled": True}, "gifts": {"queueLimit": 100}})
    spoken = []
    page.on("dialog", lambda dialog: (spoken.append(dialog.message), dialog.dismiss()))
    pairs = [(text, ADDRESSES[0]) for text in SCRIPTS] + [(SCRIPTS[0], address) for address in ADDRESSES]
    for text, address in pairs:
        keep_everywhere(room, text, address)
        send_everywhere(room, text, address)
    Studio(page, room).open(view)
    send_everywhere(room, SCRIPTS[0], ADDRESSES[0])
    if view in ("history", "looks", "rooms"):
        page.locator("#content", has_text=SCRIPTS[0]).wait_for()
    refresh(page)
    settle(page)
    assert page.evaluate("() => [window.ran, {}.ran]") == [None, None]
    foreign = page.evaluate("""() => [...document.scripts].filter((script) =>
      script.text !== "" || !script.src.startsWith(`${location.origin}/web/studio/`)).map((script) => script.outerHTML)""")
    assert foreign == []
    odd = page.evaluate("""() => [...document.querySelectorAll("*")].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith("on")) ||
      !["", "http:", "https:", "data:", "blob:"].includes(
        URL.parse(one.getAttribute("href") ?? one.getAttribute("src") ?? "", location)?.protocol ?? "")
      ).map((one) => one.outerHTML)""")
    assert odd == []
    assert spoken == []


OWN = [
    "/overlay/main?only=<script>window.ran=1</script>", "/overlay/main?fps=<img src=x>",
    "/overlay/%3Cscript%3Ewindow.ran=1%3C%2Fscript%3E", "/web/%3Csvg%20onload=window.ran=1%3E",
    "/v1/rooms/main/events/%3Cscript%3Ewindow.ran=1%3C%2Fscript%3E",
    "/v1/rooms/main/events?limit=%3Cscript%3Ewindow.ran=1%3C%2Fscript%3E",
]


def test_scripts_in_the_address_of_a_page_do_not_run(page, room):
    for path in OWN:
        answer = page.goto(room.server.url + path)
        refresh(page)
        assert page.evaluate("() => window.ran") is None
        assert answer.headers["x-content-type-options"] == "nosniff"

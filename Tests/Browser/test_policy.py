"""The overlay accepts custom CSS of OBS, runs no foreign script, and appears only in frames of its own server."""

import http.server
import threading

import pytest

from harness.waiting import wait_for


@pytest.fixture
def page(browser):
    """A page whose console may report errors, because these tests provoke them."""
    context = browser(1).new_context()
    yield context.new_page()
    context.close()


def test_custom_css_of_obs_applies(overlay):
    page = overlay()
    # OBS adds a source's Custom CSS like this.
    page.evaluate("""() => {
      const style = document.createElement("style");
      style.innerHTML = "#stage { opacity: 0.25 } body { background: rgb(1, 2, 3) !important }";
      document.querySelector("head").appendChild(style);
    }""")
    look = page.evaluate("""() => [
      getComputedStyle(document.getElementById("stage")).opacity,
      getComputedStyle(document.body).backgroundColor]""")
    assert look == ["0.25", "rgb(1, 2, 3)"]


@pytest.mark.parametrize("attempt", [
    """() => { const script = document.createElement("script");
        script.textContent = "window.ran = true"; document.body.append(script) }""",
    """() => { document.body.innerHTML += "<img src=/none onerror='window.ran = true'>" }""",
    """() => { const script = document.createElement("script");
        script.src = "data:text/javascript,window.ran = true"; document.body.append(script) }""",
    """() => { const frame = document.createElement("iframe");
        frame.src = "javascript:parent.ran = true"; document.body.append(frame) }""",
])
def test_the_content_security_policy_blocks_injected_scripts(page, room, attempt):
    page.goto(f"{room.server.url}/overlay/{room.name}")
    page.evaluate("() => document.addEventListener('securitypolicyviolation', () => { window.isBlocked = true; })")
    page.evaluate(attempt)
    page.wait_for_function("() => window.isBlocked")
    assert page.evaluate("() => window.ran === undefined")


def test_only_pages_of_the_server_may_frame_the_overlay(page, room):
    overlay = f"{room.server.url}/overlay/{room.name}"
    with Elsewhere(f'<iframe src="{overlay}"></iframe>') as url:
        page.goto(url)
        # The browser shows its own page of errors in the frame.
        wait_for(lambda: [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"])
    page.goto(overlay)
    page.evaluate("""async (url) => { const frame = document.createElement("iframe");
      frame.src = url; document.body.append(frame);
      await new Promise((resolve) => { frame.onload = resolve }) }""", overlay)
    assert page.frames[1].query_selector("#stage") is not None


class Elsewhere:
    """A site of another origin, with one page."""

    def __init__(self, body):
        class Page(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        return f"http://127.0.0.1:{self.server.server_port}/"

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

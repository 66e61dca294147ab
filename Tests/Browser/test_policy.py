"""What the overlay lets in: OBS's custom CSS, and no script; and who may show it in a frame."""

import http.server
import threading

import pytest


@pytest.fixture
def page(browser):
    """A page whose console may complain: to be refused is the point."""
    context = browser(1).new_context()
    yield context.new_page()
    context.close()


def test_custom_css_applies(overlay):
    page = overlay()
    # As obs-browser adds what stands in a source's Custom CSS.
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
def test_no_script_but_the_servers_own_runs(page, room, attempt):
    page.goto(f"{room.server.url}/overlay/{room.name}")
    page.evaluate(attempt)
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.ran === undefined")


def test_only_the_servers_own_pages_may_frame_it(page, room):
    overlay = f"{room.server.url}/overlay/{room.name}"
    with Elsewhere(f'<iframe src="{overlay}"></iframe>') as url:
        page.goto(url)
        page.wait_for_timeout(500)
        assert [frame.query_selector("#stage") for frame in page.frames[1:]] in ([], [None])
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

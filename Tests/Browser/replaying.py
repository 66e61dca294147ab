"""The page that draws recorded frames with the overlay's own drawing."""

from harness.server import ROOT

FILES = ROOT / "Tests" / "Browser" / "replay"


def open_replay(page, server, query=""):
    """Opens the page, which has two files of its own beside the server's, and waits until it can draw."""
    page.route(
        f"{server.url}/replay/*",
        lambda route: route.fulfill(path=FILES / route.request.url.split("?")[0].rsplit("/")[-1]))
    page.goto(f"{server.url}/replay/replay.html{query}")
    page.wait_for_function("() => window.replay !== undefined")


def resize(page, size):
    """Changes the size of the page, and waits for the canvas to follow."""
    page.set_viewport_size(size)
    page.wait_for_function("""({ width, height }) => {
      const canvas = document.getElementById("stage");
      return canvas.width === width && canvas.height === height;
    }""", arg=size)

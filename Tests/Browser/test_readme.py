"""The picture the README shows, from a real server."""

import base64

from Browser.canvas import decoded, painted, pixels, until
from Browser.images import keep
from Browser.scenery import dress
from Browser.studio import picture_of

LIMIT_BYTES = 300_000


PAINT = """async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 192;
  canvas.getContext("2d").drawImage(image, 0, 0, 192, 192);
  return canvas.toDataURL("image/png").split(",")[1];
}"""


def svg(body):
    return ("data:image/svg+xml," + f"<svg xmlns='http://www.w3.org/2000/svg' width='192' "
            f"height='192' viewBox='0 0 48 48'>{body}</svg>".replace("#", "%23"))


def put(page, address, drawing):
    """Has the page find a drawing at an address, as pixels: it shows no SVG from elsewhere."""
    body = base64.b64decode(page.evaluate(PAINT, drawing))
    page.route(address, lambda route: route.fulfill(body=body, content_type="image/png"))
    return address


ROSE = svg(
    "<path d='M24 26v20' stroke='#2f9e4f' stroke-width='3'/>"
    "<path d='M24 40c-8 1-11-3-12-8 7-1 11 2 12 8zM25 36c1-6 4-8 10-8 0 6-4 9-10 8z'"
    " fill='#3fbf64'/>"
    "<path d='M24 28c-9 0-13-6-12-15 4 0 6 1 8 3 0-5 2-9 4-12 2 3 4 7 4 12 2-2 4-3 8-3 1 9-3 15"
    "-12 15z' fill='#e8284f'/>"
    "<path d='M24 28c-5-2-7-7-4-12 1 4 3 5 4 6 1-1 3-2 4-6 3 5 1 10-4 12z' fill='#ff6f8b'/>")
ROCKET = svg(
    "<path d='M20 38c0 5 2 7 4 9 2-2 4-4 4-9z' fill='#ffb02e'/>"
    "<path d='M14 26l-6 9 9-1zM34 26l6 9-9-1z' fill='#e8435a'/>"
    "<path d='M24 2c8 7 10 15 10 22 0 6-2 10-4 14H18c-2-4-4-8-4-14 0-7 2-15 10-22z'"
    " fill='#f3f4fa'/>"
    "<path d='M24 2c4 4 7 8 8 12H16c1-4 4-8 8-12z' fill='#e8435a'/>"
    "<circle cx='24' cy='22' r='5' fill='#4b8bff' stroke='#c9cede' stroke-width='2'/>")


def test_the_overlay_on_a_stream(overlay, room):
    page = overlay(width=1920, height=1080)
    dress(page)
    room.configure({"gifts": {"linger": 60, "catchUpFrom": 2, "catchUpDivisor": 1},
                    "calls": {"vanish": 60}})
    rose = put(page, "https://pictures.example/rose.png", ROSE)
    rocket = put(page, "https://pictures.example/rocket.png", ROCKET)
    room.send("POST", "gifts", {"sender": "Ann", "gift": {"name": "Rose", "image": rose},
                                "count": 3})
    room.send("POST", "gifts", {"sender": "Mira", "gift": {"name": "Rocket", "image": rocket},
                                "count": 28})
    for user in ("Yuki", "Priya", "Luz"):
        room.call(user)

    def rest():
        nodes = room.nodes().values()
        gifts = [n["count"] for n in nodes if n["kind"] == "gift" and n["digitScale"] == 1]
        calls = [n for n in nodes if n["kind"] == "call" and n["alpha"] == 1]
        return gifts == [3, 28] and len(calls) == 3

    until(rest)
    until(lambda: painted(pixels(page).crop((1300, 0, 1920, 1080))) is None)
    picture = decoded(page.screenshot()).convert("RGB")
    assert picture.size == (1920, 1080)
    assert keep(picture, "overlay.png") < LIMIT_BYTES


def test_the_studio_at_work(studio, source, room):
    room.name = "main"
    source()
    room.configure({"gifts": {"linger": 60, "hurry": 0, "catchUpFrom": 2, "catchUpDivisor": 1},
                    "calls": {"vanish": 60}})
    for name, gift, count in [("Ann", "Rose", 3), ("Mira", "Rocket", 28), ("Chidi", "Cake", 5),
                              ("王小明", "Castle", 1), ("Priya", "Coffee", 2)]:
        room.gift(name, gift, count)
    room.send("PUT", "goals/roses", {"title": "A hundred roses", "target": 100, "start": 62})
    room.send("POST", "captions", {"text": "Thank you all!", "effect": "wave", "hold": None, "duration": 0})
    room.call("Yuki")
    opened = studio(height=760, color_scheme="dark")
    opened.lamp("ok")
    until(lambda: all(node.get("digitScale", 1) == 1 == node["alpha"]
                      for node in room.nodes().values()))
    opened.page.wait_for_timeout(2500)
    picture = picture_of(opened.page.locator("html"))
    assert picture.size[0] == 1280
    assert keep(picture, "studio.png") < LIMIT_BYTES

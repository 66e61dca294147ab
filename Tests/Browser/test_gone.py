"""A room that is deleted while a page shows it."""

from Browser.canvas import painted, pixels, until


def test_the_page_empties_and_does_not_come_back(overlay, room):
    page = overlay()
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket))
    room.configure({"calls": {"vanish": 60, "entrance": 0}})
    room.call("Ann")
    until(lambda: painted(pixels(page), least=255))
    assert room.server.request("DELETE", f"/v1/rooms/{room.name}") == (
        202, {"room": room.name, "copies": []})
    until(lambda: painted(pixels(page)) is None)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    page.wait_for_timeout(2000)
    assert sockets == []
    rooms = room.server.get("/v1/rooms")[1]["rooms"]
    assert room.name not in [entry["name"] for entry in rooms]

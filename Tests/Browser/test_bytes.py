"""The decoration of expensive gifts costs few bytes: the server sends instants, and the page draws the rest."""

import threading
import time

import pytest

from Browser import busiest
from harness.room import Room
from harness.viewer import Viewer
from harness.waiting import wait_for

pytestmark = [pytest.mark.long]

SECONDS = 60
MOST = 1.15
FORMS = ["ovation.v1.json", "ovation.v1.binary"]


class Counting(Viewer):
    """A viewer that counts the bytes of its messages, with the head of each, and the decorations in them."""

    def count(self, until):
        self.bytes = self.flourishes = 0
        while time.monotonic() < until:
            message = self.message()
            length = len(message)
            self.flourishes += message.count(b'"flourish":{')
            self.bytes += length + (2 if length < 126 else 4 if length < 65536 else 10)


def test_a_busy_minute_with_tiers_has_at_most_15_percent_more_bytes(server, room):
    rooms = {True: room, False: Room(server, f"{room.name}-plain")}
    for has_tiers, each in rooms.items():
        each.configure({**busiest.CONFIG, "tiers": {"enabled": has_tiers}})
    viewers = {(has_tiers, form): Counting(server.port, each.name, form=form, is_visible=True)
               for has_tiers, each in rooms.items() for form in FORMS}
    start = time.monotonic()
    threads = [threading.Thread(target=viewer.count, args=(start + SECONDS,)) for viewer in viewers.values()]
    for thread in threads:
        thread.start()
    for at, method, route, body in busiest.posts(SECONDS):
        wait_for(lambda: time.monotonic() >= start + at)
        for each in rooms.values():
            each.send(method, route, body)
    for thread in threads:
        thread.join()
    ratios = {form: viewers[True, form].bytes / viewers[False, form].bytes for form in FORMS}
    assert max(ratios.values()) <= MOST, ratios
    assert viewers[False, FORMS[0]].flourishes == 0 < viewers[True, FORMS[0]].flourishes

"""Streaks: parts of a gift that tell what it has come to so far (docs/behaviour.md)."""

SILENCE, ECHO, MOST = 4_500_000, 500_000, 1000


class Streaks:
    def __init__(self):
        self.known = {}  # id -> [count, ended, wall], as they began

    def is_new(self, part, count):
        if part["id"] not in self.known:
            return True
        if not part.get("recurs"):
            return False
        came_to, ended, wall = self.known[part["id"]]
        pause = part["wall"] - wall
        if ended:
            return pause >= ECHO or count > came_to
        return pause >= SILENCE

    def added(self, event):
        """How many a gift adds; what stands alone, a test and a replay add what they say."""
        part = self.part(event)
        if part is None or self.is_new(part, event["count"]):
            return event["count"]
        return max(0, event["count"] - self.known[part["id"]][0])

    def note(self, event):
        part = self.part(event)
        if part is None:
            return
        name, count, ends = part["id"], event["count"], part.get("ends", False)
        if self.is_new(part, count):
            self.known[name] = [count, ends, part["wall"]]
            if len(self.known) > MOST:
                del self.known[next(iter(self.known))]
            return
        entry = self.known[name]
        entry[0] = max(entry[0], count)
        if not entry[1]:
            entry[2] = max(entry[2], part["wall"])
        entry[1] = entry[1] or ends

    @staticmethod
    def part(event):
        is_real = not event.get("test") and event.get("replayOf") is None
        return event.get("streak") if is_real else None

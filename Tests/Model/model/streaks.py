"""Streaks: parts of a gift that each report the total so far (docs/behaviour.md)."""

SILENCE, ECHO, MOST = 4_500_000, 500_000, 1000


class Streaks:
    def __init__(self):
        self.known = {}  # id -> [count, ended, wall], as they began
        self.deleted = set()

    def is_new(self, part, count):
        if part["id"] not in self.known:
            return True
        if not part.get("recurs") or part["id"] in self.deleted:
            return False
        came_to, ended, wall = self.known[part["id"]]
        pause = part["wall"] - wall
        if ended:
            return pause >= ECHO or count > came_to
        return pause >= SILENCE

    def added(self, event):
        """Returns the count that a gift adds. A single gift, a test and a replay add their own count."""
        part = self.part(event)
        if part is None or self.is_new(part, event["count"]):
            return event["count"]
        if part["id"] in self.deleted:
            return 0
        return max(0, event["count"] - self.known[part["id"]][0])

    def note(self, event):
        part = self.part(event)
        if part is None:
            return
        name, count, ends = part["id"], event["count"], part.get("ends", False)
        if self.is_new(part, count):
            self.begin(name, [count, ends, part["wall"]])
            return
        if name in self.deleted:
            return
        entry = self.known[name]
        entry[0] = max(entry[0], count)
        if not entry[1]:
            entry[2] = max(entry[2], part["wall"])
        entry[1] = entry[1] or ends

    def begin(self, name, entry):
        self.known[name] = entry
        if len(self.known) > MOST:
            oldest = next(iter(self.known))
            del self.known[oldest]
            self.deleted.discard(oldest)

    def note_held(self, event):
        """Records a held gift; returns true if it may wait."""
        part = self.part(event)
        if part is None:
            return True
        if not part.get("recurs") and part["id"] not in self.known:
            self.begin(part["id"], [0, False, part["wall"]])
        return part["id"] not in self.deleted

    def delete(self, name):
        """Deletes a streak. Later parts do not count."""
        if name not in self.known:
            self.begin(name, [0, False, 0])
        self.deleted.add(name)

    @staticmethod
    def part(event):
        is_real = not event.get("test") and event.get("replayOf") is None
        return event.get("streak") if is_real else None

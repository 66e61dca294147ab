"""Events that wait for approval (docs/behaviour.md)."""

MOST, LONGEST = 100, 7 * 86_400_000_000


class Held:
    def __init__(self):
        self.waiting = []  # (id, wall, streak, count), the oldest first

    def __contains__(self, id):
        return any(entry[0] == id for entry in self.waiting)

    def add(self, event):
        wall = event["wall"]
        self.waiting = [entry for entry in self.waiting if wall - entry[1] < LONGEST]
        first = event["events"][0]
        part = first.get("streak") if first["type"] == "gift" else None
        streak = part["id"] if part and not part.get("recurs") else None
        count = first.get("count", 1) if streak is not None else 1
        for entry in self.waiting:
            if streak is not None and entry[2] == streak:
                if entry[3] >= count:
                    return
                self.waiting.remove(entry)
                break
        self.waiting = [*self.waiting, (event["id"], wall, streak, count)][-MOST:]

    def remove_streak(self, streak):
        self.waiting = [entry for entry in self.waiting if entry[2] != streak]

    def remove(self, id):
        self.waiting = [entry for entry in self.waiting if entry[0] != id]

"""The events of a room that wait for approval, by the rules of docs/behaviour.md (Held)."""

import dataclasses

MOST = 100


@dataclasses.dataclass
class Place:
    id: str
    streak: str | None
    count: int


class Waiting:
    """The oldest event comes first. Of a streak only the part with the largest number waits."""

    def __init__(self):
        self.places = []

    def __contains__(self, id_):
        return any(place.id == id_ for place in self.places)

    @property
    def ids(self):
        return [place.id for place in self.places]

    def add(self, id_, fact):
        """Adds a held event. A streak whose ID recurs does not tell which parts belong together."""
        part = getattr(fact, "streak", None)
        streak = part.id if part and not part.recurs and not fact.is_test else None
        for place in self.places:
            if streak and place.streak == streak:
                if place.count >= fact.count:
                    return
                self.places.remove(place)
                break
        self.places.append(Place(id_, streak, getattr(fact, "count", 1)))
        del self.places[:-MOST]

    def discard(self, id_):
        self.places = [place for place in self.places if place.id != id_]

    def discard_streak(self, streak):
        self.places = [place for place in self.places if place.streak != streak]

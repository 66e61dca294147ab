"""Section 15: leaders."""

import math

import regex

from .blocklist import blocks
from .curves import ease_in_out, ease_out, progress, toward
from .events import key
from .rounding import hundredth, micros, thousandth

MOST, SENDERS, AVATARS = 2**53 - 1, 10_000, 50
ANONYMOUS = ("name", "anonymous")


def cut(name):
    """Returns the first 60 characters, or fewer: at most 240 bytes."""
    kept = ""
    for character in regex.findall(r"\X", name)[:60]:
        if len((kept + character).encode()) > 240:
            break
        kept += character
    return kept


def giver(sender):
    if ":?" in (sender.get("id") or ""):
        return ANONYMOUS
    return key(sender)


def seed(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 % 2**32
    return value % 65536


class Leader:
    def __init__(self, key):
        self.key, self.avatar = key, None
        self.sums, self.held = {"value": 0, "count": 0}, {"value": 0, "count": 0}

    def change(self, amounts, number):
        for by, amount in amounts.items():
            new = max(0, min(MOST, self.sums[by] + amount))
            if new != self.sums[by]:
                self.sums[by], self.held[by] = new, number


class Row:
    """Three motions: each is (start, duration, from, to)."""

    def __init__(self, leader, place, value, now, fade):
        self.key, self.place = leader.key, place
        self.id = ":".join(leader.key)
        self.born, self.rose, self.gone = now, None, None
        self.spot = (0, 0, place, place)
        self.number = (0, 0, value, value)
        self.alpha = (now, fade, 0, 1)

    @staticmethod
    def at(motion, now, curve):
        start, duration, origin, target = motion
        return toward(origin, target, curve(progress(start, duration, now)))


class Leaders:
    def __init__(self, room):
        self.room = room
        self.leaders, self.rows = {}, []
        self.number, self.since = 0, 0
        self.counting = self.config["enabled"]

    @property
    def config(self):
        return self.room.config["leaders"]

    def amounts(self, event, sign):
        worth = min(event["count"] * math.floor(event["value"]), MOST)
        return {"value": sign * worth, "count": sign * event["count"]}

    def is_counted(self, event):
        return self.counting and not event.get("test") and "replayOf" not in event

    def gift(self, event):
        if not self.is_counted(event):
            return
        self.number += 1
        who = giver(event["sender"])
        leader = self.leaders.get(who) or Leader(who)
        leader.name, leader.last = cut(event["sender"]["name"]), self.number
        if event["sender"].get("avatar") is not None:
            leader.avatar = event["sender"]["avatar"]
        leader.change(self.amounts(event, 1), self.number)
        if who not in self.leaders and len(self.leaders) == SENDERS:
            by = self.config["by"]
            least = min(self.leaders.values(), key=lambda one: (one.sums[by], one.last))
            if leader.sums[by] <= least.sums[by]:
                return
            del self.leaders[least.key]
        self.leaders[who] = leader
        self.arrange()

    def give_back(self, event):
        leader = self.leaders.get(giver(event["sender"]))
        if not self.is_counted(event) or leader is None:
            return
        if event.get("ofSeq", math.inf) > self.since:
            self.number += 1
            leader.change(self.amounts(event, -1), self.number)
            self.arrange()

    def reset(self, event):
        self.leaders, self.since = {}, event["seq"]
        self.arrange()

    def ranked(self):
        by = self.config["by"]
        return sorted(
            self.leaders.values(), key=lambda leader: (-leader.sums[by], leader.held[by])
        )

    def is_shown(self, leader):
        if leader.key == ANONYMOUS and not self.config["anonymous"]:
            return False
        return not blocks(self.room.config["sources"]["blocked"], leader.name)

    def arrange(self):
        """After a change: rows appear, move and go."""
        by, ranked = self.config["by"], self.ranked()
        for leader in ranked[AVATARS:]:
            leader.avatar = None
        if not self.config["enabled"]:
            self.rows = []
            return
        now, fade, ease = self.room.now, micros(self.config["move"]), micros(self.config["ease"])
        shown = [one for one in ranked if one.sums[by] > 0 and self.is_shown(one)]
        places = {one.key: place for place, one in enumerate(shown[: self.config["rows"]], 1)}
        for row in self.rows:
            leader = self.leaders.get(row.key)
            if leader is not None and self.is_shown(leader):
                row.name, row.avatar = leader.name, leader.avatar
            total = leader.sums[by] if leader is not None else 0
            if total != row.number[3]:
                row.number = (now, ease, row.at(row.number, now, ease_out), total)
            if row.key in places:
                self.stand(row, places.pop(row.key), now, fade)
            elif row.gone is None:
                spot = row.at(row.spot, now, ease_in_out)
                row.spot, row.gone = (0, 0, spot, spot), now + fade
                row.alpha = (now, fade, row.at(row.alpha, now, ease_in_out), 0)
        for who, place in places.items():
            leader = self.leaders[who]
            row = Row(leader, place, leader.sums[by], now, fade)
            row.name, row.avatar = leader.name, leader.avatar
            self.rows.append(row)

    def stand(self, row, place, now, fade):
        if row.gone is None and row.place == place:
            return
        if row.gone is not None:
            row.gone, row.born = None, now
            row.alpha = (now, fade, row.at(row.alpha, now, ease_in_out), 1)
        if place < row.place:
            row.rose = now
        row.place = place
        row.spot = (now, fade, row.at(row.spot, now, ease_in_out), place)

    def next_due(self):
        return min((row.gone for row in self.rows if row.gone is not None), default=None)

    def step(self):
        self.rows.remove(next(row for row in self.rows if row.gone == self.room.now))

    def clear(self):
        """Leaders stay (section 15)."""

    def configured(self, event):
        if self.config["enabled"] and not self.counting:
            self.counting, self.since = True, event["seq"]
        self.arrange()

    def node(self, id, spot, alpha, more):
        config = self.config
        return {
            "id": f"leader/{id}", "kind": "leader", "x": hundredth(config["x"]),
            "y": hundredth(config["y"] + (spot - 1) * (config["rowHeight"] + config["gap"])),
            "width": hundredth(config["width"]), "height": hundredth(config["rowHeight"]),
            "alpha": thousandth(alpha),
        } | more

    def nodes(self):
        now, title = self.room.now, self.config["title"]
        has_title = title != "" and self.rows
        nodes = [self.node("title", 1, 1, {"text": title})] if has_title else []
        for row in self.rows:
            more = {"place": row.place, "name": row.name}
            if row.avatar is not None:
                more["avatar"] = row.avatar
            more |= {"value": hundredth(row.at(row.number, now, ease_out)), "born": row.born}
            if row.rose is not None:
                more["rose"] = row.rose
            more["seed"] = seed(row.id)
            spot = row.at(row.spot, now, ease_in_out) + (1 if has_title else 0)
            nodes.append(self.node(row.id, spot, row.at(row.alpha, now, ease_in_out), more))
        return nodes

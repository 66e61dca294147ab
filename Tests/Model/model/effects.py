"""Section 10: effects."""

from .catalogue import FILMS
from .curves import linear, progress, toward
from .rounding import hundredth, micros, thousandth


class Fading:
    """An item that is shown from `start` to `end`, and fades in and out."""

    def begin(self, now, config):
        self.start, self.end = now, now + self.duration
        self.fade = min(micros(config["fade"]), self.duration / 2)
        self.cut = None

    def alpha(self, now):
        if self.cut is not None:
            start, origin = self.cut
            return toward(origin, 0, linear(progress(start, self.end - start, now)))
        if self.fade == 0:
            return 1
        return min(1, (now - self.start) / self.fade, (self.end - now) / self.fade)

    def skip(self, now, config):
        origin = self.alpha(now)
        self.end = now + min(micros(config["fade"]), self.end - now)
        self.cut = (now, origin)


class Effect(Fading):
    """The effect of a gift or a rule."""

    def __init__(self, event, effect, key, value):
        self.id, self.key, self.value = event["id"], key, value
        self.sound = event.get("gift", {}).get("sound")
        self.content = {"src": effect["src"]} if "src" in effect else self.film(event, effect)
        self.duration = micros(effect.get("duration", FILMS.get(effect.get("film"))))

    @staticmethod
    def film(event, effect):
        sender = event["user"] if event["type"] == "call" else event["sender"]
        content = {
            "film": effect["film"], "sender": sender["name"], "seed": event["seq"] % 65536,
        }
        if sender.get("avatar") is not None:
            content["avatar"] = sender["avatar"]
        if event["type"] == "gift":
            content["gift"] = event["gift"]["name"]
        return content

    def node(self, now, config):
        return {
            "id": f"effect/{self.id}", "kind": "effect", "x": hundredth(config["x"]),
            "y": hundredth(config["y"]), "width": hundredth(config["width"]),
            "height": hundredth(config["height"]), "alpha": thousandth(self.alpha(now)),
            "start": self.start, "duration": self.duration / 1_000_000,
        } | self.content


class Effects:
    def __init__(self, room):
        self.room = room
        self.shown, self.waiting, self.free = None, [], 0

    @property
    def config(self):
        return self.room.config["effects"]

    def is_free(self):
        """True if no effect is shown, effects may start, and the gap after the last one has passed."""
        return self.shown is None and not self.room.held and self.room.now >= self.free

    def wanted(self, event, alert):
        """Returns the effect that an event asks for. The film of its alert's rule replaces the gift's effect."""
        film = alert.rule["film"] if alert else None
        if film is not None:
            is_merged = event["type"] == "gift" and not alert.is_alone
            key = event["key"] if is_merged else ("event", event["id"])
            effect = {"src": film, "duration": alert.rule["duration"]}
            return Effect(event, {"film": film} if film in FILMS else effect, key, alert.worth)
        if event["type"] != "gift" or "effect" not in event["gift"] or alert and alert.is_alone:
            return None
        return Effect(event, event["gift"]["effect"], event["key"], event["value"])

    def add(self, event, alert=None):
        """Returns the result of an event's effect: shown, its place in the queue from 1, or None."""
        effect = self.wanted(event, alert) if self.config["enabled"] else None
        if effect is None:
            return None
        if any(other.key == effect.key for other in self.waiting):
            return None
        if not self.waiting and self.is_free():
            self.begin(effect)
            return "shown"
        if len(self.waiting) >= self.config["queueLimit"]:
            if not self.waiting or self.waiting[-1].value >= effect.value:
                return None
            self.waiting.pop()
        place = sum(other.value >= effect.value for other in self.waiting)
        self.waiting.insert(place, effect)
        return place + 1

    def begin(self, effect):
        effect.begin(self.room.now, self.config)
        self.shown = effect
        self.room.cues.effect(effect)

    def next_due(self):
        if self.shown:
            return self.shown.end
        return self.free if self.waiting and not self.room.held else None

    def step(self):
        if self.shown:
            self.stop()
        else:
            self.begin_waiting()

    def stop(self):
        self.shown, self.free = None, self.room.now + micros(self.config["gap"])

    def begin_waiting(self):
        if self.waiting and self.is_free():
            self.begin(self.waiting.pop(0))

    def forget(self, event):
        self.waiting = [effect for effect in self.waiting if effect.id != event]
        if self.shown and self.shown.id == event:
            self.stop()

    # Section 8

    def resume(self):
        self.begin_waiting()

    def skip(self):
        if self.shown:
            self.shown.skip(self.room.now, self.config)

    def skip_one(self, node):
        if self.shown and f"effect/{self.shown.id}" == node:
            self.skip()

    def clear(self):
        if self.shown:
            self.stop()
        self.waiting = []

    def configured(self):
        if not self.config["enabled"]:
            self.clear()

    def nodes(self):
        return [self.shown.node(self.room.now, self.config)] if self.shown else []

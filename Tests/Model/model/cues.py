"""Section 12: sounds."""


class Cues:
    def __init__(self, room):
        self.room = room
        self.made = []
        # The events whose combo had its sound, and those whose effect or alert had the gift's sound.
        self.combos, self.effects, self.alerts = set(), set(), set()

    @property
    def config(self):
        return self.room.config["sounds"]

    def make(self, cause, id, own=None):
        """Returns true if there is a sound."""
        sound = own if own is not None else self.config.get(cause)
        if not self.config["enabled"] or sound is None:
            return False
        self.made.append({
            "type": "cue", "cue": cause, "id": id, "sound": sound,
            "volume": self.config["volume"], "time": self.room.now,
        })
        return True

    def combo(self, combo):
        if combo.id in self.effects | self.alerts:
            return
        if self.make("combo", combo.id, combo.gift.get("sound")):
            self.combos.add(combo.id)

    def effect(self, effect):
        if effect.id in self.alerts:
            return
        own = None if effect.id in self.combos else effect.sound
        if self.make("effect", effect.id, own) and own is not None:
            self.effects.add(effect.id)

    def alert(self, alert):
        """Section 14: the rule's sound, or the gift's if no cue was made for this event, or the alerts' sound."""
        rule, present = alert.rule["sound"], alert.event.get("gift", {}).get("sound")
        if rule is not None or alert.id in self.combos | self.effects:
            present = None
        if self.make("alert", alert.id, rule if present is None else present) and present is not None:
            self.alerts.add(alert.id)

    def speech(self, alert):
        """Returns true if the speech is heard."""
        return self.make("speech", alert.id, alert.speech["src"])

    def hush(self, id):
        self.made.append({"type": "hush", "id": id})

    def take(self):
        made, self.made = self.made, []
        return made

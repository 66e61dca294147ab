"""Section 12: sounds."""


class Cues:
    def __init__(self, room):
        self.room = room
        self.made = []
        # Events whose combo has had its sound, and events whose effect has had theirs.
        self.combos, self.effects = set(), set()

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
        if combo.id not in self.effects and self.make("combo", combo.id, combo.gift.get("sound")):
            self.combos.add(combo.id)

    def effect(self, effect):
        own = None if effect.id in self.combos else effect.sound
        if self.make("effect", effect.id, own) and own is not None:
            self.effects.add(effect.id)

    def take(self):
        made, self.made = self.made, []
        return made

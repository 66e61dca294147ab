"""Section 3: gift channels, combos and their queue."""

from .curves import ease_in_out, progress
from .digit import Pop
from .rounding import half_away, hundredth, micros, thousandth
from .tiers import Flourish

IDLE, ANIMATING, WILL_END, END_ANIMATING = "idle", "animating", "willEnd", "endAnimating"


class Combo:
    """All gifts with one key that are shown together."""

    def __init__(self, event):
        self.id = event["id"]
        self.sender = event["sender"]
        self.gift = event["gift"]
        self.target = event["count"]
        self.first = event
        self.alerted = set()  # the groups of rules whose alert the combo has had


class Channel:
    """One row. `due` is the instant of its next transition; None while it is idle."""

    def __init__(self):
        self.become_idle()

    def become_idle(self):
        self.state = IDLE
        self.key = self.combo = self.pop = self.exit = self.due = None
        self.count = self.count_before = 0

    def take(self, key, combo, now, config):
        self.count_before = 1
        self.state, self.key, self.combo, self.count = ANIMATING, key, combo, 1
        self.took = now
        self.entrance = (now, micros(config["entrance"]))
        self.due = sum(self.entrance)

    def arrived(self, now):
        """Returns the completed share of the entrance: 0 is one width to the left, 1 at rest."""
        return ease_in_out(progress(*self.entrance, now))

    def left(self, now):
        """Returns the completed share of the exit."""
        return ease_in_out(progress(*self.exit, now)) if self.exit else 0.0

    def start_pop(self, count, now, config):
        self.count_before = self.count
        self.state, self.count = ANIMATING, count
        self.pop = Pop(now, config)
        self.due = self.pop.end

    def start_exit(self, now, config):
        self.state = END_ANIMATING
        self.arrived_at_exit = self.arrived(now)
        self.exit = (now, micros(config["exit"]))
        self.flourish.left = now
        self.due = sum(self.exit)

    def node(self, index, now, whole):
        config = whole["gifts"]
        arrived = self.arrived_at_exit if self.exit else self.arrived(now)
        left = self.left(now)
        x = config["x"] - config["width"] * (1 - arrived) + config["exitShift"] * left
        node = {
            "id": f"gifts/{index}", "kind": "gift", "x": hundredth(x),
            "y": hundredth(config["y"] + index * (config["height"] + config["gap"])),
            "width": hundredth(config["width"]), "height": hundredth(config["height"]),
            "alpha": thousandth(arrived * (1 - left)),
            "combo": self.combo.id, "sender": self.combo.sender["name"],
            "gift": self.combo.gift["name"], "count": self.count,
            "digitScale": thousandth(self.pop.scale(now) if self.pop else 1.0),
        }
        if self.combo.sender.get("avatar") is not None:
            node["avatar"] = self.combo.sender["avatar"]
        if self.combo.gift.get("image") is not None:
            node["image"] = self.combo.gift["image"]
        return node | self.flourish.keys(whole, self.count_before, self.count)


class Gifts:
    def __init__(self, room):
        self.room = room
        self.channels = []
        self.queue = {}  # key -> combo, in order of arrival; rule 2 keeps the keys distinct
        self.configured()

    @property
    def config(self):
        return self.room.config["gifts"]

    def is_past_turn(self, channel):
        turn = micros(self.config["turn"])
        return bool(self.queue) and turn > 0 and self.room.now - channel.took >= turn

    # A gift arrives

    def channel_that_grows(self, key):
        for channel in self.channels:
            if channel.state in (ANIMATING, WILL_END) and channel.key == key:
                if not self.is_past_turn(channel):
                    return channel
        return None

    def idle_channel(self):
        """Returns an idle channel. Only configured channels take combos, and none while the room is held."""
        if self.room.held:
            return None
        for channel in self.channels[: self.config["channels"]]:
            if channel.state == IDLE:
                return channel
        return None

    def is_refused(self, key):
        if self.channel_that_grows(key) or key in self.queue or self.idle_channel():
            return False
        return len(self.queue) >= self.config["queueLimit"]

    def combo_that_grows(self, key):
        channel = self.channel_that_grows(key)
        return channel.combo if channel else self.queue.get(key)

    def gift(self, event):
        """Returns the combo that the gift joins or begins."""
        key = event["key"]
        combo = self.combo_that_grows(key)
        channel = self.channel_that_grows(key)
        if combo:
            combo.target += event["count"]
            if channel and channel.state == WILL_END:
                self.next_pop(channel)
            return combo
        combo = Combo(event)
        if channel := self.idle_channel():
            self.show(channel, key, combo)
        else:
            self.queue[key] = combo
        return combo

    def show(self, channel, key, combo):
        channel.take(key, combo, self.room.now, self.config)
        channel.flourish = Flourish(self.room.config, combo.first, self.room.now)
        self.room.cues.combo(combo)

    # A channel plays a combo

    def next_due(self):
        return min((c.due for c in self.channels if c.due is not None), default=None)

    def step(self):
        """Performs the transition of the lowest channel that has one due now."""
        now = self.room.now
        channel = next(c for c in self.channels if c.due == now)
        if channel.state == ANIMATING and channel.pop is None:
            self.start_pop(channel, 1)
        elif channel.state == ANIMATING and channel.count < channel.combo.target:
            self.next_pop(channel)
        elif channel.state == ANIMATING:
            channel.state = WILL_END
            channel.due = now + self.rest()
        elif channel.state == WILL_END:
            channel.start_exit(now, self.config)
        else:
            channel.become_idle()
            self.take_from_queue()

    def next_pop(self, channel):
        r = channel.combo.target - channel.count
        if self.is_past_turn(channel):
            step = r
        elif self.config["catchUpFrom"] == 0 or r < self.config["catchUpFrom"]:
            step = 1
        else:
            step = max(1, r // self.config["catchUpDivisor"])
        self.start_pop(channel, channel.count + step)

    def start_pop(self, channel, count):
        channel.start_pop(count, self.room.now, self.config)
        channel.flourish.popped = self.room.now
        channel.flourish.rise(self.room.config, count, self.room.now)

    def rest(self):
        linger, hurry = micros(self.config["linger"]), self.config["hurry"]
        if hurry == 0:
            return linger
        return int(half_away(linger / (1 + len(self.queue) / hurry)))

    def take_from_queue(self):
        while self.queue and (channel := self.idle_channel()):
            key = next(iter(self.queue))
            self.show(channel, key, self.queue.pop(key))

    # Section 8

    def skip(self):
        for channel in self.channels:
            if channel.state in (ANIMATING, WILL_END):
                channel.start_exit(self.room.now, self.config)

    def skip_one(self, node):
        for index, channel in enumerate(self.channels):
            if f"gifts/{index}" == node and channel.state in (ANIMATING, WILL_END):
                channel.start_exit(self.room.now, self.config)

    # Steering the queue

    def waiting(self, combo):
        """Returns the key of a waiting combo; None if no waiting combo has this ID."""
        return next((key for key, entry in self.queue.items() if entry.id == combo), None)

    def take_out(self, combo):
        key = self.waiting(combo)
        if key is not None:
            del self.queue[key]
        return key is not None

    def move(self, combo, place):
        key = self.waiting(combo)
        if key is None:
            return False
        keys = [other for other in self.queue if other != key]
        keys.insert(place - 1, key)
        self.queue = {each: self.queue[each] for each in keys}
        return True

    def give_back(self, combo, count):
        """Takes gifts of a combo back; a combo without gifts is removed."""
        for channel in self.channels:
            if channel.state != IDLE and channel.combo.id == combo:
                left = channel.combo.target = channel.combo.target - count
                channel.count = min(channel.count, max(left, 1))
                if left <= 0:
                    channel.become_idle()
                return
        key = self.waiting(combo)
        if key is not None:
            self.queue[key].target -= count
            if self.queue[key].target <= 0:
                del self.queue[key]

    def resume(self):
        self.take_from_queue()

    def clear(self):
        self.queue.clear()
        for channel in self.channels:
            channel.become_idle()

    def configured(self):
        if not self.config["enabled"]:
            self.clear()
        while len(self.channels) < self.config["channels"]:
            self.channels.append(Channel())
        self.take_from_queue()

    def nodes(self):
        return [
            channel.node(index, self.room.now, self.room.config)
            for index, channel in enumerate(self.channels)
            if channel.state != IDLE
        ]

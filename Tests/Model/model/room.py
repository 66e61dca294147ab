"""A room: timed events in, frames out. A pure state machine (section 1)."""

from .alerts import Alerts
from .blocklist import blocks
from .calls import Calls
from .captions import Captions
from .catalogue import completed
from .configuration import complete, merge_patch, patched
from .counters import Counters
from .cues import Cues
from .effects import Effects
from .events import is_gift
from .gifts import Gifts
from .goals import Goals
from .held import Held
from .leaders import Leaders
from .streaks import Streaks
from .ticker import Ticker

RECORDED, REFUSED, MISSING, REPEATED = "recorded", "refused", "missing", "repeated"


class Room:
    def __init__(self, document=None):
        self.document = merge_patch({}, document or {})
        self.config = complete(self.document)
        self.now = 0
        self.held = False
        self.ids = set()
        self.calls, self.gifts, self.ticker = Calls(self), Gifts(self), Ticker(self)
        self.captions, self.counters = Captions(self), Counters(self)
        self.goals, self.effects, self.cues = Goals(self), Effects(self), Cues(self)
        self.leaders = Leaders(self)
        self.alerts = Alerts(self)
        self.streaks, self.waiting = Streaks(), Held()
        # The order of transitions due at one instant.
        self.timed = (
            self.calls, self.gifts, self.ticker, self.captions, self.counters, self.goals,
            self.effects, self.alerts, self.leaders,
        )

    def advance(self, to):
        """Performs everything that is due at or before an instant, in order."""
        while True:
            dues = [widget.next_due() for widget in self.timed]
            due = min((d for d in dues if d is not None), default=None)
            if due is None or due > to:
                break
            self.now = due
            self.timed[dues.index(due)].step()
        self.now = to

    def apply(self, event):
        """Applies an event after everything that is due, and before everything that it makes due now."""
        self.advance(event["at"])
        if event["id"] in self.ids:
            return REPEATED
        approved = event.get("approves")
        if approved is not None and approved not in self.waiting:
            self.advance(self.now)
            return MISSING
        outcome = getattr(self, "on_" + event["type"])(event)
        if outcome == RECORDED:
            self.ids.add(event["id"])
            self.waiting.remove(approved)
        self.advance(self.now)
        return outcome

    def is_enabled(self, widget):
        return self.config[widget]["enabled"]

    def is_blocked(self, *texts):
        words = self.config["sources"]["blocked"]
        return any(blocks(words, text) for text in texts)

    def on_gift(self, event):
        added = self.streaks.added(event)
        if added and self.give(dict(event, count=added)) == REFUSED:
            return REFUSED
        self.streaks.note(event)
        return RECORDED

    def give(self, sent):
        event = self.without_blocked_message(completed(self.config, sent))
        if self.is_blocked(sent["sender"]["name"], sent["gift"]["name"]):
            self.count(event)
            return RECORDED
        alert = self.alert(event)
        is_alone = bool(alert) and alert.is_alone
        if not is_alone and self.is_full(event):
            return REFUSED
        combo = None
        if self.is_enabled("gifts") and not is_alone:
            combo = self.gifts.gift(event)
        if self.is_enabled("ticker") and not is_alone and not self.ticker.is_full():
            self.ticker.gift(event)
        self.count(event)
        if combo:
            self.alerts.update(combo)
        self.show(event, alert, combo)
        return RECORDED

    def is_full(self, event):
        if self.is_enabled("gifts"):
            return self.gifts.is_refused(event["key"])
        return self.is_enabled("ticker") and self.ticker.is_full()

    def without_blocked_message(self, event):
        message = event.get("message")
        is_blocked = message is not None and self.is_blocked(message)
        return event | {"message": None} if is_blocked else event

    def alert(self, event):
        """Returns an event's alert. If there is no place for the alert of a rule with `only`, no rule counts."""
        is_combo = event["type"] == "gift" and self.is_enabled("gifts")
        combo = self.gifts.combo_that_grows(event["key"]) if is_combo else None
        alert = self.alerts.make(event, combo)
        if alert and alert.is_alone and self.alerts.surplus(alert) is alert:
            return None
        return alert

    def show(self, event, alert, combo=None):
        self.effects.add(event, alert)
        if alert:
            self.alerts.add(alert, combo)

    def count(self, event):
        """Adds a completed gift to goals, leaders and clocks, shown or not."""
        self.goals.gift(event)
        self.leaders.gift(event)
        self.counters.extend(event, event["sender"])

    def on_call(self, event):
        if self.is_blocked(event["user"]["name"]):
            return RECORDED
        alert = self.alert(event)
        if self.is_enabled("calls") and not (alert and alert.is_alone):
            self.calls.call(event)
        self.show(event, alert)
        self.counters.extend(event, event["user"])
        return RECORDED

    def on_notice(self, event):
        if "gift" in event:
            event = completed(self.config, event)
        self.counters.extend(event, event["sender"])
        event = self.without_blocked_message(event)
        if not self.is_blocked(event["sender"]["name"], event.get("title") or ""):
            self.show(event, self.alert(event))
        return RECORDED

    def on_speech(self, event):
        if event["of"] not in self.ids:
            return MISSING
        self.alerts.speech(event)
        return RECORDED

    def whole(self, event):
        """An event with its gift completed, if it has one."""
        return completed(self.config, event) if "gift" in event else event

    def on_dismiss(self, event):
        return RECORDED if self.calls.dismiss(event["call"]) else MISSING

    def on_tap(self, event):
        return RECORDED if self.calls.tap(event["call"]) else MISSING

    def on_counter(self, event):
        if self.is_enabled("counters"):
            if self.counters.is_missing(event):
                return MISSING
            if self.counters.is_refused(event):
                return REFUSED
            self.counters.update(event)
        return RECORDED

    def on_deleteCounter(self, event):
        return RECORDED if self.counters.delete(event["name"]) else MISSING

    def on_goal(self, event):
        if self.is_enabled("goals"):
            if self.goals.is_refused(event["name"]):
                return REFUSED
            self.goals.update(event)
        return RECORDED

    def on_deleteGoal(self, event):
        return RECORDED if self.goals.delete(event["name"]) else MISSING

    def on_caption(self, event):
        if self.is_enabled("captions") and not self.is_blocked(event["text"]):
            if self.captions.is_refused(event.get("slot", "main")):
                return REFUSED
            self.captions.caption(event)
        return RECORDED

    def on_deleteCaption(self, event):
        return RECORDED if self.captions.delete(event["slot"]) else MISSING

    def on_control(self, event):
        if event["action"] == "hideMessage":
            return RECORDED if self.alerts.hide_message(event.get("of")) else MISSING
        if "of" in event:
            self.skip_one(event["of"])
        elif event["action"] == "resetLeaders":
            self.leaders.reset(event)
        else:
            getattr(self, event["action"])()
        return RECORDED

    def on_deleteCombo(self, event):
        return RECORDED if self.gifts.take_out(event["combo"]) else MISSING

    def on_moveCombo(self, event):
        return RECORDED if self.gifts.move(event["combo"], event["to"]) else MISSING

    def on_deleteAlert(self, event):
        return RECORDED if self.alerts.take_out(event["alert"]) else MISSING

    def on_moveAlert(self, event):
        return RECORDED if self.alerts.move(event["alert"], event["to"]) else MISSING

    def on_hold(self, event):
        first = event["events"][0]
        if first["type"] != "gift" or self.streaks.note_held(first):
            self.waiting.add(event)
        return RECORDED

    def on_takeBack(self, event):
        if event.get("ofStreak"):
            self.streaks.delete(event["of"])
            self.waiting.remove_streak(event["of"])
            return RECORDED
        self.waiting.remove(event["of"])
        for widget in (self.calls, self.captions, self.ticker, self.effects, self.alerts):
            widget.forget(event["of"])
        if "kind" in event:
            self.counters.give_back(self.whole(event) | {"type": "notice"})
        elif "user" in event:
            self.counters.give_back(event | {"type": "call"})
        elif "gift" in event:
            self.gifts.give_back(event.get("combo", event["of"]), event["count"])
            if not event.get("overtaken"):
                given = completed(self.config, event)
                self.goals.give_back(given)
                self.leaders.give_back(given)
                self.counters.give_back(given | {"type": "gift"})
        for widget in (self.gifts, self.ticker, self.calls, self.effects, self.alerts):
            widget.resume()
        return RECORDED

    def on_config(self, event):
        self.ticker.show_digits()
        self.document = patched(self.document, event["config"])
        self.config = complete(self.document)
        timed = (self.gifts, self.ticker, self.calls, self.captions, self.effects)
        for widget in (*timed, self.counters, self.goals, self.alerts):
            widget.configured()
        self.leaders.configured(event)
        return RECORDED

    # Section 8

    def hold(self):
        self.held = True

    def resume(self):
        self.held = False
        for widget in (self.gifts, self.ticker, self.calls, self.effects, self.alerts):
            widget.resume()

    def skip(self):
        self.gifts.skip()
        self.calls.skip()
        self.effects.skip()
        self.alerts.skip()

    def skip_one(self, node):
        """Makes only the items of this node leave; then waiting items enter by the rules above."""
        self.gifts.skip_one(node)
        self.calls.skip_one(node)
        self.effects.skip_one(node)
        self.alerts.skip_one(node)

    def start(self):
        """Time always runs here."""

    def clear(self):
        """Clears the stage, except for counters, goals and leaders. A hold stays."""
        for widget in self.timed:
            widget.clear()

    def nodes(self):
        """In drawing order."""
        order = (
            self.effects, self.ticker, self.gifts, self.leaders, self.counters, self.goals,
            self.captions, self.calls, self.alerts,
        )
        return [node for widget in order for node in widget.nodes()]

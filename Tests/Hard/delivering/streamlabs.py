"""Streamlabs: events of its socket, bare or as frames."""

import dataclasses

from Hard.delivering.chance import JSON, text, tier_suffix
from Hard.delivering.facts import PLACES, Delivery, Gift, Ignored, Refused, Report, Retraction, Sender, Shown

DONATIONS = ["tiltifydonation", "extralifedonation", "justgivingdonation", "streamlabscharitydonation", "pledge",
             "treat"]


class Streamlabs:
    kind = "streamlabs"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(8, self.donation), (3, self.other_donation), (4, self.subscription), (6, self.gift_bomb),
                       (4, self.counted), (3, self.caption), (2, self.other)]

    def delivery(self, type_, messages, *facts, is_test=False):
        event = {"type": type_, "message": messages, "for": "streamlabs", "event_id": f"evt_{self.chance.serial()}"}
        if is_test:
            event["isTest"] = True
        framed = self.chance.one_in(3)
        body = b"42" + text(["event", event]) if framed else text(event)
        return Delivery("streamlabs", f"streamlabs {type_}{' frame' * framed}", body, facts, JSON)

    def alert_id(self):
        return f"a{self.chance.serial():08x}"

    def sender(self):
        """Fields of a sender, and the sender: the platform names no ID."""
        number, name = self.chance.person()
        fields = {"name": f"v{number}", "display_name": name} if self.chance.one_in(2) else {"name": name}
        return fields, Sender(name)

    def test_mark(self, message):
        """Marks one in ten as a test: beside the message or in it. Returns whether, and whether beside."""
        if not self.chance.one_in(10):
            return False, False
        if self.chance.one_in(2):
            message["isTest"] = True
            return True, False
        return True, True

    def donation(self):
        """A donation, its alert repeated under another `_id`, and perhaps its deletion."""
        number = 96164121 + self.chance.serial() + (10**18 if self.chance.one_in(4) else 0)
        id_ = f"donation:{number}"
        fields, sender = self.sender()
        money, words = self.chance.money(self.room.currency), self.chance.message()
        message = fields | {"id": number, "amount": self.chance.choice([money.decimal, money.number]),
                            "currency": money.currency, "message": words}
        is_test, beside = self.test_mark(message)
        fact = Gift(f"streamlabs:{id_}", sender, money.text, money=money, message=words, is_test=is_test)
        deliveries = [self.delivery("donation", [message | {"_id": self.alert_id()}], fact, is_test=beside)
                      for _ in range(self.chance.choice([1, 1, 2]))]
        if self.chance.one_in(5):
            other, second = self.one_more()
            deliveries[0] = self.delivery("donation", [message | {"_id": self.alert_id()}, other], fact,
                                          Gift(**(vars(second) | {"is_test": beside})), is_test=beside)
        if self.chance.one_in(3):
            deliveries.append(self.delivery("donationDelete", [{"id": number}], Retraction(((f"streamlabs:{id_}",),))))
        return self.room.in_order(deliveries)

    def one_more(self):
        """A donation without a number of its own."""
        alert = self.alert_id()
        fields, sender = self.sender()
        money = self.chance.money(self.room.currency)
        return (fields | {"amount": money.decimal, "currency": money.currency, "_id": alert},
                Gift(f"streamlabs:{alert}", sender, money.text, money=money))

    def other_donation(self):
        alert = self.alert_id()
        fields, sender = self.sender()
        money, words = self.chance.money(self.room.currency), self.chance.message()
        fact = Gift(f"streamlabs:{alert}", sender, money.text, money=money, message=words)
        message = fields | {"currency": money.currency, "_id": alert}
        if self.chance.one_in(2):
            micros = money.units * 10 ** (6 - PLACES[money.currency])
            message |= {"id": "yt1", "amount": str(micros), "comment": words}
            return [self.delivery("superchat", [message], dataclasses.replace(fact, is_super_chat=True))]
        message |= {"amount": money.decimal, "message": words}
        return [self.delivery(self.chance.choice(DONATIONS), [message], fact)]

    def subscription(self):
        alert = self.alert_id()
        fields, sender = self.sender()
        plan = self.chance.choice(["1000", "2000", "3000", "Prime"])
        tier, words = plan.lower(), self.chance.message()
        message = fields | {"months": 14, "sub_plan": plan, "message": words, "_id": alert, "gifter": None}
        is_test, beside = self.test_mark(message)
        fact = Gift(f"streamlabs:{alert}", sender, "Subscription" + tier_suffix(tier), f"streamlabs:sub:{tier}",
                    message=words, is_test=is_test)
        return [self.delivery(self.chance.choice(["subscription", "resub"]), [message], fact, is_test=beside)]

    def gift_bomb(self):
        """A bomb and its recipients: the larger number counts, per giver and tier."""
        giver = f"Giver{self.chance.serial()}" if self.chance.one_in(2) else self.chance.choice(["eve", "Dag"])
        plan, total = self.chance.choice(["1000", "2000"]), self.chance.choice([1, 2, 4])
        subject = ("gift", giver.lower(), plan)
        name, gift_id = "Gifted subscription" + tier_suffix(plan), f"streamlabs:giftsub:{plan}"
        deliveries = []
        if not self.chance.one_in(4):
            alert = self.alert_id()
            deliveries.append(self.delivery(
                "subMysteryGift", [{"gifter": giver, "name": giver, "amount": total, "sub_plan": plan, "_id": alert}],
                Gift(f"streamlabs:{alert}", Sender(giver), name, gift_id, total,
                     report=Report(subject, ("given",)))))
        if not deliveries or not self.chance.one_in(4):
            for _ in range(total):
                alert = self.alert_id()
                deliveries.append(self.delivery(
                    "subscription", [{"name": f"r{alert}", "sub_plan": plan, "gifter": giver, "_id": alert}],
                    Gift(f"streamlabs:{alert}", Sender(giver), name, gift_id,
                         report=Report(subject, ("received",)))))
        return deliveries

    def counted(self):
        alert = self.alert_id()
        fields, sender = self.sender()
        type_, name, key = self.chance.choice([("bits", "Bits", "amount"), ("stars", "Stars", "amount"),
                                               ("membershipGift", "Gifted membership", "giftMembershipsCount")])
        count = self.chance.choice([1, 5, 100])
        message = fields | {key: self.chance.choice([count, str(count)]), "_id": alert}
        is_test, beside = self.test_mark(message)
        gift_id = "streamlabs:giftmembership" if type_ == "membershipGift" else f"streamlabs:{type_}"
        fact = Gift(f"streamlabs:{alert}", sender, name, gift_id, count, is_test=is_test)
        return [self.delivery(type_, [message], fact, is_test=beside)]

    def caption(self):
        alert = self.alert_id()
        fields, sender = self.sender()
        if self.chance.one_in(2):
            return [self.delivery("follow", [fields | {"_id": alert}], Shown(
                f"streamlabs:{alert}", f"{sender.name} follows"))]
        return [self.delivery("raid", [fields | {"_id": alert, "raiders": 33}], Shown(
            f"streamlabs:{alert}", f"{sender.name} raided with 33"))]

    def other(self):
        alert = self.alert_id()
        fields, _ = self.sender()
        return [self.chance.choice([
            lambda: self.delivery("alertPlaying", {"type": "donation"}, Ignored("no-payment")),
            lambda: self.delivery("donation", [fields | {"amount": "0", "_id": alert}], Ignored("no-amount")),
            lambda: self.delivery("bits", [fields | {"amount": 0, "_id": alert}], Ignored("no-number")),
            lambda: self.delivery("donation", ["text"], Ignored("no-object")),
            lambda: self.delivery("donationDelete", [{}], Ignored("names-nothing")),
            lambda: Delivery("streamlabs", "streamlabs without a type", b'{"message": []}',
                             (Refused(422, "content"),), JSON),
        ])()]

"""StreamElements: what widgets get, activities of the socket and of the feed, and messages of the websocket."""

from Hard.delivering.chance import JSON, text, tier_suffix
from Hard.delivering.facts import Delivery, Gift, Ignored, Money, Refused, Report, Sender, Shown


class StreamElements:
    kind = "streamelements"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(8, self.donation), (4, self.counted), (4, self.subscription), (8, self.gift_bomb),
                       (3, self.caption), (2, self.merch), (2, self.other)]

    def delivery(self, type_, event, fact, id_=None, around=None):
        """The event in one of its forms. `fact` takes the mark of a test; `around` goes into the activity."""
        own = {"_id": id_} if id_ else {"createdAt": f"2026-11-21T09:59:00.{self.chance.serial():06}Z"}
        activity = {"type": type_, "provider": "twitch"} | own | (around or {}) | {"data": event}
        form = self.chance.choice(["activity", "frame", "websocket", "test"] + ["widget"] * (around is None))
        marks_test = form == "test" or self.chance.one_in(12)
        if marks_test and form != "test":
            key = self.chance.choice(["isTest", "isMock"])
            activity[key] = event[key] = True
        body = {
            "activity": activity,
            "frame": ["event", activity],
            "test": ["event:test", activity],
            "websocket": {"topic": "channel.activities", "data": activity},
            "widget": {"listener": f"{type_}-latest", "event": {"type": type_} | own | event},
        }[form]
        prefix = b"42" if form in ("frame", "test") else b""
        meaning = fact(marks_test) if callable(fact) else fact
        return Delivery("streamelements", f"streamelements {type_} {form}", prefix + text(body), (meaning,), JSON)

    def message_id(self):
        return f"se-{self.chance.serial()}"

    def viewer(self):
        """Fields of a viewer, and the sender."""
        number, name = self.chance.person()
        if self.chance.one_in(2):
            return {"name": name, "providerId": str(number)}, Sender(name, f"streamelements:{number}")
        return {"username": f"v{number}", "displayName": name}, Sender(name)

    def donation(self):
        id_ = self.message_id()
        viewer, sender = self.viewer()
        money, message = self.chance.money(self.room.currency), self.chance.message()
        amount = self.chance.choice([money.number, money.decimal, money.number * (1 + 2**-50)])
        if self.chance.one_in(6):
            body = {"topic": "channel.tips", "data": {"_id": id_, "donation": {
                "user": {"username": sender.name}, "message": message, "amount": amount, "currency": money.currency}}}
            fact = Gift(f"streamelements:{id_}", Sender(sender.name), money.text, money=money,
                        message=message)
            return [Delivery("streamelements", "streamelements channel.tips", text(body), (fact,), JSON)]
        event = viewer | {"amount": amount, "message": message}
        if money.currency != self.room.currency or self.chance.one_in(2):
            event["currency"] = money.currency
        type_ = self.chance.choice(["tip", "superchat", "charityCampaignDonation"])
        # An event without an ID is known by its time.
        if "providerId" in viewer and self.chance.one_in(4):
            return [self.delivery(type_, event, lambda is_test: Gift(
                f"~{id_}", sender, money.text, money=money, message=message, is_test=is_test,
                is_super_chat=type_ == "superchat"))]
        return [self.delivery(type_, event, lambda is_test: Gift(
            f"streamelements:{id_}", sender, money.text, money=money, message=message, is_test=is_test,
            is_super_chat=type_ == "superchat"), id_)]

    def counted(self):
        id_ = self.message_id()
        viewer, sender = self.viewer()
        type_, name = self.chance.choice([("cheer", "Bits"), ("kicks", "Kicks")])
        amount, message = self.chance.choice([1, 100, "250", 5000]), self.chance.message()
        return [self.delivery(type_, viewer | {"amount": amount, "message": message}, lambda is_test: Gift(
            f"streamelements:{id_}", sender, name, f"streamelements:{type_}", int(amount), message=message,
            is_test=is_test), id_)]

    def tier(self):
        """A tier as the service writes it, and as the gift's ID has it."""
        return self.chance.choice(
            [("1000", "1000"), ("2000", "2000"), ("3000", "3000"), ("prime", "prime"), (2, "2000")])

    def subscription(self):
        id_ = self.message_id()
        viewer, sender = self.viewer()
        if self.chance.one_in(3):
            return [self.delivery("sponsor", viewer | {"amount": 3}, lambda is_test: Gift(
                f"streamelements:{id_}", sender, "Membership", "streamelements:membership", is_test=is_test), id_)]
        written, tier = self.tier()
        if self.chance.one_in(3):
            giver = self.chance.person()[1]
            event = {"name": f"r{id_}", "amount": 1, "gifted": True, "sender": giver, "tier": written}
            return [self.delivery("subscriber", event, lambda is_test: Gift(
                f"streamelements:{id_}", Sender(giver),
                "Gifted subscription" + tier_suffix(tier), f"streamelements:giftsub:{tier}", is_test=is_test), id_)]
        event = viewer | {"amount": 3, "tier": written, "gifted": False}
        return [self.delivery("subscriber", event, lambda is_test: Gift(
            f"streamelements:{id_}", sender, "Subscription" + tier_suffix(tier), f"streamelements:sub:{tier}",
            is_test=is_test), id_)]

    def gift_bomb(self):
        """A bomb and its recipients: the larger number counts, per group, or else per giver and tier."""
        giver = f"Giver{self.chance.serial()}" if self.chance.one_in(2) else self.chance.choice(["Eve", "Dag"])
        written, tier = self.chance.choice([("1000", "1000"), ("2000", "2000"), ("3000", "3000")])
        total = self.chance.choice([1, 2, 4])
        group = f"group-{self.chance.serial()}" if self.chance.one_in(2) else None
        around = {"activityGroup": group} if group else None
        subject = ("group", group) if group else ("giver", giver.lower(), tier)
        deliveries = []
        if not self.chance.one_in(4):
            id_ = self.message_id()
            if self.chance.one_in(2):
                type_, event = "communityGiftPurchase", {"displayName": giver, "amount": total, "tier": written}
            else:
                type_ = "subscriber"
                event = {"name": giver, "amount": total, "gifted": True, "sender": giver, "bulkGifted": True,
                         "tier": written}
            deliveries.append(self.gift(type_, event, id_, giver, tier, total, Report(subject, ("given",)), around))
        if not deliveries or not self.chance.one_in(4):
            for _ in range(total):
                id_ = self.message_id()
                event = {"name": f"r{id_}", "amount": 1, "gifted": True, "sender": giver, "tier": written}
                if not group or self.chance.one_in(2):
                    event[self.chance.choice(["isCommunityGift", "playedAsCommunityGift"])] = True
                deliveries.append(
                    self.gift("subscriber", event, id_, giver, tier, 1, Report(subject, ("received",)), around))
        return deliveries

    def gift(self, type_, event, id_, giver, tier, count, report, around):
        return self.delivery(type_, event, lambda is_test: Gift(
            f"streamelements:{id_}", Sender(giver), "Gifted subscription" + tier_suffix(tier),
            f"streamelements:giftsub:{tier}", count, is_test=is_test, report=report), id_, around)

    def caption(self):
        id_ = self.message_id()
        viewer, sender = self.viewer()
        type_, event, said = self.chance.choice([
            ("follower", {}, "follows"), ("raid", {"amount": 42}, "raided with 42"),
            ("redemption", {"redemption": "Hydrate"}, "redeemed Hydrate")])
        return [self.delivery(type_, viewer | event, lambda is_test: Shown(
            f"streamelements:{id_}", f"{sender.name} {said}", is_test), id_)]

    def merch(self):
        id_ = self.message_id()
        viewer, sender = self.viewer()
        if self.chance.one_in(2):
            money = Money(2795, "EUR")
            return [self.delivery("merch", viewer | {"amount": 27.95, "currency": "EUR"}, lambda is_test: Gift(
                f"streamelements:{id_}", sender, money.text, money=money, is_test=is_test), id_)]
        items = [{"name": "Mug", "quantity": 2}, {"name": "Shirt"}]
        return [self.delivery("merch", viewer | {"items": items}, lambda is_test: Gift(
            f"streamelements:{id_}", sender, "Mug", "streamelements:merch", 3, is_test=is_test), id_)]

    def other(self):
        id_ = self.message_id()
        viewer, _ = self.viewer()
        return [self.chance.choice([
            lambda: self.delivery("host", viewer | {"amount": 3}, Ignored("no-payment"), id_),
            lambda: self.delivery("tip", viewer | {"amount": 0}, Ignored("no-amount"), id_),
            lambda: self.delivery("cheer", viewer | {"amount": "many"}, Ignored("no-number"), id_),
            lambda: self.delivery("hypetrain", viewer, Ignored("unknown-type"), id_),
            lambda: Delivery("streamelements", "streamelements frame of no event", b'42["hello"]',
                             (Refused(422, "content"),), JSON),
        ])()]

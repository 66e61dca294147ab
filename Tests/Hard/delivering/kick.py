"""Kick's webhooks."""

from Hard.delivering import signing
from Hard.delivering.chance import JSON, text
from Hard.delivering.facts import ANONYMOUS, Delivery, Gift, Ignored, Refused, Report, Retraction, Sender, Shown


class Kick:
    kind = "kick"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(2, self.follow), (4, self.subscription), (4, self.gifts), (4, self.kicks),
                       (4, self.redemption), (1, self.other)]

    def delivery(self, type_, event, meaning, form=None, by="A"):
        message = f"k-{self.chance.serial()}-{self.chance.getrandbits(40):x}"
        meaning = meaning(message) if callable(meaning) else meaning
        # One signature for all postings: it takes milliseconds.
        made = {}

        def sign(body):
            if not made:
                made.update(signing.kick(message, body))
            return made

        return Delivery("kick", f"kick {form or type_}", text(event), (meaning,),
                        JSON | {"Kick-Event-Type": type_, "Kick-Event-Version": "1",
                                "Kick-Event-Subscription-Id": f"{type_}-{by}"}, sign)

    def user(self):
        if self.chance.one_in(8):
            user = dict.fromkeys(["user_id", "username", "profile_picture", "channel_slug"]) | {"is_anonymous": True}
            return user, lambda id_: Sender(ANONYMOUS, f"kick:?{id_}")
        number, name = self.chance.person()
        # Long IDs come as numbers.
        number += 7_519_301_234_567_890_000 if self.chance.one_in(4) else 0
        user = {"is_anonymous": False, "user_id": number, "username": name, "channel_slug": f"v{number}",
                "profile_picture": None}
        return user, lambda _: Sender(name, f"kick:{number}")

    def time(self):
        serial = self.chance.serial()
        return f"2026-11-21T{serial // 3600 % 24:02}:{serial // 60 % 60:02}:{serial % 60:02}.{serial % 1000:03}Z"

    def reports(self, type_, event, fact):
        """The event through one subscription or two."""
        return [self.delivery(type_, event, lambda id_, by=by: fact(id_, by), by=by)
                for by in (["A", "B"] if self.chance.one_in(4) else ["A"])]

    def follow(self):
        user, sender = self.user()
        return [self.delivery("channel.followed", {"follower": user}, lambda id_: Shown(
            f"kick:{id_}", f"{sender(id_).name} follows"))]

    def subscription(self):
        user, sender = self.user()
        type_ = self.chance.choice(["channel.subscription.new", "channel.subscription.renewal"])
        at = self.time()
        return self.reports(type_, {"subscriber": user, "duration": 3, "created_at": at}, lambda id_, by: Gift(
            f"kick:{id_}", sender(id_), "Subscription", "kick:sub",
            report=Report(("sub", user["user_id"], at), (type_, by))))

    def gifts(self):
        user, sender = self.user()
        giftees = [self.user()[0] | {"user_id": 10**9 + self.chance.serial()}
                   for _ in range(self.chance.choice([1, 2, 5, 20]))]
        at = self.time()
        event = {"gifter": user, "giftees": giftees, "created_at": at}
        return self.reports("channel.subscription.gifts", event, lambda id_, by: Gift(
            f"kick:{id_}", sender(id_), "Gifted subscription", "kick:giftsub", len(giftees),
            report=Report(("gifts", giftees[0]["user_id"]), ("gifts", by))))

    def kicks(self):
        user, sender = self.user()
        amount, at, message = self.chance.choice([1, 50, 500]), self.time(), self.chance.message()
        event = {"sender": user, "gift": {"amount": amount, "name": "Rage Quit", "message": message}, "created_at": at}
        return self.reports("kicks.gifted", event, lambda id_, by: Gift(
            f"kick:{id_}", sender(id_), "Kicks", "kick:kicks", amount, price=1, message=message,
            report=Report(("kicks", user["user_id"], amount, at), ("kicks", by))))

    def redemption(self):
        user, sender = self.user()
        id_ = f"01K{self.chance.serial()}"
        event = {"id": id_, "user_input": "please", "reward": {"title": "Hydrate"}, "redeemer": user}
        word = "channel.reward.redemption.updated"
        fact = Shown(f"kick:{id_}", f"{sender('').name} redeemed Hydrate")
        deliveries = [self.delivery(word, event | {"status": "pending"}, fact)]
        if self.chance.one_in(2):
            deliveries.append(self.delivery(word, event | {"status": "rejected"}, Retraction(((f"kick:{id_}",),)),
                                            "redemption rejected"))
        else:
            deliveries.append(self.delivery(word, event | {"status": "accepted"}, fact, "redemption accepted"))
        return self.room.in_order(deliveries)

    def other(self):
        user, _ = self.user()
        kind = self.chance.randrange(3)
        if kind == 0:
            return [self.delivery("livestream.status.updated", {"is_live": True}, Ignored("no-payment"))]
        if kind == 1:
            return [self.delivery("channel.subscription.gifts", {"gifter": user, "giftees": []}, Ignored("no-number"))]
        forged = self.delivery("kicks.gifted", {"sender": user, "gift": {"amount": 9}},
                               Refused(403, "signature"), "forged")
        sign = forged.sign
        forged.sign = lambda body: sign(body + b" ")
        return [forged]

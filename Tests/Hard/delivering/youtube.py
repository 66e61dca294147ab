"""YouTube's live chat: one resource of `liveChatMessages` in each delivery."""

from Hard.delivering.chance import JSON, text
from Hard.delivering.facts import (
    ANONYMOUS, PLACES, Delivery, Gift, Ignored, Refused, Report, Retraction, Sender, Streak)


class YouTube:
    kind = "youtube"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(8, self.paid), (6, self.jewels), (4, self.membership), (6, self.gift_bomb), (2, self.other)]

    def delivery(self, snippet, meaning, id_=None, author=None, **rest):
        resource = {"kind": "youtube#liveChatMessage", "snippet": snippet}
        if id_:
            resource["id"] = id_
        if author:
            channel, name = author
            resource["authorDetails"] = {"channelId": channel, "displayName": name}
        return Delivery("youtube", f"youtube {snippet['type']}", text(resource), (meaning,), JSON, **rest)

    def message_id(self):
        return f"LCC.{self.chance.serial()}"

    def author(self):
        number, name = self.chance.person()
        return f"UC{number}", name

    def paid(self):
        """A super chat or sticker, which a moderator may delete or its author retract."""
        author, money, message = self.author(), self.chance.money(self.room.currency), self.chance.message()
        key, type_ = self.chance.choice([("superChatDetails", "superChatEvent"),
                                         ("superStickerDetails", "superStickerEvent"),
                                         ("fanFundingEventDetails", "fanFundingEvent")])
        micros = money.units * 10 ** (6 - PLACES[money.currency])
        details = {"amountMicros": str(micros) if self.chance.one_in(2) else micros, "currency": money.currency}
        if key == "superStickerDetails":
            message = None
        else:
            details["userComment"] = message
        id_ = None if self.chance.one_in(8) else self.message_id()
        at = f"2026-11-21T10:00:00.{self.chance.serial():06}+00:00"
        fact = Gift(f"youtube:{id_}" if id_ else f"youtube:{type_}:{author[0]}:{at}",
                    Sender(author[1], f"youtube:{author[0]}"), money.text, money=money, message=message,
                    is_super_chat=type_ != "fanFundingEvent")
        deliveries = [self.delivery({"type": type_, "publishedAt": at, key: details}, fact, id_, author)]
        if id_ and self.chance.one_in(4):
            deliveries.append(self.retraction(id_))
        return self.room.in_order(deliveries)

    def retraction(self, id_):
        snippet = self.chance.choice([
            {"type": "messageDeletedEvent", "messageDeletedDetails": {"deletedMessageId": id_}},
            {"type": "messageRetractedEvent", "messageRetractedDetails": {"retractedMessageId": id_}}])
        return self.delivery(snippet, Retraction(((f"youtube:{id_}",),)), self.message_id())

    def jewels(self):
        """A gift paid in Jewels: one message, which comes again while its combo grows."""
        author, id_ = self.author(), self.message_id()
        name, price = self.chance.choice([("Rose", 10), ("Heart", 1), ("Crown", 500)])
        last = self.chance.choice([1, 2, 3, 6])
        counts = sorted(self.chance.sample(range(1, last + 1), self.chance.randint(1, last)))
        deliveries = [self.delivery(
            {"type": "giftEvent", self.chance.choice(["giftDetails", "giftEventDetails"]):
                {"giftName": name, "jewelsAmount": price, "comboCount": count}},
            Gift(f"youtube:{id_}:{count}", Sender(author[1], f"youtube:{author[0]}"), name, f"youtube:gift:{name}",
                 count, price=price, streak=Streak(f"youtube:{id_}")), id_, author) for count in counts]
        if self.chance.one_in(4):
            deliveries.append(self.retraction(id_))
        return self.room.in_order(deliveries) if self.chance.one_in(2) else deliveries

    def membership(self):
        author, id_ = self.author(), self.message_id()
        level = self.chance.choice([None, "Gold", "Silver"])
        gift = (level, f"youtube:membership:{level}") if level else ("Membership", "youtube:membership")
        sender, message = Sender(author[1], f"youtube:{author[0]}"), None
        if self.chance.one_in(2):
            snippet = {"type": "newSponsorEvent", "newSponsorDetails": {"memberLevelName": level, "isUpgrade": False}}
        else:
            message = self.chance.message()
            snippet = {"type": "memberMilestoneChatEvent", "memberMilestoneChatDetails": {
                "memberLevelName": level, "memberMonth": 6, "userComment": message}}
        return [self.delivery(snippet, Gift(f"youtube:{id_}", sender, *gift, message=message), id_, author)]

    def gift_bomb(self):
        author, id_ = self.author(), self.message_id()
        level, total = self.chance.choice(["Gold", "Silver"]), self.chance.choice([1, 2, 5])
        gift = (f"Gifted membership ({level})", f"youtube:giftmembership:{level}")
        shape = self.chance.choice(["both", "both", "bomb"])
        if self.room.lone_left and self.chance.one_in(4):
            shape, total = "lone", 1
            self.room.lone_left -= 1
        deliveries = []
        if shape != "lone":
            snippet = {"type": "membershipGiftingEvent", "membershipGiftingDetails": {
                "giftMembershipsCount": total, "giftMembershipsLevelName": level}}
            deliveries.append(self.delivery(
                snippet, Gift(f"youtube:{id_}", Sender(author[1], f"youtube:{author[0]}"), *gift, total,
                              report=Report(("bomb", id_), ("given",))), id_, author))
            if self.chance.one_in(6):
                deliveries.append(self.retraction(id_))
        for _ in range(total if shape != "bomb" else 0):
            own = self.message_id()
            snippet = {"type": "giftMembershipReceivedEvent", "giftMembershipReceivedDetails": {
                "memberLevelName": level, "gifterChannelId": author[0], "associatedMembershipGiftingMessageId": id_}}
            deliveries.append(self.delivery(
                snippet, Gift(f"youtube:{own}", Sender(ANONYMOUS, f"youtube:{author[0]}"), *gift,
                              report=Report(("bomb", id_), ("received",), True), bomb=id_), own, self.author(),
                waits_alone=shape == "lone"))
        return deliveries

    def other(self):
        id_, author = self.message_id(), self.author()
        return [self.chance.choice([
            lambda: self.delivery({"type": "textMessageEvent"}, Ignored("no-payment"), id_, author),
            lambda: self.delivery(
                {"type": "superChatEvent", "superChatDetails": {"amountMicros": "0", "currency": "EUR"}},
                Ignored("no-amount"), id_, author),
            lambda: self.delivery({"type": "giftMembershipReceivedEvent", "giftMembershipReceivedDetails": {}},
                                  Ignored("counted-with-gift"), id_, author),
            lambda: self.delivery({"type": "giftEvent"}, Ignored("no-gift"), id_, author),
            lambda: self.delivery({"type": "messageDeletedEvent"}, Ignored("names-nothing"), id_, author),
            lambda: Delivery("youtube", "youtube cut off", b'{"snippet": {"type": "sup',
                             (Refused(400, "not-json"),), JSON),
            lambda: Delivery("youtube", "youtube as text", b"{}", (Refused(415, "media-type"),),
                             {"Content-Type": "text/plain"}),
        ])()]

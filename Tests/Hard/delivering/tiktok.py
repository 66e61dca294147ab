"""TikTok LIVE, in the forms of TikTok-Live-Connector 1, 2 and 2.3 and of TikTokLive."""

from Hard.delivering.chance import JSON, text
from Hard.delivering.facts import Delivery, Gift, Ignored, Refused, Sender, Shown, Streak

GIFTS = [(5655, "Rose", 1), (5269, "TikTok", 1), (11046, "Galaxy", 1000)]


class TikTok:
    kind = "tiktok"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(12, self.streak), (4, self.single), (3, self.nameless), (2, self.follow), (2, self.subscription), (2, self.other)]

    def delivery(self, event, data, meaning):
        return Delivery("tiktok", f"tiktok {event}", text({"event": event, "data": data}), (meaning,), JSON)

    def viewer(self):
        number, name = self.chance.person()
        return 7_001_000_000_000_000_000 + number, name

    def streak(self):
        """A streak: each part tells what the streak has come to. Its parts come in any order."""
        viewer, gift, group = self.viewer(), self.chance.choice(GIFTS), str(1795255200101 + self.chance.serial())
        total = self.chance.choice([1, 2, 5, 40])
        counts = sorted({total, *(self.chance.randint(1, total) for _ in range(self.chance.randrange(5)))})
        make = self.chance.choice([self.flat, self.nested, self.newest, self.python])
        deliveries = [make(viewer, gift, group, 1, count, False) for count in counts]
        if self.chance.one_in(2):
            deliveries.append(make(viewer, gift, group, 1, total, True))
        return deliveries

    def nameless(self):
        """A streak of a connector that names no group: its end or a silence ends it."""
        viewer, gift = self.viewer(), self.chance.choice(GIFTS)
        counts = [1, *sorted(self.chance.sample(range(2, 10), self.chance.randrange(3)))]
        deliveries = [self.flat(viewer, gift, None, 1, count, False) for count in counts]
        deliveries.append(self.flat(viewer, gift, None, 1, counts[-1], True))
        return self.room.in_order(deliveries)

    def single(self):
        """A gift that can't be sent in a streak."""
        make = self.chance.choice([self.flat, self.nested, self.newest, self.python])
        gift, count = self.chance.choice(GIFTS), self.chance.randint(1, 3)
        return [make(self.viewer(), gift, "0", 2, count, self.chance.one_in(2))]

    def fact(self, event, id_, viewer, gift, group, type_, count, is_end, time):
        if id_ is None:
            id_ = f"{event}:{viewer[0]}:{gift[0]}:{count}{'!' if is_end and type_ == 1 else ''}:{time}"
        streak = None
        if type_ == 1:
            parts = ["tiktok", str(viewer[0]), str(gift[0])] + ([group] if group else [])
            streak = Streak(":".join(parts), is_end, recurs=group is None)
        return Gift(f"tiktok:{id_}", Sender(viewer[1], f"tiktok:{viewer[0]}"), gift[1], f"tiktok:{gift[0]}", count,
                    price=gift[2], streak=streak)

    def message(self):
        """A message's ID, or None and the time that stands for it."""
        serial = self.chance.serial()
        return (None if self.chance.one_in(6) else str(self.chance.long_id())), str(1795255200000 + serial)

    def flat(self, viewer, gift, group, type_, count, is_end):
        """Version 1 of the connector."""
        id_, time = self.message()
        data = {"giftId": gift[0], "repeatCount": count, "userId": str(viewer[0]), "uniqueId": "v",
                "nickname": viewer[1], "createTime": time, "giftName": gift[1], "giftType": type_,
                "diamondCount": gift[2], "repeatEnd": is_end}
        data |= ({"msgId": id_} if id_ else {}) | ({"groupId": group} if group else {})
        return self.delivery("gift", data, self.fact("gift", id_, viewer, gift, group, type_, count, is_end, time))

    def nested(self, viewer, gift, group, type_, count, is_end):
        """Version 2."""
        id_, time = self.message()
        common = {"createTime": time, "roomId": "7400000000000000001"} | ({"msgId": id_} if id_ else {})
        data = {"common": common, "user": {"userId": str(viewer[0]), "uniqueId": "v", "nickname": viewer[1]},
                "giftId": gift[0], "repeatCount": count, "repeatEnd": int(is_end), "groupId": group,
                "giftDetails": {"id": str(gift[0]), "giftName": gift[1], "giftType": type_, "diamondCount": gift[2]}}
        return self.delivery("gift", data, self.fact("gift", id_, viewer, gift, group, type_, count, is_end, time))

    def newest(self, viewer, gift, group, type_, count, is_end):
        """Version 2.3 and newer. The IDs of 19 digits may come as numbers."""
        id_, time = self.message()
        number = (lambda digits: int(digits)) if self.chance.one_in(2) else str
        common = {"createTime": time} | ({"msgId": number(id_)} if id_ else {})
        data = {"common": common, "giftId": str(gift[0]), "repeatCount": count, "repeatEnd": int(is_end),
                "groupId": group, "user": {"id": number(str(viewer[0])), "displayId": "v", "nickname": viewer[1]},
                "gift": {"type": type_, "id": str(gift[0]), "name": gift[1], "diamondCount": gift[2]}}
        return self.delivery("gift", data, self.fact("gift", id_, viewer, gift, group, type_, count, is_end, time))

    def python(self, viewer, gift, group, type_, count, is_end):
        """TikTokLive."""
        id_, time = self.message()
        common = {"create_time": time} | ({"msg_id": int(id_)} if id_ else {})
        data = {"base_message": {}, "common": common, "gift_id": gift[0], "repeat_count": count,
                "repeat_end": int(is_end), "group_id": int(group),
                "from_user": {"id": viewer[0], "nick_name": viewer[1], "username": "v"},
                "gift": {"id": gift[0], "type": type_, "name": gift[1], "diamond_count": gift[2]}}
        return self.delivery(
            "GiftEvent", data, self.fact("GiftEvent", id_, viewer, gift, group, type_, count, is_end, time))

    def follow(self):
        (number, name), id_ = self.viewer(), self.chance.long_id()
        data = {"common": {"msgId": id_}, "user": {"userId": str(number), "nickname": name}}
        return [self.delivery("follow", data, Shown(f"tiktok:{id_}", f"{name} follows"))]

    def subscription(self):
        (number, name), id_ = self.viewer(), self.chance.long_id()
        data = {"common": {"msgId": str(id_)}, "user": {"userId": str(number), "nickname": name}}
        event = self.chance.choice(["subscribe", "SubscribeEvent", "subNotify", "superFan"])
        return [self.delivery(event, data, Gift(
            f"tiktok:{id_}", Sender(name, f"tiktok:{number}"), "Subscription", "tiktok:sub"))]

    def other(self):
        nobody = {"giftId": 5655, "repeatCount": 2, "nickname": "Ann", "msgId": str(self.chance.long_id()),
                  "giftName": "Rose", "giftType": 1, "repeatEnd": False}
        end = nobody | {"msgId": str(self.chance.long_id()), "repeatEnd": True, "diamondCount": 1}
        return [self.chance.choice([
            lambda: self.delivery("chat", {"comment": "hello"}, Ignored("no-payment")),
            lambda: self.delivery("gift", nobody | {"repeatCount": 0}, Ignored("no-gift")),
            lambda: self.delivery("gift", nobody, Ignored("no-sender")),
            lambda: self.delivery("gift", end, Gift(
                f"tiktok:{end['msgId']}", Sender("Ann", f"tiktok:?{end['msgId']}"), "Rose", "tiktok:5655", 2, price=1)),
            lambda: Delivery("tiktok", "tiktok without data", b'{"event": "gift"}', (Refused(422, "content"),), JSON),
        ])()]

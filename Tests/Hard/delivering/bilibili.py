"""Bilibili: messages of a live room's socket and of the open platform."""

import base64

from Hard.delivering.chance import JSON, text
from Hard.delivering.facts import Delivery, Gift, Ignored, Money, Retraction, Sender

GIFTS = [(31036, "小花花", 100), (31039, "牛哇牛哇", 200)]
GUARDS = {1: "总督", 2: "提督", 3: "舰长"}


class Bilibili:
    kind = "bilibili"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(6, self.gift), (6, self.combo), (4, self.several), (4, self.open_gift), (6, self.guard),
                       (8, self.super_chat), (2, self.other)]

    def delivery(self, command, data, *meaning):
        return Delivery("bilibili", f"bilibili {command}", text({"cmd": command, "data": data}), meaning, JSON)

    def tid(self):
        return f"45207000{self.chance.serial():011}"

    def sent(self, uid, name, gift, count, tid, coins="gold", combo=None):
        """`SEND_GIFT` and its fact."""
        number, gift_name, price = gift
        data = {"uid": uid, "uname": name, "giftId": number, "giftName": gift_name, "num": count, "price": price,
                "tid": tid, "coin_type": coins, "rnd": "8C1"}
        if combo:
            data["batch_combo_id"] = combo
        sender = Sender(name, f"bilibili:{uid}" if uid else f"bilibili:?{combo or tid}")
        return self.delivery("SEND_GIFT", data, self.fact(sender, gift, count, tid, coins))

    def fact(self, sender, gift, count, tid, coins="gold"):
        return Gift(f"bilibili:{tid}", sender, gift[1], f"bilibili:{gift[0]}", count,
                    price=0 if coins == "silver" else gift[2])

    def gift(self):
        number, name = self.chance.person()
        uid = 0 if self.chance.one_in(6) else number + 101
        return [self.sent(uid, name, self.chance.choice(GIFTS), self.chance.randint(1, 20), self.tid(),
                          self.chance.choice(["gold", "gold", "silver"]))]

    def combo(self):
        """The parts of a combo, and its summary, which the server ignores."""
        number, name = self.chance.person()
        gift, id_ = self.chance.choice(GIFTS), f"batch:{self.chance.serial()}"
        deliveries = [self.sent(number + 101, name, gift, 5, self.tid(), combo=id_)
                      for _ in range(self.chance.randint(1, 4))]
        deliveries.append(self.delivery("COMBO_SEND", {"uid": number + 101, "batch_combo_id": id_, "total_num": 15},
                                        Ignored("counted-in-parts")))
        return deliveries

    def several(self):
        """`SEND_GIFT_V2` with several gifts. Some of the gifts come as `SEND_GIFT` too."""
        number, name = self.chance.person()
        uid = number + 101
        items = [(self.chance.choice(GIFTS), self.chance.randint(1, 9), self.tid())
                 for _ in range(self.chance.randint(1, 3))]
        message = field(1, uid) + field(2, name)
        for (gift, gift_name, price), count, tid in items:
            message += field(10, field(1, gift) + field(2, gift_name) + field(3, count) + field(5, price)
                             + field(7, price * count) + field(8, "gold") + field(9, tid) + field(10, 1795255190))
        sender = Sender(name, f"bilibili:{uid}")
        facts = [self.fact(sender, gift, count, tid) for gift, count, tid in items]
        both = self.delivery("SEND_GIFT_V2", {"pb": base64.b64encode(message).decode()}, *facts)
        return [both] + [self.sent(uid, name, *item) for item in items if self.chance.one_in(2)]

    def open_gift(self):
        number, name = self.chance.person()
        gift, gift_name, price = self.chance.choice(GIFTS)
        id_, count = f"open-{self.chance.serial()}", self.chance.randint(1, 9)
        is_paid = not self.chance.one_in(4)
        data = {"uid": 0, "open_id": f"o{number}", "uname": name, "gift_id": gift, "gift_name": gift_name,
                "gift_num": count, "price": price, "paid": is_paid, "timestamp": 1795255190, "msg_id": id_}
        return [self.delivery("LIVE_OPEN_PLATFORM_SEND_GIFT", data, Gift(
            f"bilibili:{id_}", Sender(name, f"bilibili:o{number}"), gift_name, f"bilibili:{gift}", count,
            price=price if is_paid else 0))]

    def guard(self):
        """One purchase, which up to three commands report without an ID of the purchase."""
        number, name = self.chance.person()
        uid, level, months = number + 101, self.chance.randint(1, 3), self.chance.choice([1, 1, 3])
        start = 1795255190 + self.chance.serial()
        fact = Gift(f"bilibili:guard:{uid}:{level}:{start}", Sender(name, f"bilibili:{uid}"), GUARDS[level],
                    f"bilibili:guard:{level}", months)
        all_ = [
            self.delivery("GUARD_BUY", {"uid": uid, "username": name, "guard_level": level, "num": months,
                                        "price": 198000, "gift_name": GUARDS[level], "start_time": start}, fact),
            self.delivery("USER_TOAST_MSG", {"uid": uid, "username": name, "guard_level": level, "num": months,
                                             "role_name": GUARDS[level], "start_time": start}, fact),
            self.delivery("USER_TOAST_MSG_V2", {
                "sender_uinfo": {"uid": uid, "base": {"name": name}}, "pay_info": {"num": months},
                "guard_info": {"guard_level": level, "role_name": GUARDS[level], "start_time": start}}, fact)]
        return self.chance.sample(all_, self.chance.randint(1, 3))

    def super_chat(self):
        """A super chat and its translation; a deletion may name several."""
        number, name = self.chance.person()
        id_, message = 4242 + self.chance.serial(), self.chance.message()
        money = Money(100 * self.chance.choice([30, 50, 100]), "CNY")
        fact = Gift(f"bilibili:{id_}", Sender(name, f"bilibili:{number + 101}"), f"{money.units // 100}.00 CNY",
                    money=money, message=message, is_super_chat=True)
        is_open = self.chance.one_in(3)
        yuan = money.units // 100
        if is_open:
            deliveries = [self.delivery("LIVE_OPEN_PLATFORM_SUPER_CHAT", {
                "message_id": id_, "open_id": f"{number + 101}", "uname": name, "rmb": yuan, "message": message}, fact)]
        else:
            data = {"id": id_, "uid": number + 101, "price": yuan, "message": message, "user_info": {"uname": name}}
            deliveries = [self.delivery("SUPER_CHAT_MESSAGE", data, fact)]
            if self.chance.one_in(2):
                deliveries.append(self.delivery(
                    "SUPER_CHAT_MESSAGE_JPN", data | {"id": str(id_), "message_jpn": "がんばれ"}, fact))
        if self.chance.one_in(3):
            ids = [id_] + ([99_000_000 + self.chance.serial()] if self.chance.one_in(3) else [])
            command, key = (("LIVE_OPEN_PLATFORM_SUPER_CHAT_DEL", "message_ids") if is_open
                            else ("SUPER_CHAT_MESSAGE_DELETE", "ids"))
            deliveries.append(
                self.delivery(command, {key: ids}, Retraction(tuple((f"bilibili:{one}",) for one in ids))))
        return self.room.in_order(deliveries)

    def other(self):
        return [self.chance.choice([
            lambda: self.delivery("DANMU_MSG:4:0:2", {}, Ignored("no-payment")),
            lambda: self.delivery("SEND_GIFT", {"uid": 1, "giftId": 31036, "num": 0}, Ignored("no-gift")),
            lambda: self.delivery("SEND_GIFT_V2", {"pb": "AAAA"}, Ignored("unreadable-part")),
            lambda: self.delivery("SUPER_CHAT_MESSAGE", {"id": 1, "price": 0}, Ignored("no-amount")),
            lambda: self.delivery("SUPER_CHAT_MESSAGE_DELETE", {"ids": []}, Ignored("names-nothing")),
        ])()]


def varint(number):
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(encoded + bytes([number]))


def field(number, content):
    """A field of a protocol buffer: a number, a text, or a message."""
    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    encoded = content.encode() if isinstance(content, str) else content
    return varint(number << 3 | 2) + varint(len(encoded)) + encoded

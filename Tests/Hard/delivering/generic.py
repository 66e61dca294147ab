"""The generic source: JSON and forms by two mappings, of items and of money."""

import json
import urllib.parse

from Hard.delivering.chance import JSON, text
from Hard.delivering.facts import ANONYMOUS, PLACES, Delivery, Gift, Ignored, Refused, Sender

FORM = "application/x-www-form-urlencoded"
ITEMS = {
    "event": "gift", "when": {"/status": ["paid", "done"]},
    "keys": {"id": "/id", "sender": "/buyer/name", "senderId": "/buyer/nr", "gift": "/item", "count": "/n"}}
MONEY = {
    "event": "gift", "when": {"/status": ["paid", "done"]},
    "keys": {"id": "/id", "sender": "/buyer/name", "senderId": "/buyer/nr", "amount": "/amount",
             "currency": "/currency", "message": "/note"}}
LARGEST_BODY = 64 * 1024


class Generic:
    kind = "generic"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(12, self.order), (1, self.other)]
        self.settings = ITEMS if chance.one_in(2) else MONEY

    def delivery(self, document, *meaning, form=None):
        form = form or self.chance.choice(["JSON", "JSON", "form", "windows-1252", "payload"])
        kind = FORM
        if form == "JSON":
            kind, body = "application/json", text(document)
        elif form == "payload":
            body = urllib.parse.urlencode({"payload": json.dumps(document)}).encode()
        else:
            # A pointer leads into JSON that a field has.
            fields = {key: json.dumps(value) if isinstance(value, (dict, list)) else value
                      for key, value in document.items()}
            charset = "utf-8"
            if form == "windows-1252":
                charset = form
                fields["charset"] = form
            body = urllib.parse.urlencode(fields, encoding=charset).encode()
        return Delivery("generic", f"generic {form}", body, meaning, {"Content-Type": kind},
                        is_chunked=self.chance.one_in(10), takes_path_key=self.chance.one_in(10))

    def order(self):
        serial = self.chance.serial()
        id_ = self.chance.choice([serial, 9_007_199_254_740_993 + serial, f"order-{serial}"])
        document = {"status": self.chance.choice(["paid", "done"]), "id": id_}
        id_ = f"generic:{id_}"
        number, name = self.chance.person()
        if self.chance.one_in(15):
            # Without an ID each posting is an order of its own, known by its sender's name here.
            id_, name = None, f"Buyer {serial}"
            del document["id"]
        if id_ and self.chance.one_in(8):
            sender = Sender(ANONYMOUS)
        elif self.chance.one_in(2) and id_:
            document["buyer"], sender = {"name": name, "nr": number}, Sender(name, str(number))
        else:
            document["buyer"], sender = {"name": name}, Sender(name)
        is_money = self.settings is MONEY
        item, fact = self.money(id_, sender) if is_money else self.item(id_, sender)
        document |= item
        # The charset windows-1252 lacks letters of some names.
        fits = all(ord(letter) < 256 for letter in json.dumps(document, ensure_ascii=False))
        form = None if fits else self.chance.choice(["JSON", "form", "payload"])
        if isinstance(document.get("n"), list) and form != "JSON":
            form = "JSON"
        return [self.delivery(document, fact, form=form)]

    def item(self, id_, sender):
        name = self.chance.choice(["Rose", "rose", "Mug", "Sticker"])
        count = self.chance.randint(1, 9)
        written = self.chance.choice([count, str(count), ["x"] * count])
        return {"item": name, "n": written}, Gift(id_, sender, name, count=count)

    def money(self, id_, sender):
        money, message = self.chance.money(self.room.currency), self.chance.message()
        return ({"amount": self.written(money), "currency": money.currency, "note": message},
                Gift(id_, sender, money.text, money=money, message=message))

    def written(self, money):
        """The amount in a notation that platforms use."""
        decimal = money.decimal
        whole, _, fraction = decimal.partition(".")
        ways = [decimal, f"{decimal} {money.currency}", f"{money.currency} {decimal}", money.number]
        if money.currency == "EUR":
            grouped = f"{int(whole):,}"
            ways += [f"€ {decimal}", f"{grouped}.{fraction}", grouped.replace(",", ".") + f",{fraction}",
                     grouped.replace(",", "'") + f".{fraction}"]
        if PLACES[money.currency] == 2:
            ways.append(f"{whole},{fraction}")
        return self.chance.choice(ways)

    def other(self):
        document = {"status": "paid", "id": f"bad-{self.chance.serial()}", "buyer": {"name": "Ann"}}
        choices = [
            lambda: self.delivery(document | {"status": "pending"}, Ignored("not-asked"), form="JSON"),
            lambda: self.delivery({"pad": "x" * LARGEST_BODY}, Refused(413, "http"), form="JSON"),
            lambda: Delivery("generic", "generic cut off", b'{"id"', (Refused(400, "not-json"),), JSON)]
        if self.settings is MONEY:
            choices.append(lambda: self.delivery(
                document | {"amount": "1.234", "currency": "EUR"}, Ignored("no-amount"), form="JSON"))
        else:
            document |= {"item": "Mug"}
            choices.append(lambda: self.delivery(document | {"n": []}, Ignored("no-number"), form="JSON"))
            choices.append(lambda: self.delivery(document | {"n": 0}, Refused(422, "content"), form="JSON"))
        return [self.chance.choice(choices)()]

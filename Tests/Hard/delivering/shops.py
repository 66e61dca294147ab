"""Ko-fi, Stripe and GitHub Sponsors."""

import json
import urllib.parse

from Hard.delivering import signing
from Hard.delivering.chance import JSON, text
from Hard.delivering.facts import (
    ANONYMOUS, PLACES, Delivery, Gift, Ignored, Money, Refused, Retraction, Sender, named)

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
KOFI_TEST = "00000000-1111-2222-3333-444444444444"
# Currencies whose amounts have another number of decimal places at Stripe (docs.stripe.com/currencies).
STRIPE_PLACES = PLACES | {"MGA": 0, "ISK": 2, "UGX": 2}


class Kofi:
    kind = "kofi"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(9, self.payment), (1, self.other)]

    def delivery(self, payment, meaning, token=signing.KOFI_TOKEN):
        payment = {"verification_token": token, "email": "jo@example.com"} | payment
        body = urllib.parse.urlencode({"data": json.dumps(payment)}).encode()
        return Delivery("kofi", f"kofi {payment['type']}", body, (meaning,), FORM)

    def payment(self):
        id_ = f"kofi-{self.chance.serial()}"
        money, message = self.chance.money(self.room.currency), self.chance.message()
        name = None if self.chance.one_in(8) else self.chance.person()[1]
        is_public, is_test = not self.chance.one_in(4), self.chance.one_in(8)
        payment = {
            "message_id": id_, "type": self.chance.choice(["Donation", "Subscription", "Commission", "Shop Order"]),
            "is_public": is_public, "from_name": name, "message": message, "amount": money.decimal,
            "currency": money.currency, "kofi_transaction_id": KOFI_TEST if is_test else f"t-{id_}"}
        fact = Gift(f"kofi:{id_}", named(name, f"kofi:?{id_}"), money.text, money=money,
                    message=message if is_public else None, is_test=is_test)
        return [self.delivery(payment, fact)]

    def other(self):
        payment = {"message_id": "x", "type": "Donation", "amount": "0.00", "currency": "USD"}
        if self.chance.one_in(2):
            return [self.delivery(payment, Ignored("no-amount"))]
        return [self.delivery(payment | {"amount": "5.00"}, Refused(403, "signature"), token="another token")]


class Stripe:
    kind = "stripe"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(12, self.payment), (2, self.other)]

    def delivery(self, type_, object_, meaning, livemode=True):
        event = {"id": f"evt_{self.chance.serial()}", "object": "event", "type": type_, "livemode": livemode,
                 "data": {"object": object_}}
        return Delivery("stripe", f"stripe {type_}", text(event), (meaning,), JSON, signing.stripe)

    def amount(self):
        """An amount, and the number that Stripe sends for it."""
        money = self.chance.money(self.room.currency)
        units = money.units * 100 if money.currency == "MGA" else money.units
        money = Money(units, money.currency)
        shift = STRIPE_PLACES[money.currency] - PLACES[money.currency]
        return money, units * 10**shift if shift >= 0 else units // 10**-shift

    def payment(self):
        """A payment, the events that report it in any order, and perhaps its refund or dispute."""
        serial = self.chance.serial()
        money, sent = self.amount()
        is_subscription, livemode = self.chance.one_in(3), not self.chance.one_in(8)
        intent, invoice = f"pi_{serial}", f"in_{serial}" if is_subscription else None
        id_ = f"stripe:{invoice or intent}"
        name, message = self.chance.person()[1], self.chance.message()
        common = {"currency": money.currency.lower()}

        def fact(is_named):
            return Gift(id_, named(name if is_named else None, f"stripe:?{invoice or intent}"), money.text,
                        money=money, message=message if is_named else None, is_test=not livemode)

        def event(type_, object_, is_named=False):
            metadata = {"metadata": {"name": name, "message": message}} if is_named else {"metadata": {}}
            return self.delivery(type_, common | metadata | object_, fact(is_named), livemode)

        checkout = {"id": f"cs_{serial}", "object": "checkout.session", "amount_total": sent, "payment_status": "paid",
                    "payment_intent": None if invoice else intent, "invoice": invoice}
        reference = self.chance.choice([{"invoice": invoice}, {"payment_details": {"order_reference": invoice}}])
        reference = reference if invoice else {}
        events = [
            event("checkout.session.completed", checkout, True),
            event("payment_intent.succeeded", {"id": intent, "object": "payment_intent", "amount": sent} | reference),
            event("charge.succeeded", {"id": f"ch_{serial}", "object": "charge", "amount": sent,
                                       "payment_intent": intent} | reference)]
        if invoice:
            paid = {"id": invoice, "object": "invoice", "amount_paid": sent, "payment_intent": intent}
            events += [event("invoice.paid", paid), event("invoice.payment_succeeded", paid)]
        events = self.chance.sample(events, self.chance.randint(1, len(events)))
        if self.chance.one_in(3):
            events += self.retractions(serial, money, sent, intent, invoice, common | reference, livemode)
        return self.room.in_order(events)

    def retractions(self, serial, money, sent, intent, invoice, common, livemode):
        names = tuple(f"stripe:{name}" for name in (invoice, intent, f"ch_{serial}") if name)
        charge = common | {"id": f"ch_{serial}", "object": "charge", "amount": sent, "payment_intent": intent}
        kind = self.chance.randrange(3)
        if kind == 0:
            return [self.delivery("charge.refunded", charge | {"amount_refunded": sent, "refunded": True},
                                  Retraction((names,)), livemode)]
        if kind == 1:
            return [self.delivery("charge.refunded", charge | {"amount_refunded": max(sent // 2, 1), "refunded": False},
                                  Ignored("part-refund"), livemode)]
        dispute = common | {"id": f"dp_{serial}", "object": "dispute", "charge": f"ch_{serial}",
                            "payment_intent": intent}
        return [self.delivery(type_, dispute, Retraction((names,)), livemode)
                for type_ in ("charge.dispute.created", "charge.dispute.funds_withdrawn")]

    def other(self):
        serial = self.chance.serial()
        checkout = {"id": f"cs_{serial}", "object": "checkout.session", "amount_total": 900, "currency": "eur",
                    "payment_intent": f"pi_{serial}"}
        kind = self.chance.randrange(4)
        if kind == 0:
            money = Money(900, "EUR")
            fact = Gift(f"stripe:pi_{serial}", Sender(ANONYMOUS, f"stripe:?pi_{serial}"), money.text, money=money)
            return self.room.in_order([
                self.delivery("checkout.session.completed", checkout | {"payment_status": "unpaid"}, Ignored("unpaid")),
                self.delivery("checkout.session.async_payment_succeeded", checkout | {"payment_status": "paid"}, fact)])
        if kind == 1:
            return [self.delivery("checkout.session.expired", checkout, Ignored("unpaid"))]
        if kind == 2:
            invoice = {"id": f"in_{serial}", "object": "invoice"}
            return [self.delivery("invoice.created", invoice, Ignored("unknown-type"))]
        forged = self.delivery("payment_intent.succeeded", {"id": f"pi_{serial}", "amount": 900, "currency": "eur"},
                               Refused(403, "signature"))
        forged.sign = lambda body: signing.stripe(body + b" ")
        return [forged]


class GitHub:
    kind = "github"

    def __init__(self, chance, room):
        self.chance, self.room = chance, room
        self.makers = [(8, self.sponsorship), (2, self.other)]

    def delivery(self, document, meaning, event="sponsorship"):
        is_form = self.chance.one_in(3)
        body = urllib.parse.urlencode({"payload": json.dumps(document)}).encode() if is_form else text(document)
        return Delivery("github", f"github {event} {document.get('action', '')}{' form' * is_form}", body, (meaning,),
                        (FORM if is_form else JSON) | {"X-GitHub-Event": event}, signing.github)

    def sponsor(self):
        number, name = self.chance.person()
        has_name, is_public = self.chance.one_in(2), not self.chance.one_in(4)
        sponsorship = {
            "node_id": f"S_{self.chance.serial()}", "privacy_level": "public" if is_public else "private",
            "sponsor": {"login": f"v{number}", "id": number, "name": name if has_name else None},
            "tier": {"monthly_price_in_cents": self.chance.choice([100, 500, 2500])}}
        id_ = sponsorship["node_id"]
        sender = (Sender(name if has_name else f"v{number}", f"github:{number}") if is_public
                  else Sender(ANONYMOUS, f"github:?{id_}"))
        return sponsorship, sender

    def sponsorship(self):
        sponsorship, sender = self.sponsor()
        money = Money(sponsorship["tier"]["monthly_price_in_cents"], "USD")
        if self.chance.one_in(6):
            # Without a node ID the number stands for the sponsorship.
            number = sponsorship["id"] = 7_000_000_000_000_000_001 + self.chance.serial()
            del sponsorship["node_id"]
            id_ = f"{number}"
            sender = Sender(sender.name, sender.id if "?" not in sender.id else f"github:?{id_}")
        else:
            id_ = sponsorship["node_id"]
        fact = Gift(f"github:{id_}", sender, money.text, money=money)
        return [self.delivery({"action": "created", "sponsorship": sponsorship}, fact)]

    def other(self):
        sponsorship, _ = self.sponsor()
        if self.chance.one_in(4):
            return [self.delivery({"zen": "Keep it logically awesome."}, Ignored("no-payment"), "ping")]
        if self.chance.one_in(4):
            forged = self.delivery({"action": "created", "sponsorship": sponsorship}, Refused(403, "signature"))
            forged.sign = lambda body: signing.github(body + b" ")
            return [forged]
        action = self.chance.choice(["cancelled", "edited", "tier_changed", "pending_cancellation"])
        return [self.delivery({"action": action, "sponsorship": sponsorship}, Ignored("no-payment"))]

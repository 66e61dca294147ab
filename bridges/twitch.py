"""
A bridge from a Twitch channel to Ovation (EventSub by WebSocket, by the library twitchAPI).

It needs no public address. It posts deliveries in the form of EventSub's webhooks, signed with the source's
secret and with Twitch's own message IDs, so that an event that also comes by webhook counts once.
"""

import asyncio
import hashlib
import hmac
from datetime import datetime, timezone
from pathlib import PurePath

from twitchAPI.eventsub.websocket import EventSubWebsocket
from twitchAPI.helper import first
from twitchAPI.oauth import UserAuthenticationStorageHelper
from twitchAPI.twitch import Twitch
from twitchAPI.type import AuthScope, AuthType, TwitchAPIException

from poster import Poster, begin, log, setting

SCOPES = [
    AuthScope.MODERATOR_READ_FOLLOWERS, AuthScope.CHANNEL_READ_SUBSCRIPTIONS, AuthScope.BITS_READ,
    AuthScope.CHANNEL_READ_REDEMPTIONS, AuthScope.CHANNEL_READ_CHARITY,
]
# The library gives up after the last delay, so the list is very long.
RECONNECT_SECONDS = [0, 1, 2, 4, 8, 16, 32] + [60] * 10_000
LOOK_SECONDS = 300


def signed(secret):
    """
    Returns a function that gives each request the header fields of Twitch's webhook, with the current time. The
    server refuses deliveries that are ten minutes old.
    """

    def fields(body, message_id, kind):
        time = datetime.now(timezone.utc).isoformat().replace("+00:00", "Z")
        code = hmac.new(secret.encode(), message_id.encode() + time.encode() + body, hashlib.sha256)
        return {
            "Twitch-Eventsub-Message-Id": message_id,
            "Twitch-Eventsub-Message-Timestamp": time,
            "Twitch-Eventsub-Message-Type": kind,
            "Twitch-Eventsub-Message-Signature": f"sha256={code.hexdigest()}",
        }

    return fields


def delivery(event):
    """Returns the body of a webhook for an event object of the library."""
    return {
        # Two subscriptions report the same events: the server distinguishes them by their IDs.
        "subscription": {"id": event.subscription.id, "type": event.metadata.subscription_type,
                         "version": event.metadata.subscription_version},
        "event": event.event.to_dict(),
    }


class Bridge:
    """Posts the EventSub events of one channel, which arrive on a thread of the library."""

    def __init__(self, poster, twitch, **urls):
        self.poster = poster
        self.twitch = twitch
        self.events = EventSubWebsocket(twitch, revocation_handler=self.revoked, **urls)
        self.events.reconnect_delay_steps = RECONNECT_SECONDS

    async def listen(self, user_id):
        """Subscribes to all events that the server can show; returns the number of granted subscriptions."""
        self.events.start()
        events, granted = self.events, 0
        for name, wanted in {
            "follows": lambda: events.listen_channel_follow_v2(user_id, user_id, self.take),
            "subscriptions": lambda: events.listen_channel_subscribe(user_id, self.take),
            "resubscriptions": lambda: events.listen_channel_subscription_message(user_id, self.take),
            "gifted subscriptions": lambda: events.listen_channel_subscription_gift(user_id, self.take),
            "cheers": lambda: events.listen_channel_cheer(user_id, self.take),
            "bits": lambda: events.listen_channel_bits_use(user_id, self.take),
            "charity donations": lambda: events.listen_channel_charity_campaign_donate(user_id, self.take),
            "automatic rewards": lambda: events.listen_channel_points_automatic_reward_redemption_add_v2(
                user_id, self.take),
            "raids": lambda: events.listen_channel_raid(self.take, to_broadcaster_user_id=user_id),
            "rewards": lambda: events.listen_channel_points_custom_reward_redemption_add(user_id, self.take),
            "cancelled rewards": lambda: events.listen_channel_points_custom_reward_redemption_update(
                user_id, self.take),
        }.items():
            try:
                await wanted()
                granted += 1
            except Exception as error:  # Twitch refuses subscriptions for some channels: go on with the rest.
                log.error("no %s: %s", name, error)
        return granted

    async def is_heard(self):
        """Returns true if Twitch still has subscriptions for this connection."""
        session = self.events.active_session.id
        told = await self.twitch.get_eventsub_subscriptions(target_token=AuthType.USER)
        return any([one.status == "enabled" and one.transport.get("session_id") == session async for one in told])

    async def take(self, event):
        self.poster.put(delivery(event), message_id=event.metadata.message_id, kind="notification")

    async def revoked(self, payload):
        subscription = payload["subscription"]
        log.error("Twitch sends no more %s: %s", subscription["type"], subscription["status"])
        self.poster.put({"subscription": subscription}, message_id=f"revoked-{subscription['id']}", kind="revocation")


async def run():
    poster = Poster(setting("OVATION_ADDRESS"), signed(setting("OVATION_SECRET")))
    twitch = await Twitch(setting("TWITCH_CLIENT_ID"), setting("TWITCH_CLIENT_SECRET"))
    # The first start asks for consent in a browser; later the token in the file is renewed.
    await UserAuthenticationStorageHelper(twitch, SCOPES, PurePath(setting("TWITCH_TOKENS", "twitch-tokens.json"))).bind()
    user = await first(twitch.get_users())
    bridge = Bridge(poster, twitch)
    try:
        if await bridge.listen(user.id) == 0:
            raise SystemExit("Twitch granted nothing")
        log.info("listening to %s", user.login)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if not await bridge.is_heard():
                    raise SystemExit("Twitch knows this connection no more")
            except (OSError, TwitchAPIException) as error:
                log.warning("no answer of Twitch: %s", error)
    finally:
        await bridge.events.stop()
        await twitch.close()
        poster.close()


if __name__ == "__main__":
    begin()
    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        pass

"""
A bridge from a TikTok LIVE to Ovation (by the library TikTokLive): gifts with their streaks, and follows.

The library is under a modified AGPL 3.0 and is not part of Ovation: read its license before you install it.
"""

import asyncio

from TikTokLive import TikTokLiveClient
from TikTokLive.events import FollowEvent, GiftEvent

from poster import Poster, begin, log, setting, with_key

AGAIN_SECONDS = 30


def person(user):
    return {} if user is None else {
        "userId": str(user.id), "uniqueId": user.display_id or None, "nickname": user.nickname or None}


def message_id(event):
    return str(event.common.msg_id) if event.common is not None else None


def gift(event):
    """Returns a gift in the form of TikTok-Live-Connector: a streak's count grows from part to part."""
    told = {
        "msgId": message_id(event), "giftId": str(event.gift_id), "repeatCount": event.repeat_count,
        "repeatEnd": event.repeat_end == 1, "groupId": str(event.group_id), "user": person(event.user),
    }
    if event.gift is not None:
        told["giftDetails"] = {
            "giftName": event.gift.name, "giftType": event.gift.type,
            "diamondCount": getattr(event.gift, "diamond_count", None)}
    return {"event": "gift", "data": told}


def follow(event):
    return {"event": "follow", "data": {"msgId": message_id(event), "user": person(event.user)}}


def client(name, poster):
    """Returns a connection to a user's LIVE that posts its gifts and follows."""
    connection = TikTokLiveClient(unique_id=name)
    makers = {GiftEvent: gift, FollowEvent: follow}
    for kind, make in makers.items():
        async def take(event, make=make):
            poster.put(make(event))

        connection.add_listener(kind, take)
    return connection


async def run():
    poster = Poster(setting("OVATION_ADDRESS"), with_key(setting("OVATION_KEY")))
    name = setting("TIKTOK_NAME")
    try:
        while True:
            try:
                await client(name, poster).connect()
            except Exception as error:  # Not live, signed out, cut off: retry in all cases.
                log.warning("no connection to TikTok: %s", error)
            await asyncio.sleep(AGAIN_SECONDS)
    finally:
        poster.close()


if __name__ == "__main__":
    begin()
    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        pass

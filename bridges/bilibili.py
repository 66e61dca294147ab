"""
A live room of Bilibili (the library bilibili-api-python): gifts, guards and super chats.

The library is under the GPL 3.0 or later and is no part of Ovation: it is installed by whoever wants it.
"""

import asyncio

from bilibili_api import Credential
from bilibili_api.live import LiveDanmaku

from poster import Poster, begin, log, setting, with_key

# Commands that report a payment or retract it. Two commands may tell of one payment: the server counts it once.
WANTED = (
    "SEND_GIFT", "SEND_GIFT_V2", "GUARD_BUY", "USER_TOAST_MSG", "USER_TOAST_MSG_V2", "SUPER_CHAT_MESSAGE",
    "SUPER_CHAT_MESSAGE_DELETE",
)
AGAIN_SECONDS = 10


def delivery(told):
    """The room's own message, `{"cmd", "data"}`, in what the library tells a listener."""
    message = told["data"]
    # A command may have parameters behind a colon.
    return {"cmd": message["cmd"].split(":")[0], "data": message["data"]}


def listener(room, credential, poster):
    """A connection to a room that posts what is wanted of it."""
    danmaku = LiveDanmaku(room, credential=credential)

    async def take(told):
        poster.put(delivery(told))

    for name in WANTED:
        danmaku.add_event_listener(name, take)
    return danmaku


async def run():
    poster = Poster(setting("OVATION_ADDRESS"), with_key(setting("OVATION_KEY")))
    room = int(setting("BILIBILI_ROOM"))
    # Without one the names of viewers are masked.
    credential = Credential(sessdata=setting("BILIBILI_SESSDATA", ""))
    try:
        while True:
            try:
                await listener(room, credential, poster).connect()
            except Exception as error:  # The library's own; whatever it was, the room is asked again.
                log.warning("no connection to Bilibili: %s", error)
            await asyncio.sleep(AGAIN_SECONDS)
    finally:
        poster.close()


if __name__ == "__main__":
    begin()
    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        pass

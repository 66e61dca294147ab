"""
A bridge from a Bilibili live room to Ovation (by the library bilibili-api-python): gifts, guards and super chats.

The library is under the GPL 3.0 or later and is not part of Ovation: install it yourself if you want to use it.
"""

import asyncio

from bilibili_api import Credential
from bilibili_api.live import LiveDanmaku

from poster import Poster, begin, log, setting, with_key

# The commands that report or retract a payment. Two commands may report one payment: the server counts it once.
WANTED = (
    "SEND_GIFT", "SEND_GIFT_V2", "GUARD_BUY", "USER_TOAST_MSG", "USER_TOAST_MSG_V2", "SUPER_CHAT_MESSAGE",
    "SUPER_CHAT_MESSAGE_DELETE",
)
AGAIN_SECONDS = 10


def delivery(told):
    """Returns the room's own message, `{"cmd", "data"}`, from the object that the library passes to a listener."""
    message = told["data"]
    # A command may have parameters after a colon.
    return {"cmd": message["cmd"].split(":")[0], "data": message["data"]}


def listener(room, credential, poster):
    """Returns a connection to a room that posts the wanted commands."""
    danmaku = LiveDanmaku(room, credential=credential)

    async def take(told):
        poster.put(delivery(told))

    for name in WANTED:
        danmaku.add_event_listener(name, take)
    return danmaku


async def run():
    poster = Poster(setting("OVATION_ADDRESS"), with_key(setting("OVATION_KEY")))
    room = int(setting("BILIBILI_ROOM"))
    # Without a login, the names of viewers are masked.
    credential = Credential(sessdata=setting("BILIBILI_SESSDATA", ""))
    try:
        while True:
            try:
                await listener(room, credential, poster).connect()
            except Exception as error:  # The library has its own errors: retry in all cases.
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

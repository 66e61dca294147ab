"""
A bridge from a YouTube live chat to Ovation (by the official Data API v3): payments, gifts and memberships.

It needs only an API key. Messages keep YouTube's IDs, so that messages read again after a restart count once.
"""

import collections
import json
import time
import urllib.error
import urllib.parse
import urllib.request

from poster import Poster, begin, log, setting, with_key

API = "https://www.googleapis.com/youtube/v3"
WANTED = {
    "superChatEvent", "superStickerEvent", "giftEvent", "newSponsorEvent", "memberMilestoneChatEvent",
    "membershipGiftingEvent", "giftMembershipReceivedEvent",
}
# The types that retract a message, with the path of the message's ID.
CORRECTIONS = {
    "messageDeletedEvent": ("messageDeletedDetails", "deletedMessageId"),
    "messageRetractedEvent": ("messageRetractedDetails", "retractedMessageId"),
}
MOST_TOLD = 1000
ANSWER_SECONDS = 30
NO_CHAT_SECONDS = 60
NO_QUOTA_SECONDS = 1800
FIRST_WAIT_SECONDS = 2
LONGEST_WAIT_SECONDS = 120


class Refused(Exception):
    """The API's refusal of a request; `reason` is the API's word for it."""

    def __init__(self, status, reason):
        super().__init__(f"{status} {reason}")
        self.status = status
        self.reason = reason


class Chat:
    """The live chat of a video, read page by page."""

    def __init__(self, key, video, api=API):
        self.key = key
        self.video = video
        self.api = api
        self.chat_id = None
        self.page = None

    def read(self):
        """Returns the messages since the last call, and the seconds to wait before the next call."""
        if self.chat_id is None:
            found = self._get("videos", part="liveStreamingDetails", id=self.video)["items"]
            self.chat_id = found[0].get("liveStreamingDetails", {}).get("activeLiveChatId") if found else None
            self.page = None
        if self.chat_id is None:
            log.info("the video has no live chat now")
            return [], NO_CHAT_SECONDS
        more = {"pageToken": self.page} if self.page else {}
        page = self._get("liveChat/messages", liveChatId=self.chat_id, part="snippet,authorDetails",
                         maxResults=2000, **more)
        self.page = page.get("nextPageToken")
        if "offlineAt" in page:
            self.chat_id = None
        return page.get("items", []), page.get("pollingIntervalMillis", 10_000) / 1000

    def _get(self, path, **query):
        # The key is in a header field, because proxies log addresses.
        request = urllib.request.Request(
            f"{self.api}/{path}?{urllib.parse.urlencode(query)}", headers={"X-Goog-Api-Key": self.key})
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, reason_of(error.read())) from None


def reason_of(body):
    try:
        return json.loads(body)["error"]["errors"][0]["reason"]
    except (ValueError, LookupError, TypeError):
        return "unknown"


class Bridge:
    """Reads a chat and posts its payments, gifts and memberships, and their retractions."""

    def __init__(self, poster, chat, least_seconds):
        self.poster = poster
        self.chat = chat
        self.least_seconds = least_seconds
        self.wait_seconds = FIRST_WAIT_SECONDS
        # The IDs of the newest posted messages: only these can be retracted.
        self.told = collections.deque(maxlen=MOST_TOLD)

    def turn(self):
        """Reads once; returns the seconds to wait before the next read."""
        try:
            messages, seconds = self.chat.read()
        except Refused as refusal:
            log.warning("YouTube refuses: %s", refusal)
            if refusal.reason in ("liveChatEnded", "liveChatNotFound", "liveChatDisabled"):
                self.chat.chat_id = None
                return NO_CHAT_SECONDS
            if refusal.reason in ("quotaExceeded", "dailyLimitExceeded"):
                return NO_QUOTA_SECONDS
            if refusal.reason in ("pageTokenInvalid",):
                self.chat.page = None
            return self._later()
        except (OSError, ValueError, KeyError) as error:
            log.warning("no answer of YouTube: %s", error)
            return self._later()
        self.wait_seconds = FIRST_WAIT_SECONDS
        for message in messages:
            if self.is_wanted(message):
                self.poster.put(message)
        return max(seconds, self.least_seconds)

    def is_wanted(self, message):
        """Returns true if the message is a wanted type, or retracts a posted message."""
        snippet = message["snippet"]
        if snippet["type"] in WANTED:
            self.told.append(message["id"])
            return True
        details, name = CORRECTIONS.get(snippet["type"], ("", ""))
        return snippet.get(details, {}).get(name) in self.told

    def _later(self):
        seconds = self.wait_seconds
        self.wait_seconds = min(2 * seconds, LONGEST_WAIT_SECONDS)
        return seconds


def main():
    begin()
    poster = Poster(setting("OVATION_ADDRESS"), with_key(setting("OVATION_KEY")))
    chat = Chat(setting("YOUTUBE_KEY"), setting("YOUTUBE_VIDEO"), setting("YOUTUBE_API", API))
    bridge = Bridge(poster, chat, float(setting("YOUTUBE_SECONDS", "10")))
    try:
        while True:
            time.sleep(bridge.turn())
    except KeyboardInterrupt:
        pass
    finally:
        poster.close()


if __name__ == "__main__":
    main()

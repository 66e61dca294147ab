"""Twitch's bridge with the real library and an API on loopback gives the same events as webhooks."""

import asyncio
import json

from twitchAPI.object.eventsub import ChannelFollowEvent
from twitchAPI.twitch import Twitch

from Bridges.recorded import told
from Bridges.twitch_api import TwitchAPI
from harness.payloads import bodies, fields
from harness.room import Room
from harness.waiting import run_async, wait_for
from poster import Poster
from twitch import Bridge, delivery, signed

SECRET = "s3cRe7s3cRe7"
SUBSCRIPTIONS = 11


def frames():
    """The recorded webhooks as messages of the socket."""
    for name, body in bodies("twitch").items():
        own = fields("twitch", name)
        if own["Twitch-Eventsub-Message-Type"] != "notification":
            continue
        # The API on loopback names a subscription by its type.
        subscription = {**body["subscription"], "id": body["subscription"]["type"]}
        yield {
            "metadata": {
                "message_id": own["Twitch-Eventsub-Message-Id"], "message_type": "notification",
                "message_timestamp": own["Twitch-Eventsub-Message-Timestamp"],
                "subscription_type": subscription["type"], "subscription_version": subscription["version"]},
            "payload": {"subscription": subscription, "event": body["event"]}}


def as_webhooks(room):
    """Posts the recorded deliveries as Twitch does, signed with the current time."""
    for name, body in bodies("twitch").items():
        own = fields("twitch", name)
        content = json.dumps(body).encode()
        kind = own["Twitch-Eventsub-Message-Type"]
        headers = {"Content-Type": "application/json",
                   **signed(SECRET)(content, own["Twitch-Eventsub-Message-Id"], kind)}
        answer = room.server.request("POST", f"/v1/hooks/{room.name}/twitch", content, headers)
        assert answer.status < 300, answer


async def bridge_to(api, poster, done):
    twitch = Twitch("app", authenticate_app=False, base_url=api.http, auth_base_url=api.auth)
    twitch.auto_refresh_auth = False
    await twitch.set_user_authentication("token", [], validate=False)
    bridge = Bridge(poster, twitch, connection_url=api.ws, subscription_url=api.http)
    granted = await bridge.listen("1337")
    api.listened.set()
    await asyncio.to_thread(wait_for, done)
    is_heard = await bridge.is_heard()
    await bridge.events.stop()
    await twitch.close()
    return granted, is_heard


def test_a_bridged_session_with_a_lost_connection_equals_the_webhooks(server, room):
    hooks = Room(server, "hooks")
    for one in (room, hooks):
        one.send("PUT", "sources/twitch", {"secret": SECRET}, status=200)
    as_webhooks(hooks)
    wanted = told(hooks)
    assert len(wanted) > 5
    recorded = list(frames())
    # Twitch sends unconfirmed messages again after the connection was lost.
    middle = len(recorded) // 2
    scripts = [recorded[:middle] + recorded[:2], recorded[middle - 2:] + recorded[-1:]]
    poster = Poster(f"{server.url}/v1/hooks/main/twitch", signed(SECRET))
    with TwitchAPI(scripts, SUBSCRIPTIONS) as api:
        granted, is_heard = run_async(bridge_to(api, poster, lambda: len(told(room)) == len(wanted)))
        assert api.connections == 2
        assert len(api.subscribed) == 2 * SUBSCRIPTIONS
        assert {one["transport"]["session_id"] for one in api.subscribed} == {"session-1", "session-2"}
    assert poster.close() == 0
    assert granted == SUBSCRIPTIONS and is_heard
    assert told(room) == wanted
    counts = room.send("GET", "sources", status=200)["sources"][0]["counts"]
    assert counts["repeated"] > 0 and counts["refused"] == 0


def test_an_event_object_of_twitch_becomes_the_body_of_a_webhook():
    event = ChannelFollowEvent(
        subscription={"id": "s", "type": "channel.follow", "version": "2"},
        metadata={"message_id": "m-1", "message_type": "notification", "subscription_type": "channel.follow",
                  "subscription_version": "2", "message_timestamp": "2026-11-21T10:00:00.123456789Z"},
        event={"user_id": "1", "user_login": "ann", "user_name": "Ann", "broadcaster_user_id": "2",
               "followed_at": "2026-11-21T10:00:00Z"})
    body = delivery(event)
    assert body["subscription"] == {"id": "s", "type": "channel.follow", "version": "2"}
    assert body["event"]["user_id"] == "1" and body["event"]["user_name"] == "Ann"
    json.dumps(body)


def test_a_revocation_becomes_the_last_fault_of_its_source(server, room):
    room.send("PUT", "sources/twitch", {"secret": SECRET}, status=200)
    poster = Poster(f"{server.url}/v1/hooks/main/twitch", signed(SECRET))
    bridge = Bridge(poster, Twitch("app", authenticate_app=False))
    subscription = {"id": "s", "type": "channel.follow", "status": "authorization_revoked"}
    run_async(bridge.revoked({"subscription": subscription}))
    assert poster.close() == 0
    source = room.send("GET", "sources", status=200)["sources"][0]
    assert source["last"]["outcome"] == "revoked" and "channel.follow" in source["lastFault"]["reason"]

"""The totals of streaks are right although the server is killed and parts are repeated, late or lost."""

import json
import random
import threading
import time

import pytest

from harness.server import UNANSWERED, Server, export, simulate

ROOM = "/v1/rooms/main"
GIFTS = {5655: "Rose", 5269: "TikTok", 8913: "Rosa"}


class Bridge:
    """Posts the parts of TikTok's streaks, each again until it is answered, as the documentation asks."""

    def __init__(self, server, chance):
        self.server, self.chance = server, chance
        self.key = server.post(f"{ROOM}/keys", {"role": "ingest"}).json["key"]
        self.messages = 0

    def part(self, user, gift, group, count, ends):
        self.messages += 1
        return {"event": "gift", "data": {
            "msgId": f"74{self.messages:08}", "groupId": f"1795255{group:06}", "giftId": gift,
            "repeatCount": count, "repeatEnd": int(ends), "user": {
                "userId": f"70{user:04}", "uniqueId": f"user{user}", "nickname": "Ann"},
            "giftDetails": {"giftName": GIFTS[gift], "giftType": 1, "diamondCount": 1}}}

    def post(self, part):
        headers = {"Authorization": f"Bearer {self.key}"}
        return self.server.request("POST", "/v1/hooks/main/tiktok", part, headers)

    def tell(self, part):
        answer = self.post(part)
        assert answer.status in (200, 202), answer
        return answer

    def tell_and_kill(self, part, after):
        """Kills the server `after` seconds after a part was posted, and starts it again."""
        def post():
            try:
                self.post(part)
            except UNANSWERED:
                pass

        poster = threading.Thread(target=post)
        poster.start()
        time.sleep(after)
        self.server.kill()
        poster.join()
        self.server.start()


def amount(server):
    goals = server.get(f"{ROOM}/state").json["goals"]
    return {goal["name"]: goal["amount"] for goal in goals}["all"]


def counts(server, by):
    rows = server.get(f"{ROOM}/totals?by={by}&limit=1000").json["rows"]
    return {row["key"]: row["count"] for row in rows}


@pytest.mark.parametrize("kills", [6, pytest.param(50, marks=pytest.mark.long)])
def test_kills_in_the_middle_of_streaks_change_no_total(tmp_path, kills):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    senders, gifts = {}, {}
    with Server(tmp_path / "data") as server:
        server.request("PUT", f"{ROOM}/goals/all", {"title": "all", "target": 10**6})
        bridge = Bridge(server, chance)
        for group in range(kills):
            user, gift = chance.randrange(4), chance.choice(list(GIFTS))
            heights = sorted(chance.sample(range(1, 40), chance.randrange(2, 7)))
            parts = [bridge.part(user, gift, group, height, False) for height in heights]
            # Some ends are lost.
            if chance.random() < 0.7:
                parts.append(bridge.part(user, gift, group, heights[-1], True))
            killed = chance.randrange(1, len(heights))
            for place, part in enumerate(parts):
                if place == killed:
                    bridge.tell_and_kill(part, chance.choice([0, 0.001, 0.004, 0.02]))
                    # The bridge repeats all parts, the newest first.
                    for earlier in reversed(parts[:place + 1]):
                        bridge.tell(earlier)
                else:
                    bridge.tell(part)
                    if chance.random() < 0.2:
                        assert bridge.tell(part).status == 200
            if group % 10 == 5:
                server.stop()
                server.start()
                bridge.tell(parts[0])
            sender = f"tiktok:70{user:04}"
            senders[sender] = senders.get(sender, 0) + heights[-1]
            gifts[f"tiktok:{gift}"] = gifts.get(f"tiktok:{gift}", 0) + heights[-1]
            assert amount(server) == sum(senders.values()), f"after the kill in streak {group}"
        assert counts(server, "sender") == senders
        assert counts(server, "gift") == gifts
        # All senders have the same name, but the totals tell them apart by their ids.
        assert len(senders) > 1
        server.stop()
    # The exported history comes to the same amount.
    history = export(tmp_path / "data", "main")
    last = round(json.loads(history.splitlines()[-1])["at"] * 1_000_000) + 5_000_000
    assert simulate(history, [last])[last]["goal/all"]["value"] == f"#{sum(senders.values())}"


def test_a_repeated_part_gets_the_first_answer(tmp_path):
    with Server(tmp_path / "data") as server:
        bridge = Bridge(server, random)
        part = bridge.part(1, 5655, 1, 3, False)
        first = bridge.tell(part)
        again = bridge.tell(part)
        assert (first.status, again.status) == (202, 200)
        assert again.json == first.json
        server.kill()
        server.start()
        assert bridge.tell(part).json == first.json
        told = server.get(f"{ROOM}/events").json["events"][0]
        assert (told["count"], told["streak"]["id"]) == (3, "tiktok:700001:5655:1795255000001")
        # A replay is a gift of its own, outside the streak.
        replayed = server.post(f"{ROOM}/events/{told['id']}/replay", None)
        assert replayed.status == 202, replayed
        assert "streak" not in server.get(f"{ROOM}/events").json["events"][1]
        assert counts(server, "sender") == {"tiktok:700001": 3}

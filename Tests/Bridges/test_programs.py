"""The bridge programs: their systemd unit, their settings, and the objects of other libraries."""

import asyncio
import os
import shutil
import subprocess
import sys

import pytest

from Bridges.recorded import told
from harness.payloads import bodies
from harness.server import ROOT
from harness.waiting import run_async
from poster import Poster, with_key

BRIDGES = ROOT / "bridges"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_the_systemd_unit_works_for_each_bridge_and_is_hardened(tmp_path):
    root = tmp_path / "root"
    units = root / "etc/systemd/system"
    units.mkdir(parents=True)
    shutil.copy(BRIDGES / "ovation-bridge@.service", units)
    python = root / "opt/ovation-bridges/venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    for name in ("sysinit", "basic", "multi-user", "shutdown", "network", "network-online"):
        (units / f"{name}.target").write_text(f"[Unit]\nDescription={name}\n")
    for program in ("twitch", "youtube", "bilibili", "tiktok"):
        assert (BRIDGES / f"{program}.py").is_file()
        name = f"ovation-bridge@{program}.service"
        said = analyze("verify", f"--root={root}", "--man=no", name)
        assert name not in said, said
    analyze("security", "--offline=true", "--threshold=25", str(BRIDGES / "ovation-bridge@.service"))


def analyze(*words):
    run = subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr


@pytest.mark.parametrize("program", ["twitch", "youtube"])
def test_a_missing_setting_is_named(program, tmp_path):
    run = subprocess.run(
        [sys.executable, BRIDGES / f"{program}.py"], capture_output=True, text=True, timeout=30, check=False,
        cwd=tmp_path, env={"PATH": os.environ["PATH"]})
    assert run.returncode == 78
    assert run.stderr.strip().endswith("OVATION_ADDRESS is not set")


def test_messages_of_bilibili_pass_the_listeners_of_its_library(server, room, key):
    """Runs only where the library is installed: it is under the GPL, so these tests do not install it."""
    pytest.importorskip("bilibili_api")
    from bilibili import WANTED, listener
    from bilibili_api import Credential

    poster = Poster(f"{server.url}/v1/hooks/main/bilibili", with_key(key))
    messages = bodies("bilibili").values()

    async def session():
        danmaku = listener(1, Credential(), poster)
        for body in messages:
            # The library calls its listeners like this.
            danmaku.dispatch(body["cmd"], {"room_display_id": 1, "room_real_id": 1, "type": body["cmd"], "data": body})
        await asyncio.sleep(0.1)

    run_async(session())
    assert poster.close() == 0
    # A deleted super chat is retracted by an event of its own.
    assert "SUPER_CHAT_MESSAGE_DELETE" in WANTED
    assert len(told(room)) == sum(body["cmd"] in WANTED for body in messages)


def test_event_objects_of_tiktok_become_deliveries():
    """Runs only where the library is installed: it is under a modified AGPL, so these tests do not install it."""
    pytest.importorskip("TikTokLive")
    from TikTokLive.events import FollowEvent, GiftEvent
    from TikTokLive.proto import CommonMessageData, Gift, User
    from tiktok import follow, gift

    user = User(id=77, nickname="Ann", display_id="ann")
    event = GiftEvent(
        common=CommonMessageData(msg_id=7001), gift_id=5655, repeat_count=3, repeat_end=1, group_id=9, user=user,
        gift=Gift(id=5655, name="Rose", type=1))
    person = {"userId": "77", "uniqueId": "ann", "nickname": "Ann"}
    assert gift(event) == {"event": "gift", "data": {
        "msgId": "7001", "giftId": "5655", "repeatCount": 3, "repeatEnd": True, "groupId": "9", "user": person,
        "giftDetails": {"giftName": "Rose", "giftType": 1, "diamondCount": 0}}}
    assert follow(FollowEvent(common=CommonMessageData(msg_id=1), user=user)) == {
        "event": "follow", "data": {"msgId": "1", "user": person}}

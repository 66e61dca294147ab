"""The studio's view Platforms gives reasons in Chinese for ignored deliveries."""

import json

import pytest

from Browser.test_studio_sources import ORDER, SECRET, kofi, part, platforms, sources, twitch, with_key

__all__ = ["platforms"]


def test_reasons_for_ignored_deliveries_are_shown_in_chinese(platforms, room):
    for kind, settings in {"twitch": {"secret": SECRET}, "kofi": {"secret": SECRET}, "streamlabs": {}}.items():
        room.server.request("PUT", f"/v1/rooms/{room.name}/sources/{kind}", settings)
    told = sources(room)
    twitch(told["twitch"]["address"], SECRET, "m-1", "channel.poll.begin", {"user_id": "1"})
    kofi(told["kofi"]["address"], "not the token", "k-1")
    kofi(told["kofi"]["address"], SECRET, "k-2", amount="0.00")
    key = room.send("POST", "keys", {"role": "ingest"}, status=201)["key"]
    messages = [{"_id": "a", "name": "Ann", "amount": "5", "currency": "EUR"}, {"_id": "b", "amount": "much"}]
    assert with_key(told["streamlabs"]["address"], key, {"type": "donation", "message": messages}).status == 202
    opened = platforms("kofi", locale="zh-CN")
    last = opened.page.locator("#deliveries")
    for kind, words in (("twitch", "channel.poll.begin: 不处理这一类型"), ("kofi", "签名不对"),
                        ("kofi", "Donation: /amount 不是大于 0 的金额"),
                        ("streamlabs", "donation: /message/1/amount 不是大于 0 的金额")):
        last.locator(f"[data-kind={kind}] .detail", has_text=words).wait_for()
    part(opened, "kofi").locator(".trouble", has_text="签名不对").wait_for()
    # The recorded part of the same delivery is listed as well.
    last.locator("[data-kind=streamlabs]", has_text="5.00 EUR").wait_for()
    for kind in ("twitch", "kofi", "streamlabs"):
        for reason in (said["reason"] for said in room.send("GET", f"sources/{kind}/passed", status=200)["passed"]):
            assert reason not in opened.page.content()
    assert sources(room)["kofi"]["lastFault"]["reason"] not in opened.page.content()
    # In English the view shows the server's own sentences.
    opened.button("菜单", "#menus").click()
    opened.page.get_by_role("menuitemradio", name="English", exact=True).click()
    last.locator("[data-kind=twitch] .detail", has_text="nothing is made of this type").wait_for()


@pytest.mark.network
def test_the_reason_why_a_sample_shows_nothing_is_shown_in_chinese(platforms):
    opened = platforms("streamlabs", locale="zh-CN")
    opened.page.locator("#platforms [data-kind=generic] > summary").press("Enter")
    opened.page.get_by_label("它发送的样本").fill(json.dumps(ORDER))
    opened.button("保存并试用").click()
    part(opened, "generic").locator(".made .trouble", has_text="内容不符合格式：/gift").wait_for()

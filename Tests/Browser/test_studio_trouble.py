"""The studio reports disk failures, long queues, outdated pages and rate limits."""

import os

import pytest

from Browser.studio import OBS, Studio
from harness.room import Room
from harness.server import Server
from harness.variants import variants


def config(room):
    return room.send("GET", "config", status=200)


@pytest.mark.network
def test_a_disk_failure_is_reported_with_its_reason(blank, tmp_path):
    with Server(tmp_path, config=None) as server:
        studio = Studio(blank(1280, 800), Room(server, "main")).open()
        journal = tmp_path / "journal.sqlite"
        os.rename(journal, journal.with_suffix(".away"))
        studio.lamp("journal")
        studio.page.get_by_role("alert").get_by_text("The disk takes no events").first.wait_for()
        studio.button("Details").click()
        studio.page.get_by_role("dialog").get_by_text("journal.sqlite").wait_for()
        studio.page.keyboard.press("Escape")
        os.rename(journal.with_suffix(".away"), journal)
        studio.lamp("none")
        assert server.stop() == 0


@pytest.mark.long
def test_a_long_queue_is_reported_and_can_be_sped_up(studio, source, room):
    room.configure({"gifts": {"linger": 4}})
    source()
    for index in range(60):
        room.gift(f"Sender {index}", "Rose", 9)
    opened = studio()
    opened.lamp("long")
    opened.page.locator("#lamp h1", has_text="waiting, last in").wait_for()
    opened.button("Speed up").click()
    opened.wait_for(lambda: config(room)["gifts"]["linger"] == 2)


@pytest.mark.long
@pytest.mark.network
def test_an_outdated_page_in_obs_is_reported_and_can_be_reloaded(studio, blank, room):
    page = blank(user_agent=OBS)
    # This page of the server opens no stream itself.
    page.goto(f"{room.server.url}/overlay/{room.name}?demo")
    page.evaluate("""(address) => new Promise((resolve, reject) => {
      window.heard = [];
      const socket = new WebSocket(address);
      socket.onmessage = ({ data }) => heard.push(JSON.parse(data).type);
      socket.onerror = reject;
      socket.onopen = () => {
        socket.send('{"type":"visibility","visible":true,"active":true}');
        socket.send('{"type":"about","build":"of yore","width":1920,"height":1080}');
        resolve();
      };
    })""", f"{room.server.url.replace('http', 'ws')}/v1/rooms/{room.name}/stream")
    opened = studio()
    opened.lamp("old")
    opened.page.locator("#connect").get_by_text("OBS 31 · old page").wait_for()
    opened.button("Reload now").click()
    page.wait_for_function("() => heard.includes('reload')")


def test_the_studio_says_that_the_overlay_draws_fewer_particles(studio, source):
    page = source()
    opened = studio()
    opened.lamp("ok")
    note = opened.page.locator("#quality")
    assert note.is_hidden()
    page.evaluate("""() => {
      for (let drawing = 0; drawing < 120; drawing++) overlay.view.thrift.note(9);
      overlay.view.draw();
    }""")
    note.get_by_text("The overlay draws fewer particles, because frames run late").wait_for()
    opened.page.locator("#connect .viewers").get_by_text("fewer particles").wait_for()
    opened.lamp("ok")
    page.evaluate("""() => {
      for (let drawing = 0; drawing < 600; drawing++) overlay.view.thrift.note(0.1);
      overlay.view.draw();
    }""")
    note.wait_for(state="hidden")


@pytest.mark.network
def test_a_button_counts_down_after_too_many_requests(studio, room):
    room.configure({"gifts": {"channels": 1, "queueLimit": 0, "linger": 60}})
    room.gift("First", "Rose")
    opened = studio()
    posted = []
    opened.page.on("request", lambda request: request.method == "POST" and posted.append(request.url))
    button = opened.button("Gift", "#try")
    button.click()
    # The button is pressed again while it counts down.
    opened.page.wait_for_function("""() => {
      const button = document.querySelector("[data-try=gift][data-wait][aria-disabled=true]");
      button?.click();
      return button !== null;
    }""")
    opened.told("The queue holds 0 gifts already.")
    refused = len(room.send("GET", "events", status=200)["events"])
    opened.page.wait_for_selector("[data-try=gift]:not([data-wait])")
    assert len(posted) == 1
    assert button.get_attribute("aria-disabled") is None
    room.configure({"gifts": {"queueLimit": 5}})
    button.click()
    opened.wait_for(lambda: len(room.send("GET", "events", status=200)["events"]) == refused + 2)


@pytest.mark.parametrize("language, sentence", variants([
    ("en-US", "This widget is switched off."), ("zh-CN", "这个组件已关闭。")]))
def test_an_event_that_was_not_shown_says_why(studio, source, room, language, sentence):
    room.configure({"calls": {"enabled": False}})
    source()
    room.call("Yuki")
    opened = studio("history", locale=language)
    opened.page.locator(".history-list .list-row", has_text="Yuki").click()
    step = opened.page.locator("#event .way li[data-state=never]")
    step.wait_for()
    assert sentence in step.inner_text()

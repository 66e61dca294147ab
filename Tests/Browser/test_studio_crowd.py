"""The studio of a room with a long history and a long queue."""

import json

import pytest

from Browser.studio import Studio
from harness.room import Room
from harness.server import Server, run

pytestmark = [pytest.mark.long, pytest.mark.alone]

EVENTS = 10_000
WAITING = 1000
# No task of the page may take longer; on an idle machine it takes a tenth of this.
LONGEST_MILLISECONDS = 2000
WATCH = """() => {
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ entryTypes: ["longtask", "long-animation-frame"] });
}"""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    """A server whose room main has a long history and many waiting gifts."""
    directory = tmp_path_factory.mktemp("crowd")
    lines = [{"at": 0, "type": "config", "config": {"gifts": {"linger": 60, "turn": 0}}}]
    past = EVENTS - WAITING - 3
    lines += [{"at": 0.001, "type": "caption", "text": f"Caption {index}", "duration": 0}
              for index in range(past)]
    lines += [{"at": 1, "type": "gift", "sender": {"name": f"Sender {index}"},
               "gift": {"name": "Rose"}, "count": 1} for index in range(WAITING + 2)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    run("import", "--data", str(directory), stdin=text.encode())
    with Server(directory, config=None) as server:
        yield server
        assert server.stop() == 0


def nodes(page):
    return page.evaluate("() => document.querySelectorAll('*').length")


def test_the_studio_stays_responsive_with_a_long_history_and_a_long_queue(blank, crowded):
    page = blank(1920, 1080)
    page.add_init_script(f"({WATCH})()")
    studio = Studio(page, Room(crowded, "main")).open()
    page.locator("#waiting .list-row").nth(5).wait_for()
    page.locator("#waiting header", has_text="1,000").wait_for()
    assert page.locator("#waiting .list-row").count() <= 40
    assert nodes(page) < 1500
    studio.button("Hold").click()
    studio.button("Resume").wait_for()
    for view in ["history", "layout", "rooms", "live", "history"]:
        page.locator(f"#views [data-view={view}]").click()
        page.locator(f"#content[data-view={view}] .panel").first.wait_for()
    page.locator(".history-list .list-row").first.wait_for()
    for _ in range(40):
        page.evaluate("""() => new Promise((resolve) => {
          document.querySelector('.history-list').scrollTop += 4000;
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        })""")
    assert page.locator(".history-list .list-row").count() <= 60
    assert nodes(page) < 1500
    page.get_by_label("Search names and texts").fill("Caption 7777")
    page.locator(".history-list .title", has_text="Caption 7777").first.wait_for()
    tasks = page.evaluate("() => longTasks")
    # The page does report a long task.
    page.evaluate("() => void setTimeout(() => { const end = performance.now() + 120; while (performance.now() < end); })")
    page.wait_for_function("(known) => longTasks.length > known", arg=len(tasks))
    print("long tasks in ms:", sorted(round(task) for task in tasks))
    assert max(tasks, default=0) < LONGEST_MILLISECONDS

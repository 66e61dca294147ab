"""A page that has nothing new to show does nothing."""

import pytest

from Browser.canvas import painted, pixels, until

pytestmark = pytest.mark.alone

COUNTER = """
window.work = { frames: 0, draws: 0 };
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (tick) => { work.frames++; return ask(tick); };
for (const name of ["clearRect", "drawImage", "fillText", "strokeText", "fill", "stroke"]) {
  const real = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (...values) {
    work.draws++;
    return real.apply(this, values);
  };
}
"""
LOOK_MILLISECONDS = 800


def work(page):
    return page.evaluate("() => ({...work})")


def rested(page):
    """What it has done once it has come to rest for a moment."""
    seen = []

    def rests():
        page.wait_for_timeout(100)
        seen.append(work(page))
        return seen[-2:] == [seen[-1]] * 2

    until(rests, seconds=10)
    return seen[-1]


def test_an_empty_page_asks_for_no_animation_frame(overlay):
    page = overlay(script=COUNTER)
    before = rested(page)
    page.wait_for_timeout(LOOK_MILLISECONDS)
    assert work(page) == before


def test_a_page_on_which_nothing_moves_is_not_drawn_again(overlay, room):
    page = overlay(script=COUNTER)
    room.configure({"calls": {"vanish": 60}})
    start = work(page)
    room.call("Ann")
    until(lambda: any(node["alpha"] == 1 for node in room.nodes().values()))
    until(lambda: painted(pixels(page), least=255))
    before = rested(page)
    assert before["frames"] > start["frames"] and before["draws"] > start["draws"]
    page.wait_for_timeout(LOOK_MILLISECONDS)
    assert work(page) == before


def test_a_page_asks_for_one_animation_frame_a_frame_at_most(overlay, room):
    page = overlay(script=COUNTER)
    start = work(page)["frames"]
    room.gift("Ann", "Rose")
    until(lambda: any(node["alpha"] == 1 for node in room.nodes().values()))
    until(lambda: not room.nodes(), seconds=8)
    # One gift moves for 0.25 + 0.5 + 0.25 s at 60 frames a second.
    assert 10 < work(page)["frames"] - start <= 70

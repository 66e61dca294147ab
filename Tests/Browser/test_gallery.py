"""The pictures of the documents are current: they show what the page draws now."""

import pytest

from Browser import desk
from Browser.gallery import PAGE, PICTURES, WIDGETS, document
from Browser.images import IMAGES, OUTPUT, changed_tile
from Browser.replaying import open_replay
from Browser.scenery import dress
from harness.room import Room

LIMIT_BYTES = {"looks": 1_100_000, "overlay": 1_200_000, "ticker": 550_000, "effects": 500_000, "properties": 600_000,
               "studio": 300_000, "films": 1_400_000, "tiers": 600_000, "alerts": 650_000, "leaders": 450_000}


@pytest.fixture(scope="module")
def server(own_server):
    return own_server


@pytest.fixture(scope="module")
def page(context_of, server):
    """A page of recorded frames over a painted dusk, as the gallery has it."""
    opened = context_of(1).new_page()
    opened.set_viewport_size(PAGE)
    open_replay(opened, server)
    dress(opened)
    yield opened
    opened.close()


def test_the_document_of_widgets_matches_the_filmstrips():
    assert WIDGETS.read_text(encoding="utf-8") == document()


@pytest.mark.long
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_documents_is_current(page, tmp_path, name):
    picture = PICTURES[name](page, tmp_path)
    fault = changed_tile(picture, name)
    if fault is not None:
        OUTPUT.mkdir(exist_ok=True)
        picture.save(OUTPUT / f"{name}-actual.png")
    assert fault is None, "script/gallery draws it again"


def test_the_comparison_notices_a_picture_that_is_out_of_date(page, tmp_path):
    assert changed_tile(PICTURES["calls"](page, tmp_path).transpose(0), "calls") is not None


@pytest.mark.long
def test_the_picture_of_the_studio_is_current(browser, server):
    chromium = browser(1)
    assert desk.is_current(chromium, Room(server, "main")), "script/gallery draws it again"


def test_the_pictures_of_the_documents_are_small():
    for file in IMAGES.glob("*.png"):
        assert file.stat().st_size < LIMIT_BYTES.get(file.stem, 400_000), file.name

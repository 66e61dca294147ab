"""The picture book says what its pictures show."""

from Browser.gallery import document
from Browser.process import ROOT
from Browser.strips import STRIPS


def test_the_page_of_widgets_is_that_of_the_filmstrips():
    assert (ROOT / "docs" / "widgets.md").read_text(encoding="utf-8") == document()


def test_each_filmstrip_has_its_picture():
    for strip in STRIPS:
        assert (ROOT / "docs" / "images" / f"{strip.recording.name}.png").stat().st_size < 400_000

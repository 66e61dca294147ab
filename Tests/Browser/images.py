"""Pictures made by the tests: what is compared, and what the documents show."""

import os

from Browser.process import ROOT

OUTPUT = ROOT / "Tests" / "Browser" / "output"
UPDATE = os.environ.get("UPDATE_IMAGES") == "1"


def keep(picture, name):
    """Saves a picture for people, and with UPDATE_IMAGES=1 as the one the documents show."""
    OUTPUT.mkdir(exist_ok=True)
    picture.save(OUTPUT / name, optimize=True)
    if UPDATE:
        directory = ROOT / "docs" / "images"
        directory.mkdir(parents=True, exist_ok=True)
        picture.save(directory / name, optimize=True)
    return (OUTPUT / name).stat().st_size

"""The overlay page's decoders take known damaged frames; `page.mjs` says what must hold."""

import pathlib
import subprocess

from harness.node import NODE

FUZZER = pathlib.Path(__file__).with_name("page.mjs")


def fuzz(*options):
    done = subprocess.run(
        [NODE, FUZZER, *options], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_takes_every_sequence_of_frames_that_once_failed():
    kept = len(list(FUZZER.parent.glob("Regressions/page/*.json")))
    assert f"{kept} kept sequences" in fuzz("--kept")


def test_the_page_takes_sound_frames_and_survives_damaged_ones():
    counts = fuzz("--rounds", "300", "--seed", "1").splitlines()[-1].split()
    # 300 connections of six sound frames; beside each frame a page that gets two damaged messages.
    taken, refused = int(counts[0]), int(counts[2])
    assert taken + refused == 300 * 6 * 4 and min(taken, refused) > 1000

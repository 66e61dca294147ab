"""Autobahn's WebSocket cases against an echo server made of Transport; ECHO names its binary.

The cases for compression are left out, because Transport has none.
"""

import os
import subprocess

import pytest
from kosoku import FailureError, run_fuzzingclient

from harness.waiting import run_async

# These send ten pings at once. libwebsockets answers only the last one, as RFC 6455, section 5.5.3, allows.
ALLOWED = {"2.10", "2.11"}
FAILED = {"FAILED", "ERROR", "UNIMPLEMENTED"}


@pytest.fixture
def echo():
    process = subprocess.Popen([os.environ["ECHO"]], stdout=subprocess.PIPE, text=True)
    yield f"ws://{process.stdout.readline().strip()}"
    process.terminate()
    process.wait()


def run(address, *cases):
    """The results of the cases, by id."""
    try:
        results = run_async(run_fuzzingclient(address, list(cases), concurrency=4))
    except FailureError as error:
        results = error.results
    return {result.case_id: result for result in results}


def failures(results):
    return {
        name: (result.behavior.value, result.behavior_close.value)
        for name, result in results.items()
        if {result.behavior.value, result.behavior_close.value} & FAILED and name not in ALLOWED
    }


def test_framing_pings_fragments_utf8_and_closing_follow_the_standard(echo):
    results = run(echo, "1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "10.*")
    assert len(results) > 240
    assert failures(results) == {}


@pytest.mark.skipif("HARD" not in os.environ, reason="16 MiB a message: script/hard-test")
def test_large_messages_follow_the_standard(echo):
    results = run(echo, "9.*")
    assert len(results) > 50
    assert failures(results) == {}

"""Runs the files that took longest last time first, so that no long file is left for the end."""

import collections
import json
import os
import pathlib

# Seconds by file for a clone in which no test has run yet. With OVATION_KEEP_SECONDS=1 a run writes its files' seconds.
COMMITTED = pathlib.Path(__file__).with_name("seconds.json")
CACHE_KEY = "ovation/seconds"
UNKNOWN_SECONDS = 5
spent = collections.Counter()


def file_of(nodeid):
    return nodeid.partition("::")[0]


def last_seconds(config):
    """Seconds by file of the last runs; nothing where pytest runs without its cache."""
    return config.cache.get(CACHE_KEY, {}) if hasattr(config, "cache") else {}


def pytest_collection_modifyitems(config, items):
    seconds = json.loads(COMMITTED.read_text()) | last_seconds(config)

    def order(item):
        file = file_of(item.nodeid)
        return -seconds.get(file, UNKNOWN_SECONDS), file

    items.sort(key=order)


def pytest_runtest_logreport(report):
    spent[file_of(report.nodeid)] += report.duration


def pytest_sessionfinish(session):
    config = session.config
    is_worker = hasattr(config, "workerinput")
    # A run of chosen tests says nothing about the whole file, and tests that run alone need no order.
    if is_worker or config.option.keyword or config.option.markexpr == "alone" or not spent:
        return
    rounded = {file: round(seconds, 1) for file, seconds in sorted(spent.items())}
    if hasattr(config, "cache"):
        config.cache.set(CACHE_KEY, last_seconds(config) | rounded)
    if os.environ.get("OVATION_KEEP_SECONDS"):
        known = json.loads(COMMITTED.read_text()) | rounded
        existing = {file: known[file] for file in sorted(known) if (COMMITTED.parent / file).exists()}
        COMMITTED.write_text(json.dumps(existing, indent=0) + "\n")

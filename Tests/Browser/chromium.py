"""Starts Debian's Chromium for the tests."""

import os

PATH = "/usr/bin/chromium"
# The headless shell has no browser window; tests take two thirds of the time in it.
SHELL = "/usr/bin/chromium-headless-shell"


def launch(playwright, scale=1, arguments=(), path=PATH):
    """Starts Chromium with a real device scale: an emulated scale has no device pixels."""
    arguments = [f"--force-device-scale-factor={scale:g}", *arguments]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return playwright.chromium.launch(executable_path=path, args=arguments)

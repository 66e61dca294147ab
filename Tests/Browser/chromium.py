"""The browser the pages are looked at with: Debian's."""

import os

PATH = "/usr/bin/chromium"


def launch(playwright, scale=1, arguments=()):
    """Starts it with a device scale of its own: an emulated one has no device pixels."""
    arguments = [f"--force-device-scale-factor={scale:g}", *arguments]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return playwright.chromium.launch(executable_path=PATH, args=arguments)

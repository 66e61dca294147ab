"""The browser the pages are looked at with: Debian's."""

import os

PATH = "/usr/bin/chromium"
# The same without a browser's own pages around it: what is tested takes two thirds of the time.
SHELL = "/usr/bin/chromium-headless-shell"


def launch(playwright, scale=1, arguments=(), path=PATH):
    """Starts it with a device scale of its own: an emulated one has no device pixels."""
    arguments = [f"--force-device-scale-factor={scale:g}", *arguments]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return playwright.chromium.launch(executable_path=path, args=arguments)

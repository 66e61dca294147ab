"""Renders the built-in sounds to web/sounds, or checks that they are current.

    sounds            renders them
    sounds --check    fails if a file is out of date
"""

import sys

from Browser.sounds.files import differing, FOLDER, recordings


def main():
    if sys.argv[1:] == ["--check"]:
        names = differing()
        return f"script/sounds renders them again: {', '.join(names)}" if names else 0
    FOLDER.mkdir(exist_ok=True)
    for name, content in recordings().items():
        (FOLDER / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())

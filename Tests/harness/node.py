"""Node for the tests: the one that Playwright brings. Debian's is too old to tell modules from scripts."""

from pathlib import Path

import playwright

NODE = Path(playwright.__file__).parent / "driver" / "node"

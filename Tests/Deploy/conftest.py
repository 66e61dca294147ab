"""What these tests share is in the folder of those that torture a server."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Torture"))

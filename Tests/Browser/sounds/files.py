"""The files of the built-in sounds."""

import io
import pathlib
import struct
import wave

from Browser.sounds.score import score
from Browser.sounds.synthesis import render

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "web" / "sounds"


def recording(sound):
    """Returns the bytes of a WAV file with one channel of 16 bits."""
    samples = render(sound.voices, sound.rate)
    scale = 32_767 * 10 ** (sound.peak / 20) / max(abs(sample) for sample in samples)
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setparams((1, 2, sound.rate, 0, "NONE", ""))
        writer.writeframes(struct.pack(f"<{len(samples)}h", *(round(sample * scale) for sample in samples)))
    return file.getvalue()


def differing():
    """Returns the names of the files that are missing, unknown or out of date."""
    found = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    made = recordings()
    return sorted(name for name in made.keys() | found.keys() if made.get(name) != found.get(name))


def recordings():
    """Returns the bytes of each file by its name."""
    return {f"{name}.wav": recording(sound) for name, sound in score().items()}

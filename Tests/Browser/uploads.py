"""Makes files of a streamer, uploads them, and drops them on a page."""

import base64
import io
import math
import struct
import wave

from PIL import Image

DROP = """(element, [name, type, text]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name, { type }));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }
}"""
RATE = 22050
LOUDEST = 32767


def picture(red, green, blue, size=(40, 30)):
    """A PNG of one color."""
    file = io.BytesIO()
    Image.new("RGB", size, (red, green, blue)).save(file, "PNG")
    return file.getvalue()


def tone(seconds, level=0.5, hertz=440):
    """A WAV of one tone; `level` is its share of full scale."""
    samples = (level * LOUDEST * math.sin(2 * math.pi * hertz * index / RATE) for index in range(int(RATE * seconds)))
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(b"".join(struct.pack("<h", round(sample)) for sample in samples))
    return file.getvalue()


def upload(room, content):
    """Uploads a file to a room; returns the server's answer."""
    answer = room.server.post(f"/v1/rooms/{room.name}/assets", content)
    assert answer.status in (200, 201), answer
    return answer.json


def drop(locator, name, kind, content):
    """Drops a file on an element."""
    locator.evaluate(DROP, [name, kind, base64.b64encode(content).decode()])

"""Reads the pixels that a page shows."""

import base64
import io

from PIL import Image, ImageChops

READ = """() => document.getElementById("stage").toDataURL("image/png").split(",")[1]"""


def pixels(page):
    """The current picture of the canvas in device pixels, with alpha."""
    return decoded(base64.b64decode(page.evaluate(READ)))


def data_url(picture):
    """A data URL of a picture."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()


def screenshot(page, **options):
    """A screenshot of the page with a transparent background."""
    return decoded(page.screenshot(omit_background=True, **options))


def decoded(data):
    return Image.open(io.BytesIO(data)).convert("RGBA")


def painted(picture, least=1):
    """The box around all pixels with at least this alpha: left, top, right, bottom; None: there are no such pixels."""
    return picture.getchannel("A").point(lambda alpha: 255 if alpha >= least else 0).getbbox()


def difference(one, other):
    """The largest difference of any channel of any pixel; colors count in proportion to their alpha."""
    assert one.size == other.size, (one.size, other.size)
    bands = ImageChops.difference(premultiplied(one), premultiplied(other)).getextrema()
    return max(high for _, high in bands)


def premultiplied(picture):
    return picture.convert("RGBa")

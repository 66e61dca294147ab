"""Drives the studio by the names that a person sees."""

import io

from PIL import Image, ImageChops

from harness.waiting import pause_of, wait_for

OBS = ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
       "Chrome/127.0.0.0 Safari/537.36 OBS/31.0.1")


class Studio:
    """A room's studio in a page."""

    def __init__(self, page, room):
        self.page = page
        self.room = room

    def open(self, view="live"):
        self.page.goto(f"{self.room.server.url}/studio/{self.room.name}?view={view}")
        self.page.wait_for_selector("#lamp:not([data-state=wait])")
        self.page.wait_for_selector("#content > *")
        return self

    def button(self, name, within="body", exact=True):
        return self.page.locator(within).get_by_role("button", name=name, exact=exact)

    def resize(self, width, height):
        """Changes the size of the page, and waits until its layout has changed."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
        self.page.evaluate("""() => new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))))""")

    def lamp(self, state):
        self.page.wait_for_selector(f"#lamp[data-state={state}]")

    def address(self):
        """Waits until the view Live knows the overlay's address, and returns it."""
        field = self.page.locator("#address")
        self.wait_for(field.input_value)
        return field.input_value()

    def told(self, text):
        self.page.locator("#toasts", has_text=text).wait_for()

    def preview(self):
        """The page inside the preview."""
        return self.page.frame_locator("#preview iframe")

    def picture(self):
        """A picture of the preview without the boxes over it."""
        return picture_of(self.page.locator("#preview .ground"))

    def wait_for(self, condition, **options):
        """Waits for a condition outside the page. Playwright delivers events of the page meanwhile."""
        return wait_for(condition, pause=pause_of(self.page), **options)


def picture_of(locator):
    return Image.open(io.BytesIO(locator.screenshot())).convert("RGB")


def differs(one, other, box=None):
    """Tells if two pictures differ by more than a shade, anywhere in a box."""
    if box is not None:
        one, other = one.crop(box), other.crop(box)
    return max(high for _, high in ImageChops.difference(one, other).getextrema()) > 40

"""Shows the overlay in the QtWebEngine of this Python, and prints a JSON object for each event: the engine's version, the
end of loading, each error or warning of the console, and each picture with the painted shares of the widgets.

    QT_QPA_PLATFORM=offscreen python engine_page.py ADDRESS DIRECTORY SECONDS
"""

import json
import sys
import time

from PyQt6.QtCore import Qt, QTimer, QUrl
from PyQt6.QtGui import QImage
from PyQt6.QtWebEngineCore import QWebEnginePage, qWebEngineChromiumVersion
from PyQt6.QtWebEngineWidgets import QWebEngineView
from PyQt6.QtWidgets import QApplication

SIZE = (1280, 720)
EVERY_MILLISECONDS = 400
# The box of each widget in pixels, and the effects: the names of the films, and `still` for a picture.
BOXES = """(() => {
  const { stage } = window.overlay;
  const scale = innerWidth / stage.width;
  const boxes = Object.entries(window.overlay.boxes()).map(([name, { x, y, width, height }]) =>
    [name, [x, y, width, height].map((length) => Math.round(length * scale))]);
  const effects = stage.order.flatMap(({ kind, film }) => kind === "effect" ? [film ?? "still"] : []);
  return JSON.stringify({ boxes, effects });
})()"""
# The answer of a page without an overlay, for example of an engine that cannot run its modules.
EMPTY = '{"boxes": [], "effects": []}'


def tell(**report):
    print(json.dumps(report), flush=True)


def share(alpha, box):
    """Returns the share of a box that is painted, without up to three columns: lines of whole words have no padding."""
    x, y, width, height = box
    part = alpha.copy(x, y, max(4, width // 4 * 4), max(1, height))
    bits = part.constBits().asstring(part.sizeInBytes())
    return 1 - bits.count(0) / len(bits)


class Page(QWebEnginePage):
    def javaScriptConsoleMessage(self, level, text, line, source):
        if level != self.JavaScriptConsoleMessageLevel.InfoMessageLevel:
            tell(error=f"{text} ({source}:{line})")


class Watch:
    """Takes pictures of a view until its time is over."""

    def __init__(self, app, view, directory, seconds):
        self.app, self.view, self.directory, self.seconds = app, view, directory, float(seconds)
        self.start = time.monotonic()

    def begin(self, is_loaded):
        tell(loaded=is_loaded)
        self.start = time.monotonic()
        self.wait()

    def wait(self):
        QTimer.singleShot(EVERY_MILLISECONDS, lambda: self.view.page().runJavaScript(BOXES, self.look))

    def look(self, answer):
        at = time.monotonic() - self.start
        picture = self.view.grab().toImage()
        picture.save(f"{self.directory}/{at:04.1f}.png")
        alpha = picture.convertToFormat(QImage.Format.Format_Alpha8)
        found = json.loads(answer or EMPTY)
        tell(at=round(at, 1), effects=found["effects"],
             shares={name: round(share(alpha, box), 3) for name, box in found["boxes"]})
        if at > self.seconds:
            self.app.quit()
        else:
            self.wait()


def main(address, directory, seconds):
    app = QApplication(sys.argv)
    view = QWebEngineView()
    page = Page(view)
    view.setPage(page)
    page.setBackgroundColor(Qt.GlobalColor.transparent)
    view.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    view.resize(*SIZE)
    tell(chromium=qWebEngineChromiumVersion())
    # Qt keeps no objects of bound methods.
    watch = Watch(app, view, directory, seconds)
    page.loadFinished.connect(watch.begin)
    view.show()
    page.load(QUrl(address))
    app.exec()


if __name__ == "__main__":
    main(*sys.argv[1:])

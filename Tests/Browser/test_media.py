"""Effects over a stalling network and on two pages at once, and sounds of a real browser.

Tests/Browser/modules/media.test.js and sound.test.js cover their timing in virtual time."""

import statistics

import pytest

from Browser.canvas import painted, pixels
from Browser.chromium import launch

from Browser.films import moving
from Browser.proxy import Proxy
from Browser.studio import OBS
from Browser.test_effects import play, shown
from Browser.uploads import tone, upload
from harness.waiting import wait_for

# The duration of two frames, in seconds.
TWO_FRAMES = 2 / 60


class Stalling(Proxy):
    """A proxy that forwards only the beginning of a file with this name."""

    def __init__(self, port, name, begins=2000):
        super().__init__(port)
        self.name, self.begins = name.encode(), begins
        self.left = {}
        self.asked = []

    def carry(self, side):
        far = self.pairs[side]
        if side in self.left:
            data = side.recv(1 << 16)
            far.sendall(data[:self.left[side]])
            self.left[side] -= len(data)
            if self.left[side] <= 0:
                self.dead.add(side)
            return
        head = side.recv(1 << 16, 2)  # MSG_PEEK
        if head.startswith(b"GET ") and b"/assets/" in head.split(b"\r\n")[0]:
            path = head.split(b" ")[1]
            self.asked.append(path.decode())
            if self.name in path:
                self.left[far] = self.begins
        super().carry(side)


@pytest.mark.network
def test_an_effect_file_that_stalls_does_not_delay_the_next_effect(blank, room, film):
    stalled, next_one = (upload(room, content)["url"] for content in (film, moving("GIF")))
    room.configure({
        "stage": {"waitForViewer": "never"}, "effects": {"fade": 0, "gap": 0.5}, "gifts": {"linger": 60},
        "catalogue": {"slow": {"effect": {"src": stalled, "duration": 60}, "value": 9},
                      "next": {"effect": {"src": next_one, "duration": 60}, "value": 1}}})
    with Stalling(room.server.port, stalled) as wire:
        page = blank()
        page.goto(f"http://localhost:{wire.port}/overlay/{room.name}")
        page.wait_for_function("() => window.overlay?.connection?.state === 'open'")
        slow, _ = (room.gift("Ann", gift)["id"] for gift in ("slow", "next"))
        # The page draws only the gifts' rows.
        wait_for(lambda: (box := painted(pixels(page))) and box[1] > 250)
        room.send("PUT", "counters/c", {"to": 7, "duration": 0})
        wait_for(lambda: (box := painted(pixels(page))) and box[1] < 60)
        room.send("DELETE", "counters/c")
        # The page fetches the next effect while the first one still stalls.
        wait_for(lambda: next_one in wire.asked)
        assert any(node.get("src") == stalled for node in room.frame()["nodes"])
        room.send("DELETE", f"events/{slow}")
        effect = wait_for(lambda: next((node for node in room.frame()["nodes"] if node.get("src") == next_one), None))
        begins = effect["start"] / 1000
        wait_for(lambda: shown(page, begins) is not None)


# Records for each picture its display time minus its time in the film.
FOLLOW = """() => {
  window.offs = [];
  const { players } = overlay.view.media;
  const look = () => {
    const film = [...players.values()].map((one) => one.player).find((player) => player?.video);
    if (film === undefined) return void requestAnimationFrame(look);
    const note = (now, { expectedDisplayTime, mediaTime }) => {
      offs.push((performance.timeOrigin + expectedDisplayTime) / 1000 - mediaTime);
      film.video.requestVideoFrameCallback(note);
    };
    film.video.requestVideoFrameCallback(note);
  };
  look();
}"""
DRAWN = """() => {
  window.offs = [];
  const draw = overlay.view.draw.bind(overlay.view);
  overlay.view.draw = () => {
    draw();
    offs.push((performance.timeOrigin + performance.now()) / 1000 - overlay.view.brush.time / 1000);
  };
}"""


@pytest.mark.long
@pytest.mark.alone
@pytest.mark.parametrize("ending, script", [("gif", DRAWN), ("webm", FOLLOW)])
def test_two_pages_show_the_same_picture_within_two_frames(blank, room, film, ending, script):
    body = moving("GIF") if ending == "gif" else film
    src = upload(room, body)["url"]
    pages = [blank(), blank()]
    for page in pages:
        page.goto(f"{room.server.url}/overlay/{room.name}")
        page.wait_for_function("() => window.overlay?.connection?.state === 'open'")
        page.evaluate(script)
    start = play(room, src)
    # A running counter keeps the page drawing.
    room.send("PUT", "counters/c", {"to": 9999, "duration": 60})
    for page in pages:
        page.wait_for_function("() => offs.length >= 30", timeout=20_000)
        wait_for(lambda page=page: shown(page, start) is not None)
    # The pages adjust to the room's time at first, so only the last half counts.
    page.wait_for_function("() => offs.length >= 60", timeout=20_000)
    one, other = (statistics.median(page.evaluate("() => offs.slice(-Math.floor(offs.length / 2))")) for page in pages)
    print(f"{ending}: {(one - other) * 1000:.1f} ms apart")
    assert abs(one - other) <= TWO_FRAMES


# Everything that goes to the loudspeakers also goes through an analyser.
EAR = """
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (target, ...more) {
  if (target === this.context.destination && window.ear !== this) {
    window.ear ??= new AnalyserNode(this.context, { fftSize: 8192, smoothingTimeConstant: 0 });
    connect.call(this, window.ear);
  }
  return connect.call(this, target, ...more);
};
"""
HEARD = """(tones) => {
  if (window.ear === undefined) return [];
  const levels = new Float32Array(ear.frequencyBinCount);
  ear.getFloatFrequencyData(levels);
  const width = ear.context.sampleRate / ear.fftSize;
  return tones.filter((hertz) => Math.max(...[-1, 0, 1].map((by) => levels[Math.round(hertz / width) + by])) > -60);
}"""
TONES = [400 + 300 * index for index in range(10)]


@pytest.mark.long
def test_only_the_eight_loudest_sounds_are_heard(engine, room):
    chromium = launch(engine, arguments=["--autoplay-policy=no-user-gesture-required"])
    page = chromium.new_context(user_agent=OBS).new_page()
    page.add_init_script(f"window.obsstudio = {{}}; {EAR}")
    page.goto(f"{room.server.url}/overlay/{room.name}")
    page.wait_for_function("() => window.overlay?.sound.isSpeaker")
    files = [upload(room, tone(25, hertz=hertz))["url"] for hertz in TONES]
    room.configure({"calls": {"max": 20, "vanish": 60}})

    def sounds(index, volume):
        room.configure({"sounds": {"call": files[index], "volume": volume}})
        room.call(f"Caller {index}")

    def heard(*indices):
        wait_for(lambda: page.evaluate(HEARD, TONES) == [TONES[index] for index in indices])

    # Together they stay below the limiter's threshold, above which it adds tones.
    for index in range(8):
        sounds(index, 0.03 + index / 1000)
        heard(*range(index + 1))
    # A quieter sound is not started; a louder one replaces the quietest.
    sounds(8, 0.02)
    sounds(9, 0.09)
    heard(1, 2, 3, 4, 5, 6, 7, 9)
    assert page.evaluate("() => [overlay.sound.voices.length, overlay.sound.played]") == [8, 9]
    chromium.close()


# Records the room times at which the tone was first heard and the effect was first seen. The waveform tells how
# long ago the tone began.
WITNESS = """() => {
  const { view } = overlay;
  const draw = view.draw.bind(view);
  view.draw = () => {
    draw();
    if (view.brush.ctx.getImageData(480, 270, 1, 1).data[3] > 0) window.seen ??= view.brush.time;
  };
  const wave = new Float32Array(8192);
  const listen = () => {
    window.ear?.getFloatTimeDomainData(wave);
    const first = wave.findIndex((level) => Math.abs(level) > 0.2);
    if (first < 0) return void requestAnimationFrame(listen);
    window.heard = view.timeAt(performance.now()) - ((wave.length - first) / ear.context.sampleRate) * 1000;
  };
  listen();
}"""
SILENT = """() => {
  const wave = new Float32Array(8192);
  ear.getFloatTimeDomainData(wave);
  return wave.every((level) => level === 0);
}"""
# Sound is output in blocks, and the page looks at it once a refresh.
TOGETHER_MILLISECONDS = 150


@pytest.mark.long
@pytest.mark.alone
def test_a_sound_starts_with_its_effect_and_a_later_page_does_not_play_it(engine, room):
    chromium = launch(engine, arguments=["--autoplay-policy=no-user-gesture-required"])

    def opened():
        page = chromium.new_context(viewport={"width": 960, "height": 540}, user_agent=OBS).new_page()
        page.add_init_script(f"window.obsstudio = {{}}; {EAR}")
        page.goto(f"{room.server.url}/overlay/{room.name}?sound=on")
        page.wait_for_function("() => window.overlay?.connection?.state === 'open'")
        return page

    page = opened()
    # After the first sound its file is decoded and the audio output is running.
    file = upload(room, tone(0.3, level=0.9))["url"]
    room.configure({"sounds": {"call": file, "volume": 1}})
    room.call("Ann")
    wait_for(lambda: page.evaluate(HEARD, [440]) == [440])
    wait_for(lambda: page.evaluate(SILENT))
    room.configure({
        "effects": {"fade": 0}, "gifts": {"enabled": False},
        "catalogue": {"big": {"sound": file, "effect": {"src": "/web/gifts/castle.svg", "duration": 20}}}})
    page.evaluate(WITNESS)
    room.gift("Ann", "big")
    page.wait_for_function("() => window.heard !== undefined && window.seen !== undefined")
    heard, seen = page.evaluate("() => [heard, seen]")
    start = next(node["start"] for node in room.frame()["nodes"] if node["kind"] == "effect") / 1000
    print(f"seen after {seen - start:.0f} ms, heard after {heard - start:.0f} ms")
    assert abs(heard - start) <= TOGETHER_MILLISECONDS
    late = opened()
    wait_for(lambda: painted(pixels(late)) is not None)
    assert late.evaluate("() => overlay.sound.played") == 0
    chromium.close()

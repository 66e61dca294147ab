"""The built-in sounds: their levels, their bytes, how the server sends them, and the limiter that they go through.

This module measures the loudness by ITU-R BS.1770. It shares no code with the program that renders the sounds."""

import base64
import math
import struct
import wave

import pytest

from Browser.sounds.files import differing, FOLDER
from Browser.uploads import tone
from harness.waiting import pause_of, wait_for

FILES = sorted(path.name for path in FOLDER.iterdir())
MOST_BYTES = 1 << 20
TOLERANCE_DECIBELS = 1
TOLERANCE_SECONDS = 0.1
WINDOW_SECONDS = 0.4
STEP_SECONDS = 0.01
# Peak in dB, loudness of the loudest 400 ms in LUFS, and duration in seconds.
LEVELS = {
    "tick": (-15, -35, 0.1), "tier": (-10, -24, 0.7), "call": (-10, -26, 0.9), "goal": (-9, -20, 1.7),
    "alert-0": (-12, -30, 0.4), "alert-1": (-11, -26, 0.6), "alert-2": (-10, -22, 0.9), "alert-3": (-9, -20, 1.2),
    "alert-4": (-10, -20, 1.9), "time-added": (-12, -26, 1), "time-over": (-10, -21, 1.7), "rocket": (-11, -24, 2.4),
    "castle": (-9, -19, 2.3), "fireworks": (-11, -24, 2.3), "diamond": (-12, -21, 2.1), "hearts": (-10, -22, 2.5),
    "crown": (-8, -21, 2.2),
}


def decibels(share):
    return 20 * math.log10(share)


def read(name):
    """The samples of a file, with full scale 1, and their rate."""
    with wave.open(str(FOLDER / name)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        count = file.getnframes()
        return [sample / 32768 for sample in struct.unpack(f"<{count}h", file.readframes(count))], file.getframerate()


def biquad(samples, b, a):
    x1 = x2 = y1 = y2 = 0.0
    for x in samples:
        y = (b[0] * x + b[1] * x1 + b[2] * x2 - a[1] * y1 - a[2] * y2) / a[0]
        x2, x1, y2, y1 = x1, x, y1, y
        yield y


def k_weighted(samples, rate):
    """BS.1770's shelf and high-pass filter, from their analog forms, which hold for every rate."""
    k = math.tan(math.pi * 1681.974450955533 / rate)
    high, q = 10 ** (3.999843853973347 / 20), 0.7071752369554196
    band = high**0.4996667741545416
    shelf = biquad(samples, (high + band * k / q + k * k, 2 * (k * k - high), high - band * k / q + k * k),
                   (1 + k / q + k * k, 2 * (k * k - 1), 1 - k / q + k * k))
    k, q = math.tan(math.pi * 38.13547087602444 / rate), 0.5003270373238773
    return biquad(shelf, (1, -2, 1), (1 + k / q + k * k, 2 * (k * k - 1), 1 - k / q + k * k))


def loudness(samples, rate):
    """LUFS of the loudest 400 ms of one channel."""
    window, step = round(WINDOW_SECONDS * rate), round(STEP_SECONDS * rate)
    sums = [0.0]
    for sample in k_weighted([*samples, *[0.0] * window], rate):
        sums.append(sums[-1] + sample * sample)
    return -0.691 + 10 * math.log10(max(
        sums[start + window] - sums[start] for start in range(0, len(sums) - window, step)) / window)


def test_the_measured_loudness_of_a_full_scale_tone_is_that_of_the_standard():
    # A 997-Hz sine of full scale in one channel has −3.01 LUFS (BS.1770, annex 1).
    for rate in (16_000, 24_000, 48_000):
        tone = [math.sin(2 * math.pi * 997 * index / rate) for index in range(rate)]
        assert loudness(tone, rate) == pytest.approx(-3.01, abs=0.15)


@pytest.mark.parametrize("name", FILES)
def test_a_built_in_sound_has_the_levels_and_the_duration_of_the_table(name):
    stem = name.removesuffix(".wav")
    peak, loud, seconds = LEVELS.get(stem) or LEVELS[stem.rpartition("-")[0]]
    samples, rate = read(name)
    measured = decibels(max(abs(sample) for sample in samples)), loudness(samples, rate), len(samples) / rate
    print(f"{stem}: peak {measured[0]:.1f} dB, {measured[1]:.1f} LUFS, {measured[2]:.2f} s")
    assert measured[0] == pytest.approx(peak, abs=TOLERANCE_DECIBELS)
    assert measured[1] == pytest.approx(loud, abs=TOLERANCE_DECIBELS)
    assert measured[2] == pytest.approx(seconds, abs=TOLERANCE_SECONDS)


def test_every_sound_of_the_table_has_a_file():
    stems = {name.removesuffix(".wav") for name in FILES}
    series = {f"tick-{step}" for step in range(1, 11)} | {f"tier-{tier}" for tier in range(1, 5)}
    assert stems == (LEVELS.keys() - {"tick", "tier"}) | series


def test_rendering_gives_the_same_bytes_and_they_are_few():
    assert differing() == [], "script/sounds renders them again"
    assert sum((FOLDER / name).stat().st_size for name in FILES) <= MOST_BYTES


def test_the_server_sends_a_sound_with_its_type_and_a_tag(server):
    answer = server.request("GET", "/web/sounds/castle.wav")
    assert (answer.status, answer.headers["content-type"]) == (200, "audio/wav")
    assert answer.body == (FOLDER / "castle.wav").read_bytes()
    again = server.request("GET", "/web/sounds/castle.wav", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


# Renders sounds that begin together, without a limiter and with the page's, at the rate of a loudspeaker. Returns the
# highest samples, and the level of the limited sum relative to the plain one.
MIX = """async (files) => {
  const { limiter } = await import("/web/overlay/limiter.js");
  const render = async (makeOutput) => {
    const context = new OfflineAudioContext(1, 3 * 48000, 48000);
    const output = makeOutput(context);
    for (const file of files) {
      const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)).buffer;
      const source = new AudioBufferSourceNode(context, { buffer: await context.decodeAudioData(bytes) });
      source.connect(output);
      // The limiter needs some milliseconds of silence to settle.
      source.start(0.1);
    }
    return (await context.startRendering()).getChannelData(0);
  };
  const highest = (samples) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const power = (samples) => samples.reduce((sum, sample) => sum + sample * sample, 0);
  const [plain, limited] = [await render((context) => context.destination), await render(limiter)];
  return [highest(plain), highest(limited), 10 * Math.log10(power(limited) / power(plain))];
}"""


def mixed(page, contents):
    return page.evaluate(MIX, [base64.b64encode(content).decode() for content in contents])


def loudest(count):
    """The loudest files, in their order."""
    return sorted(FILES, key=lambda name: -loudness(*read(name)))[:count]


def test_one_built_in_sound_passes_the_limiter_unchanged(drawing):
    for name in loudest(3):
        plain, limited, change = mixed(drawing, [(FOLDER / name).read_bytes()])
        assert limited == pytest.approx(plain, rel=0.01)
        assert change == pytest.approx(0, abs=0.05)


def test_five_built_in_sounds_at_once_do_not_clip(drawing):
    names = loudest(5)
    plain, limited, change = mixed(drawing, [(FOLDER / name).read_bytes() for name in names])
    print(f"{names}: {plain:.2f} without the limiter, {limited:.2f} with it, {change:.1f} dB")
    assert limited <= 1
    # The limiter takes only the excess away.
    assert change > -3
    plain, limited, _ = mixed(drawing, [(FOLDER / names[0]).read_bytes()] * 5)
    print(f"five times {names[0]}: {plain:.2f} without the limiter, {limited:.2f} with it")
    assert plain > 1 >= limited


def test_eight_uploaded_sounds_of_full_scale_at_once_do_not_clip(drawing):
    plain, limited, _ = mixed(drawing, [tone(1, level=1)] * 8)
    print(f"{plain:.2f} without the limiter, {limited:.2f} with it")
    assert plain > 7
    assert 0.4 < limited <= 1


NOTE_SOUNDS = """() => {
  window.heard = [];
  const play = overlay.sound.play.bind(overlay.sound);
  overlay.sound.play = (due, ...more) => {
    heard.push(due.sound);
    return play(due, ...more);
  };
}"""


def listening(blank, room):
    """The overlay, with the sounds that it was to play in `heard`."""
    page = blank()
    page.goto(f"{room.server.url}/overlay/{room.name}?sound=on")
    page.wait_for_function("() => window.overlay?.connection?.state === 'open'")
    page.evaluate(NOTE_SOUNDS)
    return page


def test_the_page_that_is_heard_loads_the_built_in_sounds_once_before_their_first_cue(blank, room):
    page = blank()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/web/sounds/" in request.url else None)
    page.goto(f"{room.server.url}/overlay/{room.name}?sound=on")
    page.wait_for_function("() => window.overlay?.connection?.state === 'open'")
    assert asked == []
    room.configure({"sounds": {"flourish": True, "call": "/web/sounds/call.wav"}})
    wait_for(lambda: len(asked) == len(FILES), pause=pause_of(page))
    page.wait_for_function("""async (count) => {
      const buffers = await Promise.all([...overlay.sound.files.values()].map(({ buffer }) => buffer));
      return buffers.length === count && buffers.every((buffer) => buffer !== null);
    }""", arg=len(FILES))
    room.call("Mira")
    room.gift("Ann", "castle")
    page.wait_for_function("() => overlay.sound.played >= 3")
    assert len(asked) == len(set(asked)) == len(FILES)


def test_a_page_plays_ticks_rising_tiers_and_films_once_the_room_has_them_on(blank, room):
    page = listening(blank, room)
    # A castle pops and has its film, but the room has no sounds.
    room.gift("Ann", "castle")
    page.wait_for_function("""() => overlay.stage.order.some(({ film }) => film === "castle")
      && overlay.stage.order.some(({ flourish }) => flourish?.popped !== undefined)""")
    assert page.evaluate("() => heard") == []
    room.send("POST", "control", {"action": "clear"})
    room.configure({"sounds": {"flourish": True, "volume": 0.5}})
    page.wait_for_function("() => overlay.accents.volume === 0.5")
    # Two gifts of 10 reach tier 1, which begins at 20, with the second pop.
    room.gift("Bob", "star", count=2)
    room.gift("Ann", "castle")
    wanted = {f"/web/sounds/{name}.wav" for name in ("castle", "tick-1", "tick-2", "tier-1")}
    page.wait_for_function("(wanted) => wanted.every((sound) => heard.includes(sound))", arg=sorted(wanted))
    # A page that opens now knows the volume too.
    late = listening(blank, room)
    late.wait_for_function("() => overlay.accents.volume === 0.5")

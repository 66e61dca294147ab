"""The voices of each built-in sound."""

import dataclasses

from Browser.sounds.synthesis import Voice

# Samples per second. Twice the highest frequency that the sound needs.
DEEP, DARK, BRIGHT, CLEAR = 12_000, 16_000, 22_050, 24_000
STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
# A combo's ticks climb a pentatonic scale, one step a pop.
SCALE = ["C6", "D6", "E6", "G6", "A6", "C7", "D7", "E7", "G7", "A7"]


@dataclasses.dataclass(frozen=True)
class Sound:
    """A sound that is rendered at `rate` samples per second, and scaled to a peak of `peak` dB.

    The peaks are chosen so that the sounds of a kind are equally loud.
    """

    peak: float
    rate: int
    voices: list[Voice]


def note(name):
    """Returns a note's frequency in hertz, for example of F#5."""
    half_tones = STEPS[name[0]] + ("#" in name) + 12 * int(name[-1])
    return 440 * 2 ** ((half_tones - 57) / 12)


def bell(at, name, level, decay=700):
    hertz = note(name)
    return [
        Voice("sine", at, hertz, 2, decay, level),
        Voice("sine", at, hertz * 2.76, 1, decay * 0.35, level - 13),
        Voice("triangle", at, hertz * 2, 2, decay * 0.5, level - 10),
    ]


def soft(at, name, level, decay=500, attack=6):
    hertz = note(name)
    return [
        Voice("triangle", at, hertz, attack, decay, level, filter="lowpass", cutoff=2600, to_cutoff=900),
        Voice("sine", at, hertz / 2, attack, decay, level - 6),
    ]


def brass(at, name, level, decay=1300):
    hertz = note(name)
    return [
        Voice("sawtooth", at, hertz, 60, decay, level, filter="lowpass", cutoff=500, to_cutoff=2400),
        Voice("sawtooth", at, hertz * 1.004, 60, decay, level - 3, filter="lowpass", cutoff=500, to_cutoff=2200),
    ]


def hiss(at, attack, decay, level, cutoff, to_cutoff, kind="bandpass"):
    return [Voice("noise", at, 0, attack, decay, level, filter=kind, cutoff=cutoff, to_cutoff=to_cutoff)]


def boom(at, level):
    return [Voice("sine", at, 110, 2, 520, level, to_hertz=38),
            *hiss(at, 1, 160, level - 12, 900, 200, "lowpass")]


def run(voice, names, at, step, level, decay):
    """Returns notes one after the other, `step` ms apart."""
    return [one for index, name in enumerate(names) for one in voice(at + index * step, name, level, decay)]


def chord(voice, names, at, level, *shape):
    return [one for name in names for one in voice(at, name, level, *shape)]


def tick(step):
    hertz = note(SCALE[step - 1])
    # Higher notes ring shorter, because they sound louder.
    decay = 99 - 3 * step
    return [Voice("sine", 0, hertz, 1, decay, -15), Voice("triangle", 0, hertz * 2, 1, 40, -27)]


def tier_up(tier):
    names = ["C5", "E5", "G5", "C6", "E6"][:tier + 1]
    # A longer run begins softer, so that all runs are equally loud.
    rise = 0.7 * (tier - 1)
    decay = 590 - 50 * tier
    notes = [one for index, name in enumerate(names) for one in bell(62 * index, name, -15 - rise * (tier - index), decay)]
    return notes + hiss(0, 180, 260, -32, 2500, 8000)


def call():
    return run(soft, ["E5", "G5"], 0, 150, -13, 260) + run(soft, ["E5", "G5"], 420, 150, -15, 320)


def goal():
    return (run(bell, ["C5", "E5", "G5", "C6"], 0, 90, -15, 900) + chord(brass, ["C4", "G4", "E5"], 360, -22, 1300)
            + hiss(360, 20, 1200, -30, 9000, 4000, "highpass"))


def rocket():
    return (hiss(0, 1300, 700, -15, 90, 1100, "lowpass")
            + [Voice("sawtooth", 900, 55, 500, 900, -25, to_hertz=180, filter="lowpass", cutoff=200, to_cutoff=900)]
            + hiss(1450, 30, 900, -15, 3200, 500) + boom(1450, -12))


def castle():
    return (run(bell, ["D5", "A5", "F#5", "D6", "A6"], 0, 180, -16, 1300)
            + chord(soft, ["D4", "A4"], 0, -20, 2000, 300) + hiss(700, 300, 900, -36, 7000, 9000, "highpass"))


def fireworks():
    return ([Voice("sine", 0, 500, 40, 640, -24, to_hertz=1900)] + boom(620, -12)
            + hiss(640, 5, 900, -24, 6000, 3000, "highpass")
            + [Voice("sine", 700, 600, 40, 560, -27, to_hertz=2300)] + boom(1280, -14)
            + hiss(1300, 5, 1000, -24, 7000, 3000, "highpass"))


def diamond():
    return (run(bell, ["E6", "B6", "G#6", "E7", "B7"], 0, 85, -20, 1100) + boom(0, -22)
            + [Voice("sine", 430, note("E5"), 200, 1500, -25), Voice("sine", 430, note("B5") * 1.003, 200, 1500, -27)])


def hearts():
    beats = [(0, 72, 44, 260, -10), (220, 64, 42, 300, -13), (820, 72, 44, 260, -10), (1040, 64, 42, 300, -13)]
    return ([Voice("sine", at, hertz, 6, decay, level, to_hertz=last) for at, hertz, last, decay, level in beats]
            + [one for index, name in enumerate(["F4", "A4", "C5", "E5"])
               for one in soft(120 + index * 90, name, -22, 1900, 180)])


def crown():
    return (chord(brass, ["C4", "G4"], 0, -23, 700) + chord(brass, ["C4", "E4", "G4", "C5"], 620, -22, 1500)
            + boom(620, -14) + run(bell, ["G5", "C6", "E6"], 640, 70, -19, 900)
            + hiss(620, 10, 1300, -30, 8000, 5000, "highpass"))


def alert(tier):
    if tier == 0:
        return soft(0, "C5", -15, 420)
    if tier == 1:
        return run(soft, ["G5", "C6"], 0, 110, -15, 480)
    if tier == 2:
        return run(bell, ["C5", "G5", "C6"], 0, 95, -15, 750) + soft(0, "C4", -21, 700)
    if tier == 3:
        return (run(bell, ["C5", "E5", "G5", "C6", "E6"], 0, 80, -16, 850)
                + chord(brass, ["C4", "G4"], 80, -25, 1000))
    return (boom(0, -13) + chord(brass, ["C4", "G4", "E5"], 0, -21, 900)
            + chord(brass, ["F4", "C5", "A5"], 520, -20, 1300) + run(bell, ["C6", "F6", "A6", "C7"], 560, 75, -17, 900))


def time_added():
    return hiss(0, 380, 180, -26, 600, 4000) + bell(430, "G5", -16, 420) + bell(500, "C6", -16, 520)


def time_over():
    return run(bell, ["G5", "E5", "C5"], 0, 240, -14, 1200)


def score():
    """Returns the sounds by the names of their files."""
    return {
        **{f"tick-{step}": Sound(-15 - 0.07 * step, BRIGHT, tick(step)) for step in range(1, len(SCALE) + 1)},
        **{f"tier-{tier}": Sound(-9.4 - 0.35 * tier, BRIGHT, tier_up(tier)) for tier in range(1, 5)},
        "call": Sound(-10, DEEP, call()),
        "goal": Sound(-9, BRIGHT, goal()),
        "alert-0": Sound(-12.5, DEEP, alert(0)),
        "alert-1": Sound(-11.5, DEEP, alert(1)),
        "alert-2": Sound(-10.5, DARK, alert(2)),
        "alert-3": Sound(-9, DARK, alert(3)),
        "alert-4": Sound(-10, DARK, alert(4)),
        "time-added": Sound(-12, DARK, time_added()),
        "time-over": Sound(-10, DARK, time_over()),
        "rocket": Sound(-10.3, DARK, rocket()),
        "castle": Sound(-9, BRIGHT, castle()),
        "fireworks": Sound(-10.2, BRIGHT, fireworks()),
        "diamond": Sound(-12.5, CLEAR, diamond()),
        "hearts": Sound(-9.3, DEEP, hearts()),
        "crown": Sound(-7.7, BRIGHT, crown()),
    }

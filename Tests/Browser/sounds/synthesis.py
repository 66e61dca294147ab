"""Renders voices to samples: an oscillator or noise, a filter and an envelope each. The result is the same each time."""

import dataclasses
import math

# Voices end here, so that no sound outlasts its film.
END_SECONDS = 2.48
# The samples between two updates of a filter's cutoff.
FILTER_STEP = 16
TABLE = 4096
# The rate at which the levels of the noise voices were chosen. Noise of another rate gets the same power per hertz.
NOISE_RATE = 48_000
DECAY_DECIBELS = -60


@dataclasses.dataclass(frozen=True)
class Voice:
    """Rises to `decibels` (relative to full scale) in `attack` ms, then falls by 60 dB in `decay` ms.

    `wave` is sine, triangle, sawtooth or noise. The frequency glides from `hertz` to `to_hertz`, and the cutoff of the
    filter from `cutoff` to `to_cutoff`. `at` is the start in ms.
    """

    wave: str
    at: float
    hertz: float
    attack: float
    decay: float
    decibels: float
    to_hertz: float = 0
    filter: str = ""
    cutoff: float = 0
    to_cutoff: float = 0

    @property
    def end(self):
        """In seconds."""
        return min((self.at + self.attack + self.decay) / 1000, END_SECONDS)


def render(voices, rate):
    """Returns the sum of the voices as a list of samples; full scale is 1."""
    mixed = [0.0] * math.ceil(max(voice.end for voice in voices) * rate)
    for voice in voices:
        start = round(voice.at / 1000 * rate)
        count = min(round(voice.end * rate), len(mixed)) - start
        samples = noise(count, rate) if voice.wave == "noise" else oscillation(voice, count, rate)
        if voice.filter:
            samples = filtered(voice, samples, rate)
        for index, (sample, level) in enumerate(zip(samples, envelope(voice, count, rate)), start):
            mixed[index] += sample * level
    return mixed


def envelope(voice, count, rate):
    level = 10 ** (voice.decibels / 20)
    attack = max(1, round(voice.attack / 1000 * rate))
    yield from (level * index / attack for index in range(min(attack, count)))
    step = 10 ** (DECAY_DECIBELS / 20 / max(1, count - attack))
    for _ in range(count - attack):
        yield level
        level *= step


def glide(first, last, count):
    """Returns the factor from one sample to the next that leads from `first` to `last`."""
    return (last / first) ** (1 / count) if last else 1.0


def oscillation(voice, count, rate):
    table = waveform(voice.wave, max(voice.hertz, voice.to_hertz), rate)
    step, growth = voice.hertz / rate * TABLE, glide(voice.hertz, voice.to_hertz, count)
    place = 0.0
    for _ in range(count):
        whole = int(place)
        yield table[whole] + (table[whole + 1] - table[whole]) * (place - whole)
        place = (place + step) % TABLE
        step *= growth


def waveform(wave, hertz, rate):
    """Returns one period, without the harmonics beyond half the rate, and its first sample again at the end."""
    most = max(1, int(0.46 * rate / hertz)) if wave != "sine" else 1
    series = {
        "sine": lambda k: 1.0,
        "triangle": lambda k: 8 / math.pi**2 * (-1) ** (k // 2) / k**2 if k % 2 else 0.0,
        "sawtooth": lambda k: 2 / math.pi * (-1) ** (k + 1) / k,
    }[wave]
    parts = [(k, series(k)) for k in range(1, most + 1) if series(k)]
    sines = [math.sin(2 * math.pi * index / TABLE) for index in range(TABLE)]
    return [sum(level * sines[k * index % TABLE] for k, level in parts) for index in range(TABLE + 1)]


def noise(count, rate):
    """White noise of a linear congruential generator."""
    scale = math.sqrt(rate / NOISE_RATE) / 2**31
    state = 1
    for _ in range(count):
        state = (state * 1103515245 + 12345) & 0xFFFFFFFF
        yield (state - 2**32 if state >= 2**31 else state) * scale


def filtered(voice, samples, rate):
    """Applies a biquad filter, whose cutoff follows the voice."""
    samples = list(samples)
    cutoff, growth = voice.cutoff, glide(voice.cutoff, voice.to_cutoff, len(samples)) ** FILTER_STEP
    in1 = in2 = out1 = out2 = 0.0
    for start in range(0, len(samples), FILTER_STEP):
        b0, b1, b2, a1, a2 = coefficients(voice.filter, min(cutoff, 0.47 * rate), rate)
        for sample in samples[start:start + FILTER_STEP]:
            out = b0 * sample + b1 * in1 + b2 * in2 - a1 * out1 - a2 * out2
            in2, in1, out2, out1 = in1, sample, out1, out
            yield out
        cutoff *= growth


def coefficients(kind, cutoff, rate):
    """Returns b0, b1, b2, a1, a2 of the filters of the Audio EQ Cookbook by R. Bristow-Johnson."""
    angle = 2 * math.pi * cutoff / rate
    cosine = math.cos(angle)
    quality = 1.2 if kind == "bandpass" else 10 ** (0.7 / 20)
    alpha = math.sin(angle) / (2 * quality)
    b0, b1, b2 = {
        "lowpass": ((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2),
        "highpass": ((1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2),
        "bandpass": (alpha, 0.0, -alpha),
    }[kind]
    scale = 1 + alpha
    return b0 / scale, b1 / scale, b2 / scale, -2 * cosine / scale, (1 - alpha) / scale

"""Numbers in and out (section 1): everything is rounded half away from zero."""

import math


def half_away(x):
    """The nearest whole number, ties away from zero."""
    return math.copysign(math.floor(abs(x) + 0.5), x)


def micros(seconds):
    """Seconds as read from JSON, as whole microseconds."""
    return int(half_away(seconds * 1_000_000))


def _shortest(x):
    """24, not 24.0; never a minus zero."""
    return int(x) if x == int(x) else x


def hundredth(x):
    """Positions, sizes and a counter's value, as emitted."""
    return _shortest(half_away(x * 100) / 100)


def thousandth(x):
    """Alpha, scale, level, amplitude, phase and rise, as emitted."""
    return _shortest(half_away(x * 1000) / 1000)

"""Section 2: curves. Each maps progress p in [0, 1] to a fraction of the way."""

import math


def progress(start, duration, now):
    """p, clamped; a segment of duration 0 is at its end at once. Whole microseconds."""
    if now >= start + duration:
        return 1.0
    return max(0.0, (now - start) / duration)


def linear(p):
    return p


def ease_in(p):
    return p * p * p


def ease_out(p):
    if p >= 1:
        return 1.0
    return 1 - (1 - p) * (1 - p) * (1 - p)


def ease_in_out(p):
    """The cubic Bézier (0.42, 0, 0.58, 1), solved for x by Newton's method."""
    if p <= 0:
        return 0.0
    if p >= 1:
        return 1.0
    s = p
    for _ in range(50):
        x = 3 * (1 - s) * (1 - s) * s * 0.42 + 3 * (1 - s) * s * s * 0.58 + s * s * s
        slope = 3 * (1 - s) * (1 - s) * 0.42 + 6 * (1 - s) * s * (0.58 - 0.42) + 3 * s * s * 0.42
        s -= (x - p) / slope
        if abs(x - p) < 1e-14:
            break
    return 3 * (1 - s) * s * s + s * s * s


EASINGS = {"linear": linear, "easeIn": ease_in, "easeOut": ease_out}


def spring(t, duration, damping, velocity):
    """From 0 to 1; t and duration in seconds, velocity in whole distances a second."""
    if t >= duration:
        return 1.0
    w0 = math.log(1000) / (damping * duration)
    if damping == 1:
        return 1 - math.exp(-w0 * t) * (1 + (w0 - velocity) * t)
    wd = w0 * math.sqrt(1 - damping * damping)
    swing = math.cos(wd * t) + ((damping * w0 - velocity) / wd) * math.sin(wd * t)
    return 1 - math.exp(-damping * w0 * t) * swing


def toward(start, end, fraction):
    """The value at a fraction of the way; exactly the target at 1."""
    return end if fraction == 1 else start + (end - start) * fraction

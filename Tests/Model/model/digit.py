"""The popping digit of sections 3 and 4."""

from .curves import progress, spring, toward
from .rounding import micros


class Pop:
    """One pop: two linear halves of `pop`, then a spring back to 1 in `settle`.

    Everything is read from the configuration when the pop starts.
    """

    def __init__(self, start, config):
        self.start = start
        self.pop = micros(config["pop"])
        self.settle = micros(config["settle"])
        self.pop_scale = config["popScale"]
        self.dip_scale = config["dipScale"]
        self.damping = config["settleDamping"]
        self.velocity = config["settleVelocity"]

    @property
    def dipped(self):
        """When the two halves are over and the settling begins."""
        return self.start + self.pop

    @property
    def end(self):
        return self.start + self.pop + self.settle

    def scale(self, now):
        if now >= self.end:
            return 1.0
        if now < self.dipped:
            p = progress(self.start, self.pop, now)
            if p < 0.5:
                return toward(1.0, self.pop_scale, p * 2)
            return toward(self.pop_scale, self.dip_scale, p * 2 - 1)
        f = spring((now - self.dipped) / 1e6, self.settle / 1e6, self.damping, self.velocity)
        return toward(self.dip_scale, 1.0, f)

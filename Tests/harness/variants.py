"""Values of parameters of which only some run in `script/test`, and all in `script/test everything`."""

import pytest


def variants(values, quick=1):
    """A parameter's values: the first `quick` of them run always, the others are marked long."""
    values = list(values)
    others = [value if isinstance(value, tuple) else (value,) for value in values[quick:]]
    return [*values[:quick], *(pytest.param(*value, marks=pytest.mark.long) for value in others)]

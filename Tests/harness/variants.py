"""Parameters of tests: `script/test` runs some values, and `script/test everything` runs all."""

import pytest


def variants(values, quick=1):
    """Marks the values after the first `quick` values long."""
    values = list(values)
    others = [value if isinstance(value, tuple) else (value,) for value in values[quick:]]
    return [*values[:quick], *(pytest.param(*value, marks=pytest.mark.long) for value in others)]

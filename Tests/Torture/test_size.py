"""A server serves a large journal at once, and shows what the journal's events make (`size.py`)."""

import pytest

from Torture.size import fill, starts

MIB = 1 << 20


@pytest.mark.long
def test_a_start_reads_little_of_a_large_journal(tmp_path):
    fill(tmp_path, 40, 2000)
    size = (tmp_path / "journal.sqlite").stat().st_size
    assert size > 16 * MIB, size
    for start in starts(tmp_path, 80_000, 40):
        assert start.bytes_read < size / 3, (start.bytes_read, size)

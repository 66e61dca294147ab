"""Blocked words, which no shown text may contain."""

import re

UNSEEN = re.compile("[\u0300-\u036f\ufe00-\ufe0f\u00ad\u200b-\u200f\u2060\ufeff]")
FOLDED = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
SMALL = {code: chr(code + 32) for code in range(ord("A"), ord("Z") + 1)}


def folded(text):
    return UNSEEN.sub("", text).translate(FOLDED).translate(SMALL)


def pattern(word):
    """Returns a regular expression for one word; None for an empty word."""
    is_open, word = word.startswith("*"), word.removeprefix("*")
    is_closed, word = not word.endswith("*"), word.removesuffix("*")
    if not word:
        return None
    before = "(?<![a-z0-9])" if not is_open and re.match("[a-z0-9]", word) else ""
    after = "(?![a-z0-9])" if is_closed and re.search("[a-z0-9]$", word) else ""
    return before + re.escape(word) + after


def blocks(words, text):
    patterns = [pattern(word.strip(" ")) for word in folded(words).split(",")]
    return any(one and re.search(one, folded(text)) for one in patterns)

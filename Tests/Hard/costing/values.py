"""Hostile JSON values of any size. A value is a kind and a seed, so it can be made again, larger or smaller."""

import base64
import json
import random

from Torture.noise import ALPHABETS

LETTERS = [*ALPHABETS, "\u0591\u05b0", "\u20d0", "\u0600\u202e", "\u2066", "\u00a0", "\u0009 ", "\U0001f3f4\U000e0067", "*", "~", "("]
WORDS = [
    "{message}", "{sender}", "{gift}", "{amount}", "{", "}", "*a*,", "a,", "aa,a,", "%41", "%", "~1", "~0", "/a", "/0", "a.",
    "https://a/", "@", "-", ":", ";", "=", "&", "+", ",000", "1,", "1.", ".1", "e1", "data:image/png,", "[", '{"a":',
    "event:", "sha256=", "x=1&", "\\", "\"", "'", "\u20ac", "EUR ", "a b ", "../", "0", "=", "AA==", "takeBack:"]
SMALL = ["0", "1", '""', '"a"', "{}", "[]", "null", "true", "-0", "1e9", "0.1", '{"a":1}', "[1]", '"\\u0301"', "1e-7"]
STEMS = ["k", "/", "~1", "name", "id", "type", "message", "\u0301", "a" * 30, "e\u0301", "é", "valu", "giftNam", "x/y/"]


def repeated(unit, size):
    return unit * max(0, size // max(1, len(unit.encode("utf-8", "surrogatepass"))))


def quoted(text, is_ascii=False):
    return json.dumps(text, ensure_ascii=is_ascii)


def letters(size, chance, _):
    """A text of few different letters, in turn or each in a run."""
    alphabet = chance.choice(LETTERS) + (chance.choice(LETTERS) if chance.random() < 0.3 else "")
    is_ascii = chance.random() < 0.3
    cost = len(quoted(alphabet, is_ascii).encode()) - 2
    times = max(0, size - 2) // cost
    text = alphabet * times if chance.random() < 0.5 else "".join(letter * times for letter in alphabet)
    return quoted(text, is_ascii)


def words(size, chance, _):
    """A text that repeats a word with a meaning for one of the server's readers."""
    word = chance.choice(WORDS)
    return quoted(word * (max(0, size - 2) // (len(quoted(word).encode()) - 2)))


def rare(size, chance, _):
    """A long text with a different end or beginning."""
    text = chance.choice(["a", "1", " ", "0", "{", "/"]) * max(0, size - 16)
    end = chance.choice(["b", "!", "\u0301", "}", ",5", ".5", "e5", "\u202e", "€"])
    return quoted(text + end if chance.random() < 0.5 else end + text)


def digits(size, chance, _):
    form = chance.choice(["%s", "-%s", "0.%s", "1.%s", "%s.5", "1e%s", "1E-%s", "9.%se-300", "0.%s1", "1%se-99", "1e-%s1"])
    return form % repeated(chance.choice(["9", "0", "1", "09", "123456789"]), size - len(form))


def nested(size, chance, _):
    """Arrays or objects within each other; an array repeats them."""
    depth = chance.choice([1, 2, 8, 28, 31, 40, 1000])
    before, after = chance.choice([("[", "]"), ('{"a":', "}"), ('[{"":', "}]")])
    depth = min(depth, max(1, size // (len(before + after) + 1)))
    tower = before * depth + "1" + after * depth
    return "[%s]" % ",".join([tower] * max(1, size // (len(tower) + 1)))


def entries(size, chance, own):
    """An array that repeats one value: a small one, or the value that it replaces."""
    unit = own if chance.random() < 0.5 else chance.choice(SMALL)
    unit = unit if len(unit) + 2 <= size else "0"
    return "[%s]" % ",".join([unit] * max(1, size // (len(unit.encode()) + 1)))


def padded(size, chance, own):
    """Some hundred entries beside one long text."""
    count = chance.choice([50, 600, 4000])
    unit = chance.choice([own, *SMALL])
    some = ",".join([unit] * min(count, max(1, size // 2 // (len(unit.encode()) + 1))))
    return "[%s,%s]" % (some, quoted("x" * max(0, size - len(some.encode()) - 5)))


def members(size, chance, own):
    """An object of many keys that resemble each other."""
    stem, value = chance.choice(STEMS), own if chance.random() < 0.2 else chance.choice(SMALL)
    if len(value) > size // 4:
        value = "1"
    each = len(quoted(stem).encode()) + len(value.encode()) + 7
    most = chance.choice([8, 100, 599, 20_000])
    count = max(1, min(most, size // each))
    fill = "y" * (max(0, size - count * each) // count) if chance.random() < 0.5 else ""
    keys = [f"{stem}{number}{fill}" for number in range(count)]
    if chance.random() < 0.2:
        keys.append(keys[0])
    return "{%s}" % ",".join(f"{quoted(key)}:{value}" for key in keys)


def inner(size, chance, own):
    """A text that is a JSON document."""
    kind = chance.choice([nested, entries, members, digits, letters])
    document = kind(size * 3 // 4, chance, own)
    while len(quoted(document).encode()) > size > 8:
        size = size * 3 // 4
        document = kind(size, chance, own)
    return quoted(document)


def blank(size, chance, own):
    spaces = repeated(chance.choice([" ", "\n", "\t \r\n"]), size - len(own))
    return spaces + own if chance.random() < 0.5 else own + spaces


def packed(size, chance, _):
    """Protocol buffers in base64: many fields, or many messages."""
    unit = chance.choice([
        b"\x08\x01", b"\x52\x00", b"\x52\x02\x08\x01", b"\x52\x06\x08\x01\x18\x01\x4a\x00", b"\x80\x80\x80\x80\x08\x01",
        b"\x0a\x01a", b"\x52\x7e" + b"\x08\x01" * 63, b"\x08" + b"\xff" * 9 + b"\x01"])
    raw = unit * (max(0, size - 8) * 3 // 4 // len(unit))
    return quoted(base64.b64encode(raw).decode())


KINDS = {kind.__name__: kind for kind in (
    letters, words, rare, digits, nested, entries, padded, members, inner, blank, packed)}


def text(kind, seed, size, own="1"):
    """The value as JSON of about `size` bytes. `own` is the value, as JSON, that stands in its place otherwise."""
    return KINDS[kind](max(0, size), random.Random(seed), own)

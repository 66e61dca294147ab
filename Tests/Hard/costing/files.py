"""Hostile pictures, films, sounds and fonts: a valid beginning, and parts that repeat up to any size."""

import random
import struct


def big(value, count):
    return value.to_bytes(count, "big")


def little(value, count):
    return value.to_bytes(count, "little")


class Form:
    """A form of files. `parts` makes a part by a random generator; `finish` closes the head and the parts."""

    def __init__(self, name, head, parts, finish=lambda head, body: head + body):
        self.name, self.head, self.parts, self.finish = name, head, parts, finish

    def make(self, seed, size):
        """A file of at most `size` bytes: up to three parts, again and again."""
        chance = random.Random(seed)
        head = self.head(chance)
        room = max(0, size - len(head) - 64)
        # Sometimes one part is half of the file.
        first = chance.choice(self.parts)(chance, room // 2) if chance.random() < 0.15 else b""
        units = [chance.choice(self.parts)(chance) * chance.choice([1, 1, 2, 50]) for _ in range(chance.choice([1, 1, 1, 2, 3]))]
        whole = b"".join(units)
        body = first + whole * (max(0, room - len(first)) // max(1, len(whole)))
        return self.finish(head, body)[:size]


def length(chance, given=None):
    """Returns the number of bytes inside a part."""
    return chance.choice([0, 0, 0, 1, 2, 3, 4, 16, 255, 4095, 65_500, 70_000]) if given is None else given


def fill(chance, count):
    return bytes([chance.choice([0, 0, 1, 0x80, 0xFF, 0x3C])]) * count


# PNG


def png_chunk(chance, given=None):
    name = chance.choice([b"IDAT", b"teXt", b"fdAT", b"acTL", b"zTXt", b"IEND", b"iCCP", b"fcTL", b"QQQQ"])
    inside = fill(chance, 26 if name == b"fcTL" else length(chance, given))
    return big(len(inside), 4) + name + inside + bytes(4)


def png_frame(chance, _=None):
    return big(26, 4) + b"fcTL" + big(0, 4) + big(1, 4) + big(1, 4) + bytes(14) + bytes(4)


def png_head(_):
    return b"\x89PNG\r\n\x1a\n" + big(13, 4) + b"IHDR" + big(1, 4) + big(1, 4) + b"\x08\x02\0\0\0" + bytes(4)


PNG = Form(
    "PNG", png_head, [png_chunk, png_chunk, png_frame],
    lambda head, body: head + body + bytes(4) + b"IDAT" + bytes(8) + b"IEND" + bytes(4))


# GIF


def gif_comment(chance, given=None):
    block = chance.choice([1, 2, 255])
    blocks = (bytes([block]) + fill(chance, block)) * (length(chance, given) // (block + 1))
    return b"\x21" + chance.choice([b"\xfe", b"\xf9", b"\xff"]) + blocks + b"\0"


def gif_frame(chance, given=None):
    flags = chance.choice([0, 0x80, 0x87])
    colors = bytes(3 * (2 << (flags & 7)) if flags & 0x80 else 0)
    block = chance.choice([1, 255])
    blocks = (bytes([block]) + fill(chance, block)) * (length(chance, given) // (block + 1))
    return b"\x2c" + bytes(4) + little(1, 2) + little(1, 2) + bytes([flags]) + colors + b"\x02" + blocks + b"\0"


def gif_blocks(chance, given=None):
    return b"\x01\0" * max(1, length(chance, given) // 2)


GIF = Form(
    "GIF", lambda chance: b"GIF89a" + little(24, 2) + little(16, 2) + bytes(3) + chance.choice([b"", b"", b"\x21\xfe"]),
    [gif_comment, gif_frame, gif_blocks], lambda head, body: head + body + b"\x3b")


# JPEG


def jpeg_segment(chance, given=None):
    inside = fill(chance, min(length(chance, given), 65_533))
    return b"\xff" + chance.choice([b"\xfe", b"\xe1", b"\xdb", b"\xc4"]) + big(len(inside) + 2, 2) + inside


def jpeg_marks(chance, _=None):
    return chance.choice([b"\xff", b"\xff\x01", b"\xff\xd0", b"\xff\xd8"])


def jpeg_scan(chance, given=None):
    return b"\xff\xda\0\2" + chance.choice([b"\0", b"\xff\0", b"\xff\xd0", b"\x80\xff\0"]) * max(1, length(chance, given) // 2)


JPEG = Form(
    "JPEG", lambda _: b"\xff\xd8\xff\xc0\0\x0b\x08\0\1\0\1\1\1\x11\0", [jpeg_segment, jpeg_marks, jpeg_scan],
    lambda head, body: head + body + b"\xff\xda\0\2\0\xff\xd9")


# WebP and WAV


def chunk(name, inside):
    return name + little(len(inside), 4) + inside + bytes(len(inside) % 2)


def webp_chunk(chance, given=None):
    name = chance.choice([b"QQQQ", b"VP8 ", b"VP8L", b"VP8Q", b"ANMQ", b"ALPH", b"ANIM", b"EXIF", b"VQQQ", b"AQQQ"])
    return chunk(name, fill(chance, length(chance, given)))


def webp_frame(chance, given=None):
    inside = b"".join([webp_chunk(chance, 0)] * (length(chance, given) // 8))
    return chunk(b"ANMF", bytes(16) + inside)


def webp_pixels(_, __=None):
    return WEBP_PIXELS


WEBP_PIXELS = chunk(b"VP8 ", bytes(3) + b"\x9d\x01\x2a" + little(24, 2) + little(16, 2))


def riff(kind):
    return lambda head, body: b"RIFF" + little(len(head) + len(body), 4) + kind + head[4:] + body


WEBP = Form(
    "WebP", lambda _: b"RIFF" + chunk(b"VP8X", b"\2\0\0\0" + little(23, 3) + little(15, 3)),
    [webp_chunk, webp_chunk, webp_frame, webp_pixels], riff(b"WEBP"))
WAV = Form(
    "WAV", lambda _: b"RIFF" + chunk(b"fmt ", little(1, 2) + little(1, 2) + little(8000, 4) * 2 + b"\1\0\x08\0"),
    [lambda chance, given=None: chunk(chance.choice([b"data", b"fmt ", b"QQQQ"]), fill(chance, length(chance, given)))],
    riff(b"WAVE"))


# Ogg, MP3, WOFF2 and texts


def ogg_page(chance, given=None):
    segments = chance.choice([0, 1, 4, 255]) if given is None else 255
    each = chance.choice([0, 1, 255])
    return b"OggS" + bytes(22) + bytes([segments]) + bytes([each]) * segments + bytes(each * segments)


OGG = Form(
    "Ogg", lambda _: b"OggS" + bytes(22) + b"\1\x1e" + b"\1vorbis" + bytes(4) + b"\2" + little(22_050, 4) + bytes(14), [ogg_page])
MP3 = Form(
    "MP3", lambda chance: chance.choice([b"", b"ID3\3\0\0" + bytes(4)]),
    [lambda chance, given=None: b"\xff\xf3\x14\0" + bytes(20), lambda chance, given=None: b"\xff\xfb\x90\0" + bytes(413)])
WOFF2 = Form("WOFF2", lambda _: b"wOF2" + big(0x10000, 4), [
    lambda chance, given=None: chance.choice([bytes(8), big(80, 4) + big(1, 2) + bytes(2)])])
XML = Form("XML", lambda chance: chance.choice([b"<", b"\xef\xbb\xbf<", b"  <"]), [
    lambda chance, given=None: chance.choice([b"<s", b":s", b"s", b"<!--", b" ", b"<svg:", b"\n"])])


# WebM


def element(name, inside, extent=4):
    return name + big(1 << 7 * extent | len(inside), extent) + inside


def blank(chance, given=None):
    return element(chance.choice([b"\xec", b"\xbf", b"\xe7", b"\x12\x54\xc3\x67"]), fill(chance, length(chance, given)),
                   chance.choice([1, 4, 8]) if given is None and chance.random() < 0.5 else 4)


def safe(make):
    """Makes a part again until its length fits its field."""
    def made(chance, given=None):
        while True:
            try:
                return make(chance, given)
            except OverflowError:
                continue
    return made


def bits(*numbers):
    """Bytes of numbers of so many bits each, the most significant bit first."""
    text = "".join(f"{value:0{count}b}" for value, count in numbers)
    text += "0" * (-len(text) % 8)
    return bytes(int(text[at:at + 8], 2) for at in range(0, len(text), 8))


VP8 = b"\x10\0\0\x9d\x01\x2a" + little(64, 2) + little(64, 2) + bytes(4)
VP9 = bits((0x82, 8), (0x498342, 24), (1, 3), (0, 1), (63, 16), (63, 16), (0, 32))
VP9_INTER = bits((0x86, 8), (0, 2), (1, 8), (0, 12), (0, 3), (63, 16), (63, 16), (0, 32))
SEQUENCE = bits((0, 5), (0, 1), (0, 1), (0, 5), (0, 12), (5, 5), (5, 4), (5, 4), (63, 6), (63, 6), (0, 32))
TIMED = bits((0, 5), (1, 1), (1, 32), (60, 32), (1, 1))


def superframe(chance, given=None):
    """Frames of VP9 with their lengths behind them, in more than one window of a reader perhaps."""
    count = chance.choice([1, 2, 8])
    frames = [VP9_INTER + bytes(length(chance, given) // count) for _ in range(count)]
    mark = bytes([0xC0 | 2 << 3 | count - 1])
    return b"".join(frames) + mark + b"".join(little(len(frame), 3) for frame in frames) + mark


def obu(chance, given=None):
    kind = chance.choice([1, 1, 2, 5, 15])
    inside = chance.choice([SEQUENCE, TIMED, bits((0, 5), (0, 1), (1, 1), (31, 5)), b""]) + bytes(length(chance, given))
    extent = b"".join(bytes([len(inside) >> 7 * place & 0x7F | 0x80]) for place in range(3)) + bytes([len(inside) >> 21])
    return bytes([kind << 3 | 2]) + extent + inside


FRAMES = {
    b"V_VP8": [lambda chance, given=None: chance.choice([b"\1", b"\x11\0\0\0", VP8, VP8 + bytes(length(chance, given))])],
    b"V_VP9": [lambda chance, given=None: chance.choice([VP9, VP9_INTER]), superframe],
    b"V_AV1": [obu, lambda chance, given=None: obu(chance, 0) * 50, lambda chance, given=None: b"\x7a\0" * 20],
}


def film(codec):
    def frame(chance, given=None):
        return chance.choice(FRAMES[codec])(chance, given)

    def block(chance, given=None):
        return element(b"\xa3", b"\x81\0\0\x80" + frame(chance, given))

    def group(chance, given=None):
        more = element(b"\xa6", element(b"\xee", b"\1") + element(b"\xa5", frame(chance)))
        inside = chance.choice([b"", more, more * 20, element(b"\xec", b"") * 20])
        return element(b"\xa0", element(b"\xa1", b"\x81\0\0\0" + frame(chance, given)) + element(b"\x75\xa1", inside))

    def cluster(chance, given=None):
        return b"\x1f\x43\xb6\x75\xff" + block(chance, given)

    def lists(chance, given=None):
        point = chance.choice([
            element(b"\xbb", element(b"\xb7", element(b"\xf1", b"\0", 1), 1), 1), element(b"\xf1", b"\0", 1), element(b"\xbb", b"", 1),
            element(b"\x4d\xbb", element(b"\x53\xab", b"\x1f\x43\xb6\x75", 1) + element(b"\x53\xac", b"\0", 1), 1)])
        return element(chance.choice([b"\x1c\x53\xbb\x6b", b"\x11\x4d\x9b\x74"]), point * (length(chance, given) // len(point)))

    def head(chance):
        ebml = element(b"\x1a\x45\xdf\xa3", element(b"\x42\x82", b"webm"))
        info = element(b"\x15\x49\xa9\x66", element(b"\x44\x89", struct.pack(">d", 1500)))
        video = element(b"\xe0", element(b"\xb0", big(64, 2)) + element(b"\xba", big(64, 2)))
        track = element(b"\xae", element(b"\xd7", b"\1") + element(b"\x83", b"\1") + element(b"\x86", codec) + video)
        start = ebml + b"\x18\x53\x80\x67\xff" + info + element(b"\x16\x54\xae\x6b", track)
        return start if chance.random() < 0.3 else start + b"\x1f\x43\xb6\x75\xff" + element(b"\xe7", b"\0")

    parts = [block, block, group, cluster, lists, safe(blank)]
    return Form(f"WebM {codec[2:].decode()}", head, parts)


FORMS = {form.name: form for form in (
    PNG, GIF, JPEG, WEBP, WAV, OGG, MP3, WOFF2, XML, film(b"V_VP8"), film(b"V_VP9"), film(b"V_AV1"))}

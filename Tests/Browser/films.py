"""Makes animated pictures and films with exact times."""

import base64
import io

from PIL import Image

COLORS = [(220, 30, 30), (30, 200, 60), (40, 80, 230), (240, 220, 40), (200, 40, 200),
           (30, 200, 220), (250, 140, 20), (120, 120, 120)]
SIZE = (96, 54)

# Encodes the colors, a second each, on the right half of pictures whose left half is transparent. Returns the
# pictures and their alpha channels, each with a flag that marks key frames.
ENCODE = """async ([colors, width, height, fps]) => {
  const luma = width * height;
  const picture = (left, right) => {
    const bytes = new Uint8Array(luma * 1.5).fill(128);
    for (let at = 0; at < luma; at++) bytes[at] = (at % width < width / 2 ? left : right)[0];
    for (const plane of [1, 2]) {
      const start = luma + (plane - 1) * (luma / 4);
      for (let at = 0; at < luma / 4; at++) {
        bytes[start + at] = (at % (width / 2) < width / 4 ? left : right)[plane];
      }
    }
    return bytes;
  };
  // As in Recommendation ITU-R BT.601.
  const yuv = ([red, green, blue]) => [
    16 + (65.481 * red + 128.553 * green + 24.966 * blue) / 255,
    128 + (-37.797 * red - 74.203 * green + 112 * blue) / 255,
    128 + (112 * red - 93.786 * green - 18.214 * blue) / 255,
  ].map(Math.round);
  const encode = async (pictures) => {
    const encoded = [];
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        encoded.push([chunk.type === "key", btoa(String.fromCharCode(...bytes))]);
      },
      error: (error) => { throw error; },
    });
    encoder.configure({ codec: "vp8", width, height, framerate: fps, bitrate: 1e6 });
    for (const [index, bytes] of pictures.entries()) {
      const frame = new VideoFrame(bytes, {
        format: "I420", codedWidth: width, codedHeight: height, timestamp: index * 1e6 / fps });
      encoder.encode(frame, { keyFrame: index % 100 === 0 });
      frame.close();
    }
    await encoder.flush();
    return encoded;
  };
  const clear = [16, 128, 128];
  const each = (make) => colors.flatMap((color) => new Array(fps).fill(make(color)));
  return [
    await encode(each((color) => picture(clear, yuv(color)))),
    await encode(each(() => picture([0, 128, 128], [255, 128, 128]))),
  ];
}"""
FPS = 25
SECOND = 1000
# Browsers offer encoders only to pages of secure origins.
TRUSTED = "http://localhost/"


def moving(form, milliseconds=1000):
    """An animated picture that shows each color for so long, once."""
    first, *rest = (Image.new("RGB", SIZE, color) for color in COLORS)
    buffer = io.BytesIO()
    more = {} if form == "GIF" else {"loop": 1}
    first.save(buffer, form, save_all=True, append_images=rest, duration=milliseconds, **more)
    return buffer.getvalue()


def film(page):
    """A film that shows each color for a second on its right half; its left half is transparent.

    It is a WebM of VP8 without a duration and without an index, as recorders write it."""
    page.route(TRUSTED, lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(TRUSTED)
    pictures, opacities = page.evaluate(ENCODE, [[list(color) for color in COLORS], *SIZE, FPS])
    assert [key for key, _ in pictures] == [key for key, _ in opacities]
    assert len(pictures) == FPS * len(COLORS)
    header = element(0x1A45DFA3, element(0x4282, b"webm"), element(0x4287, 4), element(0x4285, 2))
    facts = element(
        0x1549A966, element(0x2AD7B1, 1_000_000), element(0x4D80, b"test"), element(0x5741, b"test"))
    video = element(0xE0, element(0xB0, SIZE[0]), element(0xBA, SIZE[1]), element(0x53C0, 1))
    track = element(
        0xAE, element(0xD7, 1), element(0x73C5, 1), element(0x83, 1), element(0x55EE, 1),
        element(0x86, b"V_VP8"), video)
    seconds = [cluster(start, pictures, opacities) for start in range(0, len(pictures), FPS)]
    # The segment has no length, because recorders do not know their end.
    segment = b"\x18\x53\x80\x67" + b"\x01" + b"\xff" * 7
    return header + segment + facts + element(0x1654AE6B, track) + b"".join(seconds)


def cluster(start, pictures, opacities):
    """A second of pictures that begins with this one."""
    blocks = (
        block(index * SECOND // FPS, *pictures[start + index], opacities[start + index][1])
        for index in range(FPS))
    return element(0x1F43B675, element(0xE7, start // FPS * SECOND), *blocks)


def element(name, *parts):
    """An EBML element (RFC 8794) that contains a number, a text or other elements."""
    content = b"".join(
        part.to_bytes(max(1, (part.bit_length() + 7) // 8), "big") if isinstance(part, int) else part
        for part in parts)
    length = (1 << 56 | len(content)).to_bytes(8, "big")
    return name.to_bytes((name.bit_length() + 7) // 8, "big") + length + content


def block(milliseconds, is_key, picture, opacity):
    """A picture with its time after the start of its cluster (RFC 9559, section 5.1.3)."""
    needed = [] if is_key else [element(0xFB, (-SECOND // FPS & 0xFF))]
    more = element(0xA6, element(0xEE, 1), element(0xA5, base64.b64decode(opacity)))
    return element(
        0xA0, element(0xA1, b"\x81" + milliseconds.to_bytes(2, "big") + b"\x00", base64.b64decode(picture)),
        *needed, element(0x75A1, more))

"""A line of a number is drawn from one picture of the pieces that stay the same."""

from Browser.canvas import pixels

FRAME = {"time": 10_000_000, "full": True, "nodes": [
    {"id": "goal/a", "kind": "goal", "x": 600, "y": 40, "width": 244, "height": 32, "alpha": 1, "title": "Goal",
     "value": 990, "target": 1000, "level": 0.99},
    {"id": "counter/a", "kind": "counter", "x": 24, "y": 24, "width": 0, "height": 36, "alpha": 0.7,
     "text": "♥ 1,234,567", "value": 1234567},
]}
COUNT = """async () => {
  const { prototype } = CanvasRenderingContext2D;
  const real = prototype.drawImage;
  let count = 0;
  prototype.drawImage = function (...all) {
    if (this.canvas.id === "stage") count++;
    return real.apply(this, all);
  };
  await replay.drawOn(0, 1);
  prototype.drawImage = real;
  return count;
}"""


def test_a_number_that_stands_is_drawn_from_fewer_pictures_with_the_same_pixels(replay):
    page = replay(width=1920, height=1080)
    page.evaluate("""async (frame) => {
      const [{ themes }, { wear }] = await Promise.all(["themes", "palette"].map((name) => import(`/web/shared/${name}.js`)));
      wear({ ...themes.aurora, family: "" });
      replay.load([frame]);
      await replay.draw(0);
    }""", FRAME)
    before, count = pixels(page), page.evaluate(COUNT)
    page.evaluate("() => replay.drawOn(0, 121)")
    assert pixels(page).tobytes() == before.tobytes()
    # The goal's amounts have nine pieces, and the counter's text has ten.
    assert page.evaluate(COUNT) == count - 8 - 9

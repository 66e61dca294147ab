"""The background of the pictures in the documents: a dusk in flat colors, which keep a PNG small."""

from urllib.parse import quote

SKY = ["#1b1740", "#241b4d", "#32205a", "#472663", "#612d68", "#803667", "#a24461", "#c45a58"]
HILLS = [
    ("#6d3763", "M0 800C260 690 420 760 640 720S1060 610 1300 700 1700 700 1920 640V1080H0z"),
    ("#4a2a57", "M0 880C200 800 460 860 700 830S1150 760 1400 820 1760 850 1920 780V1080H0z"),
    ("#2d1f47", "M0 960C320 880 560 970 860 930S1600 870 1920 910V1080H0z"),
    ("#191433", "M0 1030C300 980 700 1050 1000 1010S1640 980 1920 1020V1080H0z"),
]
STARS = [(90, 120, 2), (240, 60, 3), (330, 210, 2), (520, 110, 2), (610, 260, 2), (150, 290, 2),
         (700, 60, 2), (1230, 90, 2), (1320, 230, 3), (1460, 70, 2), (1800, 110, 3),
         (1860, 300, 2), (1240, 330, 2), (430, 350, 2), (1690, 60, 2), (60, 420, 2)]


def backdrop():
    """A CSS background that covers the page with the dusk."""
    bands = "".join(
        f"<path fill='{color}' d='M0 {y}Q960 {y - 70} 1920 {y}V1080H0z'/>"
        for y, color in zip(range(150, 1000, 95), SKY[1:]))
    stars = "".join(f"<circle cx='{x}' cy='{y}' r='{r}'/>" for x, y, r in STARS)
    hills = "".join(f"<path fill='{color}' d='{path}'/>" for color, path in HILLS)
    picture = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1920 1080'>"
        f"<rect width='1920' height='1080' fill='{SKY[0]}'/>{bands}"
        f"<g fill='#fff' fill-opacity='.7'>{stars}</g>"
        "<circle cx='1560' cy='600' r='120' fill='#ffcf8a'/>"
        f"{hills}</svg>")
    return f'url("data:image/svg+xml,{quote(picture)}") center / cover'


def dress(page):
    """Puts the dusk behind a page, and lets it draw as in OBS, where viewers cannot tap call cards."""
    page.evaluate(
        "(style) => { document.documentElement.style.background = style; replay.takeTaps(false); }", backdrop())

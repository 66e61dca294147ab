"""Puts pictures on a sheet."""

from PIL import Image, ImageDraw, ImageFont

GAP = 4
LABEL = 16


def labelled(cell, instant):
    text = f"{instant:g} s"
    draw = ImageDraw.Draw(cell, "RGBA")
    font = ImageFont.load_default(LABEL)
    _, _, width, height = draw.textbbox((0, 0), text, font=font)
    corner = (cell.width - width - 14, cell.height - height - 12)
    draw.rounded_rectangle(
        (corner[0] - 6, corner[1] - 2, cell.width - 8, cell.height - 6), 6, (10, 8, 24, 170))
    draw.text(corner, text, font=font, fill=(255, 255, 255, 230))
    return cell


def grid(cells, columns):
    """The pictures in rows. All rows are as wide as the first, and a row is as high as its first picture."""
    rows = [cells[start:start + columns] for start in range(0, len(cells), columns)]
    wide = sum(cell.width + GAP for cell in rows[0]) - GAP
    whole = Image.new("RGB", (wide, sum(row[0].height + GAP for row in rows) - GAP), "#ffffff")
    top = 0
    for row in rows:
        left = 0
        for cell in row:
            whole.paste(cell, (left, top))
            left += cell.width + GAP
        top += row[0].height + GAP
    return whole

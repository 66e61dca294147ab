"""Section 9: the catalogue."""

NAMES = "rose heart star coffee lipstick cake crown fireworks diamond car rocket castle".split()
VALUES = [1, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000]
DEFAULT = {
    name: {"name": name[0].upper() + name[1:], "image": f"/web/gifts/{name}.svg", "value": value}
    for name, value in zip(NAMES, VALUES)
}
FILMS = {"rocket": 6.5, "castle": 7, "fireworks": 7, "diamond": 5.5, "hearts": 6, "crown": 6.5}
for name in ("fireworks", "diamond", "rocket", "castle"):
    DEFAULT[name]["effect"] = {"film": name, "duration": FILMS[name]}
SMALL = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}


def find(catalogue, present):
    """Returns the catalogue's key for a present; None if it has none."""
    return called(catalogue, present["id"] if present.get("id") is not None else present["name"])


def called(catalogue, wanted):
    """Returns the key that equals this text, or differs only in the case of A to Z; otherwise None."""
    if wanted in catalogue:
        return wanted
    # Python compares texts by code points.
    small = wanted.translate(SMALL)
    return min((key for key in catalogue if key.translate(SMALL) == small), default=None)


def is_called(event, wanted, catalogue):
    """Tells if a gift has this ID or name, or the catalogue's entry of this key or name."""
    if wanted in event["names"]:
        return True
    # Two names of one entry mean the same gift.
    return "found" in event and called(catalogue, wanted) == event["found"]


def completed(config, event):
    """Returns a gift's event with its value and the catalogue's data for it; its key stays as sent.

    `stated` is the value that a title tells: that of foreign money is the event's own value.
    """
    catalogue = config["catalogue"]
    key = find(catalogue, event["gift"])
    entry, present = catalogue.get(key, {}), dict(event["gift"])
    own = present.get("value") or 0
    is_foreign = present.get("currency") not in (None, config["sources"]["currency"])
    if is_foreign:
        present["value"] = 0
    if present.get("value") is None:
        present["value"] = entry.get("value", present.get("price"))
    value = present["value"] or 0
    stated = own if is_foreign else value
    event = event | {"gift": present, "value": value, "stated": stated}
    if key is None:
        return event
    if present.get("image") is None and "image" in entry:
        present["image"] = entry["image"]
    for name in ("sound", "effect"):
        if name in entry:
            present[name] = entry[name]
    if present.get("id") is None and "name" in entry:
        present["name"] = entry["name"]
    return event | {"names": event["names"] | {key}, "found": key}

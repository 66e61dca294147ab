"""Section 9: the catalogue."""

NAMES = "rose heart star coffee lipstick cake crown fireworks diamond car rocket castle".split()
VALUES = [1, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000]
DEFAULT = {
    name: {"name": name[0].upper() + name[1:], "image": f"/web/gifts/{name}.svg", "value": value}
    for name, value in zip(NAMES, VALUES)
}
SMALL = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}


def find(catalogue, present):
    """The key under which the catalogue has a present; None where it has it not."""
    wanted = present["id"] if present.get("id") is not None else present["name"]
    if wanted in catalogue:
        return wanted
    # Python compares texts by code points.
    small = wanted.translate(SMALL)
    return min((key for key in catalogue if key.translate(SMALL) == small), default=None)


def completed(catalogue, event):
    """A gift's event with what the catalogue has for it; its key stays as it was sent."""
    key = find(catalogue, event["gift"])
    if key is None:
        return event
    entry, present = catalogue[key], dict(event["gift"])
    for name in ("image", "value"):
        if present.get(name) is None and name in entry:
            present[name] = entry[name]
    for name in ("sound", "effect"):
        if name in entry:
            present[name] = entry[name]
    if present.get("id") is None and "name" in entry:
        present["name"] = entry["name"]
    return event | {
        "gift": present, "names": event["names"] | {key}, "value": present.get("value") or 0,
    }

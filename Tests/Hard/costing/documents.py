"""JSON documents with some of their values exchanged, and samples of the documents that openapi.yaml describes."""

import json

DEEPEST = 5
MARK = "\u0001%d\u0001"


def places(document, path=()):
    """The paths of all values in a document; its own is ()."""
    yield path
    steps = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for step, value in steps:
        yield from places(value, (*path, step))


def at(document, path):
    """Returns the value at a path, or None."""
    for step in path:
        try:
            document = document[step]
        except (KeyError, IndexError, TypeError):
            return None
    return document


def put(document, path, value):
    """Returns a copy with another value at a path. Objects gain the missing keys of the path."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(document, list) and isinstance(step, int) and step < len(document):
        return [put(own, rest, value) if place == step else own for place, own in enumerate(document)]
    own = document if isinstance(document, dict) else {}
    return {**own, step: put(own.get(step), rest, value)}


def rendered(document, texts):
    """The document as JSON, with the JSON texts at their paths."""
    for number, path in enumerate(texts):
        document = put(document, path, MARK % number)
    whole = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    for number, text in enumerate(texts.values()):
        whole = whole.replace(json.dumps(MARK % number), text)
    return whole


def sample(schema, whole, depth=0):
    """A value with every property that a schema of the OpenAPI document `whole` names."""
    if "$ref" in schema:
        return sample(at(whole, schema["$ref"].split("/")[1:]), whole, depth)
    for word in ("const", "example", "default"):
        if word in schema:
            return schema[word]
    if "enum" in schema:
        return schema["enum"][0]
    parts = [sample(part, whole, depth) for word in ("allOf", "anyOf", "oneOf") for part in schema.get(word, [])]
    if "allOf" in schema:
        return {key: value for part in parts if isinstance(part, dict) for key, value in part.items()}
    if parts:
        return next((part for part in parts if isinstance(part, dict)), parts[0])
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object" and depth < DEEPEST:
        return {key: sample(part, whole, depth + 1) for key, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample(schema["items"], whole, depth + 1)] if "items" in schema else []
    return {"string": "a", "integer": schema.get("minimum", 1), "number": schema.get("minimum", 1.5), "boolean": True}.get(kind)

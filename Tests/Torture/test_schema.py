"""The server accepts exactly the configurations that its JSON Schema accepts."""

import jsonschema
import pytest

from harness.server import Server

# Values that are valid only together with others; the schema's descriptions say so.
TOGETHER = {("gifts", "pop"), ("gifts", "settle"), ("ticker", "entrance"), ("ticker", "pan"),
            ("ticker", "tick"), ("ticker", "pop"), ("ticker", "settle")}
# Paths and texts whose rules only the schema's descriptions state.
PATHS = {("look", "font"), ("sources", "currency"), ("sources", "hold"), ("leaders", "timeZone"),
         ("speech", "voice"), ("speech", "voices")}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("schema") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def schema(server):
    answer = server.get("/v1/schema/config")
    assert answer.status == 200
    jsonschema.Draft202012Validator.check_schema(answer.json)
    return answer.json


def candidates(form):
    """Values at, within and beyond a setting's bounds, and of every other type."""
    yield from (None, True, "x", "", [], {}, 1e300, -1e300, 0, 1, 0.5)
    yield form["default"]
    yield from form.get("enum", [])
    for bound, step in ((form.get("minimum"), -1), (form.get("maximum"), 1)):
        if bound is not None:
            yield from (bound, bound + step, bound - step, bound + step * 1e-4)


def defaults(part):
    """The default of a section or a part of it; a section whose keys are names has one default."""
    if "default" in part:
        return part["default"]
    return {key: defaults(form) for key, form in part["properties"].items()}


def settings(schema, path=()):
    """Each setting with its path, without the sections whose keys are names."""
    for key, form in schema.get("properties", {}).items():
        if "properties" in form:
            yield from settings(form, (*path, key))
        elif "default" in form and path:
            yield (*path, key), form


def test_an_empty_configuration_has_the_defaults_of_the_schema(server, schema):
    told = {section: defaults(part) for section, part in schema["properties"].items()}
    assert server.request("PUT", "/v1/rooms/new/config", {}).json == told


def test_the_server_accepts_and_refuses_the_same_values_as_the_schema(server, schema):
    validator, tried = jsonschema.Draft202012Validator(schema), {200: 0, 422: 0}
    for path, form in settings(schema):
        for value in candidates(form):
            document = value
            for key in reversed(path):
                document = {key: document}
            wanted = 200 if validator.is_valid(document) else 422
            answer = server.request("PUT", "/v1/rooms/tried/config", document)
            if (path in TOGETHER or path[0] == "sounds" or path in PATHS) and wanted == 200:
                assert answer.status in (200, 422)
                continue
            assert answer.status == wanted, (document, answer)
            tried[wanted] += 1
    assert min(tried.values()) > 100, tried


def test_every_setting_is_described_by_a_sentence(schema):
    for section, part in schema["properties"].items():
        assert part["description"].endswith(".")
    for path, form in settings(schema):
        assert form["description"].endswith("."), path


def test_unknown_keys_are_refused(server, schema):
    validator = jsonschema.Draft202012Validator(schema)
    for document in ({"nonsense": {}}, {"gifts": {"nonsense": 1}}, {"gifts": 3}, []):
        assert not validator.is_valid(document)
        assert server.request("PUT", "/v1/rooms/tried/config", document).status == 422

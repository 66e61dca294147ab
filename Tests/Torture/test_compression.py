"""The server compresses the pages' files for clients that accept gzip. It compresses no other answers."""

import http.client
import json
import random
import shutil
import zlib

import pytest

from harness.server import ROOT, Server
from harness.waiting import wait_for

PAGE = "<!doctype html>" + "<p>one page of two forms</p>" * 100
FILES = {
    "overlay/index.html": PAGE.encode(),
    "studio/index.html": PAGE.encode(),
    "least.js": b"// " + b"a" * 1021,
    "a.css": b"a { color: red }" * 100,
    "a.json": b"[" + b"1, " * 1000 + b"1]",
    "a.svg": b"<svg>" + b"<path/>" * 300 + b"</svg>",
}
# Files that are too short, of a compressed kind, or larger when compressed.
PLAIN = {
    "short.js": b"// " + b"a" * 1020,
    "none.css": b"",
    "a.png": b"a" * 5000,
    "a.ico": b"a" * 5000,
    "a.woff2": b"a" * 5000,
    "noise.js": random.Random(1).randbytes(4096),
}
GUARDS = ("x-content-type-options", "referrer-policy", "content-security-policy", "cache-control")


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    for name, body in {**FILES, **PLAIN}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(body)
    return folder


@pytest.fixture(scope="module")
def server(web, tmp_path_factory):
    with Server(tmp_path_factory.mktemp("compression") / "data", "--web", web) as server:
        yield compressed(server)


def compressed(server, path="/"):
    """Waits until the server has compressed its files, which it does while it serves; returns it."""
    wait_for(lambda: ask(server, path, "gzip").headers["content-encoding"])
    return server


def ask(server, path, accepts=None, method="GET", **fields):
    """The answer to a request with this Accept-Encoding, or with none."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in {"Accept-Encoding": accepts, **fields}.items():
        if value is not None:
            connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    response = connection.getresponse()
    response.content = response.read()
    connection.close()
    return response


def expanded(body):
    """The content of a gzip file; the file must be one member without a time."""
    reader = zlib.decompressobj(wbits=31)
    whole = reader.decompress(body)
    assert reader.eof and reader.unused_data == b""
    assert body[:4] == b"\x1f\x8b\x08\x00" and body[4:8] == bytes(4)
    return whole


def check_forms(server, path, body):
    """Checks both forms of a file, plain and compressed; returns their lengths."""
    plain, small = ask(server, path), ask(server, path, "gzip")
    assert (plain.status, small.status) == (200, 200), path
    assert plain.content == expanded(small.content) == body, path
    assert len(small.content) < len(body)
    assert (plain.headers["content-encoding"], small.headers["content-encoding"]) == (None, "gzip")
    tags = [answer.headers["etag"] for answer in (plain, small)]
    assert tags[0] != tags[1] and all(tag[0] == tag[-1] == '"' for tag in tags)
    for name in (*GUARDS, "content-type"):
        assert plain.headers[name] == small.headers[name] is not None
    for answer, accepts in ((plain, None), (small, "gzip")):
        assert answer.headers["content-length"] == str(len(answer.content))
        assert answer.headers.get_all("vary") == ["Accept-Encoding"]
        head = ask(server, path, accepts, "HEAD")
        assert (head.status, head.content) == (200, b"")
        assert names(head) == names(answer)
        tag, other = answer.headers["etag"], tags[answer is plain]
        for known in (tag, "W/" + tag, f'"x", {tag}', f"{other},{tag}", "*"):
            for method in ("GET", "HEAD"):
                again = ask(server, path, accepts, method, If_None_Match=known)
                assert (again.status, again.content) == (304, b""), (path, known)
                assert again.headers["etag"] == tag
                assert again.headers.get_all("vary") == ["Accept-Encoding"]
        assert ask(server, path, accepts, If_None_Match=other).content == answer.content
    return len(body), len(small.content)


def names(answer):
    """An answer's fields, except the fields that differ from request to request."""
    return sorted(pair for pair in answer.headers.items()
                  if pair[0].lower() not in ("date", "x-request-id"))


@pytest.mark.parametrize("name", FILES)
def test_a_page_file_has_a_plain_and_a_compressed_form(server, name):
    check_forms(server, f"/web/{name}", FILES[name])


@pytest.mark.parametrize("path", ["/", "/studio/main", "/overlay/main"])
def test_a_page_has_a_plain_and_a_compressed_form(server, path):
    check_forms(server, path, PAGE.encode())


@pytest.mark.parametrize("name", PLAIN)
def test_a_file_that_compression_does_not_shrink_is_sent_plain(server, name):
    answer = ask(server, f"/web/{name}", "gzip")
    assert answer.content == PLAIN[name]
    assert answer.headers["content-encoding"] is None
    # The server knows only after it has tried that noise does not shrink.
    assert answer.headers["vary"] == ("Accept-Encoding" if name == "noise.js" else None)
    assert ask(server, f"/web/{name}", "gzip", If_None_Match=answer.headers["etag"]).status == 304


def test_both_forms_of_every_page_file_equal_the_file_on_disk(tmp_path):
    lengths = []
    with Server(tmp_path / "data") as server:
        compressed(server, "/web/studio/words/en.js")
        for file in sorted((ROOT / "web").rglob("*.*")):
            if file.suffix in (".js", ".css", ".json", ".svg") and file.stat().st_size >= 1024:
                path = f"/web/{file.relative_to(ROOT / 'web')}"
                lengths.append(check_forms(server, path, file.read_bytes()))
    assert len(lengths) > 100
    plain, small = map(sum, zip(*lengths, strict=True))
    print(f"{len(lengths)} files, {plain} bytes, {small} compressed")
    assert small < plain / 2


@pytest.mark.parametrize(("accepts", "takes"), [
    ("gzip, deflate, br, zstd", True), ("*", True), ("br;q=1, GZIP;q=0.001", True),
    ("", False), ("br", False), ("gzip;q=0", False), ("gzip;q=0, *", False), ("*;q=0", False),
    ("identity, gzip;q=0.5", False), ("gzip;q=", False),
    # Fields with the maximum length of a request's head.
    ("gzip," * 1500, False), ("," * 7500, False), ("gzip" + ";" * 7000, False),
])
def test_accept_encoding_decides_the_form(server, accepts, takes):
    answer = ask(server, "/web/a.css", accepts)
    assert (answer.status, answer.headers["content-encoding"]) == (200, "gzip" if takes else None)
    body = expanded(answer.content) if takes else answer.content
    assert body == FILES["a.css"]


def test_several_accept_encoding_fields_count_as_one_list(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest("GET", "/web/a.css", skip_accept_encoding=True)
    for value in ("br", "gzip;q=0.5"):
        connection.putheader("Accept-Encoding", value)
    connection.endheaders()
    assert connection.getresponse().headers["content-encoding"] == "gzip"
    connection.close()


def test_vary_names_the_origin_and_the_encoding_for_an_allowed_origin(web, tmp_path):
    origin = "https://example.org"
    with Server(tmp_path / "data", "--web", web, "--allow-origin", origin) as server:
        compressed(server)
        answer = ask(server, "/web/a.css", "gzip", Origin=origin)
    assert answer.headers.get_all("vary") == ["Accept-Encoding", "Origin"]


def test_api_answers_uploads_and_streams_are_not_compressed(server):
    # A GIF whose comments could be compressed.
    gif = b"GIF89a\1\0\1\0\0\0\0" + b"!\xfe\x05hello\0" * 300 + b",\0\0\0\0\1\0\1\0\0\2\2L\1\0;"
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", "/v1/rooms/main/assets", gif)
    response = connection.getresponse()
    uploaded = json.load(response)
    connection.close()
    assert response.status == 201, uploaded
    for path, least in (("/v1/schema/config", 10_000), ("/v1/rooms/main/config", 1000),
                        ("/metrics", 1000), (uploaded["url"], len(gif)), ("/nowhere", 1)):
        plain, other = ask(server, path), ask(server, path, "gzip")
        assert len(other.content) >= least, path
        assert not other.content.startswith(b"\x1f\x8b")
        assert other.headers["content-encoding"] is other.headers["vary"] is None
        assert plain.status == other.status
    stream = ask(server, "/v1/rooms/main/stream", "gzip", Connection="Upgrade", Upgrade="websocket",
                 Sec_WebSocket_Version="13", Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==",
                 Sec_WebSocket_Extensions="permessage-deflate")
    assert stream.status == 101 and stream.headers["sec-websocket-extensions"] is None


def test_after_a_restart_unchanged_files_keep_their_etags_and_changed_files_get_new_ones(web, tmp_path):
    folder = tmp_path / "web"
    shutil.copytree(web, folder)
    first, paths = {}, [f"/web/{name}" for name in ("a.css", "a.json", "a.svg")]
    with Server(tmp_path / "data", "--web", folder) as server:
        compressed(server)
        for path in paths:
            answer = ask(server, path, "gzip")
            first[path] = (answer.headers["etag"], answer.content)
        plain = ask(server, "/web/a.css").headers["etag"]
    changed = FILES["a.css"].replace(b"red", b"blue", 1)
    (folder / "a.css").write_bytes(changed)
    with Server(tmp_path / "data", "--web", folder) as server:
        compressed(server)
        for path in paths[1:]:
            answer = ask(server, path, "gzip")
            assert (answer.headers["etag"], answer.content) == first[path]
        for accepts, known in ((None, plain), ("gzip", first["/web/a.css"][0])):
            answer = ask(server, "/web/a.css", accepts, If_None_Match=known)
            assert answer.status == 200 and answer.headers["etag"] != known
            body = expanded(answer.content) if accepts else answer.content
            assert body == changed

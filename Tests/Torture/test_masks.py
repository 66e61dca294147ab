"""The server refuses a client's unmasked frames (RFC 6455, section 5.1)."""

import json

import pytest

from harness.server import Server
from harness.viewer import TEXT, Closed, Viewer

ROOM = "/v1/rooms/main"


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "data") as server:
        yield server


def unmasked(payload, opcode=TEXT):
    length = bytes([len(payload)]) if len(payload) < 126 else bytes([126]) + len(payload).to_bytes(2, "big")
    return bytes([128 | opcode]) + length + payload


def code_of(viewer):
    """The code that the server closes with."""
    with pytest.raises(Closed) as closed:
        while True:
            viewer.message()
    return closed.value.code


def calls(server):
    return [call["id"] for call in server.get(f"{ROOM}/state").json["calls"]]


DISMISSAL = json.dumps({"type": "dismiss", "call": "c"}).encode()


@pytest.mark.parametrize("opcode", [0x1, 0x2, 0x8, 0x9, 0xA])
def test_an_unmasked_frame_closes_the_stream_with_1002_and_is_ignored(server, opcode):
    assert server.post(f"{ROOM}/calls", {"id": "c", "user": "Ann"}).status == 202
    viewer = Viewer(server.port, "main")
    viewer.socket.sendall(unmasked(DISMISSAL, opcode))
    assert code_of(viewer) == 1002
    assert calls(server) == ["c"]


def test_an_unmasked_frame_cut_in_two_is_refused(server):
    viewer = Viewer(server.port, "main")
    frame = unmasked(DISMISSAL)
    viewer.say_visible(True)
    viewer.socket.sendall(frame[:1])
    viewer.read()
    viewer.socket.sendall(frame[1:])
    assert code_of(viewer) == 1002


def test_frames_before_an_unmasked_one_count_and_frames_after_it_do_not(server):
    for name in ("a", "b", "c"):
        assert server.post(f"{ROOM}/calls", {"id": name, "user": name}).status == 202
    viewer = Viewer(server.port, "main")
    sent = []
    viewer.socket, real = type("Recorder", (), {"sendall": lambda _, data: sent.append(data)})(), viewer.socket
    viewer.say({"type": "dismiss", "call": "a"})
    sent.append(unmasked(DISMISSAL.replace(b'"c"', b'"b"')))
    viewer.say({"type": "dismiss", "call": "c"})
    viewer.socket = real
    real.sendall(b"".join(sent))
    assert code_of(viewer) == 1002
    # This event is recorded after all earlier ones.
    assert server.post(f"{ROOM}/gifts", {"gift": "Rose"}).status == 202
    events = server.get(f"{ROOM}/events?type=dismiss&before=9999").json["events"]
    assert [event["call"] for event in events] == ["a"]


def test_masked_frames_of_every_length_pass(server):
    viewer = Viewer(server.port, "main")
    for length in (0, 1, 125, 126, 127, 900):
        viewer.send(0x9, b"p" * min(length, 125))
        hidden = json.dumps({"type": "visibility", "visible": False, "active": False})
        viewer.send(TEXT, hidden.ljust(length).encode())
    viewer.say_visible(True)
    assert viewer.read()["type"] == "hello"
    # The reload arrives after the server has read all of the viewer's messages.
    assert server.request("POST", f"{ROOM}/viewers/all/reload").status == 202
    while viewer.read()["type"] != "reload":
        pass
    assert server.get(f"{ROOM}/viewers").json["viewers"][0]["visible"] is True

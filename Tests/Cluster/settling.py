"""Clients that change settings at random, and a sequential model of the outcomes.

The model knows when each request began and ended. A change with a 2xx answer happened between these instants. A change
with no answer, or with 503, may have happened at any time after its begin.
"""

import collections
import math
import random
import threading
import time

from Cluster.uploads import HEAD, name_of, wave
from harness.server import in_threads
from harness.waiting import UNANSWERED, wait_for

ROOMS = ["main", "second", "third"]
# The knowledge of a server about changes at other servers is at most this old while Redis answers.
STALE_SECONDS = 1.0
NEVER = math.inf
ABSENT = None
# The contents that clients upload to all rooms, by the names of their files.
FILES = {name_of(content): content for content in (wave(random.Random(number), HEAD + 100) for number in range(4))}


class Write:
    """A change of one value: its instants, whether it surely happened, and its version if the server told it."""

    def __init__(self, value, begun, ended, version=None):
        self.value, self.begun, self.ended, self.version = value, begun, ended, version

    @property
    def is_certain(self):
        return self.ended < NEVER

    def __repr__(self):
        return f"<{self.value!r} {self.begun:.3f}-{self.ended:.3f} v{self.version}>"


class Register:
    """A value that clients write at the same time."""

    def __init__(self, initial=ABSENT):
        self.writes = [Write(initial, -math.inf, -math.inf, 0)]

    def possible(self):
        """The values that the register may have once all requests have ended."""
        certain = [write for write in self.writes if write.is_certain]
        newest = max((write.version for write in certain if write.version is not None), default=0)
        last_begin = max(write.begun for write in certain)
        values = []
        for write in self.writes:
            if write.is_certain:
                # Another write began after this one had ended, or has a higher version.
                if write.ended < last_begin or write.version is not None and write.version < newest:
                    continue
            values.append(write.value)
        return values


class KnownKey:
    """A key that a client made."""

    def __init__(self, room, answer, begun, ended):
        self.room, self.begun, self.ended = room, begun, ended
        self.id, self.secret, self.role = answer["id"], answer["key"], answer["role"]
        self.name = Register(answer["name"])
        # The writes that revoke the key, and those that delete its room.
        self.revocations, self.deletions = [], []

    @property
    def ends(self):
        return [*self.revocations, *(end for end in self.deletions[1:] if end.ended >= self.begun)]

    def is_gone(self, instant=NEVER):
        """Tells if the key was certainly removed before the instant."""
        return any(end.is_certain and end.ended <= instant and end.begun >= self.ended for end in self.ends)

    def may_be_gone(self):
        return any(end.ended >= self.begun for end in self.ends)

    @property
    def header(self):
        return {"Authorization": f"Bearer {self.secret}"}


def names(answer):
    """The names of the files in a list."""
    assert answer is not None and answer.status == 200, answer
    return {asset["url"].removeprefix("/assets/") for asset in answer.json["assets"]}


class Settling:
    def __init__(self, servers, cluster=None):
        self.servers, self.cluster = servers, cluster
        self.admin = next(server.admin for server in servers if (server.data / "admin-key").exists())
        self.lock = threading.Lock()
        self.keys = []
        self.registers = collections.defaultdict(Register)
        self.counts = collections.Counter()
        # The instants between which a server may not have heard of changes.
        self.disturbed_until = [0.0 for _ in servers]
        self.faults = []
        self.markers = 0
        # The files of all rooms at the end.
        self.files = None

    def begin(self, seconds):
        self.end = time.monotonic() + seconds

    def figures(self):
        return dict(sorted(self.counts.items()))

    # MARK: Requests

    def ask(self, server, method, path, body=None, headers=None):
        """The answer, or None without one."""
        try:
            answer = server.request(method, path, body, headers or self.admin, timeout=20)
        except UNANSWERED:
            answer = None
            time.sleep(0.02)
        self.counts[f"{method} {answer.status if answer else 'unanswered'}"] += 1
        return answer

    def write(self, places, value, *request, headers=None):
        """Sends a request that writes a value. The write may take effect as soon as it begins, so the model adds it
        before."""
        write = Write(value, time.monotonic(), NEVER)
        with self.lock:
            for place in places:
                place.append(write)
        answer = self.ask(*request, headers=headers)
        with self.lock:
            if answer is not None and answer.status in (200, 201, 202):
                write.ended = time.monotonic()
                document = answer.json or {}
                # A room's version is that of its suspension and its retention, so it orders the writes of neither.
                if "suspended" not in document:
                    write.version = document.get("version")
            elif answer is not None and answer.status != 503:
                for place in places:
                    place.remove(write)
        return answer

    def blame(self, text):
        with self.lock:
            self.faults.append(text)

    # MARK: Clients

    def work(self, chance):
        actions = [self.make_key] * 3 + [self.rename] * 3 + [self.revoke] * 2 + [self.suspend, self.resume] + [
            self.upload, self.upload, self.upload, self.upload_everywhere, self.delete_file, self.delete_file,
            self.resume_as_owner, self.keep, self.set_source, self.remove_source, self.delete_room, self.probe,
            self.probe, self.probe]
        while time.monotonic() < self.end and not self.faults:
            server = chance.choice(self.servers)
            chance.choice(actions)(chance, server, chance.choice(ROOMS))

    def marker(self):
        with self.lock:
            self.markers += 1
            return f"m{self.markers}"

    def some_key(self, chance, room=None):
        with self.lock:
            keys = [key for key in self.keys[-60:] if room in (None, key.room)]
        return chance.choice(keys) if keys else None

    def make_key(self, chance, server, room):
        body = {"role": chance.choice(["owner", "ingest", "viewer"]), "name": self.marker()}
        begun = time.monotonic()
        answer = self.ask(server, "POST", f"/v1/rooms/{room}/keys", body)
        if answer is not None and answer.status == 201:
            key = KnownKey(room, answer.json, begun, time.monotonic())
            key.deletions = self.registers[room, "deletion"].writes
            with self.lock:
                self.keys.append(key)

    def rename(self, chance, server, room):
        key = self.some_key(chance, room)
        if key is None:
            return
        gone = key.is_gone(time.monotonic())
        name = self.marker()
        begun = time.monotonic()
        answer = self.write([key.name.writes], name, server, "PATCH", f"/v1/rooms/{room}/keys/{key.id}", {"name": name})
        if answer is not None and answer.status == 200 and gone:
            self.blame(f"key {key.id} was renamed after its removal: {key.ends}")
        if answer is not None and answer.status == 404 and not key.may_be_gone() and (
                self.cluster is None or key.ended + STALE_SECONDS < begun and not self.was_disturbed(server, begun)):
            self.blame(f"key {key.id} is not found, and nothing removed it")

    def revoke(self, chance, server, room):
        key = self.some_key(chance, room)
        if key is None:
            return
        gone = key.is_gone(time.monotonic())
        answer = self.write([key.revocations], "revoked", server, "DELETE", f"/v1/rooms/{room}/keys/{key.id}")
        if answer is not None and answer.status == 200 and gone:
            self.blame(f"key {key.id} was revoked twice: {key.ends}")

    def suspend(self, chance, server, room):
        self.write([self.registers[room, "suspended"].writes], True, server, "PUT", f"/v1/rooms/{room}/suspension",
                   {"reason": self.marker()})

    def resume(self, chance, server, room):
        self.write([self.registers[room, "suspended"].writes], False, server, "DELETE", f"/v1/rooms/{room}/suspension")

    def resume_as_owner(self, chance, server, room):
        key = self.some_key(chance, room)
        if key is None:
            return
        answer = self.ask(server, "DELETE", f"/v1/rooms/{room}/suspension", headers=key.header)
        if answer is not None and answer.status not in (401, 403, 503):
            self.blame(f"a key of the role {key.role} resumed a room: {answer}")

    def keep(self, chance, server, room):
        """An owner sets the retention, often in a row."""
        with self.lock:
            owners = [key for key in self.keys[-60:] if key.room == room and key.role == "owner"]
        headers = chance.choice(owners).header if owners else None
        for _ in range(chance.choice([1, 1, 5])):
            days = chance.randrange(1, 30)
            self.write([self.registers[room, "keepDays"].writes], days, server, "PATCH", f"/v1/rooms/{room}",
                       {"keepDays": days}, headers=headers)

    def set_source(self, chance, server, room):
        marker = self.marker()
        body = {"event": "gift", "keys": {"sender": "/user"}, "fixed": {"gift": marker}}
        self.write([self.registers[room, "source"].writes], marker, server, "PUT", f"/v1/rooms/{room}/sources/generic",
                   body)

    def remove_source(self, chance, server, room):
        self.write([self.registers[room, "source"].writes], ABSENT, server, "DELETE", f"/v1/rooms/{room}/sources/generic")

    def delete_room(self, chance, server, room):
        """Deletes a room; the next request for its name makes a new one."""
        if chance.random() < 0.5:
            return
        places = [self.registers[room, name].writes for name in (
            "deletion", "suspended", "keepDays", "source", *FILES)]
        self.write(places, ABSENT, server, "DELETE", f"/v1/rooms/{room}")

    def upload(self, chance, server, room, name=None):
        """Uploads a file. The server serves it at once, unless another client may have removed it."""
        name = name or chance.choice(list(FILES))
        register = self.registers[room, name]
        begun = time.monotonic()
        answer = self.write([register.writes], name, server, "POST", f"/v1/rooms/{room}/assets", FILES[name])
        if answer is None or answer.status not in (200, 201):
            return
        listed = self.ask(server, "GET", f"/v1/rooms/{room}/assets")
        with self.lock:
            is_kept = all(write.value == name for write in register.writes if write.ended >= begun)
        if is_kept and listed is not None and listed.status == 200 and name not in names(listed):
            self.blame(f"{name} is not in room {room} after {answer.status}: {register.writes[-5:]}")
        got = self.ask(server, "GET", f"/assets/{name}")
        if got is not None and got.status == 200 and got.body != FILES[name]:
            self.blame(f"{name} has another content")

    def upload_everywhere(self, chance, server, room):
        """Uploads one file at all servers at the same time."""
        name = chance.choice(list(FILES))
        in_threads(*(lambda other=other: self.upload(chance, other, room, name) for other in self.servers))

    def delete_file(self, chance, server, room):
        name = chance.choice(list(FILES))
        self.write([self.registers[room, name].writes], ABSENT, server, "DELETE", f"/v1/rooms/{room}/assets/{name}")

    def was_disturbed(self, server, instant):
        """Tells if the server may have missed changes in the second before the instant."""
        return self.disturbed_until[self.servers.index(server)] + STALE_SECONDS >= instant

    def probe(self, chance, server, room):
        """Uses a key: after its removal no server takes it."""
        key = self.some_key(chance)
        if key is None:
            return
        index = self.servers.index(server)
        now = time.monotonic()
        patience = 0 if self.cluster is None else STALE_SECONDS
        quiet = self.disturbed_until[index] + patience < now
        gone = key.is_gone(now - patience)
        begun = time.monotonic()
        answer = self.ask(server, "GET", f"/v1/rooms/{key.room}/frame", headers=key.header)
        if answer is None or answer.status in (503, 429):
            return
        # The fault may have begun meanwhile.
        if gone and quiet and self.disturbed_until[index] <= begun and answer.status != 401:
            self.blame(f"a removed key got {answer.status}: {key.ends}, now {now:.3f}")

    # MARK: Faults

    def disturb(self, chance):
        while time.monotonic() < self.end and not self.faults:
            time.sleep(chance.uniform(0.5, 2))
            index = chance.randrange(len(self.servers))
            self.disturbed_until[index] = NEVER
            if self.cluster is None or chance.random() < 0.4:
                self.servers[index].kill()
                time.sleep(chance.uniform(0, 0.3))
                self.servers[index].start()
                self.counts["kill -9"] += 1
            elif chance.random() < 0.7:
                self.cluster.ways[index].cut()
                time.sleep(chance.uniform(0.1, 2))
                self.cluster.ways[index].mend()
                self.counts["Redis cut off"] += 1
            else:
                for other in range(len(self.servers)):
                    self.disturbed_until[other] = NEVER
                self.cluster.redis.kill()
                time.sleep(chance.uniform(0, 0.5))
                self.cluster.redis.start()
                self.counts["Redis killed"] += 1
                for other, server in enumerate(self.servers):
                    wait_for(server.is_ready)
                    self.disturbed_until[other] = time.monotonic()
                continue
            wait_for(self.servers[index].is_ready)
            self.disturbed_until[index] = time.monotonic()

    # MARK: The end

    def check(self):
        assert not self.faults, self.faults
        for again in range(2):
            if again:
                for server in self.servers:
                    server.kill()
                for server in self.servers:
                    server.start()
            for server in self.servers:
                wait_for(server.is_ready)
            time.sleep(STALE_SECONDS)
            for server in self.servers:
                for room in ROOMS:
                    self.check_room(server, room)
                self.check_files(server)
        self.check_audit()

    def answer(self, server, path, headers=None):
        """The answer of a server that has caught up with the log. While it has not, it answers 503."""
        def caught_up():
            answer = self.ask(server, "GET", path, headers=headers)
            return answer if answer is not None and answer.status != 503 else None

        return wait_for(caught_up)

    def check_room(self, server, room):
        def value(path):
            answer = self.answer(server, path)
            assert answer.status in (200, 404), answer
            return answer.json if answer.status == 200 else None

        listed = {entry["id"]: entry for entry in (value(f"/v1/rooms/{room}/keys") or {"keys": []})["keys"]}
        for key in (key for key in self.keys if key.room == room):
            status = self.answer(server, f"/v1/rooms/{room}/frame", key.header).status
            if key.is_gone():
                assert key.id not in listed and status == 401, (status, key.id, key.ends)
            elif not key.may_be_gone():
                assert key.id in listed and status in (200, 403), (status, key.id)
            if key.id in listed:
                assert listed[key.id]["name"] in key.name.possible(), (listed[key.id], key.name.writes)
        assert {entry["id"] for entry in listed.values() if entry["name"] not in ("OBS", "first start")} <= {
            key.id for key in self.keys} | self.unknown(listed)
        document = value(f"/v1/rooms/{room}") or {"suspended": None, "keepDays": None}
        self.compare(room, "suspended", document["suspended"] is not None)
        sources = (value(f"/v1/rooms/{room}/sources") or {"sources": []})["sources"]
        found = [entry["settings"]["fixed"]["gift"] for entry in sources if entry["kind"] == "generic" and entry["set"]]
        assert len(found) <= 1, found
        self.compare(room, "source", found[0] if found else ABSENT)
        possible = self.registers[room, "keepDays"].possible()
        assert ABSENT in possible or document["keepDays"] in possible, (document, self.registers[room, "keepDays"].writes)

    def check_files(self, server):
        """Each room has the files of the model, all servers have the same, and no other file is served."""
        listed = {}
        for room in ROOMS:
            listed[room] = names(self.answer(server, f"/v1/rooms/{room}/assets"))
            for name in FILES:
                self.compare(room, name, name if name in listed[room] else ABSENT)
            assert listed[room] <= FILES.keys(), listed
        assert self.files in (None, listed), (self.files, listed)
        self.files = listed
        for name, content in FILES.items():
            got = self.ask(server, "GET", f"/assets/{name}")
            if any(name in found for found in listed.values()):
                assert got.status == 200 and got.body == content, (got, listed)
            else:
                assert got.status == 404, (got, listed)

    def unknown(self, listed):
        """Keys whose creation got no answer."""
        answered = {key.id for key in self.keys}
        return {id for id in listed if id not in answered} if any(
            count for name, count in self.counts.items() if name in ("POST unanswered", "POST 503")) else set()

    def compare(self, room, name, found):
        register = self.registers[room, name]
        possible = [bool(value) if name == "suspended" else value for value in register.possible()]
        assert found in possible, (room, name, found, register.writes[-20:])

    def check_audit(self):
        """The audit of a room has the creation and the removal of each key."""
        for room in ROOMS:
            entries, after = [], 0
            while True:
                page = self.ask(self.servers[0], "GET", f"/v1/rooms/{room}/audit?after={after}&limit=1000").json
                entries += page["entries"]
                if len(page["entries"]) < 1000:
                    break
                after = page["next"]
            of_keys = [entry for entry in entries if entry["do"] in ("createKey", "revokeKey")]
            made = {entry["key"] for entry in of_keys if entry["do"] == "createKey"}
            if len([entry for entry in entries if entry["do"] in ("createKey", "revokeKey", "suspend", "resume")]) >= 1000:
                continue
            for key in self.keys:
                if key.room == room and not key.ends[len(key.revocations):]:
                    assert key.id in made, (key.id, len(entries))

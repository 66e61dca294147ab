"""Uploaded files in backups: copied from a running server, checked, restored, cut off."""

import fcntl
import hashlib
import json
import os
import pathlib
import random
import shutil
import sqlite3
import struct
import subprocess
import threading

import pytest

from Browser.uploads import picture, tone
from Faults import preload
from harness.room import Room
from harness.server import BINARY, UNANSWERED, Server, run
from harness.waiting import wait_for

# A WOFF2 file's header, and a body of 60 bytes.
FONT = b"wOF2" + struct.pack(">IIHHI", 0x10000, 80, 1, 0, 900) + bytes(60)


def send(server, method, path, body=None):
    """The answer; again while the server says that it is busy."""
    def attempt():
        answer = server.request(method, path, body)
        return answer.status not in (429, 503) and answer
    return wait_for(attempt)


def upload(server, content, room="main"):
    answer = send(server, "POST", f"/v1/rooms/{room}/assets", content)
    assert answer.status in (200, 201), answer
    return answer.json["url"].removeprefix("/assets/")


def delete(server, name, room="main"):
    answer = send(server, "DELETE", f"/v1/rooms/{room}/assets/{name}")
    assert answer.status == 200, answer


def names(server, room="main"):
    answer = send(server, "GET", f"/v1/rooms/{room}/assets")
    return {asset["url"].removeprefix("/assets/") for asset in answer.json["assets"]}


def serves(server, contents):
    """True if the server returns each of these files unchanged."""
    answers = {name: server.get(f"/assets/{name}") for name in contents}
    return all(answer.status == 200 and answer.body == contents[name] for name, answer in answers.items())


def senders(server):
    return [event["sender"]["name"] for event in server.get("/v1/rooms/main/events").json["events"]]


def back_up(data, copy):
    return run("backup", "--data", str(data), "--to", str(copy)).decode()


def restore(copy, data, *options):
    return run("restore", "--from", str(copy), "--data", str(data), *options).decode()


def fails(code, *arguments):
    """The error text of a command that fails with an exit code."""
    done = run(*map(str, arguments), check=False)
    assert done.returncode == code, done
    return done.stderr.decode()


def files_of(copy):
    return pathlib.Path(f"{copy}.files")


def tree(directory):
    """Returns the files below a directory with their contents; None if the directory does not exist."""
    if not directory.exists():
        return None
    return {str(path.relative_to(directory)): path.read_bytes() if path.is_file() else None
            for path in directory.rglob("*") if not path.is_socket()}


def listed(copy):
    """The room and the name of each file in a copy's list."""
    with sqlite3.connect(copy) as journal:
        return set(journal.execute("SELECT room, name FROM backup_file"))


def noted(copy):
    """Returns the same files, computed from the notes of uploads and deletions in the copy's journal."""
    found = set()
    with sqlite3.connect(copy) as journal:
        for room, details in journal.execute("SELECT room, details FROM audit ORDER BY seq"):
            note = json.loads(details)
            if note["do"] == "addAsset":
                found.add((room, note["url"].removeprefix("/assets/")))
            elif note["do"] == "removeAsset":
                found.discard((room, note["url"].removeprefix("/assets/")))
    return found


def assert_files_are_whole(copy):
    for _, name in listed(copy):
        content = (files_of(copy) / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == name.split(".")[0]


def test_a_restore_brings_back_the_files_of_all_rooms(tmp_path):
    data, copy, back = tmp_path / "data", tmp_path / "copy.sqlite", tmp_path / "back"
    contents = {}
    with Server(data) as server:
        for content in (picture(200, 0, 0), picture(0, 200, 0), FONT, tone(30)):
            contents[upload(server, content)] = content
        shared = next(iter(contents))
        assert upload(server, contents[shared], "other") == shared
        gone = upload(server, picture(0, 0, 200))
        delete(server, gone)
        Room(server, "main").configure({"catalogue": {"rose": {"image": f"/assets/{shared}"}}})
        said = back_up(data, copy)
        assert "every checksum read" in said and "4 files, " in said and "every hash checked" in said
        listings = {room: send(server, "GET", f"/v1/rooms/{room}/assets").json for room in ("main", "other")}
    assert {path.name for path in files_of(copy).iterdir()} == set(contents)
    assert files_of(copy).stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in files_of(copy).iterdir()} == {0o600}

    said = restore(copy, back)
    assert "1 room, " in said and "4 files, " in said
    with Server(back) as server:
        assert serves(server, contents)
        assert server.get(f"/assets/{gone}").status == 404
        assert {room: send(server, "GET", f"/v1/rooms/{room}/assets").json for room in listings} == listings
        image = server.get("/v1/rooms/main/config").json["catalogue"]["rose"]["image"]
        assert image == f"/assets/{shared}"
    with sqlite3.connect(back / "journal.sqlite") as journal:
        tables = {row[0] for row in journal.execute("SELECT name FROM sqlite_master")}
    assert not {"backup", "backup_file"} & tables


class Streamer(threading.Thread):
    """Uploads pictures, shows each as a gift's picture, takes it back and deletes it."""

    def __init__(self, server, name, seed):
        super().__init__()
        self.server, self.name = server, name
        self.random = random.Random(seed)
        self.rounds = 0
        self.ends = threading.Event()
        self.error = None

    def run(self):
        try:
            while not self.ends.is_set():
                self.round()
        except BaseException as error:  # raised by `join`
            self.error = error

    def round(self):
        color = [self.random.randrange(256) for _ in range(3)]
        name = upload(self.server, picture(*color, size=(self.random.randrange(1, 200), 30)), self.name)
        self.show(f"/assets/{name}")
        self.show("/art/rose.svg")
        if self.random.random() < 0.8:
            delete(self.server, name, self.name)
        self.rounds += 1

    def show(self, address):
        answer = send(self.server, "PATCH", f"/v1/rooms/{self.name}/config",
                      {"catalogue": {"rose": {"image": address}}})
        assert answer.status == 200, answer

    def join(self, timeout=None):
        super().join(timeout)
        if self.error:
            raise self.error


def test_a_backup_during_uploads_and_deletions_has_the_files_of_its_moment(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    seed = random.randrange(10**9)
    print("seed", seed)
    shown = 0
    with Server(data) as server:
        streamers = [Streamer(server, f"room-{number}", seed + number) for number in range(4)]
        for streamer in streamers:
            streamer.start()
        try:
            number = 0
            # At least one backup meets a room that shows an uploaded picture.
            while number < 8 or not shown:
                number += 1
                rounds = [streamer.rounds for streamer in streamers]
                wait_for(lambda: all(
                    streamer.rounds > before or streamer.error for streamer, before in zip(streamers, rounds)))
                back_up(data, copy)
                assert listed(copy) == noted(copy)
                assert_files_are_whole(copy)
                assert {path.name for path in files_of(copy).iterdir()} == {name for _, name in listed(copy)}
                shown += assert_pictures_are_there(copy, tmp_path / f"back-{number}")
        finally:
            for streamer in streamers:
                streamer.ends.set()
            for streamer in streamers:
                streamer.join()


def assert_pictures_are_there(copy, back):
    """Restores a copy; returns how many rooms show an uploaded picture."""
    restore(copy, back)
    shown = 0
    with Server(back) as server:
        for room in ("room-0", "room-1", "room-2", "room-3"):
            image = server.get(f"/v1/rooms/{room}/config").json["catalogue"]["rose"]["image"]
            if image.startswith("/assets/"):
                shown += 1
                assert server.get(image).status == 200, (room, image)
    shutil.rmtree(back)
    return shown


def test_files_of_a_deleted_room_are_in_no_later_backup(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with Server(data) as server:
        kept, gone = picture(1, 2, 3), picture(4, 5, 6)
        name = upload(server, kept, "kept")
        upload(server, gone, "gone")
        Room(server, "gone").gift("Ann", "Rose")
        back_up(data, copy)
        assert len(listed(copy)) == 2
        assert server.request("DELETE", "/v1/rooms/gone").status == 202
        wait_for(lambda: not (data / "assets/rooms/gone").exists())
        back_up(data, copy)
    assert listed(copy) == {("kept", name)}
    assert [path.name for path in files_of(copy).iterdir()] == [name]


@pytest.fixture
def backed_up(tmp_path):
    """A copy of two pictures and a gift, and a data directory with another picture and gift."""
    copy = tmp_path / "copy.sqlite"
    with Server(tmp_path / "source") as server:
        contents = {upload(server, content): content for content in (picture(9, 9, 9), picture(8, 8, 8))}
        Room(server, "main").gift("Ann", "Rose")
        back_up(tmp_path / "source", copy)
    data = tmp_path / "data"
    with Server(data) as server:
        upload(server, picture(7, 7, 7))
        Room(server, "main").gift("Bob", "Castle")
        assert server.stop() == 0
    return copy, contents, data


def flip(path, place):
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def change_list(copy, statement):
    with sqlite3.connect(copy) as journal:
        journal.execute(statement)


DAMAGES = {
    "a flipped bit in a file": lambda copy, file: flip(file, 50),
    "a file that is cut off": lambda copy, file: file.write_bytes(file.read_bytes()[:-1]),
    "a file that is longer": lambda copy, file: file.write_bytes(file.read_bytes() + b"!"),
    "a file that is gone": lambda copy, file: file.unlink(),
    "a link in a file's place": lambda copy, file: (file.rename(file.parent / "x"), file.symlink_to("x")),
    "no files beside the copy": lambda copy, file: shutil.rmtree(file.parent),
    "a flipped bit in the journal": lambda copy, file: flip(copy, copy.read_bytes().index(b"Rose")),
    "a journal that is cut off": lambda copy, file: copy.write_bytes(copy.read_bytes()[:-4096]),
    "a row less in the list": lambda copy, file: change_list(
        copy, f"DELETE FROM backup_file WHERE name = '{file.name}'"),
    "another room in the list": lambda copy, file: change_list(
        copy, f"UPDATE backup_file SET room = '../x' WHERE name = '{file.name}'"),
    "a list without its head": lambda copy, file: change_list(copy, "DELETE FROM backup"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_backup_is_refused_and_the_data_directory_stays(backed_up, tmp_path, damage):
    copy, _, data = backed_up
    DAMAGES[damage](copy, sorted(files_of(copy).iterdir())[0])
    before = tree(data)
    said = fails(65, "restore", "--from", copy, "--data", data)
    assert "is damaged" in said and "Nothing in" in said and "again from where" in said, said
    assert tree(data) == before
    fails(65, "restore", "--from", copy, "--data", tmp_path / "new")
    assert not (tmp_path / "new").exists()
    with Server(data) as server:
        assert senders(server) == ["Bob"]


def test_a_restore_can_leave_damaged_files_out(backed_up):
    copy, contents, data = backed_up
    damaged, whole = sorted(contents)
    flip(files_of(copy) / damaged, 50)
    done = run("restore", "--from", str(copy), "--data", str(data), "--skip-damaged-files", check=False)
    assert done.returncode == 0 and b"1 file, " in done.stdout
    assert f"main: {damaged}" in done.stderr.decode() and whole not in done.stderr.decode()
    with Server(data) as server:
        assert names(server) == {whole} and serves(server, {whole: contents[whole]})


def test_a_restore_keeps_the_files_that_were_there(backed_up):
    copy, contents, data = backed_up
    before = tree(data / "assets")
    said = restore(copy, data)
    assert f"{data}/journal.sqlite.replaced and {data}/assets.replaced" in said
    assert tree(data / "assets.replaced") == before
    with Server(data) as server:
        assert names(server) == set(contents)
        deleted = server.request("DELETE", "/v1/rooms/main")
        # The files that are kept may be of the deleted room.
        assert "assets.replaced" in deleted.json["copies"]


def test_a_backup_of_an_older_version_is_restored_and_leaves_the_files(backed_up, tmp_path):
    copy, _, data = backed_up
    older = tmp_path / "older.sqlite"
    # An older version copied the journal alone.
    with sqlite3.connect(copy) as new, sqlite3.connect(older) as old:
        new.backup(old)
    with sqlite3.connect(older) as journal:
        journal.executescript("DROP TABLE backup; DROP TABLE backup_file")
    before = tree(data / "assets")
    said = restore(older, data)
    assert "holds no uploaded files: an older version made it" in said
    assert tree(data / "assets") == before
    with Server(data) as server:
        assert senders(server) == ["Ann"]


def test_a_backup_that_is_copied_by_hand_works_as_a_journal(backed_up, tmp_path):
    copy, contents, data = backed_up
    place = tmp_path / "by-hand"
    place.mkdir()
    shutil.copy(copy, place / "journal.sqlite")
    with Server(place) as server:
        assert senders(server) == ["Ann"]
        upload(server, picture(5, 5, 5))
        back_up(place, tmp_path / "second.sqlite")
    assert len(listed(tmp_path / "second.sqlite")) == 1


def test_a_damaged_upload_is_named_and_an_older_copy_of_it_is_kept(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with Server(data) as server:
        name, other = upload(server, picture(1, 1, 1)), upload(server, picture(2, 2, 2))
        flip(data / "assets" / name, 50)
        done = run("backup", "--data", str(data), "--to", str(copy), check=False)
        assert done.returncode == 65 and f"main: {name}" in done.stderr.decode()
        assert listed(copy) == {("main", other)}
        upload(server, picture(1, 1, 1))
        back_up(data, copy)
        assert listed(copy) == {("main", name), ("main", other)}
        # Now the older copy is the only whole one.
        (data / "assets" / name).unlink()
        back_up(data, copy)
        assert listed(copy) == {("main", name), ("main", other)}
    assert_files_are_whole(copy)


def test_a_newer_backup_repairs_the_files_of_an_older_one(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with Server(data) as server:
        name = upload(server, picture(1, 1, 1))
        back_up(data, copy)
        flip(files_of(copy) / name, 50)
        (files_of(copy) / "mine.txt").write_text("mine")
        back_up(data, copy)
        assert_files_are_whole(copy)
        delete(server, name)
        back_up(data, copy)
    assert [path.name for path in files_of(copy).iterdir()] == ["mine.txt"], "a foreign file stays"


def test_a_backup_overwrites_no_file_of_a_data_directory(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        upload(server, picture(1, 1, 1))
        Room(server, "main").gift("Ann", "Rose")
        for name in ("journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "lock", "assets/copy.sqlite"):
            said = fails(74, "backup", "--data", data, "--to", data / name)
            assert "left as it is" in said, said
        (tmp_path / "copy.sqlite.files").write_text("mine")
        said = fails(74, "backup", "--data", data, "--to", tmp_path / "copy.sqlite")
        assert "something else is there" in said
        assert not (tmp_path / "copy.sqlite").exists()
        assert (tmp_path / "copy.sqlite.files").read_text() == "mine"
        assert names(server) != set() and server.is_ready()


def test_two_backups_of_one_name_do_not_mix(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with Server(data) as server:
        upload(server, picture(1, 1, 1))
        back_up(data, copy)
        held = os.open(files_of(copy), os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_EX)
        before = tree(tmp_path / "copy.sqlite.files"), copy.read_bytes()
        assert "another backup" in fails(74, "backup", "--data", data, "--to", copy)
        assert (tree(tmp_path / "copy.sqlite.files"), copy.read_bytes()) == before
        os.close(held)
        back_up(data, copy)


@pytest.mark.long
def test_a_process_that_keeps_the_files_locked_stops_no_upload_and_no_journal(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        upload(server, picture(1, 1, 1))
        held = os.open(data / "assets", os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_EX)
        Room(server, "main").gift("Ann", "Rose")
        assert "keeps them locked" in fails(69, "backup", "--data", data, "--to", tmp_path / "copy.sqlite")
        assert len(names(server)) == 1
        name = upload(server, picture(2, 2, 2))
        delete(server, name)
        os.close(held)
        back_up(data, tmp_path / "copy.sqlite")
    assert len(listed(tmp_path / "copy.sqlite")) == 1


def kills(target, *command):
    """Runs a command again and again, and kills it before the first, second… change of a name or file."""
    disk = preload.Disk(target)
    try:
        number = 0
        while True:
            number += 1
            disk.count(preload.NAME | preload.SYNC)
            disk.fail(preload.KILL, number)
            done = subprocess.run(
                [BINARY, *map(str, command)], env={**os.environ, **disk.environment}, capture_output=True, check=False)
            if done.returncode == 0:
                break
            assert done.returncode == -9, done
            yield number
    finally:
        disk.close()


def test_a_killed_backup_leaves_the_older_backup_or_no_backup(tmp_path):
    data, target = tmp_path / "data", tmp_path / "target"
    copy, older = target / "copy.sqlite", tmp_path / "older.sqlite"
    with Server(data) as server:
        first = {upload(server, content): content for content in (picture(1, 1, 1), FONT)}
        back_up(data, older)
        second = upload(server, picture(2, 2, 2))
        delete(server, min(first))
        expected = {("main", max(first)), ("main", second)}
        for begins_with_older in (False, True):
            target.mkdir()
            if begins_with_older:
                shutil.copy(older, copy)
                shutil.copytree(files_of(older), files_of(copy))
            seen = set()
            for _ in kills(target, "backup", "--data", data, "--to", copy):
                found = listed(copy) if copy.exists() else None
                seen.add(found is not None and found == expected)
                assert found in (expected, {("main", name) for name in first} if begins_with_older else None)
                if found is not None:
                    assert_files_are_whole(copy)
            assert seen == {False, True}, "kills before and after the copy got its name"
            assert listed(copy) == expected
            assert {path.name for path in files_of(copy).iterdir()} == {name for _, name in expected}
            assert {path.name for path in target.iterdir()} == {"copy.sqlite", "copy.sqlite.files"}
            shutil.rmtree(target)


def test_a_killed_restore_leaves_either_all_old_files_or_all_new_files(backed_up, tmp_path):
    copy, contents, data = backed_up
    old = tmp_path / "old"
    shutil.copytree(data, old, ignore=preload.SOCKETS)
    with Server(old) as server:
        old_names = names(server)
    seen = set()
    for _ in kills(data, "restore", "--from", copy, "--data", data):
        with Server(data) as server:
            sender, = senders(server)
            seen.add(sender)
            assert names(server) == (set(contents) if sender == "Ann" else old_names)
            assert serves(server, contents if sender == "Ann" else {})
            assert server.stop() == 0
        assert not (data / "assets.restored").exists()
        shutil.rmtree(data)
        shutil.copytree(old, data, ignore=preload.SOCKETS)
    assert seen == {"Ann", "Bob"}, "kills before and after the journal got its place"


def test_the_output_says_what_a_backup_holds_and_what_it_leaves_out(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with Server(data, "--auth", "keys") as server:
        def ask(method, path, body=None):
            answer = server.request(method, path, body, server.admin)
            assert answer.status in (200, 201, 202), answer
            return answer.json
        bot = ask("POST", "/v1/rooms/main/keys", {"role": "ingest"})["key"]
        viewer = next(key["key"] for key in ask("GET", "/v1/rooms/main/keys")["keys"] if key.get("key"))
        ask("PUT", "/v1/rooms/main/sources/github", {"secret": "s3cRe7s3cRe7"})
        ask("POST", "/v1/rooms/main/assets", picture(1, 1, 1))
        said = back_up(data, copy)
        admin = server.admin_key
    content = copy.read_bytes()
    assert viewer.encode() in content and b"s3cRe7s3cRe7" in content
    assert bot.encode() not in content and admin.encode() not in content
    assert "3 keys" in said and "1 viewer's key and 1 platform's secret can be read" in said
    for part in ("admin-key", "--config", "TLS", "logs"):
        assert part in said and part in run("backup", "--help").decode() and part in restore(copy, tmp_path / "back")


def test_a_backup_of_a_server_with_redis_says_where_the_files_are(tmp_path):
    data = tmp_path / "data"
    (data / "shared-assets").mkdir(parents=True)
    said = fails(66, "backup", "--data", data, "--to", tmp_path / "copy.sqlite")
    assert "in Redis" in said and "BGREWRITEAOF" in said
    assert list(tmp_path.iterdir()) == [data]

"""Section 15 against hand-worked examples; every number here was worked on paper."""

from played import config_event, control, gift, sample, track

BOARD = {"gifts": {"enabled": False}, "leaders": {"enabled": True, "by": "count"}}


def board(rows):
    return {**BOARD, "leaders": {**BOARD["leaders"], "rows": rows}}


def order(events, second, config=BOARD):
    """Returns the names and places, in the order of the nodes."""
    return [(node["name"], node["place"]) for node in sample(events, [second], config)[second].values()]


def test_a_row_fades_in_moves_and_eases():
    events = [gift(count=8), gift(1, 9, "Bob"), gift(2, 8)]
    times = [0, 0.2, 0.4, 1, 1.2, 1.4, 2, 2.2, 2.4]
    assert track(events, times, "leader/name:Ann", "alpha", BOARD) == [0, 0.5, 1, 1, 1, 1, 1, 1, 1]
    assert track(events, times, "leader/name:Ann", "y", BOARD) == [200, 200, 200, 200, 216, 232, 232, 216, 200]
    assert track(events, [2, 2.3, 2.6], "leader/name:Ann", "value", BOARD) == [8, 15, 16]
    assert track(events, [1, 2], "leader/name:Ann", "rose", BOARD) == [None, 2_000_000]


def test_a_row_that_goes_stops_and_continues_from_there():
    events = [gift(count=3), gift(1, 5, "Bob"), gift(1.2, 9, "Cem"), gift(1.4, 20)]
    times = [1.2, 1.3, 1.4, 1.6, 1.8]
    assert track(events, times, "leader/name:Ann", "y", board(2)) == [216, 216, 216, 208, 200]
    assert track(events, [1.2, 1.4, 1.6, 1.8], "leader/name:Ann", "alpha", board(2)) == [1, 0.5, 0.75, 1]
    assert track(events, [1.3, 1.4], "leader/name:Ann", "born", board(2)) == [0, 1_400_000]
    assert order(events, 2, board(2)) == [("Ann", 1), ("Cem", 2)]


def test_of_equal_sums_the_older_one_comes_first():
    events = [gift(count=5, id="a"), gift(0, 5, "Bob")]
    assert order(events, 0) == [("Ann", 1), ("Bob", 2)]
    back = {"at": 1, "type": "takeBack", "of": "a", "ofSeq": 1, "sender": "Ann", "gift": "Rose", "count": 2}
    assert order([*events, back, gift(2, 2)], 3) == [("Ann", 2), ("Bob", 1)]


def test_a_reset_ends_all_sums_and_older_gifts_are_not_subtracted():
    back = {"at": 2, "type": "takeBack", "of": "a", "ofSeq": 1, "sender": "Ann", "gift": "Rose", "count": 5}
    events = [gift(count=5, id="a"), control(1, "resetLeaders"), gift(1, 3), back]
    assert track(events, [1.6, 3], "leader/name:Ann", "value", BOARD) == [3, 3]


def test_anonymous_senders_and_blocked_names_have_no_row():
    senders = ["anonymous", {"id": "kofi:?1", "name": "anonymous"}, "Spam", "Ann"]
    events = [gift(0, 2, sender) for sender in senders]
    config = {**BOARD, "sources": {"blocked": "spam"}}
    assert order(events, 0, config) == [("Ann", 1)]
    shown = config_event(1, {"leaders": {"anonymous": True}, "sources": {"blocked": "ann"}})
    assert order([*events, shown], 2, config) == [("anonymous", 1), ("Spam", 2)]


def test_only_the_first_fifty_keep_their_pictures():
    senders = [{"name": f"s{n}", "avatar": f"/{n}.png"} for n in range(60)]
    events = [gift(0, 100 - n, sender) for n, sender in enumerate(senders)]
    nodes = sample(events, [0], board(60))[0]
    assert ["avatar" in node for node in nodes.values()] == [True] * 50 + [False] * 10


def test_a_title_pushes_the_rows_down():
    config = {**BOARD, "leaders": {**BOARD["leaders"], "title": "Top"}}
    nodes = sample([gift(1)], [0, 1], config)
    assert list(nodes[0]) == []
    assert [(node["id"], node["y"]) for node in nodes[1].values()] == [
        ("leader/title", 200), ("leader/name:Ann", 232),
    ]

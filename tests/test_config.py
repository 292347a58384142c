"""What the one who runs the house can set, and what is said when it is wrong."""

from pathlib import Path

import pytest

from game_server.config import Config
from game_server.config_file import BadConfig, commented, load, old_names
from game_server.rules.explained import choices_explained


def written(folder: Path, text: str) -> Path:
    path = folder / "cardroom.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_everything_is_as_usual() -> None:
    assert load(None, {}) == Config()


def test_the_commented_file_says_what_is_usual(tmp_path: Path) -> None:
    assert load(written(tmp_path, commented()), {}) == Config()


def test_the_list_of_the_options_of_rooms_changes_nothing_in_it(tmp_path: Path) -> None:
    text = commented(choices_explained())
    assert "#   swedish_pub: true or false. Ties at 17, 18 and 19 lose." in text
    assert load(written(tmp_path, text), {}) == Config()


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    found = load(written(tmp_path, '[listen]\nport = 9000\norigins = ["https://a.example"]\n'), {})
    assert found.listen.port == 9000
    assert found.listen.origins == ("https://a.example",)
    assert found.house == Config().house
    assert found.rooms == Config().rooms


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "[listen]\nport = 9000\n[house]\nopen = true\n")
    found = load(path, {"CARDROOM_LISTEN_PORT": "9001", "CARDROOM_HOUSE_OPEN": "false"})
    assert (found.listen.port, found.house.open) == (9001, False)


def test_rooms_of_a_file_replace_the_usual_ones(tmp_path: Path) -> None:
    found = load(written(tmp_path, '[[room]]\ntable = "one"\ngame = "sabacc"\npause = 1\n'), {})
    assert [(room.table, room.game, room.pause) for room in found.rooms] == [("one", "sabacc", 1.0)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[listen]\nport = 'x'\n", "line 2: port is 'x'; it is a whole number."),
        ("[listen]\nport = true\n", "line 2: port is True; it is a whole number."),
        ("[listen]\n\nport = -1\n", "line 3: port is -1; the least is 0."),
        ("[listen]\nport = 70000\n", "line 2: port is 70000; the most is 65535."),
        ("[listen]\nprot = 1\n", "line 2: [listen] has no 'prot'; it has address, port,"),
        ("[lisen]\nport = 1\n", "line 1: there is no [lisen]; there are admin, bank, cluster,"),
        ("[listen\n", "cannot be read: Expected ']'"),
        ("[house]\nname = 5\n", "line 2: name is 5; it is a text in quotes"),
        ('[listen]\norigins = "x"\n', "line 2: origins is 'x'; it is a list of texts"),
        ('[[room]]\ntable = "a"\n[[room]]\ngame = "x"\n', "line 3: a room needs a name"),
        ('[[room]]\ntable = "a"\n[[room]]\ntable = "a"\n', "line 4: a room needs a name"),
        ('[[room]]\ntable = "a"\n[[room]]\nbots = 12\n', "line 4: bots is 12; the most is 9."),
        ('[room]\ntable = "a"\n', "line 1: rooms are written as [[room]]"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_what_would_be_right(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(BadConfig) as wrong:
        load(written(tmp_path, text), {})
    assert says in str(wrong.value)
    assert "cardroom.toml" in str(wrong.value)


def test_a_mistake_in_the_environment_is_named_by_its_variable() -> None:
    with pytest.raises(BadConfig, match="CARDROOM_LISTEN_PORT is 'x'; it is a whole number"):
        load(None, {"CARDROOM_LISTEN_PORT": "x"})


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"cannot be read: [A-Z][a-z ]+\.$"):
        load(tmp_path / "none.toml", {})


def test_a_room_takes_options_in_either_way_of_writing_them(tmp_path: Path) -> None:
    room = '[[room]]\ntable = "one"\ngame = "blackjack"\n'
    for text in (
        "options = { decks = 2, peek = false }\n",
        "[room.options]\ndecks = 2\npeek = false\n",
    ):
        (found,) = load(written(tmp_path, room + text), {}).rooms
        assert found.options == {"decks": 2, "peek": False}


def test_options_that_are_none_are_named_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as wrong:
        load(written(tmp_path, '[[room]]\ntable = "one"\noptions = [1]\n'), {})
    assert "line 3: options is [1]; it is options with their values" in str(wrong.value)


OLD = """
[limits]
near = 7
crowded = 30.0
[[room]]
table = "one"
grace = 5.0
"""


def test_a_setting_is_still_read_by_the_name_that_it_had_and_that_is_said(tmp_path: Path) -> None:
    path = written(tmp_path, OLD)
    environment = {"CARDROOM_BANK_HOLD": "12"}
    found = load(path, environment)
    assert (found.limits.network_factor, found.limits.full_login_seconds) == (7, 30.0)
    assert (found.bank.payout_hold, found.rooms[0].disconnect_grace) == (12.0, 5.0)
    assert old_names(path, environment) == [
        "[limits] near is called network_factor now; it is still read.",
        "[limits] crowded is called full_login_seconds now; it is still read.",
        "CARDROOM_BANK_HOLD is called CARDROOM_BANK_PAYOUT_HOLD now; it is still read.",
        "[room] grace is called disconnect_grace now; it is still read.",
    ]
    assert old_names(written(tmp_path, commented()), {}) == []


def test_an_old_name_beside_the_new_one_is_refused(tmp_path: Path) -> None:
    text = "[limits]\nnetwork_factor = 3\nnear = 4\n"
    says = "line 3: near is called network_factor now, which is set too; take it out."
    with pytest.raises(BadConfig, match=says):
        load(written(tmp_path, text), {})


def test_the_new_name_goes_before_the_old_one_in_the_environment() -> None:
    both = {"CARDROOM_LIMITS_NEAR": "4", "CARDROOM_LIMITS_NETWORK_FACTOR": "3"}
    assert load(None, both).limits.network_factor == 3

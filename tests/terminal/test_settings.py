"""`21.toml`: what it may hold, what is wrong in it, and how balances are kept in it."""

import os
import tomllib
from datetime import date
from pathlib import Path

import pytest

from terminal_client.local import language
from terminal_client.local.disk import DiskJournal, Keeper
from terminal_client.local.document import Document, NotKept, write_whole
from terminal_client.local.sample import sample
from terminal_client.local.settings import Busted, Player, Settings, read
from terminal_client.local.values import WrongSetting

LANGUAGES = language.languages()


def said(text: str, code: str = "en") -> str:
    """What is said of a file that is wrong, with its line."""
    with pytest.raises(WrongSetting) as found:
        read(text, LANGUAGES)
    text = language.read_language(code).say(found.value.key, **found.value.facts)
    return f"{found.value.line}: {text}"


@pytest.mark.req(
    "B-1.1", "B-1.1.3", "B-1.1.4", "B-1.1.5", "B-1.1.6", "B-1.1.7", "B-1.1.8", "B-1.1.9"
)
def test_without_a_file_everything_is_usual() -> None:
    usual = read("", LANGUAGES)
    assert (usual.language, usual.players, usual.decks) == ("en", 1, 6)
    assert (usual.balance, usual.limit) == (5_000, 50_000)
    assert (usual.least, usual.most, usual.marker) == (500, 5_000, (20, 30))
    options = usual.options
    assert (options.decks, options.min_bet, options.max_bet) == (6, 500, 5_000)
    assert (options.marker_least, options.marker_most) == (20, 30)
    assert options.dealer == "hit_all_17"
    assert options.natural_sweeps
    assert not options.swedish_pub


@pytest.mark.req("B-1.1.3")
@pytest.mark.parametrize(("game", "play"), [("", 3), ("players = 2", 2), ('players = "0"', 1)])
def test_who_is_named_plays_where_the_file_has_no_number(game: str, play: int) -> None:
    names = "".join(f'[[player]]\nname = "{name}"\n' for name in ("Ada", "Ben", "Cy"))
    assert read(f"[game]\n{game}\n{names}", LANGUAGES).players == play


@pytest.mark.req("B-1.1", "B-1.1.1")
def test_zero_in_quotes_is_the_usual_value_of_every_setting() -> None:
    zeros = {
        "game": ["language", "players", "decks", "balance", "winnings_limit", "min_bet",
                 "max_bet", "shuffle_marker"],
        "rules": ["double_down", "split", "insurance", "surrender", "five_hit_bonus",
                  "swedish_pub", "natural_sweeps"],
        "look": ["mode", "plain", "colours", "width"],
    }  # fmt: skip
    text = "".join(
        f"[{name}]\n" + "".join(f'{key} = "0"\n' for key in keys) for name, keys in zeros.items()
    )
    assert read(text, LANGUAGES) == read("", LANGUAGES)
    player = '[[player]]\nname = "Ada"\nlanguage = "0"\nbalance = "0"\n'
    assert read(player, LANGUAGES).people == (Player("Ada"),)


@pytest.mark.req(
    "B-1.1", "B-1.1.2", "B-1.1.3", "B-1.1.4", "B-1.1.5", "B-1.1.6", "B-1.1.7", "B-1.1.8",
    "B-1.1.9", "B-4.2",
)  # fmt: skip
def test_every_setting_is_read() -> None:
    text = """
[game]
language = "Deutsch"
players = 2
decks = "8"
balance = 70.50
winnings_limit = "$200"
min_bet = 10
max_bet = 20
shuffle_marker = "25"
[rules]
split = false
swedish_pub = true
[look]
mode = "lines"
plain = true
colours = false
width = 40
[[player]]
name = "Ada"
language = "zh"
balance = 62.5
[[player]]
name = "Ben"
[[busted]]
name = "Ada"
day = 2026-01-31
amount = 512.50
"""
    made = read(text, LANGUAGES)
    assert made == Settings(
        language="de", players=2, decks=8, balance=7_050, limit=20_000, least=1_000, most=2_000,
        marker=(25, 25), rules={**made.rules, "split": False, "swedish_pub": True},
        mode="lines", plain=True, colours=False, width=40,
        people=(Player("Ada", "zh", 6_250), Player("Ben")),
        busted=(Busted("Ada", date(2026, 1, 31), 51_250),),
    )  # fmt: skip
    assert not made.options.split
    assert made.options.swedish_pub
    options = made.options
    assert options.marker_least == options.marker_most == 25
    assert (options.decks, options.min_bet, options.max_bet) == (8, 1_000, 2_000)


@pytest.mark.req("B-1.1", "B-1.1.1")
@pytest.mark.parametrize(
    ("text", "says", "right"),
    [
        ("[game]\nplayers = 9", "2: players is 9", 'from 1 to 8, or "0" for the usual 1.'),
        ("[game]\n\nplayers = 0", "3: players is 0", 'from 1 to 8, or "0" for the usual 1.'),
        ("[game]\ndecks = 2.5", "2: decks is 2.5", 'from 1 to 8, or "0" for the usual 6.'),
        ("[game]\ndecks = true", "2: decks is true", 'from 1 to 8, or "0" for the usual 6.'),
        (
            '[game]\nbalance = "much"',
            '2: balance is "much"; it must be an amount of dollars like 50 or 7.50',
            'or "0" for the usual 50.',
        ),
        ("[game]\nbalance = -5", "2: balance is -5; it must be an amount", "the usual 50."),
        ("[game]\nbalance = 1.005", "2: balance is 1.005; it must be an amount", "the usual 50."),
        (
            "[game]\nwinnings_limit = 9000000",
            "2: winnings_limit is 9000000",
            'at most 1000000, or "0" for the usual 500.',
        ),
        ("[game]\nbalance = 500", "2: balance is 500; it must be less", "than 500."),
        ("[game]\nmin_bet = 2.5", "2: min_bet is 2.5; it must be a number of whole dollars", "5."),
        ("[game]\nmin_bet = 60", "2: min_bet is 60; it must be at most 50", "at most 50."),
        ("[game]\nmin_bet = 60\nmax_bet = 50", "3: max_bet is 50; it must be at least", "60."),
        ("[game]\nwinnings_limit = 50", "2: winnings_limit is 50; it must be more", "than 50."),
        (
            '[game]\nlanguage = "Klingon"',
            '2: language is "Klingon"; it must be one of',
            '"de", "en", "es", "fr", "zh".',
        ),
        (
            '[game]\nshuffle_marker = "99"',
            '2: shuffle_marker is "99"; it must be a percentage from 1 to 90 like "25", two',
            'like "20-30", or "0" for the usual 20-30.',
        ),
        ('[game]\nshuffle_marker = "30-20"', '2: shuffle_marker is "30-20"', "20-30."),
        ("[rules]\nsplit = 1", "2: split is 1; it must be one of", 'true, false, "0".'),
        ("[rules]\nspilt = true", "2: There is no spilt here, only", "natural_sweeps."),
        ("[looks]\n", "1: There is no [looks]", "only game, rules, look, player, busted."),
        ("[look]\nwidth = 10", "2: width is 10", 'or "0" for that of the terminal.'),
        ('[look]\nmode = "3d"', '2: mode is "3d"', 'it must be one of "auto", "full", "lines".'),
        ("[[player]]\nname = 7", "2: name is 7", "it must be a text in quotes."),
        (
            '[[player]]\nname = "A"\n[[player]]\nname = "a"',
            '4: The name "a" cannot be used',
            "a name has 1 to 20 letters, and no two players have the same.",
        ),
        ('[[player]]\nname = ""', '2: The name "" cannot be used', "the same."),
        ('[[player]]\nname = "A"\nbalance = 0', "3: balance is 0", '"0" for the usual 50.'),
        (
            'player = [{name = "A"}]',
            "1: Each entry begins",
            "with a line [[player]] of its own.",
        ),
        ("players = 3", "1: players stands in no section", "below the line [game]."),
        ("plain = true\n[game]", "1: plain stands in no section", "below the line [look]."),
        ("game = 3", "1: game is a section of its own", "a line [game]."),
        (
            "# mine\nbets = 3",
            "2: There is no [bets]",
            "only game, rules, look, player, busted.",
        ),
        ("[game]\nplayers = = 2", "2: This line cannot be read", "Here stands: players = = 2"),
        ("[game]\nlanguage = de", "2: This line cannot be read", "Here stands: language = de"),
        ("[rules]\nsplit = yes", "2: This line cannot be read", "Here stands: split = yes"),
        ("[game]\ndecks = 3\ndecks = 4", "3: This is set already", "Here stands: decks = 4"),
        ("[game]\n[game]", "2: This is set already", "Here stands: [game]"),
        ("[game]\n\nlanguage", "3: This line cannot be read", "Here stands: language"),
        ('[[player]]\nname = "A"\nbalance = 600', "3: balance is 600; it must be", "at most 500."),
        ("# mine\ngame = {decks = 9}", "2: decks is 9", 'from 1 to 8, or "0" for the usual 6.'),
        ('["game"]\ndecks = 9', "2: decks is 9", 'from 1 to 8, or "0" for the usual 6.'),
        (
            '[game]\nlanguage = """\n[rules]\nen"""',
            '2: language is "[rules] en"; it must be one of',
            '"de", "en", "es", "fr", "zh".',
        ),
        ("[game]\n# many\ndecks = " + "9" * 5_000, "3: This line cannot be read", "9…"),
        ('[game]\ndecks = "' + "9" * 5_000 + '"', '2: decks is "999', "for the usual 6."),
        (
            '[[busted]]\nname = "A"\nday = "Monday"',
            "3: day must be a date",
            "like 2026-01-31, without quotes.",
        ),
        ('[[busted]]\nname = "A\\nB"', '2: The name "A B" cannot be used', "the same."),
    ],
)
def test_a_wrong_value_is_said_with_its_line_and_what_would_be_right(
    text: str, says: str, right: str
) -> None:
    sentence = said(text)
    assert sentence.startswith(says), sentence
    assert sentence.endswith(right), sentence


@pytest.mark.req("B-1.1.1")
def test_a_name_of_zero_or_none_is_the_usual_one_and_keeps_its_balance(tmp_path: Path) -> None:
    text = '[[player]]\nname = "0"   # me\n\n[[player]]\nlanguage = "de"\n'
    (tmp_path / "21.toml").write_text(text)
    mine = Keeper(
        tmp_path / "21.toml",
        text,
        LANGUAGES,
        lambda number, code: language.read_language(code).say("about.player", number=number),
    )
    assert [one.name for one in mine.settings.people] == ["Player 1", "Spieler 2"]
    mine.keep({"Player 1": 4_500, "Spieler 2": 5_500}, [])
    assert [one.balance for one in mine.settings.people] == [4_500, 5_500]
    assert 'name = "0"   # me\nbalance = 45.00' in (tmp_path / "21.toml").read_text()


def test_what_is_wrong_is_said_in_the_language_that_is_spoken() -> None:
    assert said("[game]\ndecks = 9", "fr") == (
        '2: decks vaut 9\u00a0; il faut un nombre entier de 1 à 8, ou "0" pour la valeur par '
        "défaut, 6."
    )


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_init_writes_every_setting_explained_and_as_usual(code: str) -> None:
    people = [Player("Ada"), Player('Ben "B"')]
    text = sample(language.read_language(code), people, list(LANGUAGES))
    made = read(text, LANGUAGES)
    assert made.language == code
    assert [one.name for one in made.people] == ["Ada", 'Ben "B"']
    assert made.players == 2
    assert made.options == read("", LANGUAGES).options
    settings = [line for line in text.splitlines() if " = " in line and not line.startswith("#")]
    table = tomllib.loads(text)
    assert len(settings) == sum(len(table[part]) for part in ("game", "rules", "look")) + 6
    for number, line in enumerate(lines := text.splitlines()):
        if line in settings and not line.startswith(("name", "balance", "language")):
            assert lines[number - 1].startswith("#"), line
    assert all(len(line) <= 100 for line in lines)


# -- what is kept in it ------------------------------------------------------------------

MINE = """\
# My own file; hands off!
[game]
players = 2   # Ben and me
min_bet = 10

[[player]]
name = "Ada"        # that is me
balance = "0"       # read back at the next start

[[player]]
name = "Ben"
# Ben owes me five.
language = 'de'
"""


def keeper(path: Path, text: str = MINE) -> Keeper:
    path.write_bytes(text.encode())
    return Keeper(path, text, LANGUAGES)


@pytest.mark.req("B-4.2")
def test_balances_are_written_and_everything_else_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "21.toml"
    keeper(path).keep({"Ada": 5_250, "Ben": 700}, ())
    changed = MINE.replace('balance = "0"       # read', "balance = 52.50       # read")
    assert path.read_text() == f"{changed}balance = 7.00\n"
    again = read(path.read_text(), LANGUAGES)
    assert [one.balance for one in again.people] == [5_250, 700]


@pytest.mark.req("B-4.2")
def test_whoever_has_lost_all_begins_anew_and_newcomers_are_added(tmp_path: Path) -> None:
    path = tmp_path / "21.toml"
    kept = keeper(path)
    kept.keep({"Ada": 0, 'Cle"o': 4_000}, ())
    assert read(path.read_text(), LANGUAGES).people[0].balance == 0
    assert 'balance = "0"       # read' in path.read_text()
    assert path.read_text().endswith('\n[[player]]\nname = "Cle\\"o"\nbalance = 40.00\n')
    kept.keep({'Cle"o': 4_500}, ())
    assert read(path.read_text(), LANGUAGES).people[2] == Player('Cle"o', "", 4_500)


@pytest.mark.req("B-P2.7")
def test_the_file_keeps_the_last_ten_who_busted_the_house(tmp_path: Path) -> None:
    path = tmp_path / "21.toml"
    kept = keeper(path)
    for number in range(1, 13):
        kept.keep({"Ada": 0}, [Busted(f"P{number}", date(2026, 1, number), 50_000 + number)])
    found = Keeper(path, path.read_text(), LANGUAGES)
    assert [one.name for one in found.hall_of_fame()] == [f"P{n}" for n in range(12, 2, -1)]
    assert found.hall_of_fame()[0] == Busted("P12", date(2026, 1, 12), 50_012)
    assert "# Ben owes me five." in path.read_text()
    assert len(tomllib.loads(path.read_text())["busted"]) == 10
    more = "".join(f'[[busted]]\nname = "X{n}"\nday = 2026-02-01\namount = 600\n' for n in range(3))
    assert len(keeper(path, path.read_text() + more).hall_of_fame()) == 10


def test_a_file_of_windows_keeps_the_ends_of_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "21.toml"
    kept = keeper(path, MINE.replace("\n", "\r\n"))
    kept.keep({"Ada": 5_250, "Ben": 700, "Cleo": 800}, [Busted("Ada", date(2026, 1, 1), 51_000)])
    assert path.read_bytes().count(b"\r\n") == path.read_bytes().count(b"\n")


def test_what_was_edited_during_the_game_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "21.toml"
    kept = keeper(path)
    # An editor may begin it with a mark of its encoding.
    path.write_text(MINE.replace("min_bet = 10", "min_bet = 15"), encoding="utf-8-sig")
    kept.keep({"Ada": 5_250}, ())
    assert "min_bet = 15" in path.read_text()
    assert "balance = 52.50" in path.read_text()


def test_a_link_stays_a_link_and_the_file_keeps_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "mine.toml", tmp_path / "21.toml"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["21.toml", "mine.toml"]


def test_a_write_that_fails_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "21.toml"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["21.toml"]


def test_a_value_that_cannot_be_changed_on_its_line_is_refused_and_nothing_is_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "21.toml"
    text = '[[player]]\nname = "Ada"\nbalance = """\n50"""\n'
    path.write_text(text)
    kept = Keeper(path, text, LANGUAGES)
    with pytest.raises(NotKept):
        kept.keep({"Ada": 5_250}, ())
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ('k = "a # b" # c', "k = 1 # c"),
        ("k = 'a'", "k = 1"),
        ("k=50.00#c", "k=1#c"),
        ('"k" = true', '"k" = 1'),
    ],
)
def test_a_value_is_changed_and_its_comment_stays(line: str, after: str) -> None:
    found = Document(f"[t]\n{line}\nother = 2\n").with_value("t", "k", "1")
    assert found.text == f"[t]\n{after}\nother = 2\n"


# -- the journal -------------------------------------------------------------------------


def test_a_row_that_was_cut_off_is_not_read_and_the_next_stands_in_its_place(
    tmp_path: Path,
) -> None:
    from game_server.table.journal import SeatVacated
    from protocol.words import Seat

    path = tmp_path / "21.journal"
    first = DiskJournal(path)
    rows = [SeatVacated(Seat(seat), 7) for seat in range(3)]
    for row in rows:
        first.write(row)
    first.close()
    path.write_bytes(path.read_bytes()[:-3])
    second = DiskJournal(path)
    assert list(second.rows) == rows[:2]
    second.write(rows[2])
    second.close()
    third = DiskJournal(path)
    assert list(third.rows) == rows
    third.end()
    assert not path.exists()


def test_two_games_on_one_file_and_a_file_of_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "21.journal"
    first = DiskJournal(path)
    with pytest.raises(WrongSetting) as busy:
        DiskJournal(path)
    assert busy.value.key == "refused.busy"
    first.end()
    path.write_text("a letter to a friend, longer than that\n")
    with pytest.raises(WrongSetting) as strange:
        DiskJournal(path)
    assert strange.value.key == "refused.journal"
    assert path.read_text().startswith("a letter")

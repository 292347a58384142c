"""What a game says of its tables is how they are run."""

import pytest

from game_server.config import DEFAULT_ROOMS, RoomSettings
from game_server.lobby.opening import configured
from game_server.rules.catalogue import GAMES, register
from game_server.rules.core import Span
from game_server.table.room_wishes import opponents, wished
from game_server.table.round import Round
from protocol import messages
from protocol.events import Acted, RoundBegan
from protocol.words import Seat


def test_an_eps_table_is_run_as_its_document_has_it() -> None:
    (eps,) = [configured(room) for room in DEFAULT_ROOMS if room.preset == "eps"]
    assert eps.silent_leave
    assert eps.broke == "second_game"
    assert not eps.chat_for_queue
    assert eps.disconnect_grace == 0


@pytest.mark.parametrize("game", ["holdem", "doudizhu", "blackjack", "roulette"])
def test_the_usual_rules_of_a_game_have_a_time_bank(game: str) -> None:
    assert configured(RoomSettings("t", game, "standard")).time_bank == 30
    assert configured(RoomSettings("t", "sabacc", "house")).time_bank == 0


@pytest.mark.parametrize(
    ("game", "preset", "span"),
    [
        ("holdem", "casino", Span(100_000, 1_000_000, 100)),
        ("sabacc", "house", Span(50_000, 500_000, 5_000)),
        ("holdem", "standard", None),
    ],
)
def test_chance_says_what_bots_bring_where_a_game_says_so(
    game: str, preset: str, span: Span | None
) -> None:
    wish = messages.OpenRoom(1, game, preset, bots=1, buy_in=20_000_00)
    ((_, brought),) = opponents(wished(wish, "t", "", ["random"]), wish, ["random"])
    assert (brought == span) is (span is not None)
    assert (brought.least == brought.most) is (span is None)


@pytest.mark.parametrize(
    ("game", "verb", "out"),
    [
        ("holdem", "fold", True),
        ("holdem", "check", False),
        ("sabacc", "junk", True),
        ("doudizhu", "pass", False),
    ],
)
def test_who_gives_up_has_no_more_to_do_with_the_round(game: str, verb: str, out: bool) -> None:
    names, stacks = {Seat(0): "Ann", Seat(1): "Bo"}, {Seat(0): 100, Seat(1): 100}
    now: Round[None, None] = Round(1, None, None)  # type: ignore[arg-type]  # no rules are asked
    now.say((RoundBegan(game, "", 1, names, stacks, {}), Acted(Seat(1), verb)))
    assert now.out == ({1} if out else set())


def test_no_two_games_have_one_name() -> None:
    with pytest.raises(ValueError, match="already"):
        register(next(iter(GAMES.values())))

"""Watching bots at the terminal: what a first visitor types, right and wrong."""

import pytest

from game_server.cli import main
from game_server.demonstration import ROUGH, demonstration
from game_server.rules.catalogue import GAMES
from protocol import story

PRESETS = [(game.name, preset) for game in GAMES.values() for preset in game.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_game_can_be_watched(
    game: str, preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch-bots", game, "--preset", preset, "--seed", "7", "--rounds", "2"]) == 0
    shown = capsys.readouterr().out
    assert f"Round 1 of {game}, {preset}" in shown
    assert f"Round 2 of {game}, {preset}" in shown


@pytest.mark.parametrize(("game", "preset"), PRESETS)
@pytest.mark.parametrize("seed", range(6))
def test_rounds_end_whoever_sleeps_or_leaves_and_whenever_the_power_goes(
    game: str, preset: str, seed: int
) -> None:
    shown = demonstration(game, preset, None, "random", seed, None, ROUGH)
    for number in range(1, 5):
        lines = list(story.tell(shown.play_round()))
        assert any(line.startswith(f"Round {number} of {game}") for line in lines)


def test_the_same_seed_shows_the_same_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["watch-bots", "sabacc", "--seed", "7", "--mishaps"]
    main(command)
    once = capsys.readouterr().out
    main(command)
    assert capsys.readouterr().out == once


def test_a_seat_is_shown_its_own_cards_alone(capsys: pytest.CaptureFixture[str]) -> None:
    main(["watch-bots", "holdem", "--seats", "3", "--seed", "7", "--rounds", "1", "--seat", "1"])
    dealt = [line for line in capsys.readouterr().out.splitlines() if " is dealt " in line]
    assert [line for line in dealt if not line.endswith("a card")] == [
        line for line in dealt if line.startswith("Birch")
    ]


def test_the_games_are_listed_with_presets_seats_and_bots(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    for game, preset in PRESETS:
        assert game in shown
        assert preset in shown
    assert "heads_up     2 seats" in shown
    assert "random" in shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rulette"], "There is no game 'rulette'; there are holdem"),
        (["holdem", "--preset", "x"], "holdem has no preset 'x'; it has standard, eps"),
        (["holdem", "--seats", "8"], "8 cannot play holdem standard; it takes 2 to 7."),
        (["holdem", "--seats", "0"], "0 cannot play holdem standard; it takes 2 to 7."),
        (["doudizhu", "--seats", "2"], "2 cannot play doudizhu house; it takes 3."),
        (["holdem", "--bot", "x"], "No bot 'x' plays holdem; these do: "),
        (["holdem", "--seat", "7"], "There is no seat 7; they go from 0 to 6."),
        (["holdem", "--seed", "-5"], "-5 is no seed"),
        (["holdem", "--rounds", "0"], "0 rounds cannot be played; ask for 1 or more."),
        (["holdem", "--delay", "nan"], "A delay of nan s cannot be kept; ask for 0 to 3600."),
    ],
)
def test_a_wrong_word_is_answered_with_what_would_be_right(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch-bots", *arguments]) == 2
    shown = capsys.readouterr()
    assert says in shown.err
    assert shown.out == ""

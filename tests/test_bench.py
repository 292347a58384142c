"""Every bench is found and runs; how fast anything is decides no test."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from bench.__main__ import is_long, names, parse, run
from bench.engines import tree_cpu
from bench.figures_holdem import KNOWN, Tally, against_any
from bench.longest_step import CALLS, Slowest, Watch, watch
from bench.measure import TURN, Racer, number, race, table
from bench.ranks import fresh, hands
from bench.relay import Words
from bench.soak import FILLS, MOST_GROWN, WARM, Point, grown
from bench.steps import Steps
from bench.strength import SHARE, Found, Row, Run, found, report
from bench.web_frames import Seen
from game_server.rules.catalogue import GAMES
from protocol import cards
from protocol.cards import PACK, RANKS, rank
from protocol.games.holdem import strength, strength_of, weight

BOTS = {
    "bots_exploiters": "medium nit",
    "bots": "medium easy heads_up",
    "bots_blackjack": "book casino",
    "bots_doudizhu": "medium easy",
    "bots_sabacc": "random 2 seats",
}
"""A row of each bench of bots that is played in a moment."""
OURS = ("doudizhu", "holdem", "longest_step", "ranks")


def test_every_bench_is_listed_and_nothing_else() -> None:
    assert {*OURS, "figures_holdem", "codec_fuzz"} <= set(names())
    assert not {"measure", "__main__", "duplicate"} & set(names())


def test_the_long_ones_run_only_when_they_are_asked_for() -> None:
    assert is_long("figures_holdem")
    assert is_long("bots")
    assert is_long("attacks")
    assert set(OURS) <= set(parse([]).names)
    assert not any(is_long(name) for name in parse([]).names)
    assert parse(["--all"]).names == list(names())
    assert parse(["figures_holdem"]).names == ["figures_holdem"]


def test_a_soak_judges_memory_from_its_middle_and_by_whether_the_house_was_full_by_then() -> None:
    def run(acts: int, *memory: int) -> tuple[int, int]:
        each = enumerate(memory, 1)
        return grown([Point(at, acts * at, bytes_, 0, 0.0, 0.0, 0.0) for at, bytes_ in each])

    assert run(WARM // 2, 100, 200, 210, 230) == (30, MOST_GROWN)
    assert run(WARM // 2 - 1, 100, 200, 210, 230) == (30, FILLS)


def test_the_processor_time_of_a_server_counts_what_it_has_started_and_what_has_ended() -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    command = ["sh", "-c", f'{sys.executable} -c "$1" && echo done && read end', "sh", busy]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        server.stdout.readline()
        assert tree_cpu(server.pid) >= 0.25
        assert tree_cpu(os.getpid()) >= tree_cpu(server.pid), "this process has started it"


def test_an_unknown_bench_is_refused_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        parse(["chess"])
    assert "there is no bench 'chess'; there is" in capsys.readouterr().err


@pytest.mark.parametrize("name", OURS)
def test_the_smallest_run_of_a_bench_prints_its_table(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # What it returns is a judgement on time, which no test makes.
    run(name, seconds=0.0)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("| ---")
    assert len(lines) >= 5


def test_every_bench_of_bots_has_a_row_that_is_played_here() -> None:
    assert set(BOTS) == {name for name in names() if "bots" in name.split("_")}


@pytest.mark.parametrize(("name", "words"), BOTS.items())
def test_a_row_of_bots_is_measured_on_the_decks_of_a_seed(
    name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = []
    for seed in (5, 5, 6):
        assert run(name, seconds=0.0, seed=seed, only=words, processes=1) == 0
        pages.append(capsys.readouterr().out.splitlines())
    same, again, other = pages
    assert same == again
    assert same[0] == "Seed 5"
    assert same[2].startswith("| ours | against |")
    assert len(same) == 5
    assert "±" in same[4]
    assert other[0] == "Seed 6"


def test_no_two_seeds_share_a_deck_and_processes_change_nothing() -> None:
    runs = [Run(seed, share=0.5, processes=processes) for seed in (1, 2) for processes in (1, 2)]
    played = [run.play(float, 40) for run in runs]
    assert played[0] == played[1]
    assert played[2] == played[3]
    assert len({*played[0], *played[2]}) == 2 * 20
    assert len(Run(share=0.0).decks(40)) == 2


@pytest.mark.parametrize(
    ("values", "whole", "missed"),
    [([60, 62, 61], True, 0), ([50, 72, 61], True, 1), ([50, 72, 61], False, 0)],
)
def test_an_aim_is_missed_where_the_interval_reaches_beyond_it_in_a_whole_run(
    values: list[float], whole: bool, missed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    row = Row("a", "b", "c", 3, lambda run, full: (found(values, SHARE),), least=55, most=65)
    assert report([row], Run(share=1 if whole else 0.5)) == missed
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("| a | b | c |")
    assert "| at least 55, at most 65" in line
    assert ("missed" in line) == bool(missed)


@pytest.mark.parametrize(("values", "reached"), [([-9, 5], True), ([-9, -8, -9], False)])
def test_a_loss_that_is_sure_is_told_from_bad_luck(values: list[float], reached: bool) -> None:
    row = Row("a", "b", "c", 3, lambda run, full: (), bears=0)
    assert row.aim == "not surely below 0"
    assert row.reached(found(values)) == reached


def test_what_is_exact_has_no_interval_and_a_share_no_sign() -> None:
    assert str(Found(0.0005, None, "bb", 4)) == "+0.0005 bb"
    assert str(found([1, 3], "points")) == "+2.0 ± 2.0 points"
    assert str(found([50, 50], SHARE)) == "50.0 ± 0.0 %"


def test_racers_run_in_turn_and_the_median_counts() -> None:
    now = 0.0
    order: list[str] = []

    def racer(name: str, takes: list[float], decisions: int) -> Racer:
        def play() -> int:
            nonlocal now
            order.append(name)
            now += takes.pop(0)
            return decisions

        return Racer(name, play, games=2)

    racers = [racer("one", [1.0, 2.0, 4.0], 6), racer("other", [8.0, 2.0, 4.0], 10)]
    one, other = race(racers, seconds=1.0, runs=3, clock=lambda: now)
    assert order == ["one", "other"] * 3
    assert (one.games, one.decisions) == (1.0, 3.0)
    assert (other.games, other.decisions) == (0.5, 2.5)


def test_in_a_run_all_have_their_seconds_in_short_turns() -> None:
    now = 0.0
    order: list[str] = []

    def racer(name: str, takes: float) -> Racer:
        def play() -> int:
            nonlocal now
            order.append(name)
            now += takes
            return 1

        return Racer(name, play)

    racers = [racer("quick", TURN / 2), racer("slow", 2 * TURN)]
    quick, slow = race(racers, seconds=3 * TURN, runs=1, clock=lambda: now)
    assert order == ["quick", "quick", "slow"] * 3
    assert quick.games == pytest.approx(2 / TURN)
    assert slow.games == pytest.approx(0.5 / TURN)


def test_numbers_keep_three_digits_that_count() -> None:
    assert [number(n) for n in (0.059, 7.253, 16.4, 2_153.0, 455_123.0)] == [
        "0.06",
        "7.25",
        "16.4",
        "2,150",
        "455,000",
    ]


def test_a_table_has_columns_as_wide_as_they_need() -> None:
    assert table(("a", "b"), [("long", "1")]).splitlines() == [
        "| a    |    b |",
        "| ---  | ---: |",
        "| long |    1 |",
    ]


def test_the_longest_step_watches_every_call_of_every_game() -> None:
    for name in GAMES:
        rounds, seen = watch(name, seconds=0.0)
        assert rounds > 0
        assert set(seen.slowest) == set(CALLS)
        for kind in ("open", "asks", "apply"):
            assert seen.slowest[kind].calls > 0


def test_a_slow_call_is_found_and_named_by_its_best_time() -> None:
    now = 0.0

    def wait(times: list[float]) -> None:
        """Takes the first time on the list, and the last again and again."""
        nonlocal now
        now += times.pop(0) if len(times) > 1 else times[0]

    def taking(*times: float) -> Callable[[], list[float]]:
        left = list(times)
        return lambda: left

    seen = Watch(clock=lambda: now)
    seen.time("apply", "quick", taking(1.0), wait)
    seen.time("apply", "disturbed", taking(9.0, 5.0, 0.5), wait)
    assert seen.slowest["apply"].what == "quick"
    seen.time("apply", "slow", taking(9.0, 3.0, 4.0), wait)
    seen.time("apply", "quick", taking(1.0), wait)
    assert seen.slowest["apply"] == Slowest(calls=4, seconds=3.0, what="slow")
    assert seen.slowest["leave"].calls == 0


def test_a_call_is_not_quick_because_it_was_made_before() -> None:
    now = 0.0

    class Remembering:
        """Slow once, and then it remembers."""

        known = False

        def call(self) -> None:
            nonlocal now
            now += 0.0 if self.known else 2.0
            self.known = True

    seen = Watch(clock=lambda: now)
    seen.time("asks", "remembered", Remembering, Remembering.call)
    assert seen.slowest["asks"].seconds == 2.0


def test_fresh_ranks_remember_nothing_and_rank_alike() -> None:
    some = hands(20)
    cold = fresh()
    assert cold.strength is not strength
    assert [cold.strength(hand) for hand in some] == [strength(hand) for hand in some]


@pytest.mark.parametrize(("name", "lowest"), [("As Ah", "T"), ("As Qs", "T"), ("Ks 9h", "9")])
def test_equities_by_classes_are_those_of_every_deal(name: str, lowest: str) -> None:
    """From a pack of the five or six highest ranks every deal is dealt."""
    ranks = range(RANKS.index(lowest), len(RANKS))
    hole = cards.parse(name)
    pack = [card for card in PACK if rank(card) in ranks and card not in hole]
    pairs = {pair: weight(pair) for pair in combinations(pack, 2)}
    counted = [0, 0, 0]
    for board in combinations(pack, 5):
        lies, taken = weight(board), set(board)
        mine = strength_of(lies + weight(hole))
        for pair, more in pairs.items():
            if taken.isdisjoint(pair):
                theirs = strength_of(lies + more)
                counted[0 if theirs < mine else 2 if theirs > mine else 1] += 1
    assert against_any(hole, ranks) == Tally(*counted)


def test_the_known_equities_are_of_hands_of_two_cards() -> None:
    assert all(len(cards.parse(name)) == 2 for name in KNOWN)


def test_the_longest_steps_are_told_and_forgotten_then(tmp_path: Path) -> None:
    now = 0.0

    def take(seconds: float) -> float:
        nonlocal now
        now += seconds
        if seconds == 9:
            steps.inside["tells"] += 7
        return seconds

    steps = Steps(tmp_path / "steps.json", lambda: now)
    for long in (3, 9, 1, 7, 2, 8, 1):
        assert steps.time(f"took {long}", take, long) == long
    with pytest.raises(ZeroDivisionError):
        steps.time("fails", lambda: take(5) / 0)
    steps.write()
    told = json.loads((tmp_path / "steps.json").read_text())
    nothing: dict[str, float] = {}
    longest = [
        [9, "took 9", {"tells": 7}],
        [8, "took 8", nothing],
        [7, "took 7", nothing],
        [5, "fails", nothing],
        [3, "took 3", nothing],
    ]
    assert told == {"count": 8, "longest": longest}
    steps.write()
    assert json.loads((tmp_path / "steps.json").read_text()) == {"count": 0, "longest": []}


def test_a_message_of_the_house_is_noted_when_it_begins_to_come_however_it_is_cut() -> None:
    pieces = (
        b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r",
        b"\n\r\n\x82\x05hello\x82",
        b"\x7e\x01\x00" + b"a" * 100,
        b"\x82" * 156 + b"\x89\x00\x81\x03abc",
    )
    clock = iter(range(9))
    told: list[float] = []
    words = Words(told, lambda: float(next(clock)))
    noted = []
    for piece in pieces:
        words.heard(piece)
        noted.append(len(told))
    assert noted == [0, 1, 2, 3]
    assert told == [0.0, 1.0, 2.0]


def test_a_word_waits_for_the_frame_that_draws_it_and_not_for_the_next_one() -> None:
    told = [10.0, 20.0, 21.0, 30.0]
    posted = [(5, 1), (6, 0), (7, 2), (8, 3), (9, 4)]
    drawn = [(4, 9.0, True), (5, 10.5, False), (6, 19.0, True), (8, 21.5, True), (8, 22.0, True)]
    assert Seen(posted, drawn).waited(told) == [1.5]
    assert Seen(posted, [*drawn, (9, 30.25, True)]).waited(told) == [1.5, 0.25]
    assert Seen([], drawn).waited(told) == []

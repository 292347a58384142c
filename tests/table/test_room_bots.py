"""Bots at a table: they think, hurry when nobody waits, give way, go broke, stand in."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from game_server.table import questions
from game_server.table.orders import CashOut, Choose, NeedBots, Shut
from protocol.events import Acted, Dealt, Event, RoundBegan, RoundEnded, net_of
from protocol.messages import Left, Notice, Told
from protocol.words import Act, Hidden, Seat
from tests.table.shell import EPS, Shell

SOLO: dict[str, Any] = {
    "solo": True,
    "bots_yield": False,
    "stays": False,
    "preset": "casino",
    "broke": "leave",
}


def solo(seed: int = 1, bots: int = 2, chips: int = 20_000, **config: Any) -> Shell:
    shell = Shell(below=Random(seed).randrange, **{**SOLO, **config})
    shell.seat("anna")
    shell.seat_bots(*[f"b{number}" for number in range(bots)], chips=chips)
    shell.begin()
    return shell


def test_a_bot_is_asked_with_what_its_seat_was_told_and_thinks_before_it_acts() -> None:
    shell = solo()
    choose = next(one for one in shell.every if isinstance(one, Choose))
    asked_at = shell.now
    while not shell.of(Choose):
        shell.ring()
    choose = shell.of(Choose)[0]
    assert choose.bot == "random"
    assert choose.not_before == shell.now + shell.thinking
    for event in choose.told:
        if isinstance(event, Dealt) and event.to >= 0:
            assert isinstance(event.cards, Hidden) == (event.to != choose.seat)
    assert shell.now >= asked_at


@pytest.mark.parametrize("game", ["holdem", "doudizhu"])
def test_a_bot_takes_as_long_as_its_decision_looks_hard_to_who_only_watches(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched: list[list[Event]] = []

    def looks(public: Iterable[Event], seat: Seat) -> float:
        watched.append(list(public))
        return 0.125 + seat

    monkeypatch.setattr(questions, "difficulty", looks)
    shell = solo(game=game, preset="house" if game == "doudizhu" else "standard")
    for _ in range(80):
        before = len(watched)
        shell.ring()
        # Where only bots still play they take no time at all.
        if len(watched) > before:
            assert watched[-1] == [event for _, event in shell.probe.transcript(None)]
            assert shell.looked[-1] == 0.125 + shell.of(Choose)[-1].seat
    assert len(watched) > 1


def test_a_solo_game_for_three_calls_another_bot_of_the_kind_when_one_goes_broke() -> None:
    shell = solo(seed=1, game="doudizhu", preset="house", chips=1_000)
    for _ in range(400):
        if shell.asked == "anna":
            _, ask = shell.question("anna")
            shell.act("anna", ask.default.verb)
        elif not shell.ring() or shell.probe.round is None:
            break
    assert [one.is_bot for one in shell.probe.seats.values()].count(True) == 1
    assert [one for one in shell.every if isinstance(one, NeedBots)] == [NeedBots(1, "random")]


def test_a_bot_that_chooses_what_is_not_offered_does_what_silence_means() -> None:
    shell = solo()
    while not shell.of(Choose):
        shell.ring()
    choose = shell.of(Choose)[0]
    shell.take(shell.table.chose(choose.seat, choose.turn, Act("raise", 7), shell.now))
    assert shell.probe.question(choose.seat, choose.turn) is None


def test_nobody_can_answer_for_a_person_as_a_bot() -> None:
    shell = solo()
    player = shell.until_asked()
    turn, ask = shell.question(player)
    shell.take(shell.table.chose(shell.seat_of(player), turn, ask.default, shell.now))
    assert shell.probe.question(shell.seat_of(player), turn) is not None


def folds(seed: int) -> Shell:
    """Anna bets and gives up as soon as a bot raises or the next street comes."""
    shell = solo(seed)
    shell.until_asked()
    shell.act("anna", "bet", "raise", "call")
    while shell.probe.round is not None and shell.asked != "anna":
        shell.ring()
    if shell.probe.round is not None:
        shell.act("anna", "fold")
    return shell


@pytest.mark.req("C-2.9")
def test_when_only_bots_play_on_nothing_takes_time_and_the_player_is_told_who_won() -> None:
    told = 0
    for seed in range(40):
        shell = folds(seed)
        if shell.probe.round is None:
            continue
        folded = shell.now
        bots = {one.name for one in shell.probe.seats.values() if one.is_bot}
        while shell.probe.round is not None:
            assert shell.ring()
        assert shell.now == folded
        (notice,) = [n for n in shell.heard("anna", Notice) if n.code in ("won_by", "no_stakes")]
        told += notice.code == "won_by"
        if notice.code == "won_by":
            assert set(str(notice.facts["winners"]).split(", ")) <= bots
            stacks = shell.probe.last
            assert stacks is not None
            gains = [net_of(stacks.moved(), seat) for seat in stacks.dealt]
            assert notice.facts["amount"] == max(0, *gains), "what was won, without what was put in"
            assert notice.facts["chips"] == shell.probe.owned(shell.seat_of("anna")) < 100_000
        shell.check_escrow()
    assert told > 2


@pytest.mark.req("C-2.11", "C-5.10")
@pytest.mark.parametrize(("game", "preset"), [("holdem", "casino"), ("sabacc", "house")])
def test_a_person_who_comes_after_the_bots_is_asked_last_all_the_same(
    game: str, preset: str
) -> None:
    shell = Shell(game, Random(5).randrange, preset=preset, stake=100, bots=3)
    shell.seat_bots("b0")
    shell.seat("anna")
    shell.seat_bots("b1")
    me = shell.seat_of("anna")
    assert 0 < me < 2, "neither the first nor the last chair"
    shell.begin()
    while shell.asked != "anna":
        assert shell.ring()
    told = [event for one in shell.heard("anna", Told) for event in one.events]
    began = next(event for event in told if isinstance(event, RoundBegan))
    assert began.options["people"] == 1 << me
    acted = [event.seat for event in told if isinstance(event, Acted)]
    assert sorted(set(acted)) == [0, 2], "both bots have had their turn"


def test_bots_take_their_time_while_a_person_plays() -> None:
    shell = solo()
    start = shell.now
    shell.until_asked()
    shell.act("anna", "check")
    shell.until_asked()
    assert shell.now > start


@pytest.mark.req("C-2.13", "C-5.27")
def test_a_broke_bot_leaves_and_it_is_announced() -> None:
    shell = solo(2, bots=3)
    while not shell.cashed:
        shell.begin()
        shell.play_out("check")
    gone = shell.cashed[0]
    assert gone.player.startswith("bot:")
    assert (gone.chips, gone.reason) == (0, "no_chips")
    notice = next(one for one in shell.heard("anna", Notice) if one.code == "opponent_broke")
    assert notice.facts["name"] == gone.player.removeprefix("bot:").title()
    names = [one.name for one in shell.last_seats("anna").seats.values()]
    assert notice.facts["name"] not in names
    shell.check_escrow()


@pytest.mark.req("C-2.15", "C-2.16", "C-5.27", "C-5.28")
@pytest.mark.parametrize("seed", range(12))
def test_an_evening_against_one_bot_ends_with_a_victory_or_with_nothing(seed: int) -> None:
    shell = solo(seed, bots=1, chips=20_000 * (1 + seed % 2 * 9))
    for _ in range(200):
        if shell.probe.over:
            break
        shell.begin()
        shell.play_out("all_in")
    assert shell.probe.over
    shell.check_escrow()
    left = shell.heard("anna", Left)[-1].code
    (anna,) = [one for one in shell.cashed if one.player == "anna"]
    (bot,) = [one for one in shell.cashed if one.player == "bot:b0"]
    if anna.chips:
        assert left == "victory"
        assert "victory" in shell.codes("anna")
        assert bot == CashOut("bot:b0", 0, "no_chips")
        assert anna.chips == 100_000 + 20_000 * (1 + seed % 2 * 9)
    else:
        assert left == "no_chips"
        assert "broke" in shell.codes("anna")
        assert Shut("empty") in shell.every


def test_a_room_calls_for_the_bots_it_wants_and_for_no_more() -> None:
    shell = Shell(bots=2)
    shell.enter("anna")
    assert shell.of(NeedBots) == [NeedBots(2)]
    shell.seat_bots("ada")
    assert shell.of(NeedBots) == []
    shell.seat_bots("bob")
    assert shell.of(NeedBots) == []
    shell.pass_time(100)
    assert shell.probe.round is None


def test_an_empty_room_says_how_many_bots_come_as_soon_as_somebody_does() -> None:
    shell = Shell(bots=2)
    before = shell.table.listed_by()
    assert (shell.table.listing().taken, shell.table.listing().coming) == (0, 2)
    shell.enter("anna")
    assert shell.table.listing().coming == 0
    assert shell.table.listed_by() != before
    shell.seat_bots("ada")
    assert (shell.table.listing().taken, shell.table.listing().coming) == (1, 0)
    assert Shell().table.listing().coming == 0
    assert solo(1, bots=1).table.listing().coming == 0


def test_bots_give_their_seats_to_people_who_wait() -> None:
    shell = Shell(options={"most": 3}, bots=3)
    shell.seat_bots("ada", "bob")
    shell.seat("anna")
    shell.begin()
    shell.enter("bert")
    shell.take(shell.table.enqueue("bert", shell.now))
    assert [one.leaving for _, one in sorted(shell.probe.seats.bots())] == [False, True]
    shell.play_out("fold")
    assert shell.offer("bert")
    assert [(one.player, one.reason) for one in shell.cashed] == [("bot:bob", "left")]
    shell.check_escrow()


def test_a_bot_that_finds_no_seat_goes_back_with_its_chips() -> None:
    shell = Shell(preset="heads_up")
    shell.seat("anna", "bert")
    shell.seat_bots("ada", chips=500)
    assert shell.cashed == [CashOut("bot:ada", 500, "late")]


def test_bots_alone_play_for_nobody() -> None:
    shell = Shell()
    shell.seat_bots("ada", "bob")
    shell.enter("anna")
    shell.pass_time(60)
    assert shell.probe.round is None


def test_a_bot_plays_on_for_who_has_left_a_game_of_dou_dizhu() -> None:
    shell = Shell("doudizhu", Random(5).randrange, preset="house", ready=True)
    players = ("anna", "bert", "carl")
    shell.seat(*players)
    for player in players:
        shell.take(shell.table.ready(player, True, shell.now))
    leaver = shell.until_asked()
    seat = shell.seat_of(leaver)
    shell.take(shell.table.leave(leaver, "now", shell.now))
    (choose,) = shell.of(Choose)
    assert (choose.seat, choose.bot) == (seat, "medium")
    assert shell.cashed == []
    while shell.probe.round is not None:
        if shell.asked in shell.lines and shell.asked != leaver:
            turn, ask = shell.question(shell.asked)
            shell.answer(shell.asked, turn, ask.default)
        else:
            shell.ring()
    assert [one.player for one in shell.cashed] == [leaver]
    others = [p for p in players if p != leaver]
    assert shell.cashed[0].chips + sum(shell.probe.holdings()[p] for p in others) == 300_000
    for player in others:
        assert any(isinstance(e, RoundEnded) for e in shell.heard(player, Told)[-1].events)
    shell.check_escrow()


def test_a_bot_may_sit_in_an_eps_room_and_fold_like_anybody() -> None:
    shell = Shell(below=Random(2).randrange, **EPS)
    shell.seat("anna")
    shell.seat_bots("ada")
    shell.begin()
    shell.play_out("fold")
    shell.check_escrow()

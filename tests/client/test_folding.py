"""Folding what a viewer is told ends with what the server holds, for every game and viewer."""

from dataclasses import asdict
from random import Random

import pytest

from client_core import folds, tables
from client_core.folds import blackjack
from client_core.folds.blackjack import BlackjackFacts
from client_core.folds.card import PLAIN
from client_core.folds.doudizhu_facts import DoudizhuFacts
from client_core.folds.holdem import HoldemFacts
from client_core.folds.roulette import RouletteFacts
from client_core.folds.sabacc import SabaccFacts
from client_core.round import Round, pots
from client_core.tables import Table
from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.cards import parse
from protocol.events import Dealt, Event, LeftGame, RoundBegan, Shown, told
from protocol.games import roulette, sabacc
from protocol.games.blackjack import Split
from protocol.games.doudizhu import Redealt
from protocol.games.holdem import NoStakes
from protocol.games.sabacc import Reshuffled, Shifted
from protocol.words import HOUSE, JACKPOT, POT, Hidden, Seat
from tests.client.rounds import (
    EVERY,
    all_of,
    bets_of,
    fold,
    hands_of,
    jackpot_of,
    played,
    seen_by,
    viewers,
    whole,
)
from tests.playing import PlayedRound


def same_hands(now: Round, one: PlayedRound, viewer: Seat | None, step: int = -1) -> None:
    """Cards that are seen are the server's; of all others there are as many backs."""
    held = hands_of(one, step)
    for (seat, number), cards in held.items():
        faces = now.hand(seat, number).cards
        assert len(faces) == len(cards), (seat, number, faces, cards)
        seen = [card for card in faces if card is not None]
        rest = list(cards)
        for card in seen:
            rest.remove(card)
        if seat == viewer:
            assert not rest, "one's own cards lie face up"
    shown = {
        (seat, number)
        for seat, hands in now.hands.items()
        for number, hand in hands.items()
        if hand.cards
    }
    facts = now.facts
    # Cards that are drawn for the button lie at the seats until a hand is dealt.
    drawn = facts.high_cards if isinstance(facts, HoldemFacts) and facts.drawing else {}
    assert shown <= held.keys() | set(_muckable(now)) | {(seat, 0) for seat in drawn}


def _muckable(now: Round) -> list[tuple[Seat, int]]:
    return [(seat, 0) for seat in now.out]


@pytest.mark.req(
    "E-RF-HH-009", "E-RF-HH-010", "E-RF-HH-011", "E-RF-HH-012", "E-RF-HH-013", "E-RF-HH-014"
)
@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_a_whole_round_ends_with_the_chips_and_cards_of_the_server(game: str, preset: str) -> None:
    for one in all_of(game, preset):
        for viewer in viewers(one):
            now = fold(seen_by(one, viewer))
            assert now.over
            assert {s: c for s, c in one.stacks_after().items() if s >= 0} == now.stacks
            assert now.parties.get(POT, 0) == 0
            assert not now.bets
            assert not pots(now)
            if game == "sabacc":
                assert now.parties.get(JACKPOT, 0) == jackpot_of(one)
            same_hands(now, one, viewer)
            if game == "holdem":
                assert sum(now.won.values()) == sum(one.state.paid.values())
                assert now.board == one.state.board
                assert now.button == one.state.button
            if game == "sabacc":
                assert now.discards == one.state.discards


def test_the_rounds_have_seen_what_is_rare() -> None:
    kinds = {
        type(event)
        for game, preset in EVERY
        for one in all_of(game, preset)
        for event in one.events
    }
    assert {Split, Redealt, Reshuffled, Shifted, LeftGame, NoStakes} <= kinds


@pytest.mark.req("E-RF-HH-013", "E-RF-HH-014")
@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_after_every_step_of_a_round_chips_bets_and_cards_are_those_of_the_server(
    game: str, preset: str
) -> None:
    for seed, one in enumerate(all_of(game, preset)):
        began = whole(one)[:1]
        now = fold(began)
        viewer = Random(seed).choice(viewers(one))
        for step, (_, events) in enumerate(one.steps):
            for event in events:
                after = folds.fold(now, told(event, viewer))
                assert after is not None
                now = after
            stacks = one.stacks_after(step + 1)
            assert {s: c for s, c in stacks.items() if s >= 0} == now.stacks
            assert stacks.get(POT, 0) == now.parties.get(POT, 0)
            wanted = bets_of(one, step)
            if wanted or game == "blackjack":
                assert dict(now.bets) == wanted, (seed, step, events)
            if game == "holdem" and not now.won:
                assert sum(pot.amount for pot in pots(now)) + sum(now.bets.values()) == stacks.get(
                    POT, 0
                )
            same_hands(now, one, viewer, step)


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_facts_of_a_game_agree_with_what_its_protocol_module_reads_from_the_events(
    game: str, preset: str
) -> None:
    for one in all_of(game, preset):
        events = seen_by(one, None)
        now: Round | None = None
        for count, event in enumerate(events, 1):
            now = folds.fold(now, event)
            assert now is not None
            heard, facts = events[:count], now.facts
            match facts:
                case SabaccFacts():
                    assert facts.pot == sabacc.sabacc_pot(heard)
                    assert now.discards == sabacc.pile(heard)
                    for seat in one.stacks:
                        assert facts.face_up.get(seat, ()) == sabacc.face_up(seat, heard)
                case RouletteFacts():
                    assert {s: dict(b) for s, b in facts.bets.items()} == roulette.bets_of(heard)
                case DoudizhuFacts():
                    assert facts.landlord is None or facts.landlord in one.stacks
                    for seat, left in facts.left.items():
                        assert left == len(now.hand(seat).cards)
                case HoldemFacts() | BlackjackFacts():
                    pass
                case _:
                    assert folds.card_of(game).begin is PLAIN.begin, f"{game} has no facts"


def test_a_blackjack_hand_says_how_it_ended_for_every_bet_that_was_settled() -> None:
    results: set[str] = set()
    for preset in ("standard", "twenty_one", "casino"):
        for seed in range(40):
            one = played("blackjack", preset, seed)
            now = fold(seen_by(one, None))
            assert isinstance(now.facts, BlackjackFacts)
            results |= set(now.facts.results.values())
            for hand in one.state.hands:
                if hand.seat not in one.state.gone and hand.bet:
                    assert (hand.seat, hand.number) in now.facts.results, (preset, seed)
    assert {"win", "lose", "push", "bust", "natural"} <= results


@pytest.mark.parametrize(
    ("preset", "points"), [("twenty_one", [17, 11, 20]), ("casino", [17, 21, 20])]
)
def test_the_dealers_ace_counts_one_once_drawn_upon_where_it_does_so(
    preset: str, points: list[int]
) -> None:
    options = asdict(GAMES["blackjack"].presets[preset])
    began = RoundBegan("blackjack", preset, 1, {}, {Seat(0): 500}, options)
    heard: tuple[Event, ...] = (began,)
    counted = []
    dealt = [Dealt(HOUSE, Hidden(1)), Dealt(HOUSE, parse("6d")), Shown(HOUSE, parse("Ad"))]
    for event in (*dealt, Dealt(HOUSE, parse("4d")), Dealt(HOUSE, parse("9h"))):
        heard = (*heard, event)
        counted.append(blackjack.hand(fold(heard), HOUSE, 0).points)
    assert counted == [None, None, *points]


# -- a table that is told again ------------------------------------------------------------------


def pages(
    events: tuple[Event, ...], after: int, random: Random, number: int = 1
) -> list[messages.Told]:
    """The events after that one, cut anywhere."""
    found = []
    while after < len(events):
        end = random.randint(after + 1, len(events))
        found.append(messages.Told("t", number, after, end, events[after:end]))
        after = end
    return found


def shown(table: Table) -> object:
    return table.round, table.events, table.seq, table.number


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_a_resync_at_any_point_gives_the_same_table_as_live(game: str, preset: str) -> None:
    for seed, one in enumerate(all_of(game, preset)):
        random = Random(seed)
        viewer = random.choice(viewers(one))
        events = seen_by(one, viewer)
        live = Table("t")
        for page in pages(events, 0, random):
            live = tables.heard(live, page, 0.0)
        for _ in range(4):
            broken = random.randrange(len(events) + 1)
            again = Table("t")
            for page in pages(events[:broken], 0, random):
                again = tables.heard(again, page, 0.0)
            # Away, and told from anywhere before what was seen: from 0 or from what is known.
            again = tables.away(again)
            start = random.choice((0, again.seq, random.randint(0, again.seq)))
            for page in pages(events, start, random):
                again = tables.heard(again, page, 0.0)
            assert shown(again) == shown(live)


@pytest.mark.parametrize(("game", "preset"), EVERY[:2])
def test_a_gap_is_seen_and_changes_nothing_until_it_is_filled(game: str, preset: str) -> None:
    events = seen_by(played(game, preset, 1), None)
    table = tables.heard(Table("t"), messages.Told("t", 1, 0, 3, events[:3]), 0.0)
    gap = tables.heard(table, messages.Told("t", 1, 5, len(events), events[5:]), 0.0)
    assert gap.missing
    assert shown(gap) == shown(table)
    whole_again = tables.heard(gap, messages.Told("t", 1, 3, len(events), events[3:]), 0.0)
    assert not whole_again.missing
    assert whole_again.seq == len(events)

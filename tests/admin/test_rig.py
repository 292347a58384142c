"""Testers say what comes next: at test tables, of what is still in the deck, and nowhere else."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

import tests.house.world
from game_server.admin.command.exits import Exit
from game_server.fair.rigged import RiggedChance
from game_server.store.direct import CommitFault
from game_server.table.journal import CHANCE_DREW, ActDone, Row, from_bytes
from game_server.table.round_effects import Draw
from protocol import messages
from protocol.cards import PACK, Card, label, labels, parse
from protocol.events import Dealt, Event, bared
from protocol.games.roulette import Spun
from protocol.games.sabacc import Rolled
from protocol.messages import Joined, Notice, Session
from protocol.words import BOARD, Act, Cards, drawn_from
from tests.admin.running import Open, open_house
from tests.admin.talk import Floor
from tests.house.plain import Plain, play
from tests.house.test_whole_rounds import PEOPLE, ROOMS, play_rounds, ready
from tests.house.world import World
from tests.store.rounds_on_disk import rows_of


class Spy(RiggedChance):
    """A rig that remembers what came of each question."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[tuple[Draw, tuple[int, ...], tuple[int, ...]]] = []

    def answer(self, table: str, asked: Draw, drawn: Sequence[int]) -> tuple[int, ...]:
        numbers = super().answer(table, asked, drawn)
        self.answers.append((asked, tuple(drawn), numbers))
        return numbers


@pytest.fixture(autouse=True)
def spied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tests.house.world, "RiggedChance", Spy)


def spy(world: World) -> Spy:
    rig = world.house.means.rig
    assert isinstance(rig, Spy)
    return rig


def table(game: str, testing: bool = True) -> Floor:
    """People sit at a table of this game, in a house that is testing; nobody plays yet."""
    world = World(replace(ROOMS[game], pause=10.0), seed=3, testing=testing)
    for number in range(PEOPLE.get(game, 2) if game != "holdem" else 2):
        world.client(f"Player {number}").seat("t", 40_000)
    return Floor(world)


def calm(world: World) -> None:
    """Everybody checks, calls, or does what costs least."""
    for client in world.clients:
        for where, asked in list(client.asked.items()):
            del client.asked[where]
            ask = asked.ask
            option = ask.option("check") or ask.option("call") or ask.option("muck")
            act = Act(option.verb, option.low) if option else ask.default
            client.act(where, asked.turn, act)


def whole_round(world: World) -> list[Event]:
    """Let the round in play, or the next one, end; all its events with every card face up."""
    host = world.probe("t")
    number = host.rounds + (host.round is None)

    def over() -> bool:
        ready(world)
        calm(world)
        host = world.probe("t")
        return host.round is None and host.rounds >= number

    world.until(over, seconds=600, step=0.25)
    last = world.probe("t").last
    assert last is not None
    return [bared(event) for event in last.said]


def begun(world: World) -> None:
    """Up to the first question of a hand."""
    world.until(lambda: any(client.asked for client in world.clients), step=0.25)


def dealt(events: Sequence[Event], to: int | None = None) -> Cards:
    cards: list[Card] = []
    for event in events:
        if isinstance(event, Dealt) and to in (None, event.to):
            assert isinstance(event.cards, tuple)
            cards += event.cards
    return tuple(cards)


def rows(world: World) -> list[Row]:
    return [from_bytes(row) for row in rows_of(world.conn, "t", 1)]


def other_than(cards: Cards, count: int) -> Cards:
    """Some cards of the pack that are not among these."""
    return tuple(card for card in PACK if card not in cards)[:count]


@pytest.mark.req("E-UC-003", "E-RF-GR-002")
def test_the_named_cards_come_in_that_order_and_no_other_card_changes() -> None:
    plain = table("holdem")
    begun(plain.world)
    before = whole_round(plain.world)
    seats = dealt(before)[:4]

    floor = table("holdem")
    begun(floor.world)
    # The flop, and the turn; not a card that lies there in the other house.
    named = other_than(dealt(before), 4)
    answer = floor.enter("olga").ask("rig", table="t", next=[label(card) for card in named])
    assert answer["said"] == f"Next at t: {labels(named)}."
    after = whole_round(floor.world)
    assert dealt(after)[:4] == seats, "who has cards keeps them"
    assert dealt(after, BOARD)[:4] == named
    assert len(dealt(after, BOARD)) == 5
    assert len(set(dealt(after))) == 9
    # Chance drew the same in both houses, and its numbers are what happened but for the named.
    assert [true for _, true, _ in spy(plain.world).answers] == [
        true for _, true, _ in spy(floor.world).answers
    ]
    kept = [(asked.source, true, came) for asked, true, came in spy(floor.world).answers]
    assert [true == came for _, true, came in kept] == [True, False, False, True]
    floor.world.check()


@pytest.mark.req("E-UC-003", "E-RF-GR-002")
@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("holdem", "As Kd Ah Kc"),
        ("doudizhu", "Xc Xb 2s"),
        ("blackjack", "As Ad As Ks"),
        ("sabacc", "+7c -3s 0 0"),
    ],
)
def test_cards_are_named_before_the_deal_of_every_game(game: str, words: str) -> None:
    floor = table(game)
    named = parse(words)
    floor.enter("olga").ask("rig", table="t", next=words.split())
    for client in floor.world.clients:
        client.plays = True
    rig = spy(floor.world)
    while not any(asked.left for asked, _, _ in rig.answers):
        play_rounds(floor.world, 1)
    came: list[Card] = []
    for asked, true, numbers in rig.answers:
        if asked.left and not asked.source.endswith(".button"):
            cards, before = drawn_from(asked.left, numbers)[0], drawn_from(asked.left, true)[0]
            fresh = named[len(came) : len(came) + len(cards)]
            changed = [new for new, old in zip(cards, before, strict=True) if new != old]
            assert set(changed) <= {*fresh, *before[: len(fresh)]}
            came += cards
    assert tuple(came[: len(named)]) == named
    floor.world.check()


@pytest.mark.req("E-UC-003", "E-RF-GR-002")
def test_the_wheel_and_the_dice_are_rigged_like_cards() -> None:
    floor = table("roulette")
    floor.enter("olga").ask("rig", table="t", next=["17", "0"])
    for number in (17, 0):
        events = whole_round(floor.world)
        assert [event.number for event in events if isinstance(event, Spun)] == [number]
    assert floor.enter("olga").ask("rig", table="t")["wheel"] == ""

    floor = table("sabacc")
    floor.enter("olga").ask("rig", table="t", next=["d3", "d5"])
    rolled = [event for event in whole_round(floor.world) if isinstance(event, Rolled)]
    assert (rolled[0].first, rolled[0].second) == (3, 5)


@pytest.mark.req("E-UC-003")
@pytest.mark.parametrize("game", ["holdem", "roulette"])
def test_a_rigged_round_is_replayed_from_its_journal(game: str) -> None:
    floor = table(game)
    world = floor.world
    words = ["As", "Kd", "Ah", "Kc"] if game == "holdem" else ["17"]
    floor.enter("olga").ask("rig", table="t", next=words)
    begun(world)
    world.restart()
    assert spy(world).pending("t") == type(spy(world).pending("t"))(), "it ends with the process"
    playing = world.probe("t").round
    assert playing is not None
    if game == "holdem":
        assert dealt([bared(one) for one in playing.said]) == parse("As Kd Ah Kc")
    acts = [row for row in rows(world) if isinstance(row, ActDone)]
    drawn = [row.act.drawn for row in acts if row.by == CHANCE_DREW]
    answers = [numbers for _, _, numbers in spy(world).answers]
    assert not answers, "a restart draws nothing again"
    assert len(drawn) == (1 if game == "holdem" else 0)


@pytest.mark.req("E-UC-003")
def test_a_commit_that_fails_takes_no_rigged_card_away() -> None:
    floor = table("holdem")
    floor.enter("olga").ask("rig", table="t", next=["As", "Kd", "Ah", "Kc"])
    floor.world.fail(CommitFault.FAILS)
    begun(floor.world)
    playing = floor.world.probe("t").round
    assert playing is not None
    assert dealt([bared(one) for one in playing.said]) == parse("As Kd Ah Kc")


@pytest.mark.req("E-UC-003")
def test_cards_that_were_dealt_and_impossible_ones_are_refused_with_a_reason() -> None:
    floor = table("holdem")
    begun(floor.world)
    playing = floor.world.probe("t").round
    assert playing is not None
    mine = label(dealt([bared(one) for one in playing.said])[0])
    talk = floor.enter("olga")
    for code, words in (
        ("was_dealt", [mine]),
        ("impossible", ["+7c"]),
        ("impossible", ["Xb"]),
        ("no_card", ["As", "banana"]),
        ("no_dice", ["d3"]),
        ("no_card", ["17"]),
        ("impossible", ["As", "As"]),
    ):
        if mine in words and code != "was_dealt":
            continue
        assert talk.refusal("rig", table="t", next=words) == code, words
    assert talk.refusal("rig", table="nowhere", next=["As"]) == "no_table"
    assert talk.ask("rig", table="t")["said"] == "Nothing is rigged at t."
    wheel = table("roulette").enter("olga")
    assert wheel.refusal("rig", table="t", next=["37"]) == "impossible"
    assert wheel.refusal("rig", table="t", next=["As"]) == "impossible"
    dice = table("sabacc").enter("olga")
    assert dice.refusal("rig", table="t", next=["d7"]) == "impossible"
    assert dice.refusal("rig", table="t", next=["0", "0", "0"]) == "impossible"


@pytest.mark.req("E-RF-GR-016")
def test_rigging_is_switched_off_and_on_while_the_house_runs() -> None:
    plain = table("holdem")
    floor = table("holdem")
    talk = floor.enter("olga")
    talk.ask("rig", table="t", next=["As", "Kd", "Ah", "Kc"])
    assert talk.ask("rig", table="t")["cards"] == "As Kd Ah Kc"
    assert talk.ask("rig", table="t", next=["off"])["said"] == "Rigging is off at t."
    assert talk.refusal("rig", table="t", next=["As"]) == "rig_off"
    assert dealt(whole_round(floor.world)) == dealt(whole_round(plain.world))
    assert talk.ask("rig", table="t", next=["on"])["on"] is True
    talk.ask("rig", table="t", next=["As", "Kd", "Ah", "Kc"])
    assert dealt(whole_round(floor.world))[:4] == parse("As Kd Ah Kc")


@pytest.mark.req("E-UC-003", "E-RF-GR-016")
def test_a_house_that_is_not_testing_has_nothing_to_rig_with() -> None:
    floor = table("holdem", testing=False)
    assert floor.world.house.means.rig is None
    assert floor.enter("ann").refusal("rig", table="t", next=["As"]) == "not_testing"
    assert floor.audit()[-1] == ("ann", "rig", "not_testing")


@pytest.mark.req("E-UC-003", "E-RF-GR-016")
def test_a_table_that_is_no_test_table_is_never_rigged() -> None:
    """Not even if something were put on top of its deck behind the command's back."""
    floor = table("holdem")
    world = floor.world
    client = world.client("Opener")
    opened = client.ask(messages.OpenRoom, "holdem", "standard", 200)
    assert isinstance(opened, Joined)
    assert not opened.room.testing
    name = opened.room.table
    assert floor.enter("ann").refusal("rig", table=name, next=["As"]) == "not_testing"
    runner = world.runner("t")
    runner.config = replace(runner.config, testing=False)
    rig = spy(world)
    rig.put("t", rig.pending("t")._replace(cards=parse("As Kd Ah Kc")), False)
    begun(world)
    assert rig.answers == []


def test_every_player_of_a_test_table_is_told_that_it_is_one() -> None:
    for testing in (True, False):
        world = table("holdem", testing).world
        for client in world.clients:
            assert client.heard(Joined)[-1].room.testing is testing
            assert ("test_table" in client.codes()) is testing


# -- against a real house ---------------------------------------------------------------------


@pytest.fixture
def tested(tmp_path: Path) -> Iterator[Open]:
    with open_house(tmp_path, environment={"CARDROOM_HOUSE_TESTING": "true"}) as opened:
        yield opened


@pytest.mark.req("E-UC-003", "E-RF-GR-002", "E-RF-GR-016")
def test_a_tester_puts_cards_on_the_deck_of_a_running_house(tested: Open) -> None:
    with ExitStack() as lines:
        two = [Plain(lines, tested.running.url, seed) for seed in range(2)]
        for client in two:
            client.say(messages.Guest(client.next()))
            client.until(Session)
            client.seat("holdem")
        while not any(client.asked for client in two):
            for client in two:
                client.hear(0.05)
        client = next(client for client in two if client.asked)
        told = client.told["holdem"]
        assert any(isinstance(one, Notice) and one.code == "test_table" for one in client.inbox)
        mine = [one.cards for one in told if isinstance(one, Dealt)]
        hole = tuple(card for cards in mine if isinstance(cards, tuple) for card in cards)
        refused = tested.admin("rig", "holdem", label(hole[0]), who="olga")
        assert refused.code == Exit.REFUSED
        assert "was dealt in this game" in refused.said()

        # The flop of this hand or, if the other holds one of them, of none.
        named = ""
        for first in range(0, 12, 4):
            words = [label(card) for card in other_than(hole, 52)[first : first + 3]]
            if tested.admin("rig", "holdem", *words, who="olga").code == Exit.OK:
                named = " ".join(words)
                break
        pending = tested.admin("rig", "holdem", "--json", who="olga").json
        assert (pending["on"], pending["cards"]) == (True, named)
        number = client.seen["holdem"].round

        def flop() -> Cards:
            board = [one for one in client.told["holdem"] if isinstance(one, Dealt)]
            return dealt([one for one in board if one.to == BOARD])

        play(two, lambda _: len(flop()) >= 3 or client.seen["holdem"].round > number)
        assert labels(flop()[:3]) == named

        assert tested.admin("rig", "holdem", "As", who="vic").code == Exit.NOT_ALLOWED
        row = tested.office.audit("--refused", "--who", "vic")[0]
        assert (row["did"], row["with"], row["result"]) == (
            "rig",
            {"table": "holdem", "next": ["As"]},
            "not_allowed",
        )
        row = tested.office.audit("--do", "rig", "--who", "olga")[0]
        assert tested.admin("rig", "holdem", "off", who="olga").out == "Rigging is off at holdem.\n"
        assert tested.admin("rig", "holdem", "As", who="olga").code == Exit.REFUSED


@pytest.mark.req("E-UC-003")
def test_a_running_house_without_the_option_refuses(shared: Open) -> None:
    ran = shared.admin("rig", "holdem", "As")
    assert ran.code == Exit.REFUSED
    assert "started without `testing`" in ran.said()


@pytest.mark.req("E-UC-003")
def test_a_card_that_begins_with_a_minus_stands_behind_two(tested: Open) -> None:
    made = tested.admin("table", "create", "corellia", "sabacc", "house")
    assert made.code == Exit.OK, made
    assert tested.admin("rig", "corellia", "--", "-3s", "+7c").out == "Next at corellia: -3s +7c.\n"


@pytest.mark.parametrize(("who", "sees"), [("vic", False), ("cleo", False), ("ann", True)])
def test_what_was_rigged_to_come_is_shown_to_no_viewer(who: str, sees: bool) -> None:
    floor = table("holdem")
    floor.enter("olga").ask("rig", table="t", next=["As", "Kd"])
    rows = floor.enter(who).ask("audit", who="olga")["rows"]
    (row,) = [one for one in rows if one["did"] == "rig"]
    assert row["with"]["table"] == "t"
    assert ("As" in str(row["with"])) == sees

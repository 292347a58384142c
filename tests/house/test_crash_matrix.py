"""The power goes before and after a commit, before, between and after its words, in every game:
what stands then is what stands where it never went."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

import pytest

from game_server.bots.random_player import choose
from game_server.rules.catalogue import GAMES
from game_server.store import ledger_check
from game_server.store.direct import CommitFault
from game_server.store.group_commit import SimulatedCrash
from protocol import messages
from protocol.events import Event
from protocol.words import CHANCE, Act, Seat
from tests.house.test_restart import in_mid_hand
from tests.house.world import Client, World

STOPS: Final = ("before the commit", "before the words", "between the words", "after the words")
CRASHES: Final = {STOPS[0]: CommitFault.CRASH_BEFORE, STOPS[1]: CommitFault.CRASH_AFTER}


@dataclass(frozen=True)
class Picture:
    """How a table and the ledger stand."""

    round: int
    said: tuple[Event, ...]
    asks: object
    stacks: object
    ledger: object
    results: object
    told: tuple[tuple[Event, ...], ...]
    """To each client, in its own words."""


@dataclass(frozen=True)
class Acted:
    """One act of the hand that nothing stopped, and how all stood before and after it."""

    client: int
    act: Act
    before: Picture
    after: Picture


@dataclass(frozen=True)
class Hand:
    """The acts from the middle of a hand to its last, and how all stood when it was over."""

    acts: tuple[Acted, ...]
    end: Picture


def picture(world: World, clients: list[Client]) -> Picture:
    table = world.probe("t")
    playing, last = table.host.round, table.host.last
    told = playing or last
    assert told is not None
    asks = playing.open if playing is not None else {}
    return Picture(
        round=table.host.rounds,
        said=tuple(told.said),
        asks={seat: (question.turn, question.ask) for seat, question in asks.items()},
        stacks={
            seat: (one.player, table.stack(seat), one.coming) for seat, one in table.seats.items()
        },
        ledger=world.conn.execute(
            "SELECT a.name, b.amount FROM accounts a JOIN balances b ON b.account = a.id"
            " WHERE b.amount <> 0 ORDER BY a.name"
        ).fetchall(),
        results=world.conn.execute("SELECT * FROM results ORDER BY player").fetchall(),
        told=tuple(tuple(client.told["t"]) for client in clients),
    )


def until_asked(world: World) -> Seat | None:
    """Let chance draw; the seat that is asked first, None when the hand is over."""
    host = world.probe("t")

    def asked() -> list[Seat]:
        return sorted(seat for seat in (host.round.open if host.round else {}) if seat != CHANCE)

    world.until(lambda: host.round is None or bool(asked()), step=0.25)
    return asked()[0] if host.round is not None else None


def index_at(world: World, seat: Seat, clients: list[Client]) -> int:
    player = world.probe("t").seats[seat].player
    return next(n for n, client in enumerate(clients) if str(client.id) == player)


@cache
def hand(game: str, seed: int) -> Hand:
    """A hand in a house whose power never goes."""
    world = in_mid_hand(game, seed)
    clients, dice, acted = list(world.clients), Random(seed), list[Acted]()
    while (seat := until_asked(world)) is not None:
        who = index_at(world, seat, clients)
        playing = world.probe("t").round
        assert playing is not None
        question = playing.open[seat]
        act = choose(clients[who].told["t"], question.ask, dice.randrange)
        before = picture(world, clients)
        clients[who].act("t", question.turn, act)
        acted.append(Acted(who, act, before, picture(world, clients)))
    return Hand(tuple(acted), picture(world, clients))


def answer(client: Client, turn: int, act: Act) -> messages.Answer:
    return messages.Answer(client.next(), "t", turn, act.verb, act.amount, act.cards, act.on)


def say_and_stop(world: World, client: Client, words: messages.Answer, stop: str) -> None:
    """The client says it, and the power goes."""
    if stop in CRASHES:
        world.fail(CRASHES[stop])
        with pytest.raises(SimulatedCrash):
            client.say(words)
        return
    if stop == "after the words":
        client.say(words)
        return
    heard, post = list[str](), world.house.lobby.post

    def to_the_first_alone(said: Mapping[str, Sequence[bytes]]) -> None:
        for player, frames in said.items():
            post({player: frames})
            heard.append(player)
            for one in world.clients:
                one.cut = True
            world.house.stop()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.house.lobby, "post", to_the_first_alone)
        client.say(words)
    assert len(heard) > 1, "there was nobody left to tell"


@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("stop", STOPS)
@pytest.mark.parametrize("game", GAMES)
def test_a_hand_with_a_power_cut_at_every_act_is_the_hand_without_one(
    game: str, stop: str, seed: int
) -> None:
    model = hand(game, seed)
    world = in_mid_hand(game, seed)
    clients = list(world.clients)
    for acted in model.acts:
        seat = until_asked(world)
        assert seat is not None
        assert index_at(world, seat, clients) == acted.client
        assert picture(world, clients) == acted.before
        playing = world.probe("t").round
        assert playing is not None
        words = answer(clients[acted.client], playing.open[seat].turn, acted.act)
        say_and_stop(world, clients[acted.client], words, stop)
        world.restart()
        clients = [client.resumed() for client in clients]
        assert picture(world, clients) == (acted.before if stop == STOPS[0] else acted.after)
        # What was not answered is sent again, and what was answered may be.
        clients[acted.client].say(words)
        assert isinstance(clients[acted.client].reply(words.id), messages.Ok)
        assert picture(world, clients) == acted.after
        assert ledger_check.whole_faults(world.conn) == ()
    if stop in CRASHES and model.acts[-1].after != model.end:
        # Chance has the last word; the power goes at that too.
        world.fail(CRASHES[stop])
        with pytest.raises(SimulatedCrash):
            until_asked(world)
        world.restart()
        clients = [client.resumed() for client in clients]
    assert until_asked(world) is None
    assert picture(world, clients) == model.end
    world.check()

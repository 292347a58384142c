"""The process is killed: the next one goes on with the same hand, and tells nothing else."""

from collections.abc import Sequence

import pytest

from client_offline import STORED
from client_offline.rooms import standing
from client_offline.saved import ASIDE
from protocol import messages
from protocol.buy_ins import GIFT
from protocol.events import Event
from protocol.messages import VERSION, Notice, Purse, Refused, Session
from tests.offline.world import FakeWorld, Guest

KILLS = 25


def seated(table: str, seed: int) -> Guest:
    guest = Guest(seed=seed)
    guest.come_in()
    game, _, preset = table.partition("-")
    guest.ask(lambda mine: messages.QuickSeat(mine, game, preset))
    guest.sit(GIFT // 2)
    return guest


def again(before: Guest, seed: int) -> Guest:
    """The next process on the same device, on which the player goes on."""
    after = Guest(dict(before.world.device), seed)
    after.number = before.number
    after.world.now = before.world.now
    after.house.connect()
    after.send(messages.Hello(VERSION, VERSION))
    token = before.last(Session).token
    after.ask(lambda mine: messages.Resume(mine, token))
    assert after.last(Session).token == token
    return after


def told_on(before: Sequence[Event], after: Sequence[Event]) -> bool:
    """Whether what was told before is told again, as it was."""
    return list(after[: len(before)]) == list(before)


@pytest.mark.parametrize("table", standing())
def test_a_hand_goes_on_as_it_was_told_after_each_single_step(table: str) -> None:
    guest = seated(table, 3)
    in_a_hand = 0
    for number in range(KILLS):
        run = guest.house.hall.runs.get(table)
        if run is None:
            break
        view = run.table.view()
        before = guest.told.get(table, [])
        # Other chance than the killed process had: what was drawn must not be drawn again.
        guest = again(guest, 1_000 + number)
        assert table in guest.last(Session).tables
        here = guest.house.hall.runs[table].table.view()
        assert here.holdings() == view.holdings()
        if view.round is not None:
            in_a_hand += 1
            assert told_on(before, guest.told[table])
            assert view.round.open.keys() <= here.round.open.keys() if here.round else False
        guest.go_on(table)
        assert not [one for one in guest.heard if isinstance(one, Refused)]
    assert in_a_hand


class Cut(BaseException):
    """The process is killed in the middle."""


class CutWorld(FakeWorld):
    """Is cut off at the so-many-th thing that it is told to do on the device or the screen."""

    left = 10**9

    def keep(self, name: str, text: str) -> None:
        self._one()
        super().keep(name, text)

    def say(self, frame: bytes) -> None:
        self._one()
        super().say(frame)

    def _one(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cut


def play_on(guest: Guest, table: str) -> None:
    while table in guest.house.hall.runs:
        guest.go_on(table)


@pytest.mark.parametrize("after", range(12))
def test_what_was_told_before_a_cut_is_kept_wherever_it_comes(after: int) -> None:
    guest = seated("holdem-standard", 5)
    while guest.asked is None:
        guest.later()
    guest.world.__class__ = CutWorld
    guest.world.left = after  # type: ignore[attr-defined]
    with pytest.raises(Cut):
        play_on(guest, "holdem-standard")
    guest.read()
    before = guest.told["holdem-standard"]
    after_it = again(guest, 77)
    assert told_on(before, after_it.told["holdem-standard"])
    assert sum(after_it.held().values()) == 0


def test_a_request_that_moves_chips_is_done_once_though_its_answer_was_lost() -> None:
    guest = Guest()
    guest.come_in()
    guest.ask(lambda mine: messages.QuickSeat(mine, "sabacc"))
    offer = guest.last(messages.Offer)
    guest.number += 1
    sit = messages.Sit(guest.number, offer.table, offer.key, 20_000)
    guest.send(sit)
    guest = again(guest, 2)
    assert guest.send(sit) == [messages.Ok(sit.id)]
    assert guest.last(Purse).play == GIFT - 20_000


@pytest.mark.parametrize("torn", [lambda text: text[:-9], lambda _: "{}", lambda _: "no JSON"])
def test_a_torn_or_foreign_text_is_set_aside_and_said(torn: object) -> None:
    guest = seated("holdem-standard", 2)
    assert callable(torn)
    text = torn(guest.world.device[STORED])
    after = Guest({STORED: text})
    after.come_in()
    assert after.last(Notice).code == "offline_anew"
    assert after.last(Purse).play == GIFT
    assert after.world.device[ASIDE] == text
    assert sum(after.held().values()) == 0


def test_the_journal_stays_small_however_long_one_plays() -> None:
    guest = seated("roulette-standard", 4)
    sizes = []
    for _ in range(400):
        if guest.house.hall.runs.get("roulette-standard") is None:
            break
        if guest.asked is not None:
            guest.answer(guest.asked.ask.default)
        else:
            guest.later()
        sizes.append(len(guest.world.device[STORED]))
    rounds = {one.round for one in guest.heard if isinstance(one, messages.Told)}
    assert len(rounds) > 20
    assert max(sizes[len(sizes) // 2 :]) <= 1.2 * max(sizes[: len(sizes) // 2])

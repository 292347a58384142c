"""A house inside the client that fails: nothing is lost, and what stood before goes on."""

import pytest

from client_offline import STORED
from client_offline.books import PURSE, Books, Uneven, escrow
from client_offline.saved import NotSaved, read, serialised
from client_offline.table_run import PLAYER
from game_server.table.table import Table
from protocol import messages
from protocol.buy_ins import GIFT, NEW_START_MS
from protocol.events import Moved
from protocol.messages import Left, Notice, Ok, Purse, Refused, Session
from protocol.words import POT, Act, Seat
from tests.offline.world import NEVER, Guest

TABLE = "holdem-standard"


def asked(seed: int = 4) -> Guest:
    """At hold'em, and asked."""
    guest = Guest(seed=seed)
    guest.come_in()
    guest.ask(lambda mine: messages.QuickSeat(mine, "holdem", "standard"))
    guest.sit(GIFT // 2)
    while guest.asked is None:
        guest.later()
    return guest


def chips_at(guest: Guest) -> dict[str, int]:
    return guest.house.hall.runs[TABLE].table.view().holdings()


def test_a_table_that_fails_at_an_act_gives_all_stakes_back_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guest = asked()
    before = chips_at(guest)
    with monkeypatch.context() as patch:

        def fails(*_: object, **__: object) -> None:
            raise ZeroDivisionError

        patch.setattr(Table, "act", fails)
        heard = guest.answer(Act("fold"))
    assert [one.code for one in heard if isinstance(one, Refused)] == ["failed"]
    assert any(isinstance(one, Notice) and one.code == "round_void" for one in heard)
    assert chips_at(guest) == before
    assert sum(guest.held().values()) == 0
    while guest.asked is None:
        guest.later()
    guest.act_at_random()
    assert not [one for one in guest.read() if isinstance(one, Refused)]


def test_a_bot_that_fails_or_never_answers_plays_a_quick_move() -> None:
    guest = asked()
    guest.answer(Act("fold"))
    for _ in range(200):
        if guest.asked is not None:
            break
        if guest.world.thoughts:
            number, _ = guest.world.thoughts.popleft()
            if number % 2:
                guest.house.thought(number, None)
            guest.read()
        else:
            guest.later()
    assert guest.asked is not None, "the next hand has begun"


def test_a_journal_whose_chips_are_not_those_of_the_books_gives_the_chips_back() -> None:
    guest = asked()
    saved = read(guest.world.device[STORED])
    saved.accounts[escrow(TABLE, PLAYER)] -= 100
    saved.accounts[PURSE] += 100
    after = Guest({STORED: serialised(saved)})
    after.come_in()
    assert after.last(Notice).code == "settled"
    assert after.last(Session).tables == ()
    assert after.last(Purse).play == GIFT
    assert sum(after.held().values()) == 0


def test_books_refuse_what_does_not_come_out() -> None:
    with pytest.raises(Uneven):
        Books({PURSE: 100})
    books = Books({PURSE: 100, "house": -100})
    with pytest.raises(Uneven):
        books.move(PURSE, escrow(TABLE, PLAYER), 101)
    books.move(PURSE, escrow(TABLE, PLAYER), 100)
    with pytest.raises(Uneven):
        books.settle(TABLE, [Moved(Seat(0), POT, 10, "bet")], {Seat(0): PLAYER})
    assert books.of(escrow(TABLE, PLAYER)) == 100


def test_a_text_with_one_letter_changed_is_none() -> None:
    text = serialised(read(asked().world.device[STORED]))
    assert read(text).accounts
    with pytest.raises(NotSaved):
        read(text.replace("100000", "900000", 1))


def test_who_has_lost_everything_gets_new_chips_once_in_a_day() -> None:
    guest = Guest()
    guest.come_in()
    guest.ask(lambda mine: messages.QuickSeat(mine, "roulette", "standard"))
    table = guest.sit(GIFT)
    saved = guest.house.purse
    for turn in range(2):
        # Everything is lost at once.
        saved.books.move(escrow(table, PLAYER), "house", saved.books.of(escrow(table, PLAYER)))
        saved.books.move(PURSE, "house", saved.chips)
        at = round(guest.world.now * 1000)
        given = saved.begin_again(at)
        assert given is not None
        assert given.code == ("new_start", "new_start_later")[turn]
    assert saved.told(at).wait == NEW_START_MS
    assert saved.begin_again(at + NEW_START_MS - 1) is not None
    assert saved.chips == 0
    assert saved.begin_again(at + NEW_START_MS) is not None
    assert saved.chips == GIFT


def test_who_logs_out_leaves_the_tables_and_finds_the_same_purse() -> None:
    guest = asked()
    guest.answer(Act("fold"))
    assert isinstance(guest.ask(messages.Logout)[-1], messages.Goodbye)
    assert guest.world.hung_up
    assert guest.world.alarm == NEVER, "nobody is in: time stands still"
    assert guest.last(Left).table == TABLE
    token = guest.last(Session).token
    guest.come_in("Ann")
    assert guest.last(Session).token != token
    guest.ask(lambda mine: messages.RulesOf(mine, "holdem", "standard"))
    assert not isinstance(guest.heard[-1], Refused | Ok)
    while TABLE in guest.house.hall.runs:
        guest.later()
    assert guest.last(Purse).play == guest.held()[PURSE]

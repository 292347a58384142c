"""An evening of hold'em by touch: seat, hands, talk, a phone that is turned and put away, a house
whose power goes."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol import messages
from tests.e2e.friend import Friend
from tests.e2e.player import Player, held, players
from tests.e2e.sight import Sight
from tests.house.process import free_port, house
from tests.house.visiting import Visitor

ROOMS = """
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
least_buy_in = 20000
most_buy_in = 20000
bots = 1
pause = 0.1
offer = 60.0
"""
CALM = ("Check", "Call", "All-in")
PORTRAIT, LANDSCAPE = (393, 872), (872, 393)
SOON_S = 3


def seated(one: Visitor) -> None:
    one.guest()
    one.ask(messages.Join, "holdem")
    one.ask(messages.Queue, "holdem")
    one.sit("holdem", 20_000)


def my_turn(sight: Sight) -> bool:
    """I hold cards, and am asked."""
    view = sight.table
    return bool(
        view is not None
        and view.turn is not None
        and view.turn.me
        and any(one in sight.presses for one in CALM)
    )


def plays(one: Player, done: Callable[[Sight], bool], what: str) -> Sight:
    """Press what is cheapest whenever it is my turn, until it is done."""
    while True:
        sight = one.until(lambda seen: done(seen) or my_turn(seen), what)
        if done(sight):
            return sight
        press(one, next(press for press in CALM if press in sight.presses))


def press(one: Player, says: str) -> None:
    """Press it until it is taken: buttons that have just changed take nothing for a moment."""
    while my_turn(now := one.look()) and says in now.presses:
        one.tap(says)


def at_my_turn(one: Player) -> Sight:
    """In mid-hand, with two cards in my hand and time to think."""
    sight = one.until(my_turn, "my turn")
    assert len(held(sight)) == 2
    return sight


def cut(sight: Sight) -> list[object]:
    """The texts and cards that do not lie within the window."""
    wide, high = sight.size
    lying = [(text.text, text.box) for text in sight.painted.texts]
    lying += [("a card", card.box) for card in sight.painted.cards]
    return [
        (what, left, low, width, height, sight.size)
        for what, (left, low, width, height) in lying
        if left <= -1 or low <= -1 or left + width >= wide + 1 or low + height >= high + 1
    ]


def same_hand(before: Sight, after: Sight) -> None:
    assert before.table is not None
    assert after.table is not None
    assert after.table.round == before.table.round
    assert set(held(after)) == set(held(before))
    assert after.table.board[: len(before.table.board)] == before.table.board
    assert not after.table.paused


def seconds(sight: Sight) -> list[int]:
    """In how many seconds the window says that it tries again."""
    found = (re.search(r"Next try in 0:(\d\d)$", one.text) for one in sight.painted.texts)
    return [int(one[1]) for one in found if one]


def talks(one: Player, friend: Friend) -> None:
    """Lines go both ways, as they were written, and a phrase by one tap."""
    one.tap("chat")
    one.type("Say something", "[b]Hello[/b] & 你好")
    one.tap("send")
    friend.until(lambda: "[b]Hello[/b] & 你好" in [line.text for line in friend.lines()], "a line")
    friend.tell(lambda me: messages.Say(me.next(), "holdem", "Nice to meet you"))
    one.shown("Nice to meet you")
    one.shown("[b]Hello[/b] & 你好")
    one.tap("Nice hand!")
    friend.until(lambda: any(line.phrase == "nice_hand" for line in friend.lines()), "a phrase")
    one.tap("close")


def hands(one: Player) -> None:
    """A whole hand, to its end."""
    first = at_my_turn(one).table
    assert first is not None
    plays(one, lambda sight: bool(sight.table and sight.table.round > first.round), "a hand")


def turns(one: Player) -> None:
    """The phone is turned in mid-hand, and back."""
    before = at_my_turn(one)
    for size in (LANDSCAPE, PORTRAIT):
        one.ask("turn", size=size)
        # A frame passes before what the window shows is laid out in its new size.
        one.until(lambda sight: my_turn(sight) and not cut(sight), f"all in sight at {size}")
        after = one.look()
        assert after.size == size
        assert cut(after) == []
        same_hand(before, after)
        assert set(after.presses) >= set(before.presses) - {"away", "back"}, after.presses


def is_called_away(one: Player, friend: Friend) -> None:
    """Another app comes to the front, in mid-hand; what was said meanwhile is read afterwards."""
    before = at_my_turn(one)
    one.ask("pause")
    assert one.look().connection == "offline"
    friend.tell(lambda me: messages.Say(me.next(), "holdem", "Still there?"))
    friend.until(lambda: "Still there?" in [line.text for line in friend.lines()], "a line")
    one.ask("resume")
    after = one.until(lambda sight: sight.connection == "in" and my_turn(sight), "back")
    same_hand(before, after)
    one.tap("chat")
    one.shown("Still there?")
    one.tap("close")


def has_no_house(one: Player, before: Sight) -> None:
    """The window says that it is not connected, and when it tries again; the cards stay."""
    gone = one.until(lambda sight: seconds(sight), "it says so")
    assert gone.says("Connection lost")
    assert gone.connection == "waiting"
    same_hand(before, gone)
    assert not my_turn(gone)
    assert cut(gone) == []


def goes_on(one: Player, before: Sight) -> None:
    """By itself and soon: nobody has touched anything, and it never waited for long."""
    while (sight := one.look()).connection != "in":
        assert all(left <= SOON_S for left in seconds(sight)), sight.painted.texts
    after = one.until(my_turn, "my turn again")
    same_hand(before, after)
    assert not after.says("Connection lost")
    press(one, next(says for says in CALM if says in after.presses))


def goes_home(one: Player) -> None:
    """The back key leads to the lobby, which knows the table; leaving it brings the chips back."""
    one.ask("back")
    answered(one, "To the lobby, keep my seat")
    one.until(lambda sight: sight.screen == "lobby", "the lobby")
    one.tap("Hold'em · Standard")
    one.until(lambda sight: sight.screen == "table", "the table")
    one.tap("menu")
    one.tap("Leave now")
    answered(one, "Leave")
    one.until(lambda sight: sight.screen == "lobby" and sight.table is None, "out")


def answered(one: Player, answer: str) -> None:
    """In the middle of a hand it is asked what is to become of it."""
    asked = one.until(lambda sight: "Dialog" in sight.overlays or sight.screen == "lobby", "this")
    if "Dialog" in asked.overlays:
        one.tap(answer)


@pytest.mark.req("E-UC-007", "E-UC-010", "E-UC-011", "E-UC-012", "E-RF-HH-018")
def test_an_evening_of_holdem_by_touch_survives_turning_a_call_and_a_power_cut(
    display: str, tmp_path: Path
) -> None:
    port = str(free_port())
    at = {"CARDROOM_LISTEN_PORT": port}
    with house(tmp_path, ROOMS, at) as running:
        one = Player("Juno", running.url, tmp_path, confirm_all_in=False, coach=False)
        with players(one):
            one.comes_in()
            one.tap("Deal me in")
            one.until_table(lambda view: view.me is not None, "a seat")
            with Friend(running.url, seated) as friend:
                talks(one, friend)
                hands(one)
                turns(one)
                is_called_away(one, friend)
                before = at_my_turn(one)
            running.kill()
            has_no_house(one, before)
            with house(tmp_path, ROOMS, at):
                goes_on(one, before)
                goes_home(one)

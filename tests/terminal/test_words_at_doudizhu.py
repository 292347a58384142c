"""Words at a table of Dou Dizhu: hands that are long, plays that are to be beaten, hints."""

import asyncio

import pytest

from protocol import messages
from protocol.cards import parse
from protocol.events import Acted, Dealt, Event, Laid, RoundBegan, RoundEnded, Shown
from protocol.games.doudizhu import Played, Redealt
from protocol.messages import Room
from protocol.words import BOARD, Hidden, Option, Seat
from terminal_client.house.picture import TableDrawing
from terminal_client.house.question import offers
from terminal_client.house.screen import HouseScreen
from terminal_client.page.look import Look
from tests.client.device import Device, view
from tests.terminal.test_visits import Inside
from tests.terminal.typing_at_house import Typing


@pytest.fixture
def typing() -> Inside:
    return Inside()


def at_doudizhu(one: Device | None = None, hand: str = "3c 4c 5c") -> Device:
    """Seat 0 has shown two of seventeen cards."""
    if one is None:
        one = Device()
        one.come_in()
    one.sit_down(room=Room("t", "doudizhu", "house", "play", 1_000, 20_000, 100_000, 3))
    names = {Seat(0): "Ann", Seat(1): "Bo", Seat(2): "Me"}
    stacks = dict.fromkeys(names, 20_000)
    dealt = [Dealt(Seat(seat), Hidden(17)) for seat in (0, 1)]
    mine = Dealt(Seat(2), parse(hand))
    one.tell(
        RoundBegan("doudizhu", "house", 1, names, stacks, {}),
        *dealt,
        mine,
        Shown(Seat(0), parse("As Jd")),
    )
    return one


def test_a_card_that_lies_open_at_a_seat_keeps_its_letter(typing: Inside) -> None:
    at_doudizhu(typing.one)
    (ann,) = [line for line in typing.go_on() if line.startswith("Seat 1: Ann")]
    assert "A♠ J♦" in ann, ann


def laid(seat: Seat, card: str, left: int) -> tuple[Event, ...]:
    """A solo is played."""
    rank = "3456789TJQKA2".index(card[0])
    return (
        Acted(seat, "play"),
        Laid(seat, BOARD, parse(card)),
        Played(seat, "solo", 1, rank, left, f"a solo {card[0]}"),
    )


def test_a_play_that_was_just_told_is_not_told_again_as_what_is_to_be_beaten(
    typing: Inside,
) -> None:
    one = at_doudizhu(typing.one)
    typing.go_on()
    one.tell(*laid(Seat(1), "4d", 16), after=5)
    told = typing.go_on()
    assert "Bo plays 4♦." in told
    one.asked(1, Option("pass"), Option("play", hand=(1, 1)))
    told = typing.go_on()
    assert not any(line.startswith("To beat") for line in told), told
    # Whoever comes back after a lost line has lost the thread.
    looked_at = typing.visit.teller.looked_at
    assert looked_at is not None
    looked_at.ask_again()
    assert any(line.startswith("To beat: 4♦ of Bo") for line in typing.go_on())
    one.tell(*laid(Seat(1), "6d", 15), Acted(Seat(0), "pass"), after=8)
    one.asked(2, Option("pass"), Option("play", hand=(1, 1)))
    told = typing.go_on()
    assert any(line.startswith("To beat: 6♦ of Bo") for line in told), told
    assert any(line.startswith("To beat: 6♦ of Bo") for line in typing.type("look"))
    one.tell(RoundEnded(), after=12)
    typing.go_on()
    assert not any(line.startswith("To beat") for line in typing.type("look")), "it is over"


def test_a_hand_that_is_heard_is_read_out_once_until_it_changes() -> None:
    typing = Typing(plain=True)
    one = typing.one
    one.come_in()
    one.house(messages.Rooms((), whole=True))
    at_doudizhu(one)
    same = "You still hold those {} cards; “hand” reads them out."

    def held(turn: int) -> list[str]:
        one.asked(turn, Option("pass"), Option("play", hand=(1, 1)))
        return [line for line in typing.go_on() if line.startswith(("You hold", same[:14]))]

    assert held(1) == ["You hold 5♣ 4♣ 3♣.", same.format(3)], "once with the table"
    one.tell(*laid(Seat(1), "6d", 16), after=5)
    assert held(2) == [same.format(3)]
    one.tell(*laid(Seat(2), "4c", 2), after=8)
    assert held(3) == ["You hold 5♣ 3♣."]
    one.tell(*laid(Seat(0), "Qd", 16), after=11)
    assert held(4) == [same.format(2)]
    looked_at = typing.visit.teller.looked_at
    assert looked_at is not None
    looked_at.ask_again()
    assert "You hold 5♣ 3♣." in typing.go_on()
    # All passed: what is dealt again is told, and not once more at the question.
    dealt = Dealt(Seat(2), parse("7c 8c 9c Tc Jc"))
    one.tell(Redealt(), Dealt(Seat(0), Hidden(17)), Dealt(Seat(1), Hidden(17)), dealt, after=14)
    assert held(5) == [same.format(5)]


@pytest.mark.parametrize(
    ("itself", "told"),
    [
        (True, "Nothing you hold beats this; the pass comes by itself."),
        (False, "Nothing you hold beats this."),
    ],
)
def test_a_pass_that_comes_by_itself_is_announced(typing: Inside, itself: bool, told: str) -> None:
    one = at_doudizhu(typing.one)
    one.client.set(pass_beaten=itself)
    typing.go_on()
    one.tell(*laid(Seat(1), "2d", 16), after=5)
    one.asked(1, Option("pass"), Option("play", hand=(1, 1)))
    assert told in typing.go_on()


@pytest.mark.parametrize(("language", "hint"), [("en", "hint"), ("zh", "提示")])
def test_a_hint_is_refused_in_every_language_where_it_is_not_my_turn(
    typing: Inside, language: str, hint: str
) -> None:
    typing.one.client.set(language=language)
    at_doudizhu(typing.one)
    typing.go_on()
    assert typing.type(hint)[0] == typing.one.client.say("terminal.not_your_turn")


def test_bids_are_offered_as_they_are_told_when_they_are_made() -> None:
    one = at_doudizhu()
    client = one.client
    for low, offered in ((1, "b and 1, 2 or 3: Bid"), (2, "b and 2 or 3: Bid"), (3, "b: Bid 3")):
        one.asked(low, Option("bid", low * 1_000, 3_000, 1_000), Option("pass"))
        asked = offers(client, view(one), client.turn.acts("t"))
        assert asked == f"p: No bid; {offered}."


@pytest.mark.parametrize(("language", "typed"), [("en", "“l bj”"), ("zh", "“l 大王”")])
def test_a_hint_is_typed_in_the_words_of_the_language(
    typing: Inside, language: str, typed: str
) -> None:
    typing.one.client.set(language=language)
    at_doudizhu(typing.one, "Xc").asked(1, Option("play", hand=(1, 1)))
    typing.go_on()
    assert typed in typing.type("hint")[-1]
    typing.type(typed.strip("“”"))
    assert typing.one.last(messages.Answer).cards == parse("Xc")


def test_many_cards_face_down_beside_open_ones_are_a_number() -> None:
    one = at_doudizhu()
    drawn = TableDrawing(one.client).draw(view(one), 80, 20).plain
    assert "▮×15 A♠ J♦" in drawn, drawn
    assert "▮ ▮" not in drawn


def test_each_of_three_seats_has_a_line_of_its_own_for_cards_that_lie_open() -> None:
    one = at_doudizhu()
    lines = TableDrawing(one.client).draw(view(one), 60, 20).plain.splitlines()
    (bo,) = [line for line in lines if "Bo" in line]
    assert "Ann" not in bo


def test_the_clock_runs_beside_a_question_about_something_else() -> None:
    one = at_doudizhu()

    async def seen() -> str:
        screen = HouseScreen(one.client, Look(), "", None)
        async with screen.run_test(size=(80, 24)) as pilot:
            one.asked(1, Option("pass"))
            screen.visit.typed("logout")
            for _ in range(20):
                await pilot.pause()
            strips = screen.screen._compositor.render_strips()
            return "\n".join("".join(part.text for part in strip) for strip in strips)

    drawn = asyncio.run(seen())
    assert "0:15 Answer the question" in drawn, drawn

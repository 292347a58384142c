"""The end of a stay at a table: kept in sight until it was seen, and then told on a page."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from client_core import folds
from client_core.ending import lost_to
from protocol import messages
from protocol.cards import parse
from protocol.events import Dealt, Event, Moved, RoundBegan, RoundEnded, Shown
from protocol.messages import Payment, Room, Sitter
from protocol.words import BOARD, POT, Option, Seat
from tests.client.device import ROOM, Device, people
from tests.client.test_table import BEGAN, ME, at_table

LAST = (
    Moved(Seat(2), POT, 20_000, "all_in"),
    Dealt(Seat(BOARD), parse("As Ks Qs Js 2d"), 0),
    Shown(Seat(2), parse("3c 4c"), 0),
    Shown(Seat(0), parse("Ah Ac"), 0),
    Moved(POT, Seat(0), 20_000, "pot"),
    RoundEnded(),
)


def all_in(
    game: str, names: Mapping[Seat, str], paid: Mapping[Seat, int], won: Mapping[Seat, int]
) -> tuple[Event, ...]:
    """A round in which all of them put all that they have into the pot."""
    return (
        RoundBegan(game, "standard", 1, names, paid, {}),
        *(Moved(seat, POT, amount, "all_in") for seat, amount in paid.items()),
        *(Moved(POT, seat, amount, "pot") for seat, amount in won.items()),
        RoundEnded(),
    )


def lost_all(code: str = "no_chips") -> Device:
    """At a table that is shown, and out of it with its last round just told."""
    one = at_table(BEGAN)
    one.client.ending.show_page()
    one.client.pace.watch("t")
    # The house tells the end of a round by itself.
    one.tell(*LAST[:-1], after=1)
    one.tell(LAST[-1], after=len(LAST))
    one.house(messages.Left("t", code), messages.Purse(0))
    return one


def test_a_client_whose_screens_have_no_such_page_is_in_the_lobby_at_once() -> None:
    one = at_table(BEGAN)
    one.tell(*LAST, after=1)
    one.house(messages.Left("t", "no_chips"))
    assert one.client.screen.name == "lobby"
    assert one.client.ending.view is None


@pytest.mark.req("C-2.12", "C-2.15", "C-5.27")
def test_the_table_stays_in_sight_until_its_last_round_was_seen() -> None:
    one = lost_all()
    assert one.client.screen == replace(one.client.screen, name="table", table="t")
    assert one.client.tables.names == ()
    parts = []
    while one.client.pace.unseen("t"):
        view = one.client.tables.view("t")
        assert view is not None
        parts.append((one.client.pace.part("t"), view.over, bool(view.winners)))
        one.client.pace.seen("t")
    assert parts == [
        ("cards", False, False),
        ("shown", False, False),
        ("won", True, True),
        ("", True, True),
    ]
    one.client.ending.stay_over()
    assert one.client.screen.name == "ending"
    ended = one.client.ending.view
    assert ended is not None
    assert ended.kind == "broke"
    assert one.client.say(ended.title) == "You are out of chips"
    assert one.client.tables.view("t") is None


def test_a_line_that_is_lost_takes_the_last_round_from_nobody() -> None:
    one = lost_all()
    one.lose()
    one.resumed()
    assert one.client.screen.name == "table"
    assert one.client.tables.view("t") is not None
    one.client.ending.stay_over()
    assert one.client.screen.name == "ending"


@pytest.mark.req("C-1.2")
def test_the_farewell_waits_until_the_page_was_read() -> None:
    one = lost_all()
    one.passes(60)
    assert one.client.notices.farewell is None
    one.client.ending.stay_over()
    one.passes(60)
    assert one.client.notices.farewell is None
    assert one.client.ending.ways == ("menu",)
    one.client.ending.go_on("menu")
    assert one.client.screen.name == "lobby"
    one.passes(2.1)
    assert one.client.notices.farewell is not None


def test_whoever_goes_of_himself_now_reads_no_page() -> None:
    one = at_table(BEGAN)
    one.client.ending.show_page()
    one.client.seat.leave("t")
    one.house(messages.Left("t", "left"))
    assert one.client.screen.name == "lobby"
    assert one.client.ending.view is None


def test_leaving_after_the_hand_shows_the_hand_and_what_one_leaves_with() -> None:
    one = at_table(BEGAN)
    one.client.ending.show_page()
    one.client.pace.watch("t")
    one.client.seat.leave("t", "after_round")
    one.tell(*LAST, after=1)
    one.house(messages.Left("t", "left"), messages.Purse(5_000))
    assert one.client.tables.view("t") is not None
    one.client.ending.stay_over()
    ended = one.client.ending.view
    assert ended is not None
    assert ended.kind == "left"
    assert str(ended.chips // 100) in one.client.words.sentences(ended.says)


@pytest.mark.req("C-2.13", "C-2.16", "C-5.28")
def test_who_has_beaten_the_table_reads_whom_and_may_play_on() -> None:
    one = Device()
    one.come_in()
    one.client.ending.show_page()
    mine = one.client.opening.play_solo("sabacc", "house", 2, buy_in=20_000)
    one.house(messages.Joined(mine, Room("s", "sabacc", "house", "play", 5_000, 20_000, 20_000, 4,
                                     private=True)))  # fmt: skip
    names = {Seat(0): "Me", Seat(1): "Amber", Seat(2): "Birch"}
    won = all_in("sabacc", names, dict.fromkeys(names, 20_000), {Seat(0): 60_000})
    one.seats({0: Sitter("Me", 20_000)}, 0, "s")
    one.tell(*won, table="s")
    sitters = {0: Sitter("Me", 60_000), 1: Sitter("Amber", 0, bot="calm")}
    one.seats(sitters, 0, "s")
    for name in ("Birch", "Amber"):
        one.house(messages.Notice("opponent_broke", "", "s", {"name": name}))
    one.house(
        messages.Notice("victory", "", "s"), messages.Left("s", "victory"), messages.Purse(120_000)
    )
    one.client.ending.stay_over()
    ended = one.client.ending.view
    assert ended is not None
    assert one.client.say(ended.title) == "You have beaten the table!"
    assert "Birch and Amber" in one.client.words.sentences(ended.says)
    assert one.client.ending.ways == ("again", "choose", "menu")
    said_ = [one.client.say(toast.say) for toast in one.client.notices.toasts]
    assert said_ == [
        f"Well played: {name} is out of chips and leaves." for name in ("Birch", "Amber")
    ]
    one.client.ending.go_on("again")
    wish = one.last(messages.OpenRoom)
    assert (wish.game, wish.bots, wish.buy_in) == ("sabacc", 2, 20_000)
    assert wish.id != mine
    one.house(
        messages.Joined(
            wish.id, Room("s2", "sabacc", "house", "play", 5_000, 20_000, 20_000, 4, private=True)
        )
    )
    assert one.client.screen.table == "s2"
    assert one.client.ending.view is None


def test_who_goes_from_a_table_out_of_sight_that_i_only_watch_is_no_news() -> None:
    one = at_table()
    one.seats({0: Sitter("Bo", 0, bot="calm")}, None)
    broke = messages.Notice("opponent_broke", "", "t", {"name": "Bo"})
    one.house(broke)
    assert one.client.say(one.client.notices.toasts[-1].say) == "Bo is out of chips and leaves."
    one.client.notices.dismiss(one.client.notices.toasts[-1].id)
    one.client.show("")
    one.house(broke)
    assert one.client.notices.toasts == ()


@pytest.mark.parametrize(
    ("paid", "won", "beaten"),
    [
        ((20_000, 20_000, 20_000, 20_000), (80_000, 0, 0, 0), "BCD"),
        ((20_000, 20_000, 20_000, 20_000), (0, 80_000, 0, 0), ""),
        # What I won of two pots, and what another won of the other.
        ((20_000, 20_000, 10_000, 5_000), (20_000, 0, 35_000, 0), "B"),
        ((10_000, 20_000, 20_000, 5_000), (35_000, 20_000, 0, 0), "D"),
        ((10_000, 20_000, 10_000, 5_000), (35_000, 10_000, 0, 0), "CD"),
        ((20_000, 20_000, 20_000, 20_000), (40_000, 40_000, 0, 0), ""),
        ((20_000, 20_000, 20_000, 5_000), (30_000, 35_000, 0, 0), ""),
    ],
)
def test_those_are_beaten_by_me_whose_last_chips_i_have(
    paid: tuple[int, ...], won: tuple[int, ...], beaten: str
) -> None:
    names = {Seat(seat): name for seat, name in enumerate("ABCD")}
    put, got = ({Seat(seat): one for seat, one in enumerate(sums) if one} for sums in (paid, won))
    now = None
    for event in all_in("holdem", names, put, got):
        assert not lost_to(now, Seat(0), "B"), "before the round is over nobody is beaten"
        now = folds.fold(now, event)
    assert "".join(one for one in "BCD" if lost_to(now, Seat(0), one)) == beaten


def test_whose_chips_went_to_another_is_not_beaten_by_me() -> None:
    one = at_table()
    one.client.ending.show_page()
    names = {Seat(0): "Ann", Seat(1): "Bo", Seat(2): "Me"}
    lost = all_in("holdem", names, dict.fromkeys(names, 20_000), {Seat(0): 60_000})
    one.tell(*lost)
    one.house(messages.Notice("opponent_broke", "", "t", {"name": "Bo"}))
    assert one.client.say(one.client.notices.toasts[-1].say) == "Bo is out of chips and leaves."
    one.house(messages.Left("t", "no_chips"), messages.Purse(68_000))
    one.client.ending.stay_over()
    ended = one.client.ending.view
    assert ended is not None
    words = one.client.words.sentences(ended.says)
    assert words == "Better luck next time!"


def test_who_is_sent_away_with_money_reads_where_it_is() -> None:
    one = Device()
    one.come_in()
    one.client.ending.show_page()
    room = replace(ROOM, table="e", preset="eps", purse="cash")
    one.sit_down({2: Sitter("Me", 99_500)}, room)
    one.seats({2: Sitter("Me", 99_500)}, table="e")
    one.house(messages.Left("e", "away"))

    def reads() -> str:
        ended = one.client.ending.view
        assert ended is not None
        return one.client.words.sentences(ended.says)

    assert "Your $995 go back to your card." in reads()
    payment = Payment(4, 1, "cash_out", 99_500, "pending", digits="4711", until=1_800_000_000)
    one.house(messages.Paid(0, payment, "e"))
    assert ("ending", "") in one.topics
    assert "$995 waits for your new card, ending in 4711." in reads()
    one.house(messages.Paid(0, replace(payment, state="done", until=0), "e"))
    assert "$995 is back on your card." in reads()


def sent_away_in_mid_round(*told: Event, play: int = 80_000) -> Device:
    """The turn clock has taken a seat while the others play on."""
    one = at_table(BEGAN)
    one.client.ending.show_page()
    one.client.pace.watch("t")
    one.house(messages.Purse(play))
    one.tell(*told, after=1)
    one.house(messages.Left("t", "missed_turns"))
    one.client.ending.stay_over()
    return one


def test_who_loses_the_seat_in_mid_round_reads_what_is_still_out_until_it_is_back() -> None:
    one = sent_away_in_mid_round(Moved(ME, POT, 500, "call"))
    left = one.client.words.say("ending.held", chips=19_500)
    ended = one.client.ending.view
    assert ended is not None
    assert (ended.chips, ended.purse) == (19_500, 80_000)
    assert left in one.client.words.sentences(ended.says)
    one.house(messages.Purse(99_500))
    assert ("ending", "") in one.topics
    ended = one.client.ending.view
    assert ended is not None
    assert ended.purse == 99_500
    assert left not in one.client.words.sentences(ended.says)


def test_who_is_all_in_without_a_seat_reads_that_the_hand_is_played() -> None:
    one = sent_away_in_mid_round(Moved(ME, POT, 20_000, "all_in"))
    ended = one.client.ending.view
    assert ended is not None
    assert one.client.say("leave.all_in") in one.client.words.sentences(ended.says)


def test_whose_last_chips_are_still_at_the_table_is_not_sent_home() -> None:
    one = sent_away_in_mid_round(Moved(ME, POT, 500, "call"), play=0)
    one.client.ending.read()
    one.passes(30)
    assert one.client.notices.farewell is None
    one.house(messages.Purse(19_500))
    one.passes(30)
    assert one.client.notices.farewell is None


@pytest.mark.req("B-6.4.4")
def test_who_has_busted_the_house_reads_it_and_is_led_to_those_who_have() -> None:
    one = Device()
    one.come_in()
    one.client.ending.show_page()
    room = Room("b", "blackjack", "twenty_one", "play", 500, 2_000, 10_000, 8)
    one.sit_down({2: Sitter("Me", 52_500), 3: Sitter("Ada", 5_000)}, room)
    one.seats({2: Sitter("Me", 52_500), 3: Sitter("Ada", 5_000)}, table="b")
    one.house(messages.Left("b", "busted"), messages.Purse(142_500))
    ended = one.client.ending.view
    assert ended is not None
    assert one.client.say(ended.title) == "You have busted the house!"
    assert "You leave with 525." in one.client.words.sentences(ended.says)
    assert one.client.ending.ways == ("busters", "another", "menu")


@pytest.mark.req("B-6.4.4")
def test_the_others_at_the_table_are_told_who_has_busted_the_house() -> None:
    one = at_table(BEGAN)
    one.house(messages.Notice("house_busted", "", "t", {"name": "Ada", "amount": 52_500}))
    assert [one.client.say(toast.say) for toast in one.client.notices.toasts] == [
        "Ada has busted the house and leaves with 525!"
    ]


def test_chips_that_are_too_few_are_no_ruin() -> None:
    one = at_table()
    one.client.ending.show_page()
    one.seats({**people(), 2: Sitter("Me", 3_000)})
    one.house(messages.Left("t", "no_chips"), messages.Purse(13_000))
    ended = one.client.ending.view
    assert ended is not None
    assert ended.kind == "short"
    assert "You take your 30 with you." in one.client.words.sentences(ended.says)
    assert one.client.ending.ways == ("another", "menu")


@pytest.mark.parametrize(
    ("stack", "ways"), [(500, ("back", "cashier", "menu")), (0, ("back", "menu"))]
)
def test_at_a_table_of_money_the_cashier_is_a_way_to_what_goes_back_to_the_card(
    stack: int, ways: tuple[str, ...]
) -> None:
    one = Device()
    one.come_in()
    one.client.ending.show_page()
    room = replace(ROOM, table="e", preset="eps", purse="cash")
    one.sit_down({2: Sitter("Me", stack)}, room)
    one.seats({2: Sitter("Me", stack)}, table="e")
    one.house(messages.Left("e", "no_chips"))
    assert one.client.ending.ways == ways
    one.client.ending.go_on("back")
    assert one.last(messages.Join).table == "e"


@pytest.mark.parametrize("code", ["missed_turns", "kicked", "away", "sat_out", "no_bet"])
def test_who_is_sent_away_reads_why(code: str) -> None:
    one = at_table(BEGAN)
    one.client.ending.show_page()
    one.house(messages.Left("t", code), messages.Purse(5_000))
    ended = one.client.ending.view
    assert ended is not None
    assert ended.kind == "sent"
    assert one.client.words.sentences(ended.says) == one.client.say(f"left.{code}")


def test_the_last_round_of_a_house_is_seen_before_its_page() -> None:
    one = at_table(BEGAN)
    one.client.ending.show_page()
    one.client.pace.watch("t")
    one.tell(*LAST, after=1)
    one.house(messages.Left("t", "house_closes"), messages.Purse(5_000))
    one.house(messages.Goodbye("house_closes"))
    one.lose(4000)
    view = one.client.tables.view("t")
    assert view is not None
    assert one.client.screen.table == "t"
    one.client.ending.stay_over()
    ended = one.client.ending.view
    assert ended is not None
    assert one.client.say(ended.title) == "The house closes"
    assert one.client.words.sentences(ended.says) == (
        f"You leave with {one.client.texts.money(ended.chips)}."
    )
    assert one.client.ending.ways == ("menu",)
    one.client.ending.go_on("menu")
    assert one.client.screen.name == "lobby"


def test_a_house_that_closes_between_rounds_leads_to_the_lobby() -> None:
    one = at_table(BEGAN)
    one.client.ending.show_page()
    one.house(messages.Left("t", "house_closes"))
    assert one.client.ending.view is None
    assert one.client.screen.name == "lobby"


def test_who_is_broke_in_a_house_that_closes_is_led_to_no_other_table() -> None:
    one = lost_all()
    one.house(messages.Purse(50_000))
    one.client.ending.stay_over()
    assert "another" in one.client.ending.ways
    one.house(messages.Notice("closing", ""))
    assert list(one.client.ending.ways) == ["menu"]


# -- nothing is asked before it is seen ----------------------------------------------------------


def test_a_question_is_open_when_its_cards_were_seen_or_after_two_seconds() -> None:
    for seen in (True, False):
        one = at_table(BEGAN)
        one.client.pace.watch("t")
        one.tell(LAST[1], after=1)
        one.asked(5, *(option for option in _options()))
        acts = one.client.turn.acts("t")
        assert acts.unseen
        assert acts.buttons == ()
        if seen:
            one.client.pace.seen("t")
        else:
            one.passes(1.9)
            assert one.client.turn.acts("t").unseen
            one.passes(0.2)
        assert one.client.turn.acts("t").buttons


def test_a_key_that_is_pressed_before_its_cards_were_seen_does_nothing() -> None:
    one = at_table(BEGAN)
    one.asked(4, *_options())
    button = one.client.turn.acts("t").buttons[0]
    one.passes(1)
    one.client.pace.watch("t")
    one.tell(LAST[1], after=1)
    tap = one.client.turn.tap("t", button)
    assert tap.state == "guarded"
    assert one.all(messages.Answer) == []
    one.client.pace.seen("t")
    assert one.client.turn.tap("t", button).state == "sent"


def test_who_watches_no_table_is_asked_at_once() -> None:
    one = at_table(BEGAN)
    one.tell(LAST[1], after=1)
    one.asked(5, *_options())
    assert one.client.turn.acts("t").buttons


def _options() -> tuple[Option, ...]:
    return (Option("fold"), Option("call", 1_000, 1_000))

"""At a table: seats turned to me, hands, bets, pots, whose turn, offers, comings and goings."""

from dataclasses import replace

import pytest

from client_core.client import HoldemFacts
from client_core.felts.seats import note_of, word_of
from protocol import messages
from protocol.cards import parse
from protocol.events import (
    Acted,
    Button,
    Dealt,
    Event,
    LeftGame,
    Moved,
    RoundBegan,
    RoundEnded,
    Shown,
)
from protocol.games.holdem import Ranked
from protocol.messages import Room, Sitter
from protocol.words import BOARD, CHANCE, POT, Hidden, Option, Seat
from tests.client.device import ROOM, Device, people, seat, view

ANN, BO, ME = Seat(0), Seat(1), Seat(2)
NAMES = {ANN: "Ann", BO: "Bo", ME: "Me"}
BEGAN = RoundBegan(
    "holdem", "standard", 1, NAMES, dict.fromkeys(NAMES, 20_000), {"big_blind": 200, "unit": 100}
)
BLINDS = (
    Button(ANN),
    Moved(BO, POT, 100, "small_blind"),
    Moved(ME, POT, 200, "big_blind"),
    Dealt(ANN, Hidden(2)),
    Dealt(BO, Hidden(2)),
    Dealt(ME, parse("Ks Kd")),
)
FOLD, CHECK, CALL = Option("fold"), Option("check"), Option("call", 200, 200)
RAISE, ALL_IN = Option("raise", 400, 19_800, 100), Option("all_in", 19_800, 19_800)


def at_table(*events: Event) -> Device:
    one = Device()
    one.come_in()
    one.sit_down()
    if events:
        one.tell(*events)
    return one


@pytest.mark.req("E-RF-HH-001", "E-RF-HH-002", "E-RF-HH-003", "E-UC-007")
def test_seats_are_absolute_and_turned_so_that_i_sit_at_the_bottom() -> None:
    one = at_table(BEGAN, *BLINDS)
    seats = view(one).seats
    assert [one.seat for one in seats] == [2, 3, 4, 5, 0, 1]
    assert [one.place for one in seats] == [0, 1, 2, 3, 4, 5]
    assert [one.name for one in seats] == ["Me", "", "", "", "Ann", "Bo"]
    assert [one.taken for one in seats] == [True, False, False, False, True, True]
    assert seats[0].me
    assert [one.seat for one in seats if one.button] == [ANN]
    one.house(messages.Seats("t", {ANN: Sitter("Ann", 1)}, None, 2))
    assert [one.seat for one in view(one).seats] == [0, 1, 2, 3, 4, 5], (
        "a watcher sees seat 0 first"
    )


def test_who_is_away_after_a_round_is_not_said_to_have_folded() -> None:
    one = at_table(BEGAN, *BLINDS, Acted(ANN, FOLD.verb), Acted(BO, FOLD.verb), RoundEnded())
    assert [word_of(one.client, view(one), seat(one, who))[0] for who in (ANN, BO)] == ["Fold"] * 2
    sitters = {0: Sitter("Ann", 20_000), 1: Sitter("Bo", 19_900, here=False), 2: Sitter("Me", 1)}
    one.seats(sitters, ME)
    assert word_of(one.client, view(one), seat(one, ANN))[0] == "Fold"
    assert word_of(one.client, view(one), seat(one, BO)) == ("", "")
    assert note_of(one.client, view(one), seat(one, BO)) == "Away"


@pytest.mark.req("E-RF-HH-009", "E-RF-HH-010", "E-RF-HH-011", "C-2.4")
def test_my_cards_lie_face_up_those_of_others_face_down_and_the_board_open() -> None:
    one = at_table(BEGAN, *BLINDS, Dealt(BOARD, parse("As 3h 8d")))
    assert seat(one, ME).hands[0].cards == parse("Ks Kd")
    assert seat(one, ANN).hands[0].cards == (None, None)
    assert view(one).board == parse("As 3h 8d")
    best = view(one).best
    assert best is not None
    assert one.client.texts.hand_name(best) == "pair of kings"


@pytest.mark.req("C-2.4", "C-2.1")
def test_what_moves_is_told_from_where_to_where_and_once() -> None:
    one = at_table(BEGAN)
    one.tell(*BLINDS, after=1)
    one.tell(Dealt(BOARD, parse("As 3h 8d")), after=7)
    motions = one.client.tables.motions("t")
    kinds = [(motion.kind, motion.src, motion.dst) for motion in motions]
    assert ("bet", BO, POT) in kinds
    assert kinds.index(("collect", BO, POT)) > kinds.index(("deal", CHANCE, ME))
    assert kinds[-1] == ("deal", CHANCE, BOARD)
    deal = next(motion for motion in motions if motion.dst == ME and motion.kind == "deal")
    assert deal.cards == parse("Ks Kd")
    assert one.client.tables.motions("t") == ()


@pytest.mark.req("E-RF-HH-012", "E-RF-HH-013", "E-RF-HH-014", "E-UC-009")
def test_bets_lie_before_the_seats_then_in_pots_with_a_side_pot_above_an_all_in() -> None:
    one = at_table(BEGAN, *BLINDS)
    assert (seat(one, BO).bet, seat(one, ME).bet, view(one).total) == (100, 200, 300)
    assert view(one).pots == ()
    one.tell(
        Acted(ANN, "all_in", 20_000),
        Moved(ANN, POT, 20_000, "all_in"),
        Acted(BO, "call", 19_900),
        Moved(BO, POT, 19_900, "call"),
        after=7,
    )
    assert seat(one, ANN).all_in
    act = seat(one, ANN).act
    assert act is not None
    assert one.client.texts.act_word("holdem", act) == "All-in 200"
    short = RoundBegan("holdem", "standard", 2, NAMES, {ANN: 500, BO: 5_000, ME: 5_000}, {})
    one.tell(
        short,
        Moved(ANN, POT, 500, "all_in"),
        Moved(BO, POT, 2_000, "raise"),
        Moved(ME, POT, 2_000, "call"),
        Dealt(BOARD, parse("As 3h 8d")),
        number=2,
    )
    pots = view(one).pots
    assert [(pot.amount, pot.seats) for pot in pots] == [(1_500, (0, 1, 2)), (3_000, (1, 2))]
    assert view(one).total == 4_500
    one.tell(Acted(BO, "fold"), after=5, number=2)
    assert [pot.seats for pot in view(one).pots] == [(0, 2), (2,)]
    assert seat(one, BO).folded


def test_what_a_leaver_bet_is_a_side_pot_above_what_the_chips_of_another_cover() -> None:
    short = RoundBegan("holdem", "standard", 2, NAMES, {ANN: 3_000, BO: 5_000, ME: 5_000}, {})
    one = at_table(
        short,
        Moved(BO, POT, 4_000, "raise"),
        Moved(ME, POT, 1_000, "small_blind"),
        Moved(ANN, POT, 1_000, "big_blind"),
        Dealt(BOARD, parse("As 3h 8d")),
        Acted(BO, "fold"),
    )
    pots = view(one).pots
    assert [(pot.amount, pot.seats) for pot in pots] == [(5_000, (0, 2)), (1_000, (2,))]


def test_a_showdown_names_the_hands_raises_the_five_and_says_who_won() -> None:
    board = parse("Kh 7c 7d 2s 3d")
    one = at_table(BEGAN, *BLINDS, Dealt(BOARD, board))
    assert seat(one, ME).hands[0].raised == (), "not before it is shown"
    five = parse("Ks Kd Kh 7d 7c")
    one.tell(
        Shown(ME, parse("Ks Kd")),
        Ranked(ME, "full_house", (11, 5), five, "full house, kings full of sevens"),
        Moved(POT, ME, 300, "pot"),
        RoundEnded(),
        after=8,
    )
    mine = seat(one, ME)
    assert mine.hands[0].open
    assert mine.hands[0].raised == (0, 1)
    name = mine.hands[0].name
    assert name is not None
    assert one.client.texts.hand_name(name) == "full house, kings full of sevens"
    facts = view(one).facts
    assert isinstance(facts, HoldemFacts)
    assert facts.ranked[ME].cards == five
    assert (mine.won, mine.results, view(one).winners) == (300, 100, (ME,))
    assert view(one).over
    (row,) = one.client.tables.history("t")
    assert (row.won, row.i_won, row.hand) == (100, True, name)
    assert row.winners == (view(one).names[ME],)
    assert row.cards == mine.hands[0].cards


@pytest.mark.req("E-UC-011")
def test_whose_turn_it_is_and_until_when_in_my_own_time() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.house(messages.Waiting("t", 1, (ANN,), 9_000, 15_000))
    turn = view(one).turn
    assert turn is not None
    assert (turn.seats, turn.deadline - one.time, turn.of, turn.me) == ((ANN,), 9, 15, False)
    assert seat(one, ANN).turn
    one.asked(2, FOLD, CALL, ms=12_000)
    turn = view(one).turn
    assert turn is not None
    assert (turn.me, turn.deadline - one.time) == (True, 12)
    one.tell(Acted(ME, "fold"), after=7)
    assert view(one).turn is None, "my silence was an act"
    assert one.client.turn.acts("t").buttons == ()


def test_a_table_that_waits_for_several_waits_on_when_one_has_acted() -> None:
    one = at_table(BEGAN)
    one.house(messages.Waiting("t", 1, (ANN, BO), 9_000, 20_000))
    one.tell(Acted(ANN, "bet", 100), after=1)
    turn = view(one).turn
    assert turn is not None
    assert turn.seats == (ANN, BO)
    one.tell(Dealt(ANN, parse("2c")), after=2)
    assert view(one).turn is None


def test_an_act_of_mine_that_was_taken_ends_the_question_and_not_the_next_one() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.asked(4, FOLD, CALL)
    one.passes(1)
    (fold, call) = one.client.turn.acts("t").buttons
    assert one.client.turn.tap("t", call).state == "sent"
    assert one.client.turn.acts("t").sent
    number = one.last(messages.Answer).id
    one.asked(5, FOLD, CALL)
    one.house(messages.Ok(number))
    assert one.client.turn.acts("t").turn == 5
    assert not one.client.turn.acts("t").sent
    assert fold.verb == "fold"


def test_who_is_away_out_ready_or_gone_is_seen() -> None:
    one = at_table(BEGAN, *BLINDS, LeftGame(BO))
    sitters = people()
    sitters[0] = Sitter("Ann", 5_000, coming=1_000, here=False, away=30_000, out=True, bot="")
    sitters[2] = Sitter("Me", 5_000, ready=True)
    one.seats(sitters)
    ann = seat(one, ANN)
    assert (ann.here, ann.out, ann.coming, one.time - ann.away_since) == (False, True, 1_000, 30)
    assert view(one).ready
    assert seat(one, BO).gone


def test_who_left_in_a_round_and_sits_down_again_after_it_is_not_gone() -> None:
    one = at_table(BEGAN, *BLINDS, LeftGame(BO))
    one.seats({seat: sitter for seat, sitter in people().items() if seat != BO})
    assert seat(one, BO).gone
    one.tell(RoundEnded(), after=8)
    one.seats(people())
    assert not seat(one, BO).gone


def test_chips_bought_between_rounds_are_in_the_stack_and_a_round_knows_better() -> None:
    one = at_table(BEGAN, *BLINDS)
    assert seat(one, ME).stack == 19_800
    one.tell(Moved(POT, ME, 300, "pot"), RoundEnded(), after=7)
    assert seat(one, ME).stack == 20_100
    one.seats({**people(), 2: Sitter("Me", 25_000)})
    assert seat(one, ME).stack == 25_000


def test_another_player_on_a_chair_does_not_hold_the_cards_of_who_left() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.seats({**people(), 1: Sitter("Newcomer", 9_000)})
    assert seat(one, BO).hands == ()
    assert seat(one, BO).stack == 9_000
    one.seats({0: people()[0], 2: people()[2]})
    assert seat(one, BO).hands[0].cards == (None, None), "an empty chair's cards lie to the end"


@pytest.mark.req("E-UC-007")
def test_the_queue_its_offer_and_the_seat() -> None:
    one = Device()
    one.come_in()
    number = one.client.lobby.join("t")
    one.house(messages.Joined(number, ROOM), messages.Seats("t", {}, None, 1))
    assert (one.client.screen.name, one.client.screen.table) == ("table", "t")
    one.house(messages.Ok(one.client.seat.queue("t")), messages.Queued("t", 2, 3, 60_000))
    queue = view(one).queue
    assert queue is not None
    assert (queue.place, queue.length, queue.due - one.time) == (2, 3, 60)
    one.client.show("")
    one.house(messages.Offer("t", Seat(2), "key", 10_000, 4_000, 20_000))
    assert one.client.notices.toasts[-1].kind == "turn", "a seat is offered at a table out of sight"
    offer = view(one).offer
    assert offer is not None
    assert (offer.seat, offer.until - one.time, offer.least, offer.most) == (2, 10, 4_000, 20_000)
    number = one.client.seat.sit("t", 10_000)
    assert (one.last(messages.Sit).key, one.last(messages.Sit).buy_in) == ("key", 10_000)
    one.house(messages.Ok(number))
    one.seats(people())
    assert (view(one).me, view(one).queue, view(one).offer) == (2, None, None)
    assert one.client.seat.sit("t", 10_000) == 0, "nothing is offered any more"


def test_an_offer_that_i_pass_is_out_of_sight_and_i_wait_no_more() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Joined(one.client.lobby.join("t"), ROOM), messages.Seats("t", {}, None, 1))
    one.house(messages.Offer("t", Seat(2), "key", 10_000))
    one.client.seat.pass_offer("t")
    assert view(one).offer is None
    assert one.last(messages.Unqueue).table == "t"
    one.house(messages.Offer("t", Seat(2), "another", 10_000))
    assert view(one).offer is not None
    one.house(messages.Notice("offer_over", "Over.", "t"))
    assert view(one).offer is None


def test_who_lets_an_offer_go_waits_no_more_as_soon_as_the_house_says_so() -> None:
    one = offered()
    number = one.client.seat.pass_offer("t")
    one.house(messages.Queued("t", 0, 0), messages.Ok(number))
    assert (view(one).queue, view(one).offer) == (None, None)
    assert one.client.seat.sit("t", 10_000) == 0
    assert not one.client.notices.toasts


def test_a_queue_that_i_was_not_in_is_shown_no_longer() -> None:
    one = offered()
    one.house(messages.Refused(one.client.seat.unqueue("t"), "not_queued"))
    assert (view(one).queue, view(one).offer) == (None, None)
    assert not one.client.notices.toasts, "it is as I wished"


def test_an_offer_that_i_could_not_let_go_is_shown_again_and_says_why() -> None:
    one = offered()
    one.house(messages.Refused(one.client.seat.pass_offer("t"), "paused"))
    assert (view(one).queue is None, view(one).offer is None) == (False, False)
    assert one.client.notices.toasts[-1].say.key == "refusal.paused"


def offered() -> Device:
    """I wait at a table and am offered a seat."""
    one = Device()
    one.come_in()
    one.house(messages.Joined(one.client.lobby.join("t"), ROOM), messages.Seats("t", {}, None, 1))
    one.house(messages.Ok(one.client.seat.queue("t")), messages.Offer("t", Seat(2), "key", 10_000))
    one.house(messages.Queued("t", 1, 1, 60_000))
    assert (view(one).queue is None, view(one).offer is None) == (False, False)
    return one


@pytest.mark.req("E-UC-006")
def test_leaving_is_asked_taken_back_and_done() -> None:
    one = at_table(BEGAN)
    one.house(messages.Ok(one.client.seat.leave("t", "after_round")))
    assert view(one).leaving == "after_round"
    one.house(messages.Ok(one.client.seat.leave("t", "never")))
    assert view(one).leaving == ""
    number = one.client.seat.leave("t")
    one.house(messages.Left("t", "left"), messages.Ok(number))
    assert one.client.tables.view("t") is None
    assert one.client.screen.name == "lobby"
    assert one.client.notices.toasts == (), "what was wished needs no words"


def test_being_sent_away_says_why() -> None:
    one = at_table(BEGAN)
    one.house(messages.Left("t", "missed_turns"))
    assert one.client.tables.names == ()
    assert "missed two turns" in one.client.say(one.client.notices.toasts[-1].say)


def test_who_is_at_another_table_too_reads_from_which_one_they_were_sent_away() -> None:
    one = at_table(BEGAN)
    one.house(messages.Joined(one.client.lobby.join("u"), replace(ROOM, table="u")))
    one.house(messages.Left("t", "missed_turns"))
    assert one.client.tables.names == ("u",)
    text = one.client.say(one.client.notices.toasts[-1].say)
    assert text == "Hold'em: You missed two turns in a row and have left the table."


# -- what was missed -----------------------------------------------------------------------------


def test_missing_events_are_asked_for_once_and_filled_in() -> None:
    one = at_table(BEGAN)
    one.tell(*BLINDS[2:], after=3)
    one.tell(*BLINDS[3:], after=4)
    (resync,) = one.all(messages.Resync)
    assert (resync.seen.table, resync.seen.round, resync.seen.seq) == ("t", 1, 1)
    one.tell(*BLINDS, after=1)
    one.house(messages.Ok(resync.id))
    assert seat(one, ME).hands[0].cards == parse("Ks Kd")
    one.tell(Acted(ANN, "fold"), after=7)
    assert len(one.all(messages.Resync)) == 1


def test_a_round_that_goes_on_is_taken_up_where_it_was() -> None:
    one = at_table(BEGAN, *BLINDS)
    before = view(one)
    one.lose()
    assert view(one).syncing
    assert view(one).turn is None
    one.again()
    resume = one.last(messages.Resume)
    assert [(seen.table, seen.round, seen.seq) for seen in resume.seen] == [("t", 1, 7)]
    one.house(messages.Session(resume.id, "second", "Me", True, "", ("t",)))
    one.asked(9, FOLD, CALL)
    one.seats(people())
    assert (view(one).seats[0].hands, view(one).board) == (before.seats[0].hands, before.board)
    assert not view(one).syncing
    assert not one.all(messages.Resync)
    assert one.client.tables.motions("t") == (), "history is not animated"


def test_a_round_that_ended_while_i_was_away_is_cleared() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.lose()
    one.again()
    one.house(messages.Session(one.last(messages.Resume).id, "second", "Me", True, "", ("t",)))
    one.seats({**people(), 2: Sitter("Me", 12_300)})
    resync = one.last(messages.Resync)
    assert resync.seen.round == 0, "from the beginning of whatever is played"
    one.house(messages.Ok(resync.id))
    assert not view(one).live
    assert seat(one, ME).stack == 12_300
    assert seat(one, ANN).hands == ()
    assert [row.over for row in one.client.tables.history("t")] == [False]


def test_a_table_that_i_am_no_longer_at_is_gone_when_i_am_back() -> None:
    one = at_table(BEGAN)
    one.lose()
    one.resumed()
    assert one.client.tables.names == ()
    assert one.client.screen.name == "lobby"


def test_an_app_that_was_ended_finds_its_table_again() -> None:
    one = at_table(BEGAN, *BLINDS).restart()
    one.client.connection.start()
    one.again()
    resume = one.last(messages.Resume)
    assert resume.seen == ()
    one.house(messages.Session(resume.id, "second", "Me", True, "", ("t",)))
    one.tell(BEGAN, *BLINDS)
    one.house(messages.Joined(one.last(messages.Join).id, ROOM))
    one.tell(BEGAN, *BLINDS)
    one.asked(3, FOLD, CALL)
    one.seats(people())
    assert (one.client.screen.name, one.client.screen.table) == ("table", "t")
    assert seat(one, ME).hands[0].cards == parse("Ks Kd")
    assert one.client.turn.acts("t").buttons
    assert not one.all(messages.Resync)


def test_a_table_that_pauses_says_so_and_goes_on_from_what_follows() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.asked(3, FOLD, CALL)
    one.house(messages.Notice("paused", "Paused.", "t"))
    assert view(one).paused
    assert one.client.turn.acts("t").buttons == ()
    one.house(messages.Notice("resumed", "On.", "t"))
    one.tell(BEGAN, *BLINDS)
    one.seats(people())
    assert not view(one).paused
    assert view(one).live
    one.house(messages.Notice("round_void", "Void.", "t"))
    assert not view(one).live


def test_a_room_that_waits_for_all_to_be_ready_says_so() -> None:
    one = Device()
    one.come_in()
    room = Room("d", "doudizhu", "house", "play", 1_000, 0, 0, 3, ready=True, code="ABCDEF")
    one.house(messages.Joined(one.client.lobby.join_code(" abcdef "), room))
    assert one.last(messages.Join).code == "ABCDEF"
    shown = one.client.tables.view("d")
    assert shown is not None
    assert (shown.needs_ready, shown.code, len(shown.seats)) == (True, "ABCDEF", 3)


def test_the_same_view_is_read_until_something_changes() -> None:
    one = at_table(BEGAN)
    first, acts = view(one), one.client.turn.acts("t")
    assert view(one) is first
    assert one.client.turn.acts("t") is acts
    one.topics.clear()
    one.passes(5)
    assert ("table", "t") not in one.topics, "a clock that runs changes nothing"
    one.tell(*BLINDS, after=1)
    assert ("table", "t") in one.topics
    assert ("motions", "t") in one.topics
    assert view(one) is not first


def test_cards_that_are_dealt_around_are_one_step_and_a_card_alone_is_another() -> None:
    assert sum(isinstance(event, Dealt) for event in BLINDS) == 3
    told = BEGAN, *BLINDS, Dealt(BOARD, parse("As 3h 8d")), Dealt(BO, Hidden(2))
    one = at_table(*told)
    one.tell(RoundEnded(), after=len(told))
    steps = one.client.tables.hand("t", 1)
    assert [step.text for step in steps][4:7] == [
        "The cards are dealt: Me K♠ K♦",
        "On the board: A♠ 3♥ 8♦",
        "Bo is dealt 2 cards",
    ]
    held = [seat.hands[0].cards for seat in steps[4].view.seats if seat.hands]
    assert [len(cards) for cards in held] == [2, 2, 2], "the table after all of them"


def test_a_round_that_is_over_is_told_step_by_step_with_the_table_as_it_was() -> None:
    one = at_table(BEGAN, *BLINDS, Dealt(BOARD, parse("As 3h 8d")))
    one.tell(Acted(BO, "fold"), Moved(POT, ME, 300, "pot"), RoundEnded(), after=8)
    again = RoundBegan("holdem", "standard", 2, NAMES, BEGAN.stacks, BEGAN.options)
    one.tell(again, number=2)
    assert ("history", "t") in one.topics
    steps = one.client.tables.hand("t", 1)
    assert [step.text for step in steps][:4] == [
        "Round 1 of Hold'em, Standard: Ann 200, Bo 200, Me 200",
        "Ann has the button",
        "Bo posts the small blind, 1",
        "Me posts the big blind, 2",
    ]
    assert [step.text for step in steps][-3:] == [
        "Bo folds",
        "Me takes the pot of 3",
        "In all: Me +1, Bo −1",
    ]
    blinds = steps[3].view
    assert (blinds.board, blinds.total, blinds.seats[0].seat) == ((), 300, 2)
    assert steps[-1].view.board == parse("As 3h 8d")
    assert one.client.tables.hand("t", 99) == ()
    one.client.set(language="zh")
    assert one.client.tables.hand("t", 1)[-1].text == "总计：Me +1、Bo −1"
    assert one.client.tables.past_facts("t")[0] == steps[-1].view.facts


def test_a_pot_that_is_shared_is_taken_by_nobody_whole() -> None:
    shares = Moved(POT, ME, 200, "pot"), Moved(POT, BO, 100, "pot")
    one = at_table(BEGAN, *BLINDS, *shares, RoundEnded())
    assert [step.text for step in one.client.tables.hand("t", 1)][-2:] == [
        "Me takes 2 from the pot",
        "Bo takes 1 from the pot",
    ]


def test_who_sits_down_in_mid_hand_has_the_chips_that_count_from_the_next_on() -> None:
    one = at_table(BEGAN)
    one.seats({**people(), 4: Sitter("Di", 0, coming=12_000)})
    assert view(one).live
    di = seat(one, 4)
    assert (di.in_round, di.stack) == (False, 12_000)
    assert seat(one, 1).stack == 20_000

"""The door of a room: the queue, offers and keys, sitting down, buying, leaving."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from game_server.table import journal
from game_server.table.crowd_pace import TOLD_EVERY_S
from game_server.table.orders import CashOut, Crowded, Shut
from game_server.table.upkeep import ALONE_S
from protocol.events import Dealt, LeftGame, RoundBegan
from protocol.messages import Joined, Left, Notice, Offer, Queued, Seen, Told, Waiting
from protocol.words import Hidden, Refusal, Seat
from tests.table.shell import EPS, Shell


def refused(code: str) -> Any:
    return pytest.raises(Refusal, check=lambda wrong: wrong.code == code)


@pytest.mark.req("E-RF-PI-001")
def test_seven_sit_at_a_table_and_the_eighth_waits() -> None:
    shell = Shell(**EPS)
    players = [f"p{number}" for number in range(7)]
    shell.seat(*players)
    shell.enter("p7")
    shell.take(shell.table.enqueue("p7", shell.now))
    assert len(shell.probe.seats) == 7
    assert shell.heard("p7", Offer) == []
    assert shell.heard("p7", Queued)[-1].place == 1
    shell.begin()
    (began,) = [e for e in shell.heard("p7", Told)[0].events if isinstance(e, RoundBegan)]
    assert len(began.stacks) == 7


def test_a_room_that_names_no_least_offers_a_seat_for_a_stake() -> None:
    for config, least in (
        ({"stake": 200}, 200),
        ({"stake": 200, "least_buy_in": 4_000}, 4_000),
        ({"game": "sabacc", "preset": "house", "stake": 5_000}, 5_000),
    ):
        shell = Shell(**config)
        shell.enter("anna")
        shell.take(shell.table.enqueue("anna", shell.now))
        assert shell.offer("anna").least_buy_in == least
        with refused("buy_in_low"):
            shell.accept("anna", least - 1)
        shell.accept("anna", least)


@pytest.mark.req("E-RF-PI-002")
def test_a_lone_player_waits_until_a_second_one_sits() -> None:
    shell = Shell(**EPS)
    shell.seat("anna")
    shell.pass_time(100)
    assert shell.probe.round is None
    shell.seat("bert")
    shell.pass_time(shell.config.pause)
    assert shell.probe.round is not None


@pytest.mark.req("E-RF-JG-005")
def test_who_waits_watches_the_round_from_its_beginning() -> None:
    shell = Shell(**EPS, options={"most": 2})
    shell.seat("anna", "bert")
    shell.begin()
    shell.until_asked()
    shell.enter("carl")
    shell.take(shell.table.enqueue("carl", shell.now))
    (page,) = shell.heard("carl", Told)
    assert isinstance(page.events[0], RoundBegan)
    assert page.after == 0
    assert shell.heard("carl", Waiting)
    shell.play_out()
    seqs = [(told.after, told.seq) for told in shell.heard("carl", Told)]
    assert all(one[1] == two[0] for one, two in pairwise(seqs))


@pytest.mark.req("E-RF-JG-006", "E-DD-003")
def test_the_next_in_the_queue_joins_when_a_place_is_free_and_the_game_has_ended() -> None:
    shell = Shell(**EPS, options={"most": 2})
    shell.seat("anna", "bert")
    shell.enter("carl", "dora")
    for player in ("carl", "dora"):
        shell.take(shell.table.enqueue(player, shell.now))
    shell.begin()
    with refused("not_seated"):
        shell.table.may_buy("carl", 1000)
    leaver = shell.until_asked()
    shell.take(shell.table.leave(leaver, "now", shell.now))
    assert shell.probe.round is None
    assert shell.heard("carl", Offer)[-1].ms == 10_000
    assert shell.heard("dora", Offer) == []
    shell.accept("carl")
    shell.begin()
    assert "carl" in shell.probe.dealt.values()


def test_a_newcomer_waits_for_the_next_game_and_nothing_of_this_one_is_his() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert")
    shell.begin()
    shell.seat("carl", chips=50_000)
    mine = shell.last_seats("carl")
    assert mine.you is not None
    assert (mine.seats[mine.you].stack, mine.seats[mine.you].coming) == (0, 50_000)
    assert "carl" not in shell.probe.dealt.values()
    shell.play_out()
    assert shell.last_seats("carl").seats[mine.you].stack == 50_000
    shell.begin()
    assert "carl" in shell.probe.dealt.values()
    shell.check_escrow()


def test_who_takes_a_seat_between_two_rounds_learns_nothing_of_the_cards_that_lay_there() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert")
    shell.begin()
    leaver = shell.until_asked()
    seat = shell.seat_of(leaver)
    shell.take(shell.table.leave(leaver, "now", shell.now))
    shell.seat("carl")
    assert shell.seat_of("carl") == seat
    shell.back("carl", Seen("t1", 1, 0))
    told = [event for page in shell.heard("carl", Told) for event in page.events]
    dealt = [event for event in told if isinstance(event, Dealt)]
    assert dealt
    assert all(isinstance(event.cards, Hidden) for event in dealt)


@pytest.mark.req("E-DD-002")
def test_no_seat_without_the_key_that_the_table_issued_to_the_head_of_the_queue() -> None:
    shell = Shell(**EPS, options={"most": 2})
    shell.seat("anna")
    shell.enter("bert", "carl")
    for player in ("bert", "carl"):
        shell.take(shell.table.enqueue(player, shell.now))
    key = shell.offer("bert").key
    for player, wrong in (("carl", key), ("bert", "another"), ("carl", "")):
        with refused("key_wrong"):
            shell.table.may_sit(player, wrong, 5000, shell.now)
    shell.accept("bert")
    assert shell.probe.seats.of("bert") is not None
    with refused("key_wrong"):
        shell.table.may_sit("carl", key, 5000, shell.now)


def test_an_offer_that_runs_out_goes_to_the_next() -> None:
    shell = Shell(**EPS, options={"most": 2})
    shell.seat("anna")
    shell.enter("bert", "carl")
    for player in ("bert", "carl"):
        shell.take(shell.table.enqueue(player, shell.now))
    stale = shell.offer("bert").key
    shell.pass_time(9.9)
    assert shell.heard("carl", Offer) == []
    shell.pass_time(0.1)
    assert "offer_missed" in shell.codes("bert")
    assert shell.offer("carl").seat == Seat(1)
    with refused("key_wrong"):
        shell.table.may_sit("bert", stale, 5000, shell.now)


def test_chips_on_their_way_hold_the_seat() -> None:
    shell = Shell(**EPS)
    shell.enter("anna")
    shell.take(shell.table.enqueue("anna", shell.now))
    offer = shell.offer("anna")
    shell.table.may_sit("anna", offer.key, 5000, shell.now)
    shell.pass_time(60)
    shell.escrow["anna"] += 5000
    shell.take(shell.table.sit("anna", offer.key, 5000, shell.now))
    assert shell.probe.seats.of("anna") == offer.seat
    shell.check_escrow()


@pytest.mark.parametrize("goes", ["leave", "unqueue"])
def test_chips_that_arrive_after_their_owner_has_gone_go_back(goes: str) -> None:
    shell = Shell(**EPS)
    shell.enter("anna")
    shell.take(shell.table.enqueue("anna", shell.now))
    offer = shell.offer("anna")
    shell.table.may_sit("anna", offer.key, 5000, shell.now)
    if goes == "leave":
        shell.take(shell.table.leave("anna", "now", shell.now))
    else:
        shell.take(shell.table.unqueue("anna", shell.now))
    shell.escrow["anna"] += 5000
    shell.take(shell.table.sit("anna", offer.key, 5000, shell.now))
    assert shell.cashed == [CashOut("anna", 5000, "late")]
    shell.take(shell.table.bought("anna", 300, shell.now))
    assert shell.cashed[-1] == CashOut("anna", 300, "late")


def test_a_buy_in_outside_the_limits_is_refused_and_the_offer_stands() -> None:
    shell = Shell(least_buy_in=4000, most_buy_in=20_000)
    shell.enter("anna")
    shell.take(shell.table.enqueue("anna", shell.now))
    key = shell.offer("anna").key
    with refused("buy_in_low"):
        shell.table.may_sit("anna", key, 3999, shell.now)
    with refused("buy_in_high"):
        shell.table.may_sit("anna", key, 20_001, shell.now)
    shell.accept("anna", 20_000)
    with refused("buy_in_high"):
        shell.table.may_buy("anna", 1)


def test_nobody_has_two_seats_or_two_places_in_the_queue() -> None:
    shell = Shell()
    shell.seat("anna")
    with refused("seated"):
        shell.table.enqueue("anna", shell.now)
    shell.seat("bert", "carl")
    shell.enter("dora")
    shell.table.enqueue("dora", shell.now)
    with refused("queued"):
        shell.table.enqueue("dora", shell.now)
    with refused("not_here"):
        shell.table.enqueue("emil", shell.now)


def test_a_leaver_whose_seat_is_still_in_play_cannot_take_another() -> None:
    shell = Shell()
    shell.seat("anna", "bert", "carl")
    shell.begin()
    leaver = shell.until_asked()
    shell.take(shell.table.leave(leaver, "now", shell.now))
    assert shell.probe.round is not None
    shell.enter(leaver)
    with refused("gone"):
        shell.table.enqueue(leaver, shell.now)
    shell.play_out()
    shell.take(shell.table.enqueue(leaver, shell.now))
    assert shell.offer(leaver)


def test_places_in_the_queue_move_up_with_an_estimate() -> None:
    shell = Shell("holdem", preset="heads_up")
    shell.seat("anna", "bert")
    shell.enter("carl", "dora")
    for player in ("carl", "dora"):
        shell.take(shell.table.enqueue(player, shell.now))
    last = shell.heard("dora", Queued)[-1]
    assert (last.place, last.length) == (2, 2)
    assert last.ms > shell.heard("carl", Queued)[-1].ms > 0
    shell.take(shell.table.unqueue("carl", shell.now))
    shell.pass_time(TOLD_EVERY_S)
    assert shell.heard("dora", Queued)[-1].place == 1


@pytest.mark.req("E-UC-007")
@pytest.mark.parametrize("seated", [(), ("anna", "bert")], ids=["offered", "waiting"])
def test_who_waits_no_more_is_told_so_and_may_queue_again(seated: tuple[str, ...]) -> None:
    shell = Shell("holdem", preset="heads_up")
    shell.seat(*seated)
    shell.enter("carl")
    shell.take(shell.table.enqueue("carl", shell.now))
    assert bool(shell.heard("carl", Offer)) == (not seated)
    assert shell.heard("carl", Queued)[-1].place == 1
    shell.take(shell.table.unqueue("carl", shell.now))
    assert shell.heard("carl", Queued)[-1] == Queued("t1", 0, 0)
    shell.take(shell.table.enqueue("carl", shell.now))
    assert shell.heard("carl", Queued)[-1].place == 1


def test_whose_offer_is_gone_when_the_journal_is_back_is_told_so() -> None:
    shell = Shell("holdem", preset="heads_up")
    shell.enter("anna")
    shell.take(shell.table.enqueue("anna", shell.now))
    shell.table.may_sit("anna", shell.offer("anna").key, 100_000, shell.now)
    shell.take(shell.table.suspend(shell.now))
    shell.take(shell.table.resume([journal.from_bytes(row) for row in shell.rows], shell.now))
    assert shell.heard("anna", Queued)[-1].place == 0


def test_a_full_room_says_that_many_wait_whenever_one_more_does() -> None:
    shell = Shell("holdem", preset="heads_up", second_table=2)
    shell.seat("anna", "bert")
    for player in ("carl", "dora", "emil"):
        shell.enter(player)
        shell.take(shell.table.enqueue(player, shell.now))
        assert bool(shell.of(Crowded)) == (player != "carl")
    shell.take(shell.table.unqueue("emil", shell.now))
    assert not shell.of(Crowded)


def test_an_opened_room_into_which_nobody_comes_closes_after_a_while() -> None:
    empty = Shell("holdem", preset="heads_up", stays=False)
    empty.restart()
    empty.pass_time(ALONE_S - 1)
    assert not empty.probe.over
    empty.pass_time(2)
    assert empty.of(Shut)
    shell = Shell("holdem", preset="heads_up", stays=False)
    shell.restart()
    shell.enter("anna")
    shell.pass_time(ALONE_S + 1)
    assert not shell.probe.over, "somebody came"
    shell.take(shell.table.leave("anna", "now", shell.now))
    assert shell.of(Shut)


@pytest.mark.req("E-RF-PG-001", "E-RF-PG-002", "E-RF-PI-005")
@pytest.mark.parametrize("moment", ["between", "own turn", "another's turn", "watching"])
def test_a_player_leaves_at_any_time_and_is_cashed_out(moment: str) -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert", "carl")
    leaver = "carl"
    if moment != "between":
        shell.begin()
        first = shell.until_asked()
        leaver = next(
            player for player in ("anna", "bert", "carl") if (player == first) == (moment[0] == "o")
        )
    if moment == "watching":
        leaver = "dora"
        shell.enter("dora")
    shell.take(shell.table.leave(leaver, "now", shell.now))
    assert shell.heard(leaver, Left)[-1].code == "left"
    assert leaver not in shell.probe.people
    shell.play_out()
    gone = [one for one in shell.cashed if one.player == leaver]
    assert [one.reason for one in gone] == (["left"] if moment != "watching" else [])
    assert shell.probe.seats.of(leaver) is None
    shell.check_escrow()


@pytest.mark.req("E-RF-PG-004")
def test_nobody_learns_that_a_player_has_left_before_that_players_turn() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert", "carl")
    shell.enter("dora")
    shell.begin()
    first = shell.until_asked()
    leaver = [one.player for one in shell.probe.seats.values() if one.player != first][-1]
    seat = shell.seat_of(leaver)
    others = {"anna", "bert", "carl", "dora"} - {leaver}
    shell.sent.clear()
    shell.take(shell.table.leave(leaver, "now", shell.now))
    assert all(shell.sent[player] == [] for player in others)
    shell.enter("emil")
    assert shell.last_seats("emil").seats[seat].here
    assert shell.last_seats("anna").watching == 2
    while LeftGame(seat) not in [e for told in shell.heard("dora", Told) for e in told.events]:
        assert shell.last_seats("anna").seats[seat].here
        shell.act(shell.until_asked(), "call", "check")
    assert shell.probe.round is None or not shell.last_seats("anna").seats[seat].here


def test_elsewhere_a_leave_is_announced_at_once() -> None:
    shell = Shell()
    shell.seat("anna", "bert", "carl")
    shell.begin()
    first = shell.until_asked()
    leaver = next(p for p in ("anna", "bert", "carl") if p != first)
    seat = shell.seat_of(leaver)
    shell.take(shell.table.leave(leaver, "now", shell.now))
    assert LeftGame(seat) in shell.heard(first, Told)[-1].events
    assert not shell.last_seats(first).seats[seat].here


def test_leaving_after_the_round_plays_it_out_and_can_be_taken_back() -> None:
    shell = Shell()
    shell.seat("anna", "bert", "carl")
    shell.begin()
    for player in ("anna", "bert"):
        shell.take(shell.table.leave(player, "after_round", shell.now))
    shell.take(shell.table.leave("bert", "never", shell.now))
    shell.play_out()
    assert [one.player for one in shell.cashed] == ["anna"]
    shell.check_escrow()


def test_who_sits_out_is_not_dealt_in_and_comes_back_at_once() -> None:
    shell = Shell()
    shell.seat("anna", "bert", "carl")
    shell.take(shell.table.sit_out("carl", True, shell.now))
    shell.begin()
    assert "carl" not in shell.probe.dealt.values()
    shell.take(shell.table.sit_out("carl", False, shell.now))
    shell.play_out()
    shell.begin()
    assert "carl" in shell.probe.dealt.values()


def test_who_sits_out_too_long_gives_up_the_seat() -> None:
    shell = Shell()
    shell.seat("anna")
    shell.take(shell.table.sit_out("anna", True, shell.now))
    shell.pass_time(100)
    shell.take(shell.table.sit_out("anna", False, shell.now))
    shell.take(shell.table.sit_out("anna", True, shell.now))
    shell.pass_time(190)
    assert shell.cashed == []
    shell.pass_time(20)
    assert [one.reason for one in shell.cashed] == ["sat_out"]


def test_who_plays_a_round_may_sit_out_as_long_again() -> None:
    shell = Shell()
    shell.seat("anna", "bert", "carl")
    shell.take(shell.table.sit_out("carl", True, shell.now))
    shell.pass_time(290)
    shell.take(shell.table.sit_out("carl", False, shell.now))
    shell.play_out()
    shell.begin()
    shell.take(shell.table.sit_out("carl", True, shell.now))
    shell.pass_time(200)
    assert shell.probe.seats.of("carl") is not None


@pytest.mark.req("E-RF-CB-010")
def test_chips_bought_in_a_round_count_from_the_next() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert")
    shell.begin()
    seat = shell.seat_of("anna")
    before = shell.probe.stack(seat)
    shell.buy("anna", 7000)
    assert shell.probe.stack(seat) == before
    assert shell.last_seats("bert").seats[seat].coming == 7000
    shell.check_escrow()
    shell.play_out("fold")
    assert shell.last_seats("bert").seats[seat].coming == 0
    shell.check_escrow()
    total = sum(shell.probe.holdings().values())
    assert total == 207_000


@pytest.mark.req("E-RF-PG-003", "E-DD-003")
def test_who_has_no_chips_is_removed_when_the_second_game_begins_not_the_first() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert", "carl")
    seat = shell.seat_of("anna")
    shell.escrow["anna"] -= shell.probe.seats[seat].chips
    shell.probe.seats[seat].chips = 0
    shell.begin()
    assert "no_chips" in shell.codes("anna")
    assert shell.probe.seats.of("anna") == seat
    shell.play_out("fold")
    assert shell.cashed == []
    shell.begin()
    assert [(one.player, one.chips, one.reason) for one in shell.cashed] == [
        ("anna", 0, "no_chips")
    ]
    assert shell.heard("anna", Left)[-1].code == "no_chips"


@pytest.mark.req("E-DD-003")
def test_who_buys_in_time_stays() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert", "carl")
    seat = shell.seat_of("anna")
    shell.escrow["anna"] = 0
    shell.probe.seats[seat].chips = 0
    shell.begin()
    shell.buy("anna", 3000)
    for _ in range(3):
        shell.play_out("fold")
        shell.begin()
    assert shell.probe.seats.of("anna") == seat
    assert shell.probe.seats[seat].chipless == 0


def test_elsewhere_who_is_broke_is_asked_to_buy_and_goes_after_a_while() -> None:
    shell = Shell(below=Random(2).randrange, preset="heads_up", rebuy=30)
    shell.seat("anna", "bert")
    shell.begin()
    shell.play_out("all_in")
    (broke,) = [p for p in ("anna", "bert") if shell.probe.owned(shell.seat_of(p)) == 0]
    assert "rebuy" in shell.codes(broke)
    shell.pass_time(29)
    assert shell.cashed == []
    shell.pass_time(2)
    assert [(one.player, one.reason) for one in shell.cashed] == [(broke, "no_chips")]


def test_who_bought_and_is_broke_again_is_asked_again_with_the_whole_time() -> None:
    shell = Shell(rebuy=30)
    shell.seat("anna", "bert", "carl")
    shell.begin()
    seat = shell.seat_of("anna")
    for pause in (20, 0):
        shell.play_out("fold")
        shell.escrow["anna"] -= shell.probe.owned(seat)
        shell.probe.seats[seat].chips = 0
        shell.begin()
        shell.play_out("fold")
        if pause:
            shell.pass_time(pause)
            shell.buy("anna", 5000)
    assert shell.codes("anna").count("rebuy") == 2
    shell.pass_time(15)
    assert "anna" in shell.probe.people
    shell.pass_time(20)
    assert [one.reason for one in shell.cashed if one.player == "anna"] == ["no_chips"]


@pytest.mark.req("C-2.14", "C-5.26", "C-3.12")
@pytest.mark.parametrize(
    ("game", "preset", "verb"),
    [("holdem", "casino", "bet"), ("sabacc", "house", "stand"), ("blackjack", "casino", "bet")],
)
def test_leaving_in_mid_game_forfeits_what_is_bet_and_nothing_else(
    game: str, preset: str, verb: str
) -> None:
    shell = Shell(game, Random(3).randrange, preset=preset)
    shell.seat("anna", "bert", "carl", chips=50_000)
    shell.begin()
    leaver = shell.until_asked()
    shell.act(leaver, verb, "check")
    left = shell.probe.stack(shell.seat_of(leaver))
    assert left < 50_000
    shell.take(shell.table.leave(leaver, "now", shell.now))
    shell.play_out("fold", "junk", "sit_out", "deal", "stand")
    gone = next(one for one in shell.cashed if one.player == leaver)
    assert (gone.chips, gone.reason) == (left, "left")
    shell.check_escrow()


@pytest.mark.req("C-2.14")
def test_who_goes_after_a_game_takes_all_the_chips() -> None:
    shell = Shell(preset="casino", solo=True, bots_yield=False)
    shell.seat("anna")
    shell.seat_bots("ada", "bob")
    shell.begin()
    shell.play_out("check")
    chips = shell.probe.stack(shell.seat_of("anna"))
    shell.take(shell.table.leave("anna", "now", shell.now))
    assert [one.chips for one in shell.cashed if one.player == "anna"] == [chips]


@pytest.mark.req("D-S0.1", "D-S1.2")
def test_three_players_play_when_all_of_them_are_ready() -> None:
    shell = Shell("doudizhu", preset="house", ready=True)
    shell.seat("anna", "bert")
    for player in ("anna", "bert"):
        shell.take(shell.table.ready(player, True, shell.now))
    shell.seat("carl")
    shell.pass_time(300)
    assert shell.probe.round is None
    shell.take(shell.table.ready("bert", False, shell.now))
    shell.take(shell.table.ready("carl", True, shell.now))
    assert shell.probe.round is None
    assert shell.last_seats("carl").seats[shell.seat_of("anna")].ready
    shell.take(shell.table.ready("bert", True, shell.now))
    assert shell.probe.round is not None


def test_a_closing_room_ends_its_round_and_cashes_everybody_out() -> None:
    shell = Shell(**EPS)
    shell.seat("anna", "bert", "carl")
    shell.begin()
    shell.take(shell.table.close("off", shell.now))
    notices = [one.text for one in shell.heard("anna", Notice)]
    assert "The table will be turned off at the end of the current game." in notices
    shell.enter("dora")
    with refused("closing"):
        shell.table.enqueue("dora", shell.now)
    shell.lose("bert")
    shell.back("bert")
    again = [one.facts["reason"] for one in shell.heard("bert", Notice) if one.code == "closing"]
    assert again == ["off"] * 2, "who comes back begins with what the table says"
    shell.play_out()
    assert {one.player for one in shell.cashed} == {"anna", "bert", "carl"}
    assert sum(one.chips for one in shell.cashed) == 300_000
    assert shell.of(Shut) == [Shut("off")]
    assert all(shell.heard(player, Left) for player in ("anna", "bert", "carl", "dora"))
    shell.check_escrow()


def test_a_room_that_does_not_stay_closes_with_the_last_who_goes() -> None:
    shell = Shell(stays=False, private=True, code="ABCD")
    shell.seat_bots("ada")
    assert shell.of(Shut) == []
    shell.seat("anna")
    assert shell.heard("anna", Joined)[-1].room.code == "ABCD"
    shell.take(shell.table.leave("anna", "now", shell.now))
    assert shell.of(Shut) == [Shut("empty")]
    assert {one.player for one in shell.cashed} == {"anna", "bot:ada"}

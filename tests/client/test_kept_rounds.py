"""Rounds that were played before a restart: kept on the device, listed, and seen again."""

import dataclasses
import json

import pytest

from client_core import kept_rounds
from client_core.kept_rounds import MOST_LETTERS, MOST_ROUNDS, KeptRound
from protocol import messages
from protocol.events import Acted, Moved, RoundBegan, RoundEnded
from protocol.words import POT, Seat
from tests.client.device import Device, people

ME, ANN = Seat(2), Seat(0)


def played(one: Device, *numbers: int) -> None:
    """These rounds are dealt, and I win 2 chips in each."""
    stacks = {ANN: 50_000, ME: 50_000}
    for number in numbers:
        events = (
            RoundBegan("holdem", "standard", number, {ANN: "Ann", ME: "Me"}, stacks, {}),
            Moved(ANN, POT, 200, "small_blind"),
            Acted(ANN, "fold"),
            Moved(POT, ME, 200, "pot"),
            RoundEnded(),
        )
        one.house(messages.Told("t", number, 0, len(events), events))


def seated() -> Device:
    one = Device()
    one.come_in()
    one.sit_down()
    return one


def test_a_round_from_before_a_restart_is_listed_and_seen_step_by_step() -> None:
    one = seated()
    played(one, 7, 8)
    steps = [step.text for step in one.client.tables.hand("t", 8)]
    again = one.restart()
    again.client.connection.start()
    again.resumed()
    (last, first) = again.client.tables.rounds()
    assert (last.round, first.round) == (8, 7)
    assert (last.table, last.won, last.i_won) == ("t", 200, True)
    told = again.client.tables.hand("t", 8)
    assert [step.text for step in told] == steps
    assert told[-1].view.room is not None
    assert not again.client.tables.history("t"), "no row of these is news at the table"


def test_at_its_table_the_list_goes_on_with_what_was_played_before() -> None:
    one = seated()
    played(one, 7, 8)
    again = one.restart()
    again.client.connection.start()
    again.resumed("t")
    again.sit_down()
    played(again, 8, 9)
    assert [row.round for row in again.client.tables.rounds("t")] == [9, 8, 7]
    assert [row.round for row in again.client.tables.rounds()] == [9, 8, 7]
    assert not again.client.tables.rounds("another")


def test_a_round_told_again_after_a_reload_is_kept_once_and_not_written_again() -> None:
    one = seated()
    played(one, 7)
    kept = one.kept["rounds"]
    again = one.restart()
    again.client.connection.start()
    again.resumed("t")
    again.kept.pop("rounds")
    again.sit_down()
    played(again, 7)
    assert "rounds" not in again.kept
    assert len(json.loads(kept)) == len(again.client.tables.rounds()) == 1


def test_a_round_that_ended_during_a_reload_is_kept_once_ones_seat_is_known() -> None:
    one = seated()
    again = one.restart()
    again.client.connection.start()
    again.resumed("t")
    played(again, 7)
    assert "rounds" not in again.kept
    again.seats(people())
    assert [row.round for row in again.client.tables.rounds()] == [7]


def test_a_round_that_was_only_watched_is_not_kept() -> None:
    one = Device()
    one.come_in()
    one.sit_down()
    one.seats(people(), None)
    played(one, 7)
    assert one.client.tables.rounds("t")
    assert "rounds" not in one.kept


def test_what_was_told_to_one_player_is_not_shown_to_the_next() -> None:
    one = seated()
    played(one, 7)
    other = one.restart()
    other.client.connection.start()
    other.again()
    number = other.last(messages.Resume).id
    other.house(messages.Session(number, "token-2", "Eve", True, "", (), 4711))
    assert not other.client.tables.rounds()
    assert not other.client.tables.hand("t", 7)


def test_what_was_played_at_one_house_is_not_listed_at_another() -> None:
    one = seated()
    played(one, 7)
    for url, count in (("ws://192.168.1.5:8770", 0), ("ws://127.0.0.1:8770", 1)):
        one.client.connection.go_to(url)
        one.client.connection.opened(one.connection)
        one.house(messages.Welcome(1))
        one.client.account.play_as_guest("Me")
        one.in_house(one.last(messages.Guest).id)
        assert one.client.account.me.number == 13, "by chance the same at both"
        assert len(one.client.tables.rounds()) == count, "kept for when one is back"


def test_a_round_of_that_number_told_anew_takes_the_place_of_the_one_before() -> None:
    one = seated()
    played(one, 7)
    (before,) = kept_rounds.read(one.kept["rounds"])
    other = dataclasses.replace(before, told=before.told * 2)
    one.kept["rounds"] = kept_rounds.serialised([other])
    again = one.restart()
    again.client.connection.start()
    again.resumed("t")
    again.sit_down()
    played(again, 7)
    assert kept_rounds.read(again.kept["rounds"]) == (before,)


def test_who_logs_out_leaves_no_rounds_on_the_device() -> None:
    one = seated()
    played(one, 7)
    one.house(messages.Ok(one.client.account.log_out()), messages.Goodbye("logout"))
    one.lose(4000)
    assert json.loads(one.kept["rounds"]) == []


def row(number: int, letters: int = 10) -> KeptRound:
    return KeptRound("ws://h", 1, "t", number, 0, "", ("x" * letters,))


def test_the_newest_rounds_are_kept_as_far_as_there_is_room() -> None:
    many = [row(number) for number in range(MOST_ROUNDS + 20)]
    read = kept_rounds.read(kept_rounds.serialised(many))
    assert [one.round for one in read] == [*range(MOST_ROUNDS)]
    large = [row(number, MOST_LETTERS // 3) for number in range(5)]
    text = kept_rounds.serialised(large)
    assert len(text) < MOST_LETTERS + 100
    assert [one.round for one in kept_rounds.read(text)] == [0, 1]


@pytest.mark.parametrize("text", ["", "x", "{}", "[1]", '[{"house": "ws://h"}]', "null"])
def test_what_cannot_be_read_is_not_there(text: str) -> None:
    assert kept_rounds.read(text) == ()


@pytest.mark.parametrize("told", ["", "%%%", "aGVsbG8="])
def test_a_round_that_is_broken_is_left_out(told: str) -> None:
    one = seated()
    played(one, 7)
    (found,) = json.loads(one.kept["rounds"])
    one.kept["rounds"] = json.dumps([found | {"told": [told], "round": 6}, found])
    again = one.restart()
    again.client.connection.start()
    again.resumed()
    assert [row.round for row in again.client.tables.rounds()] == [7]
    assert not again.client.tables.hand("t", 6)
    assert again.client.tables.hand("t", 7)

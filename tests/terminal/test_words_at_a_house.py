"""Words at a house that were in the way: who watches, whom one hears, what a call is for."""

from dataclasses import replace

import pytest

from protocol import messages
from protocol.cards import parse
from protocol.events import Acted, Dealt, Moved, RoundEnded
from protocol.games.blackjack import Playing, Split
from protocol.messages import Line, Room, Sitter
from protocol.words import HOUSE, POT, Option, Seat
from terminal_client.house.picture import TableDrawing
from terminal_client.house.spoken import shown
from terminal_client.page.look import Look
from tests.client.device import people, view
from tests.terminal.test_visits import BEGAN, BLACKJACK, Inside

HOLDEM = Room("t", "holdem", "standard", "play", 200, 4_000, 20_000, 7)


@pytest.fixture
def typing() -> Inside:
    return Inside()


def test_whoever_watches_is_not_counted_among_the_others(typing: Inside) -> None:
    typing.one.house(messages.Joined(typing.one.client.lobby.join("t"), HOLDEM))
    typing.one.seats({}, you=None, watching=1)
    assert not any("watches" in line for line in typing.go_on())
    typing.one.seats({}, you=None, watching=2)
    assert "1 other player watches." in typing.type("look")
    typing.one.seats(people(), watching=1)
    typing.go_on()
    assert "1 other player watches." in typing.type("look")


def test_whom_one_does_not_want_to_hear_is_chosen_by_a_number(typing: Inside) -> None:
    typing.sit()
    assert typing.type("mute") == ["Nobody else has said anything."]
    lines = Line(1, "Ann", 0, "Hello", who=11), Line(2, "Bo", 0, "Hi", who=12)
    typing.one.house(messages.Chat("t", lines))
    typing.go_on()
    for word, done in (("mute", "You do not hear Bo"), ("unmute", "You hear Bo again.")):
        choices = typing.type(word)
        number = next(line for line in choices if line.endswith(": Bo")).split(":")[0]
        assert any(line.startswith(done) for line in typing.type(number)), word
    assert typing.type("unmute") == ["You hear everybody."]


def test_a_player_is_blocked_heard_again_and_reported_by_numbers(typing: Inside) -> None:
    typing.sit()
    lines = Line(1, "Ann", 0, "Hello", who=11), Line(7, "Bo", 0, "You fool", who=12)
    typing.one.house(messages.Chat("t", lines))
    typing.go_on()

    def chosen(word: str) -> list[str]:
        number = next(line for line in typing.type(word) if line.endswith(": Bo")).split(":")[0]
        return typing.type(number)

    assert "Reported with what was said last: You fool" in chosen("report")
    typing.type("1")
    typing.type("please look")
    asked = typing.one.last(messages.Report)
    assert (asked.who, asked.why, asked.words) == (12, "abuse", "please look")
    assert (asked.table, asked.line) == ("t", 7)
    typing.one.house(messages.Ok(asked.id))
    assert any(line.startswith("Thank you.") for line in typing.go_on())
    chosen("block")
    assert typing.one.client.safety.blocked == {12: "Bo"}
    typing.one.house(messages.Ok(typing.one.last(messages.Block).id))
    assert any(line.startswith("You hear nothing of Bo") for line in typing.go_on())
    chosen("blocked")
    typing.one.house(messages.Ok(typing.one.last(messages.Block).id))
    assert "You hear Bo again." in typing.go_on()
    assert "You have blocked nobody." in typing.type("blocked")


def test_one_sign_of_a_chinese_word_is_enough(typing: Inside) -> None:
    typing.one.client.set(language="zh")
    typing.one.house(messages.Joined(typing.one.client.lobby.join("t"), HOLDEM))
    typing.one.seats({}, you=None)
    typing.go_on()
    typing.type("坐")
    assert typing.one.last(messages.Queue).table == "t"


@pytest.mark.parametrize("typed", ["c", "call"])
def test_who_can_only_call_with_everything_may_type_a_call(typing: Inside, typed: str) -> None:
    typing.one.sit_down(room=HOLDEM)
    typing.one.tell(replace(BEGAN, game="holdem", preset="standard"))
    typing.one.asked(1, Option("fold"), Option("all_in", 900, 900))
    typing.go_on()
    typing.one.time += 2
    asked = typing.type(typed)
    assert asked[-1].endswith("yes or no."), asked
    typing.type("yes")
    assert typing.one.last(messages.Answer).verb == "all_in"


def test_nobody_queues_for_a_seat_without_the_chips_for_it(typing: Inside) -> None:
    typing.one.house(messages.Joined(typing.one.client.lobby.join("t"), HOLDEM))
    typing.one.seats({}, you=None)
    typing.one.house(messages.Purse(3_000))
    typing.go_on()
    for word in ("seat", "sit"):
        assert typing.type(word) == ["The least here is 40 chips; you have 30."]
    assert not typing.one.all(messages.Queue)


def test_who_waits_for_a_full_table_reads_that_the_seat_is_taken_then(typing: Inside) -> None:
    room = replace(HOLDEM, seats=3)
    typing.one.house(messages.Joined(typing.one.client.lobby.join("t"), room))
    typing.one.seats({**people(2), 2: Sitter("Di", 20_000)}, you=None)
    typing.go_on()
    assert "You sit down as soon as a seat is offered." in typing.type("sit")
    assert typing.one.all(messages.Queue)


def test_who_has_nothing_is_not_told_to_buy(typing: Inside) -> None:
    typing.sit()
    typing.one.house(messages.Purse(0), messages.Notice("no_chips", "You have no chips.", "t"))
    told = typing.go_on()
    assert "You have no chips left, here or in your purse." in told
    assert not any("Buy some" in line for line in told)


def test_no_gap_parts_a_card_from_the_chinese_word_before_it(typing: Inside) -> None:
    client, plain = typing.one.client, Look(plain=True)
    client.set(language="zh")
    assert shown(client, "小刚拿到 K♣ 10♦。", plain) == "小刚拿到梅花K、方块10。"
    assert shown(client, "庄家拿到 ▮，你有 0 筹码。", plain) == "庄家拿到一张暗牌，你有 0 筹码。"
    assert shown(client, "Ann 2♣、小红 3♣", plain) == "Ann 梅花2、小红梅花3"
    assert shown(client, "你的牌：大王 2♠ 小王。", plain) == "你的牌：大王、黑桃2、小王。"


def test_where_no_game_is_named_its_rules_are_asked_for_by_a_number(typing: Inside) -> None:
    listed = typing.type("rules")
    assert listed[-1] == "Which game? Type its number."
    typing.type(next(line for line in listed if line.endswith(": Sabacc")).split(":")[0])
    assert typing.one.last(messages.RulesOf).game == "sabacc"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Bo gets A♣.", "Bo gets the ace of clubs."),
        ("You hold 10♣ K♠.", "You hold the ten of clubs, king of spades."),
        ("The board: A♣ 2♣.", "The board: ace of clubs, two of clubs."),
        ("Dealt: Ann 2♣, Bo 3♣.", "Dealt: Ann two of clubs, Bo three of clubs."),
        ("Look: A♣. Bo gets 2♣.", "Look: ace of clubs. Bo gets the two of clubs."),
        ("Bo: two pair (A♣ A♠)", "Bo: two pair (ace of clubs, ace of spades)"),
        ("Di takes +3▲ from the pile.", "Di takes the 3 of triangles from the pile."),
        ("Bo plays 大王 小王.", "Bo plays the big joker, small joker."),
        ("In all: Bo −$5, Di −10.", "In all: Bo minus $5, Di minus 10."),
        ("Di draws 0.", "Di draws 0."),
        ("Di shows −1■ 0.", "Di shows the minus 1 of squares, 0."),
        ("Bo gets ▮.", "Bo gets a card face down."),
        ("It has ▮ 4♠.", "It has a card face down, the four of spades."),
        ("It has ▮ ▮ ▮ 4♠.", "It has 3 cards face down, the four of spades."),
        ("Seat 1: 5♦ ▮ ▮.", "Seat 1: five of diamonds, 2 cards face down."),
    ],
)
def test_a_card_in_a_sentence_has_its_article_and_one_of_a_list_has_none(
    typing: Inside, written: str, said: str
) -> None:
    assert shown(typing.one.client, written, Look(plain=True)) == said


@pytest.mark.parametrize("typed", ["5 on red", "b 5 on red"])
def test_a_bet_while_the_wheel_spins_is_told_that_it_is_not_my_turn(
    typing: Inside, typed: str
) -> None:
    typing.one.sit_down(room=Room("t", "roulette", "standard", "play", 100, 1_000, 50_000, 7))
    typing.one.tell(replace(BEGAN, game="roulette", preset="standard"))
    typing.go_on()
    assert typing.type(typed)[0] == "It is not your turn."


def test_rounds_before_name_players_as_they_are_called(typing: Inside) -> None:
    names = {Seat(0): "Bot Coral", Seat(1): "Bo", Seat(2): "Me"}
    typing.one.sit_down(room=HOLDEM)
    for number, winners in ((1, (0,)), (2, (0, 2))):
        began = replace(BEGAN, game="holdem", preset="standard", round=number, names=names)
        bets = [Moved(Seat(seat), POT, 200, "bet") for seat in (0, 1, 2)]
        paid = [Moved(POT, Seat(seat), 600 // len(winners), "pot") for seat in winners]
        typing.one.tell(began, *bets, *paid, RoundEnded(), number=number)
    typing.go_on()
    second, first, _ = typing.type("history")
    assert first.startswith("Round 1, Coral won, "), first
    assert second.startswith("Round 2, Me and Coral won, "), second


def test_where_many_sit_points_go_before_what_was_done_last(typing: Inside) -> None:
    names = {Seat(0): "Annabella", Seat(1): "Bo", Seat(2): "Me", Seat(3): "Di"}
    typing.one.sit_down({seat: Sitter(name, 20_000) for seat, name in names.items()}, BLACKJACK)
    cards = ("Ts", "5h")
    typing.one.tell(
        replace(BEGAN, names=names, stacks=dict.fromkeys(names, 20_000)),
        *(Moved(seat, POT, 5_000, "bet") for seat in names),
        *(Dealt(seat, parse(card)) for card in cards for seat in names),
        Dealt(HOUSE, parse("Ad")),
        *(Acted(seat, "decline") for seat in names),
    )
    drawing = TableDrawing(typing.one.client)

    def line(width: int) -> str:
        lines = drawing.draw(view(typing.one), width, 20).plain.splitlines()
        (found,) = [line for line in lines if "Annabella" in line]
        return found[found.index("Annabella") :]

    assert "10♠ 5♥ Decline (15 points)" in line(120)
    assert "10♠ 5♥ (15 points)" in line(90)
    assert "10♠ 5♥ (15)" in line(80)
    assert "…" not in line(80)


def test_of_two_hands_that_have_not_room_the_one_in_play_is_seen(typing: Inside) -> None:
    ann = Seat(0)
    names = {ann: "Annabella", Seat(1): "Bo", Seat(2): "Me", Seat(3): "Di"}
    typing.one.sit_down({seat: Sitter(name, 20_000) for seat, name in names.items()}, BLACKJACK)
    typing.one.tell(
        replace(BEGAN, names=names, stacks=dict.fromkeys(names, 20_000)),
        Moved(ann, POT, 5_000, "bet"),
        Dealt(ann, parse("Jc")),
        Dealt(ann, parse("Jd")),
        Acted(ann, "split"),
        Moved(ann, POT, 5_000, "split"),
        Split(ann, 0, 1),
        Dealt(ann, parse("5c")),
        Dealt(ann, parse("Ts"), hand=1),
        Playing(ann, 1, parse("Jd Ts")),
    )
    drawn = TableDrawing(typing.one.client).draw(view(typing.one), 80, 20).plain
    assert "[100] J♦ 10♠ (20) " in drawn, drawn
    drawn = TableDrawing(typing.one.client).draw(view(typing.one), 140, 20).plain
    assert "J♣ 5♣ (15 points) J♦ 10♠ (20 points)" in drawn, drawn

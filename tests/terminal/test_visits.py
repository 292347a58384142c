"""Visits without a line: what is typed at questions, at lists and on the way out of a table."""

from dataclasses import asdict, replace

import pytest

from client_core.client import Near, cards_name
from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.cards import SABACC_PACK, parse
from protocol.events import Acted, Dealt, Moved, RoundBegan, RoundEnded
from protocol.games.blackjack import Playing, Split
from protocol.messages import Notice, Room, Sitter
from protocol.words import HOUSE, POT, Option, Seat
from terminal_client.house.spoken import shown
from terminal_client.house.visit import Visit
from terminal_client.page.look import Look
from tests.client.device import people
from tests.terminal.typing_at_house import Typing

NAMES = {Seat(0): "Ann", Seat(1): "Bo", Seat(2): "Me"}
BLACKJACK = Room("t", "blackjack", "twenty_one", "play", 500, 5_000, 20_000, 7)
BEGAN = RoundBegan("blackjack", "twenty_one", 1, NAMES, dict.fromkeys(NAMES, 20_000), {})
BET = Option("bet", 500, 5_000, 100)


class Inside(Typing):
    """Somebody who has come in."""

    def __init__(self) -> None:
        super().__init__()
        self.one.come_in()
        self.one.house(messages.Rooms((), whole=True))
        self.go_on()

    def sit(self) -> None:
        """At blackjack, and asked for a bet."""
        self.one.sit_down(room=BLACKJACK)
        self.one.tell(BEGAN)
        self.ask(1)

    def ask(self, turn: int) -> list[str]:
        self.one.asked(turn, BET, Option("sit_out"), window="bets")
        return self.go_on()


@pytest.fixture
def typing() -> Inside:
    return Inside()


def test_a_number_behind_a_list_is_one_of_it_and_no_bet(typing: Inside) -> None:
    typing.sit()
    assert any("number" in line for line in typing.type("phrase"))
    typing.type("10")
    assert not typing.one.all(messages.Answer)
    assert typing.one.last(messages.Phrase).phrase
    typing.type("10")
    assert typing.one.last(messages.Answer).amount == 1_000


def test_what_is_asked_after_a_list_is_answered_by_a_number(typing: Inside) -> None:
    typing.sit()
    typing.type("phrase")
    typing.ask(2)
    typing.type("10")
    assert typing.one.last(messages.Answer).amount == 1_000
    assert not typing.one.all(messages.Phrase)


def test_the_first_question_of_several_says_how_one_gives_up(typing: Inside) -> None:
    (question,) = typing.type("join")
    assert question.endswith("“cancel” gives up.")
    assert typing.type("cancel") == ["Nothing was done."]
    assert typing.type("open hold")[-1].endswith("“cancel” gives up.")
    assert "cancel" not in typing.type("1")[-1]
    typing.type("cancel")
    assert "cancel" not in typing.type("logout")[-1], "a question of yes or no"


def test_opponents_bring_what_goes_with_my_own_chips(typing: Inside) -> None:
    number = len(typing.one.all(messages.RulesOf))
    typing.type("solo hold")
    for request in typing.one.all(messages.RulesOf)[number:]:
        blinds = {"small_blind": 200, "big_blind": 400}
        typing.one.house(messages.TheRules(request.id, request.game, request.preset, blinds))
    # Heads-up, any level, the usual blinds: the least that can be brought, and all else as usual.
    levels = typing.type("3")
    assert not any("Mixed" in line for line in levels), "there is one opponent"
    assert levels[-1].startswith("How well do they play? Type a number, or Enter for Medium.")
    for answer in ("", "", "1", "", "", ""):
        typing.type(answer)
    opened = typing.one.last(messages.OpenRoom)
    able = typing.one.client.opening.solo_choices("holdem", "heads_up", opened.stake, opened.buy_in)
    assert opened.bot == "medium"
    assert opened.buy_in == min(able.buy_ins)
    assert opened.bot_buy_in == able.bot_buy_in <= opened.buy_in


def to_the_stake(typing: Inside, *answers: str) -> list[str]:
    """All that is asked for a table of one's own at blackjack, these answers first."""
    number = len(typing.one.all(messages.RulesOf))
    asked = typing.type("solo blackjack")
    for request in typing.one.all(messages.RulesOf)[number:]:
        options = {"min_bet": 500, "max_bet": 5_000, "decks": 6}
        typing.one.house(messages.TheRules(request.id, request.game, request.preset, options))
    for answer in answers:
        asked += typing.type(answer)
    for _ in range(6):
        asked += typing.type("")
    return asked


def test_nobody_is_asked_what_no_opponent_brings(typing: Inside) -> None:
    alone = to_the_stake(typing, "2", "0")
    assert not any("each opponent" in line or "do they play" in line for line in alone), alone
    assert typing.one.last(messages.OpenRoom).bots == 0


def test_no_more_opponents_come_than_the_changed_rules_have_seats_for(typing: Inside) -> None:
    number = len(typing.one.all(messages.RulesOf))
    typing.type("solo blackjack")
    game = GAMES["blackjack"]
    for asked in typing.one.all(messages.RulesOf)[number:]:
        rules = asdict(game.presets[asked.preset]), game.offered(asked.preset)
        typing.one.house(messages.TheRules(asked.id, asked.game, asked.preset, *rules))
    said = [typing.type(answer) for answer in ("2", "6", "", "", "")]
    assert said[-1][-1].startswith("The rules as they are?")
    rows = typing.type("no")
    (seats,) = [row.split(":")[0] for row in rows if ": Seats" in row]
    values = typing.type(seats)
    (three,) = [row.split(":")[0] for row in values if row.endswith(": 3")]
    typing.type(three)
    typing.type("")
    opened = typing.one.last(messages.OpenRoom)
    assert opened.options == {"most": 3}
    assert opened.bots == 2


def test_a_number_of_opponents_that_cannot_be_is_said_once(typing: Inside) -> None:
    typing.type("solo blackjack")
    typing.type("2")
    wrong, again = typing.type("9")
    assert wrong == "That is no number from 0 to 7."
    assert again.startswith("How many opponents, 0 to 7? Enter for ")


def test_the_lobby_waits_for_the_chips_of_the_seat_that_was_left(typing: Inside) -> None:
    typing.sit()
    typing.one.house(messages.Purse(80_000))
    typing.go_on()
    typing.type("leave")
    typing.type("yes")
    typing.one.house(messages.Left("t", "left"))
    assert not any("The lobby." in line for line in typing.go_on())
    assert not typing.visit.settled
    typing.one.house(messages.Purse(100_000), messages.Rooms((), whole=True))
    assert "The lobby. You have 1,000 chips." in typing.go_on()


def test_the_lobby_does_not_wait_for_ever(typing: Inside) -> None:
    typing.sit()
    typing.type("leave")
    typing.type("yes")
    typing.one.house(messages.Left("t", "left"), messages.Rooms((), whole=True))
    assert not any("The lobby." in line for line in typing.go_on())
    typing.one.time += 3
    assert any("The lobby." in line for line in typing.go_on())


def test_whoever_was_sat_out_reads_which_word_leads_back(typing: Inside) -> None:
    typing.sit()
    typing.one.house(Notice("spared", "You sit out.", "t"))
    assert any("Type “back”" in line for line in typing.go_on())


def test_the_number_of_the_room_where_one_is_is_answered_too(typing: Inside) -> None:
    typing.sit()
    typing.one.house(messages.Rooms((BLACKJACK,), whole=True))
    assert any(line.startswith("1: Blackjack") for line in typing.type("rooms"))
    assert typing.type("1") == ["You are here."]


def test_the_word_for_the_lobby_is_answered_there_too(typing: Inside) -> None:
    assert "The lobby. You have 1,000 chips." in typing.type("lobby")
    typing.sit()
    assert typing.type("lobby")
    assert typing.visit.place == "lobby"


def test_what_the_house_announces_is_said_to_be_its_word(typing: Inside) -> None:
    typing.one.house(Notice("announcement", "Tea is served", "", {"text": "Tea is served"}))
    assert "The house says: Tea is served" in typing.go_on()


def test_a_turn_at_another_table_is_said_once_until_one_has_looked(typing: Inside) -> None:
    typing.sit()
    typing.type("lobby")
    told = typing.ask(2) + typing.ask(3)
    assert sum("It is your turn." in line for line in told) == 1
    typing.type("1")
    typing.type("lobby")
    assert any("It is your turn." in line for line in typing.ask(4))


def test_the_hand_that_is_played_is_named_after_a_split(typing: Inside) -> None:
    me = Seat(2)
    typing.one.sit_down(room=BLACKJACK)
    typing.one.tell(
        BEGAN,
        Moved(me, POT, 1_000, "bet"),
        Dealt(me, parse("8s 8h")),
        Dealt(HOUSE, parse("9d")),
        Moved(me, POT, 1_000, "split"),
        Split(me, 0, 1),
        Playing(me, 0, parse("8s")),
    )
    typing.go_on()
    said = typing.type("hand")
    assert sum("which you play now" in line for line in said) == 1, said


def test_a_lost_line_is_no_news_to_whoever_has_logged_out(typing: Inside) -> None:
    typing.type("logout")
    told = typing.type("yes")
    typing.one.house(messages.Ok(typing.one.last(messages.Logout).id), messages.Goodbye("logout"))
    typing.one.lose()
    told += typing.go_on()
    assert not any("seat is kept" in line for line in told), told
    typing.one.client.connection.try_again()
    typing.one.again()
    typing.go_on()
    typing.one.lose()
    assert typing.go_on() == ["The line to the house is lost; it is being tried again."]


def test_whoever_has_no_seat_is_promised_none_when_the_line_is_lost(typing: Inside) -> None:
    typing.one.lose()
    assert typing.go_on() == ["The line to the house is lost; it is being tried again."]


def test_a_line_that_is_lost_at_a_table_keeps_the_seat(typing: Inside) -> None:
    typing.sit()
    typing.one.lose()
    assert any("seat is kept" in line for line in typing.go_on())


def test_a_guest_is_asked_for_no_password_and_reads_a_new_name_once(typing: Inside) -> None:
    assert typing.type("password") == ["A guest has no password. Create an account first."]
    assert not typing.visit.secret
    typing.type("name Max")
    typing.one.house(messages.Ok(typing.one.last(messages.Profile).id))
    assert typing.go_on().count("You are Max.") == 1


def test_whoever_sits_down_in_mid_round_has_what_was_brought_once(typing: Inside) -> None:
    others = {0: Sitter("Ann", 20_000), 1: Sitter("Bo", 20_000)}
    typing.one.house(messages.Joined(typing.one.client.lobby.join("t"), BLACKJACK))
    typing.one.seats(others, you=None)
    dealt = {Seat(0): "Ann", Seat(1): "Bo"}
    typing.one.tell(replace(BEGAN, names=dealt, stacks=dict.fromkeys(dealt, 20_000)))
    typing.go_on()
    typing.one.seats({**others, 2: Sitter("Me", 0, coming=6_000)})
    assert "You sit on seat 3 with 60 chips." in typing.go_on()
    assert any(line.startswith("Seat 3: Me (you), 60 chips") for line in typing.type("look"))


ROULETTE = Room("t", "roulette", "house", "play", 0, 100, 50_000, 7)


def at_roulette(typing: Inside) -> None:
    """With 5 of 200 chips on red."""
    typing.one.sit_down(room=ROULETTE)
    typing.one.tell(
        replace(BEGAN, game="roulette", preset="house"),
        Acted(Seat(2), "bet", 500, "red"),
    )
    typing.ask(1)


def test_logging_out_says_what_it_costs_and_leads_to_no_other_table(typing: Inside) -> None:
    at_roulette(typing)
    asked = typing.type("logout")
    assert any("5" in line and "195" in line for line in (" ".join(asked[2:-1]),)), asked
    typing.type("yes")
    typing.one.house(messages.Left("t", "left"), messages.Goodbye("logout"))
    assert not any("Another table" in line for line in typing.go_on())


@pytest.mark.parametrize(("named", "asked"), [("Zed", ["Zed"]), ("Me", [])])
def test_a_guest_who_goes_on_is_called_as_was_typed_now(named: str, asked: list[str]) -> None:
    typing = Typing()
    typing.one.come_in()
    typing.visit = Visit(typing.one.client, lambda text, kind: None, name=named)
    typing.visit.go_on()
    typing.visit.go_on()
    assert [one.name for one in typing.one.all(messages.Profile)] == asked


def test_what_lies_on_the_board_is_not_taken_along(typing: Inside) -> None:
    at_roulette(typing)
    typing.one.house(messages.Left("t", "left"))
    assert any("You leave with 195." in line for line in typing.go_on())


def test_a_terminal_of_letters_alone_gets_no_sign_that_it_cannot_write(typing: Inside) -> None:
    client = typing.one.client
    for key in ("terminal.watching", "terminal.hall_hint", "terminal.no_house"):
        assert shown(client, client.say(key, url="ws://house"), Look(signs=False)).isascii()


def test_a_house_that_has_closed_is_said_to_have_cashed_everybody_out(typing: Inside) -> None:
    typing.one.house(messages.Goodbye("house_closes"))
    typing.one.lose()
    told = typing.go_on()
    assert any("everybody was cashed out" in line for line in told), told
    assert not any("app" in line.split() or "seat is kept" in line for line in told), told


@pytest.mark.parametrize("last", [True, False])
def test_who_is_ready_last_is_told_of_the_round_alone(typing: Inside, last: bool) -> None:
    room = Room("t", "doudizhu", "house", "play", 1_000, 20_000, 100_000, 3, ready=True)
    typing.one.sit_down(room=room)
    typing.go_on()
    typing.type("ready")
    if last:
        began = RoundBegan("doudizhu", "house", 1, NAMES, dict.fromkeys(NAMES, 20_000), {})
        typing.one.tell(began)
    typing.one.house(messages.Ok(typing.one.last(messages.Ready).id))
    told = typing.go_on()
    assert ("You are ready." in told) is not last
    assert any(line.startswith("Round 1") for line in told) is last


def test_a_house_that_closes_is_told_once_however_many_tables_one_is_at(typing: Inside) -> None:
    typing.sit()
    typing.type("lobby")
    other = replace(BLACKJACK, table="u", preset="casino")
    typing.one.house(messages.Joined(typing.one.client.lobby.join("u"), other))
    typing.one.seats(people(), table="u")
    typing.go_on()
    typing.one.house(messages.Notice("closing", ""))
    told = typing.go_on()
    for table in ("t", "u"):
        typing.one.house(messages.Notice("closing", "", table, {"reason": "house_closes"}))
    told += typing.go_on()
    for table in ("t", "u"):
        typing.one.house(messages.Left(table, "house_closes"))
        told += typing.go_on()
    typing.one.house(messages.Goodbye("house_closes"))
    typing.one.lose(4000)
    told += typing.go_on()
    assert [line.split(".")[0] for line in told] == [
        "The house closes when the games in play are over",
        "The house has closed; everybody was cashed out",
    ]


def test_a_table_that_closes_alone_is_told_with_its_game(typing: Inside) -> None:
    typing.sit()
    typing.type("lobby")
    typing.one.house(messages.Notice("closing", "", "t", {"reason": "table_closes"}))
    assert "Blackjack: The table closes at the end of this round." in typing.go_on()


def test_what_a_round_has_brought_is_told_though_the_next_begins_in_that_moment(
    typing: Inside,
) -> None:
    typing.sit()
    me = Seat(2)
    bet, won = Moved(me, POT, 1_000, "bet"), Moved(POT, me, 2_500, "win")
    typing.one.tell(bet, won, RoundEnded(), after=1)
    stacks = {**BEGAN.stacks, me: 21_500}
    typing.one.tell(replace(BEGAN, round=2, stacks=stacks), number=2)
    told = typing.go_on()
    result = told.index("You have won 15 in this round; you have 215 now.")
    assert result == next(at for at, line in enumerate(told) if line.startswith("Round 2")) - 1
    typing.one.tell(bet, RoundEnded(), number=2, after=1)
    assert "You have lost 10 in this round; you have 205 now." in typing.go_on()
    typing.type("lobby")
    assert not any("in this round" in line for line in typing.type("1")), "it is old"


def test_an_opponent_who_was_beaten_is_told_before_the_page_asks_what_comes_next(
    typing: Inside,
) -> None:
    typing.sit()
    gone = messages.Notice("opponent_broke", "", "t", {"name": "Ann"})
    typing.one.house(gone, messages.Notice("victory", "", "t"), messages.Left("t", "victory"))
    told = typing.go_on()
    beaten = next(at for at, line in enumerate(told) if "Ann is out of chips" in line)
    assert beaten < told.index("You have beaten the table!")
    assert told[-1] == typing.one.client.say("terminal.way_hint")


def test_the_last_round_of_a_house_that_closes_is_told_with_what_one_leaves_with(
    typing: Inside,
) -> None:
    typing.sit()
    me = Seat(2)
    bet, won = Moved(me, POT, 1_000, "bet"), Moved(POT, me, 2_500, "win")
    typing.one.tell(bet, won, RoundEnded(), after=1)
    typing.one.house(messages.Left("t", "house_closes"), messages.Goodbye("house_closes"))
    typing.one.lose()
    told = typing.go_on()
    result = told.index("You have won 15 in this round; you have 215 now.")
    assert result < told.index("The house closes.") < told.index("You leave with 215.")
    assert not any("Another table" in line for line in told)


@pytest.mark.parametrize(
    ("game", "asks"), [("hold", "Which blinds?"), ("blackjack", "Which smallest bet?")]
)
def test_what_a_game_calls_its_stake_is_asked_by_that_name(
    typing: Inside, game: str, asks: str
) -> None:
    said = [line for one in (f"open {game}", "", "") for line in typing.type(one)]
    assert any(line.startswith(asks) for line in said), said
    assert not any("stake?" in line for line in said)


def test_before_one_says_a_name_one_knows_that_others_can_listen_in() -> None:
    typing = Typing()
    typing.one.client.connection.start()
    typing.one.client.connection.opened(typing.one.connection)
    typing.one.house(messages.Welcome(1, readable=True))
    assert "Not encrypted, this network only" in typing.go_on()


def test_an_invitation_is_typed_where_a_code_is(typing: Inside) -> None:
    typing.type("join http://127.0.0.1:8770/#join=7KQ2M9")
    assert typing.one.last(messages.Join).code == "7KQ2M9"
    (wrong,) = typing.type("join ftp://127.0.0.1/")
    assert "address" in wrong


def test_nobody_sits_out_where_a_round_waits_until_all_are_ready(typing: Inside) -> None:
    typing.sit()
    assert " out," in typing.type("?")[-1], "elsewhere one may"
    ready = Room("d", "doudizhu", "house", "play", 1_000, 10_000, 100_000, 3, ready=True)
    sitters = {0: Sitter("Ann", 20_000, ready=True), 2: Sitter("Me", 20_000)}
    typing.one.sit_down(sitters, ready)
    typing.one.seats(sitters, table="d")
    typing.one.client.show("d")
    told = typing.go_on()
    assert any("Ann, 200 chips, ready." in line for line in told), told
    assert " out," not in typing.type("?")[-1]
    assert "sitting out" not in " ".join(typing.type("out"))


def test_houses_of_this_network_are_listed_where_one_chooses_a_house() -> None:
    typing = Typing()
    typing.one.client.connection.start()
    typing.go_on()
    typing.one.client.connection.found((Near("Ann's house", "ws://192.168.1.5:8770"),))
    listed = typing.type("house")
    assert any("Ann's house: ws://192.168.1.5:8770" in line for line in listed), listed
    typing.type("2")
    assert typing.one.client.connection.view.url == "ws://192.168.1.5:8770"


def test_cards_of_sabacc_are_said_in_words_whatever_they_count(typing: Inside) -> None:
    client = typing.one.client
    said = shown(client, f"{cards_name(SABACC_PACK)}; the pot is 10.", Look(plain=True))
    assert not set(said) & set("●■▲+−")
    cards = said.removesuffix("; the pot is 10.").split(", ")
    assert len(cards) == len(SABACC_PACK), "a comma between any two"
    assert "minus 6 of squares" in cards
    assert "0" in cards


def test_who_is_the_first_to_bet_at_sabacc_raises_nothing(typing: Inside) -> None:
    room = Room("t", "sabacc", "house", "play", 1_000, 10_000, 50_000, 4)
    typing.one.sit_down(room=room)
    stacks = dict.fromkeys(NAMES, 20_000)
    typing.one.tell(RoundBegan("sabacc", "house", 1, NAMES, stacks, {}))
    raises = Option("raise", 100, 19_900, 100)
    typing.one.asked(1, Option("check"), raises)
    assert "Bet" in typing.go_on()[-1]
    assert "Raise" not in typing.type("?")[0]
    typing.one.asked(2, Option("match", 100, 100), raises)
    assert "Raise" in typing.go_on()[-1]


def test_in_a_room_of_friends_the_invitation_can_be_said(typing: Inside) -> None:
    room = replace(BLACKJACK, private=True, code="7KQ2M9")
    typing.one.sit_down(room=room)
    typing.go_on()
    assert "invite" not in " ".join(typing.type("?")), "nobody else reaches this machine"
    typing.one.client._state.runner.change(
        welcome=messages.Welcome(1, invite="http://192.168.1.5:8770/")
    )
    said = typing.type("invite")
    assert any("http://192.168.1.5:8770/#join=7KQ2M9 or by the code 7KQ2M9" in one for one in said)


def test_whoever_let_the_time_run_out_reads_it_before_what_the_house_did(typing: Inside) -> None:
    one = typing.one
    typing.sit()
    one.asked(1, BET, Option("sit_out"), ms=4_000, window="bets")
    typing.go_on()
    one.passes(4)
    one.tell(Acted(Seat(2), "sit_out"), after=1)
    one.asked(2, Option("stand"), ms=4_000)
    said = typing.go_on()
    assert said[0] == "Your time is up."
    assert any(line.startswith("Me ") for line in said[1:]), said
    one.passes(1)
    typing.type("stand")
    one.passes(3)
    one.asked(3, Option("stand"), ms=4_000)
    assert "Your time is up." not in typing.go_on(), "it was answered"
    one.passes(1)
    one.asked(4, Option("stand"), ms=4_000)
    assert "Your time is up." not in typing.go_on(), "it was not over"


def test_an_act_before_its_turn_waits_where_others_do_not_change_its_price(typing: Inside) -> None:
    one = typing.one
    typing.sit()
    one.passes(1)
    assert not typing.visit.early("25"), "it is my turn"
    typing.type("25")
    assert all(typing.visit.early(line) for line in ("s", "stand", "25", "5 on 17", "hit"))
    assert not any(typing.visit.early(line) for line in ("look", "leave", "say hit", "nonsense"))
    one.asked(2, Option("stand"), ms=4_000)
    typing.go_on()
    assert typing.visit.early("s"), "what is offered has just changed"
    one.passes(4)
    one.tell(Acted(Seat(2), "stand"), after=1)
    typing.go_on()
    assert not typing.visit.early("s"), "it may have been meant for the turn that was missed"


def test_a_number_that_is_not_offered_in_my_turn_is_answered_by_what_is(typing: Inside) -> None:
    typing.sit()
    typing.one.asked(2, Option("hit"), Option("stand"))
    typing.go_on()
    (said,) = typing.type("25")
    assert said == "“25” is not possible now. h: Hit; s: Stand."


def test_more_time_is_said_when_the_time_bank_opens(typing: Inside) -> None:
    one = typing.one
    typing.sit()
    one.asked(2, Option("stand"), ms=7_000)
    typing.go_on()
    one.passes(6)
    typing.visit.teller.clock()
    assert typing.go_on() == ["1 second left."]
    one.passes(1)
    one.asked(2, Option("stand"), ms=7_000)
    assert typing.go_on() == ["You have 7 seconds more."]
    one.passes(3)
    typing.visit.teller.clock()
    assert typing.go_on() == ["4 seconds left."]


def test_in_the_lobby_the_rounds_of_all_tables_are_listed_and_read_by_their_place(
    typing: Inside,
) -> None:
    (nothing,) = typing.type("history")
    assert nothing == "The rounds that you play stand here."
    typing.one.sit_down()
    began = replace(BEGAN, game="holdem", preset="standard", round=7)
    won = (Moved(Seat(0), POT, 200, "small_blind"), Moved(POT, Seat(2), 200, "pot"))
    typing.one.tell(began, *won, RoundEnded(), number=7)
    typing.one.client.show("")
    typing.go_on()
    listed, kept, hint = typing.type("history")
    assert listed.endswith("Hold'em, hand 7, you won, +2")
    assert "kept on this device" in kept
    assert hint == "Type a number to read that round step by step."
    for line in ("1", "history 1"):
        assert any("Me +2" in told for told in typing.type(line)), line


def test_a_question_that_names_its_last_seconds_is_followed_by_no_warning(typing: Inside) -> None:
    typing.sit()
    typing.one.asked(2, Option("stand"), ms=4_000)
    assert "Your turn, 4 seconds. s: Stand." in typing.go_on()
    typing.visit.teller.clock()
    assert not typing.go_on()

"""docs/protocol.md says what the house does: each promise is looked up on the page and tried."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game_server.bank.demo_books import sample_card
from game_server.config import RoomSettings
from protocol import messages
from protocol.answers import ANSWERS
from protocol.avatars import AVATARS
from protocol.events import RoundBegan
from protocol.messages import (
    CLIENT,
    MESSAGES,
    Asked,
    Message,
    Notice,
    Ok,
    Paid,
    Refused,
    Seen,
    Session,
    Told,
    Waiting,
    Welcome,
)
from protocol.phrases import SAYABLE
from protocol.words import Act
from tests.cards import typed
from tests.house.world import EPS, Client, World

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8").split())
HOLDEM = RoomSettings("h", "holdem", "standard", "play", 200, 4_000, 20_000, pause=1.0)
WHEEL = RoomSettings("w", "roulette", "standard", "play", 0, 100, 50_000, pause=1.0)
LANDLORD = RoomSettings("d", "doudizhu", "house", "play", 0, 10_000, 100_000, pause=1.0)


def page_says(*sentences: str) -> None:
    for sentence in sentences:
        assert " ".join(sentence.split()) in PAGE, f"the page does not say: {sentence}"


def kinds(heard: list[Message]) -> list[str]:
    return [message.t for message in heard]


def seated(world: World, table: str, count: int, chips: int = 20_000) -> list[Client]:
    clients = [world.client() for _ in range(count)]
    for client in clients:
        client.seat(table, chips)
    return clients


def after(world: World, client: Client, does: Callable[[], object], run: float = 0.3) -> list[str]:
    """The kinds of messages that follow from what is done, as they come."""
    before = len(client.inbox)
    does()
    world.run(run)
    return kinds(client.inbox[before:])


def to_act(world: World, clients: list[Client]) -> Client:
    world.until(lambda: any(client.asked for client in clients), 60)
    return next(client for client in clients if client.asked)


# -- lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [messages.Ping(1), messages.Guest(1), messages.Lobby(1), b"\xc1"])
def test_one_message_before_hello_ends_the_line(first: Message | bytes) -> None:
    page_says(
        "On a line that has said nothing yet, everything but `hello` is refused and ends the line"
        " at once, and so does what is no message."
    )
    world = World(HOLDEM)
    client = Client(world, hello=False)
    if isinstance(first, bytes):
        client.line.heard(first, world.clock.seconds())
    else:
        client.say(first)
    code = "malformed" if isinstance(first, bytes) else "not_now"
    assert [one.code for one in client.heard(Refused)] == [code]
    assert client.ending == code


def test_a_line_that_errs_again_and_again_ends_as_the_page_counts() -> None:
    page_says("`malformed` 5, `not_now` 2, `too_fast` 1; 20 are the most")
    world = World(HOLDEM)
    client = world.client()
    endings = []
    for _ in range(5):
        client.line.heard(b"\xc1", world.clock.seconds())
        endings.append(client.ending)
    assert endings == ["", "", "", "", "malformed"]


def test_features_are_what_the_page_lists() -> None:
    page_says("This version has none: the lists are empty.")
    client = Client(World(HOLDEM), hello=False)
    client.say(messages.Hello(1, 1, ("voice", "anything")))
    assert client.heard(Welcome)[-1].features == ()


# -- what answers a request --------------------------------------------------------------------


def test_the_page_says_of_every_request_what_answers_it() -> None:
    requests = {kind for kind, one in MESSAGES.items() if one.frm == CLIENT}
    assert set(ANSWERS) == requests
    for kind, one in ANSWERS.items():
        for answer in one.by.values():
            assert answer in MESSAGES, answer
            page_says(f"| `{kind}` |")


def test_an_ok_comes_before_what_the_act_led_to() -> None:
    page_says("the `ok` of an `act` is heard before what the act led to")
    world = World(HOLDEM)
    clients = seated(world, "h", 2)
    actor = to_act(world, clients)
    asked = actor.asked["h"]
    calm = next(one for verb in ("call", "check") if (one := asked.ask.option(verb)))
    heard = after(world, actor, lambda: actor.act("h", asked.turn, Act(calm.verb, calm.low)), 0.0)
    assert heard[:2] == ["ok", "told"]


def test_every_other_ok_comes_after_what_the_request_led_to() -> None:
    page_says("every other `ok` after it")
    world = World(HOLDEM)
    one, other = seated(world, "h", 2, 10_000)
    third = world.client()
    to_act(world, [one, other])
    room = after(world, third, lambda: third.say(messages.Join(third.next(), "h")))
    assert room[0] == "room"
    assert "seats" in room
    assert "told" in room

    def does(client: Client, message: Message) -> list[str]:
        return after(world, client, lambda: client.say(message))

    queue = does(third, messages.Queue(third.next(), "h"))
    assert {"offer", "queued"} <= set(queue[: queue.index("ok")])
    key = third.heard(messages.Offer)[-1].key
    sits = does(third, messages.Sit(third.next(), "h", key, 20_000))
    assert sits.index("seats") < sits.index("ok") < sits.index("purse")
    for client, message in (
        (third, messages.SitOut(third.next(), "h")),
        (third, messages.SitOut(third.next(), "h", False)),
        (other, messages.Buy(other.next(), "h", 1_000)),
    ):
        heard = does(client, message)
        assert heard.index("seats") < heard.index("ok"), (message, heard)
    for talks in (
        messages.Say(third.next(), "h", "hello"),
        messages.Phrase(third.next(), "h", "hello"),
    ):
        heard = does(third, talks)
        assert heard.index("chat") < heard.index("ok")
    seen = Seen("h", third.seen["h"].round, 0)
    heard = does(third, messages.Resync(third.next(), seen))
    assert heard.index("told") < heard.index("ok")
    heard = does(third, messages.Leave(third.next(), "h"))
    assert heard.index("left") < heard.index("ok")


def test_a_purchase_for_cash_is_answered_by_payment_and_one_for_play_by_ok() -> None:
    page_says("the room's purse is play: `ok`; it is cash: `payment`")
    world = World(EPS)
    client = world.client("Ann", card=0)
    client.sit("eps", 0)
    number = client.next()
    before = len(client.inbox)
    client.say(messages.Buy(number, "eps", 5_000))
    world.run(2.0)
    mine = [one for one in client.inbox[before:] if getattr(one, "id", 0) == number]
    assert [one.payment.state for one in mine if isinstance(one, Paid)] == ["pending", "done"]
    assert kinds(mine) == ["payment", "payment"], "no `ok`"


def test_a_purchase_that_the_bank_refuses_bears_a_code_of_the_list() -> None:
    page_says("One that is refused bears a code of those of cards and banks, and")
    world = World(EPS)
    client = world.client("Ann", card=0)
    client.sit("eps", 0)
    world.bank.coming.append("refuse")
    number = client.next()
    client.say(messages.Buy(number, "eps", 5_000))
    world.run(2.0)
    states = [(one.payment.state, one.payment.code) for one in client.heard(Paid)]
    assert states == [("pending", ""), ("refused", "declined")]
    assert [one.code for one in client.heard(Refused)] == ["declined"]
    page_says("`refused` with the same `id` follows the `payment` that is refused")


def test_an_unknown_payment_bears_a_word_that_is_in_no_list() -> None:
    page_says("One that is unknown bears a word for why the bank was not understood (`silence`")
    world = World(EPS)
    client = world.client("Ann", card=0)
    client.sit("eps", 0)
    world.bank.coming.append("before")
    client.say(messages.Buy(client.next(), "eps", 5_000))
    world.run(120.0)
    found = [(one.payment.state, one.payment.code) for one in client.heard(Paid)]
    unknown = [code for state, code in found if state == "unknown"]
    assert unknown
    assert all(unknown)
    page_says("It is asked about until it is `done` or `refused`")
    assert found[-1][0] == "done"


# -- coming back -------------------------------------------------------------------------------


def test_resume_sends_no_room_and_asks_again_with_the_same_turn() -> None:
    page_says(
        "No `room` comes: `session` names the tables that one is in.",
        "The question that is open for one's seat is `asked` again, with the same turn.",
    )
    world = World(HOLDEM)
    clients = seated(world, "h", 2)
    actor = to_act(world, clients)
    turn = actor.asked["h"].turn
    actor.lose()
    back = actor.resumed()
    world.run(0.3)
    heard = kinds(back.inbox)
    assert "room" not in heard
    assert back.heard(Session)[-1].tables == ("h",)
    assert back.heard(Asked)[-1].turn == turn
    assert {"seats", "asked"} <= set(heard[heard.index("session") :])
    again = back.ask(messages.Join, "h")
    assert again.t == "room"


# -- questions and time ------------------------------------------------------------------------


def test_asked_comes_again_with_the_same_turn_in_a_window_that_stays_open() -> None:
    page_says("It comes again after each act in a `window` that stays open")
    world = World(WHEEL)
    (client,) = seated(world, "w", 1)
    first = to_act(world, [client]).asked["w"]
    bet = first.ask.options[0]
    world.run(2.0)
    client.act("w", first.turn, Act(bet.verb, bet.low, on=bet.on[0]))
    world.run(0.1)
    again = client.asked["w"]
    assert first.ask.window
    assert (again.turn, again.ask.window) == (first.turn, first.ask.window)
    assert again is not first
    option = again.ask.option(bet.verb)
    assert option is not None
    assert option.high < bet.high, "its options are those of now"
    assert again.ms < first.ms, "one deadline for the whole window"
    client.act("w", again.turn, Act(bet.verb, bet.low, on=bet.on[1]))
    world.run(0.1)
    assert client.heard(Asked)[-1].turn == first.turn


def test_the_time_bank_begins_by_itself_and_asks_again_with_the_same_turn() -> None:
    page_says(
        "everybody has a time bank of 30 seconds; `bank` says what is in it",
        "is `asked` again with the same turn, where `ms` is now what is in the bank and `of` at"
        " least that",
    )
    world = World(HOLDEM)
    clients = seated(world, "h", 2)
    actor = to_act(world, clients)
    other = next(one for one in clients if one is not actor)
    first = actor.asked["h"]
    assert (first.of, first.bank) == (15_000, 30_000)
    world.run(15.2)
    again = actor.heard(Asked)[-1]
    assert again is not first
    assert again.turn == first.turn
    assert again.of == 30_000
    assert 29_000 < again.ms <= 30_000
    waits = other.heard(Waiting)[-1]
    assert waits.turn == first.turn
    assert waits.ms > 29_000
    world.run(9.8)
    actor.asked.clear()
    calm = next(one for verb in ("check", "call") if (one := again.ask.option(verb)))
    assert isinstance(actor.ask(messages.Answer, "h", again.turn, calm.verb, calm.low), Ok), (
        "an answer in the time of the bank counts"
    )
    while True:
        asked = to_act(world, clients)
        if asked is actor:
            break
        asked.answer()
        world.run(0.1)
    assert 19_000 < actor.asked["h"].bank < 23_000, "what it took is gone"
    page_says("An answer takes from the bank what it took beyond the turn")


def test_a_round_puts_two_seconds_back_into_the_bank() -> None:
    page_says("Each round that deals one in puts 2 seconds back, never more than 30 in all.")
    world = World(HOLDEM)
    clients = seated(world, "h", 2)
    actor = to_act(world, clients)
    world.run(20.0)
    actor.act("h", actor.asked["h"].turn, Act("fold"))
    left = actor.heard(Asked)[-1].bank - 5_000
    world.until(lambda: len([t for t in actor.heard(Told) if began(t)]) == 2, 30)
    while actor not in [one for one in clients if one.asked]:
        to_act(world, clients).answer()
        world.run(0.1)
    now = actor.asked["h"].bank
    assert left + 1_500 < now <= left + 2_500


def began(told: Told) -> bool:
    return any(isinstance(event, RoundBegan) for event in told.events)


def test_without_an_answer_the_bank_is_empty_and_two_missed_turns_cost_the_seat() -> None:
    page_says(
        "without one the bank is empty and the turn missed",
        "2 missed turns in a row cost the seat",
    )
    world = World(HOLDEM)
    clients = seated(world, "h", 3)
    silent = to_act(world, clients)
    for client in clients:
        client.plays = client is not silent
    world.until(lambda: bool(silent.heard(messages.Left)), 300)
    assert silent.heard(messages.Left)[-1].code == "missed_turns"
    assert 0 in {one.bank // 1_000 for one in silent.heard(Asked)} | {
        one.bank // 1_000 - 2 for one in silent.heard(Asked)
    }


def test_where_a_game_needs_every_seat_a_bot_plays_on_for_the_silent() -> None:
    page_says("but in a game that needs every seat, where a bot plays on instead")
    world = World(LANDLORD)
    clients = seated(world, "d", 3, 100_000)
    for client in clients:
        client.ask(messages.Ready, "d")
    silent = to_act(world, clients)
    for client in clients:
        client.plays = client is not silent
    world.until(lambda: "stand_in" in silent.codes(), 300)
    assert not silent.heard(messages.Left)


# -- words to choose from ----------------------------------------------------------------------


def test_every_phrase_of_the_page_may_be_said_and_no_other() -> None:
    world = World(HOLDEM)
    client = world.client()
    client.ask(messages.Join, "h")
    for phrase in sorted(SAYABLE):
        page_says(f"`{phrase}`")
        assert isinstance(client.ask(messages.Phrase, "h", phrase), Ok), phrase
        world.run(3.0)
    refused = client.ask(messages.Phrase, "h", "anything_else")
    assert isinstance(refused, Refused)
    assert refused.code == "no_phrase"


def test_every_avatar_of_the_page_may_be_chosen_and_other_words_too() -> None:
    page_says("`avatar` may be any word of small letters, digits, `-` and `_`")
    world = World(HOLDEM)
    client = world.client()
    for avatar in (*AVATARS, "another-1"):
        assert isinstance(client.ask(messages.Profile, "Ann", avatar), Ok), avatar
        world.run(6.0)
    refused = client.ask(messages.Profile, "Ann", "A Fox")
    assert isinstance(refused, Refused)
    assert refused.code == "avatar_form"


# -- limits of an address ----------------------------------------------------------------------


def test_an_address_has_one_seat_at_a_table_for_cash() -> None:
    page_says("| seats at a table for cash | 1 |  | `address_seated` |")
    world = World(RoomSettings("eps", "holdem", "eps", "cash", 0, 2_000, 100_000))
    world.client("Ann", card=0)
    other = world.client("Bo", card=2)
    notice = next(one for one in other.heard(Notice) if one.code == "address_seated")
    assert notice.table == "eps"


def test_wrong_tries_with_cards_of_one_address_are_counted_as_the_page_says() -> None:
    page_says("| wrong tries with cards | 20 | as many an hour | `card_wait` |")
    world = World(EPS)
    codes = []
    for number in range(0, 24, 2):
        card = sample_card(number)
        world.books.open_account(card, 200_000)
        for _ in range(2):
            client = Client(world)
            wrong = replace(card, pin="0000" if card.pin != "0000" else "1111")
            answer = client.ask(messages.LoginByCard, f"Ann {number}", *typed(wrong))
            assert isinstance(answer, Refused)
            codes.append(answer.code)
            world.run(3.0)
    assert codes[:20] == ["pin_wrong"] * 20
    assert "card_wait" in codes[20:]

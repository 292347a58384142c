"""The client at the house inside it: one tap in, one tap back, two sessions, whole hands."""

import json

from client_core.client import OFFLINE
from protocol import messages
from protocol.buy_ins import GIFT
from protocol.codec import encode
from protocol.messages import Session, Welcome
from tests.offline.player import OfflinePlayer

HOUSE = "ws://127.0.0.1:8770"


def at_a_house(one: OfflinePlayer, token: str = "token-1") -> None:
    """In at a house whose words the test says."""
    client = one.client
    client.connection.go_to(HOUSE)
    number = one.elsewhere[-1][0]
    client.connection.opened(number)
    client.connection.heard(number, encode(Welcome(messages.VERSION, house="Aces")))
    client.account.play_as_guest("Ann")
    entering = client._state.runner.session.entering
    client.connection.heard(number, encode(Session(entering, token, "Ann", True, "", (), 7)))
    assert client.account.me.inside


def test_one_tap_leads_in_without_a_network_or_a_password() -> None:
    one = OfflinePlayer()
    one.play_offline()
    assert one.elsewhere == []
    assert one.client.screen.name == "lobby"
    assert one.client.connection.view.offline
    assert one.client.account.me.play == GIFT


def test_a_hand_is_played_to_its_end_and_counted() -> None:
    one = OfflinePlayer()
    one.play_offline()
    one.sit_down("blackjack", "standard")
    table = one.client.screen.table
    one.until(lambda: one.client.turn.acts(table).buttons != (), "my turn")
    while not one.client.tables.history(table):
        one.tap(table)
        one.later()
    one.client.seat.leave(table)
    one.until(lambda: not one.client.tables.names, "out")
    one.until(lambda: True)
    assert one.client.account.me.play == GIFT + one.client.account.me.profit.get("blackjack", 0)


def test_the_session_at_a_house_is_there_when_one_comes_back() -> None:
    one = OfflinePlayer()
    at_a_house(one)
    one.play_offline()
    assert one.client.account.me.play == GIFT
    assert json.loads(one.device["session"])["token"] == "token-1"
    one.client.connection.go_online()
    number, url = one.elsewhere[-1]
    assert url == HOUSE
    assert not one.client.connection.view.offline
    one.client.connection.opened(number)
    one.client.connection.heard(number, encode(Welcome(messages.VERSION, house="Aces")))
    assert one.client.connection.view.state == "entering", "it resumes"


def test_nothing_of_the_offline_session_gets_to_a_house_and_back() -> None:
    one = OfflinePlayer()
    one.play_offline()
    token = json.loads(one.device["offline_session"])["token"]
    assert token.startswith("offline-")
    one.client.connection.go_to(HOUSE)
    assert "session" not in one.device or not json.loads(one.device["session"])["token"]
    assert one.client.screen.name == "start"
    assert one.client.account.me.play == 0
    one.play_offline()
    assert json.loads(one.device["offline_session"])["token"] == token


def test_who_was_offline_is_so_at_the_next_start_at_once_and_in_the_same_hand() -> None:
    one = OfflinePlayer()
    one.play_offline()
    one.sit_down("holdem", "heads_up")
    table = one.client.screen.table
    one.until(one.my_turn, "my turn")
    cards = one.cards()
    assert len(cards) == 2
    assert None not in cards
    after = OfflinePlayer(dict(one.device), seed=99)
    after.client.connection.start()
    after.go_on()
    assert after.elsewhere == []
    assert after.client.connection.view.url == OFFLINE
    after.client.show(table)
    after.until(lambda: after.client.turn.acts(table).buttons != (), "my turn again")
    assert after.cards() == cards


def test_time_stands_still_while_the_app_is_put_away() -> None:
    one = OfflinePlayer()
    one.play_offline()
    one.client.opening.play_solo("holdem", "heads_up", 1, unhurried=False)
    one.until(lambda: one.client.screen.name == "table", "a table")
    one.until(lambda: one.view().me is not None, "a seat")
    one.until(one.my_turn, "my turn")
    one.client.connection.paused()
    one.go_on()
    one.world.now += 3_600
    one.client.connection.resumed()
    one.go_on()
    assert one.my_turn()
    turn = one.view().turn
    assert turn is not None
    assert turn.deadline > one.client.now()


def test_what_only_a_house_has_is_refused_in_words_that_say_so() -> None:
    one = OfflinePlayer()
    one.play_offline()
    number = one.client.account.ask_devices()
    one.go_on()
    said = one.client.requests.refusal_of(number)
    assert said is not None
    assert "offline" in one.client.say(said)
    number = one.client.opening.open_room("holdem", "standard")
    one.go_on()
    said = one.client.requests.refusal_of(number)
    assert said is not None
    assert said.key == "refusal.offline"

"""The parts of a client's state, each by itself."""

from dataclasses import replace

from client_core.effects import Effect, Keep, Quit
from client_core.outbox import Outbox
from client_core.people import Me
from client_core.session import Session
from client_core.session_states import SessionState
from client_core.state.account import Account
from client_core.state.changes import Changes
from client_core.state.house_facts import HouseFacts
from client_core.state.my_tables import MyTables
from client_core.state.notices import Notices
from client_core.state.preferences import Preferences
from client_core.state.purse import FAREWELL_S, PURSE_S, Purse
from client_core.tables import Table
from client_core.text import Say
from protocol import messages
from protocol.words import Seat


def clock() -> float:
    return 100.0


def test_observers_are_told_of_each_topic_once_and_only_at_the_end_of_an_input() -> None:
    changes, told = Changes(), list[tuple[str, str]]()
    stop = changes.observe(lambda topic, table: told.append((topic, table)))
    for topic in ("table", "table", "chat"):
        changes.touch(topic, "t")
    changes.touch("me")
    assert told == []
    changes.publish()
    assert told == [("table", "t"), ("chat", "t"), ("me", "")]
    changes.publish()
    assert len(told) == 3, "all of it has been told"
    stop()
    changes.touch("me")
    changes.publish()
    assert len(told) == 3


def test_a_setting_is_kept_when_it_is_chosen_and_spoken_only_when_it_is_asked_for() -> None:
    kept = list[Effect]()
    preferences = Preferences(kept.append, Changes(), "", "zh_CN.UTF-8")
    assert preferences.words.language == "zh"
    preferences.choose(language="en")
    (one,) = kept
    assert isinstance(one, Keep)
    assert '"language": "en"' in one.text
    assert preferences.words.language == "zh"
    preferences.speak()
    assert preferences.words.language == "en"


def test_a_house_that_closes_says_so_until_another_line_leads_to_a_house() -> None:
    notices = Notices(clock, Changes())
    session = Session("ws://h", Outbox(1), state=SessionState.IN)
    notices.closes(3)
    notices.session_changed(replace(session, connection=3))
    assert notices.banner is not None
    assert notices.banner.code == "closing"
    notices.session_changed(replace(session, connection=4))
    assert notices.banner is None


def test_a_fault_stands_on_top_until_one_is_in_again() -> None:
    notices, session = Notices(clock, Changes()), Session("ws://h", Outbox(1))
    notices.session_changed(replace(session, state=SessionState.TOO_OLD))
    assert notices.banner is not None
    assert notices.banner.say == Say("banner.too_old")
    notices.session_changed(replace(session, state=SessionState.CONNECTING))
    assert notices.banner is not None, "a line alone mends nothing"
    notices.session_changed(replace(session, state=SessionState.IN))
    assert notices.banner is None


def test_what_waits_for_the_logout_is_done_once() -> None:
    account, done = Account(Changes()), list[int]()
    account.after_logout = lambda: done.append(1)
    account.logged_out()
    account.logged_out()
    assert done == [1]


def test_nothing_of_a_player_is_known_after_the_session() -> None:
    account = Account(Changes())
    account.set_me(name="Ann", play=5)
    account.join_table("t")
    account.forget()
    assert account.me == Me()


def test_the_rules_stay_when_the_session_is_over_and_the_lobby_goes() -> None:
    facts = HouseFacts(Changes())
    rules = messages.TheRules(1, "holdem", "standard", {"big_blind": 200}, ())
    facts.heard(rules)
    facts.heard(messages.Rooms((messages.Room("t", "holdem", "standard", "play", 1, 1, 2, 6),)))
    facts.forget()
    assert facts.rules == {("holdem", "standard"): rules}
    assert not facts.lobby.rooms


def purse() -> tuple[Purse, MyTables, list[float], list[Effect]]:
    time, run = [100.0], list[Effect]()
    changes = Changes()
    tables = MyTables(changes)
    notices = Notices(lambda: time[0], changes)
    made = Purse(lambda: time[0], run.append, changes, Account(changes), notices, tables)
    return made, tables, time, run


def test_who_has_no_chips_and_no_seat_is_told_farewell_and_the_app_ends() -> None:
    one, _, time, run = purse()
    one.told(messages.Purse(0))
    assert one.farewell is None, "no table was left"
    one.count_soon()
    assert one.alarm == time[0] + PURSE_S
    time[0] += PURSE_S
    one.tick()
    assert one.farewell is not None
    assert one.alarm == time[0] + FAREWELL_S
    time[0] += FAREWELL_S
    one.tick()
    assert run == [Quit()]


def test_who_sits_somewhere_is_not_told_farewell() -> None:
    one, tables, time, run = purse()
    tables.by_name["t"] = Table("t", me=Seat(1))
    one.told(messages.Purse(0))
    one.count_soon()
    time[0] += PURSE_S
    one.tick()
    assert one.farewell is None
    assert one.without_chips() is None
    assert run == []


def test_new_chips_take_a_farewell_back() -> None:
    one, _, time, run = purse()
    one.count_soon()
    one.told(messages.Purse(0))
    assert one.farewell is not None
    one.told(messages.Purse(5))
    assert one.farewell is None
    time[0] += FAREWELL_S
    one.tick()
    assert run == []

"""Coming in by the page: as a guest, by name, by a link, again after a reload."""

from dataclasses import replace

import pytest

from client_core.client import OFFLINE, Connect
from client_core.text import Words
from protocol import messages
from protocol.messages import Refused, Room
from protocol.messages.parts import CardProof
from protocol.words import Option, Seat
from tests.bridge.seated import Seated
from tests.bridge.tab import HOUSE, Tab, parts, strings, taps
from tests.client.device import PRACTISED, ROOM, people
from tests.client.rounds import played
from web_client.bridge.encode import Plain


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_guest_comes_in_with_one_tap(language: str) -> None:
    one = Tab(language)
    assert one.screen == "start"
    one.meet()
    one.tap("enter", value={"name": "Ada"})
    assert one.last(messages.Guest).name == "Ada"
    one.in_house(one.last(messages.Guest).id)
    assert one.screen == "lobby"
    assert one.says("1,000")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_comes_in_reads_that_a_house_on_the_wifi_is_not_encrypted(language: str) -> None:
    one = Tab(language)
    one.client.connection.go_to("ws://192.168.1.5:8770")
    one.bridge.opened(one.connection)
    one.house(messages.Welcome(1, readable=True))
    assert Words(language).say("connection.readable") in [*strings(one.at("sheet"))]


def readable(kept: dict[str, str]) -> Tab:
    """A tab at a house on the Wi-Fi."""
    one = Tab(kept=kept)
    one.client.connection.go_to("ws://192.168.1.5:8770")
    one.bridge.opened(one.connection)
    one.house(messages.Welcome(1, readable=True))
    return one


def test_that_a_house_is_not_encrypted_is_told_once_and_marked_for_as_long_as_it_is_so() -> None:
    said = Words("en").say("connection.readable")
    one = readable(dict(PRACTISED))
    assert said in [*strings(one.at("sheet"))]
    assert one.at("toasts") == [], (
        "the start screen says it, and nothing lies over the house's name"
    )
    one.tap("enter", value={"name": "Me"})
    one.in_house(one.last(messages.Guest).id)
    assert one.at("toasts") == []
    again = readable(dict(one.kept))
    assert one.at("strip", "mark") == again.at("strip", "mark") == said
    again.lose()
    assert again.at("strip", "mark") == ""
    # Of a house that is another one meanwhile it is told inside.
    inside = Tab()
    inside.come_in()
    inside.lose()
    inside.passes(30)
    inside.bridge.opened(inside.connection)
    inside.house(messages.Welcome(1, readable=True))
    assert [toast["text"] for toast in inside.at("toasts")] == [said]


def test_that_a_house_is_not_encrypted_is_not_said_of_the_one_inside_this_device() -> None:
    one = readable(dict(PRACTISED))
    assert one.at("strip", "mark")
    one.tap("offline")
    assert one.at("strip", "mark") == ""
    assert Words("en").say("connection.readable") not in one.texts


def test_what_is_missing_is_said_at_its_field() -> None:
    one = Tab()
    one.meet()
    one.tap("way", "login")
    one.tap("enter", value={"name": "", "password": "x"})
    assert one.says(Words("en").say("start.needs_name"))
    assert one.all(messages.Login) == []
    one.tap("enter", value={"name": "Ada", "password": "x"})
    assert not one.says(Words("en").say("start.needs_name"))
    assert one.last(messages.Login).password == "x"


def test_a_house_that_asks_for_a_code_gets_a_line_for_it() -> None:
    one = Tab()
    one.meet()
    one.tap("way", "login")
    one.tap("enter", value={"name": "Ada", "password": "x"})
    one.house(Refused(one.last(messages.Login).id, "second_factor"))
    assert one.says(Words("en").say("start.code"))
    one.tap("enter", value={"name": "Ada", "password": "x", "code": "123456"})
    assert one.last(messages.Login).code == "123456"


def test_who_has_logged_in_elsewhere_is_asked_for_the_password() -> None:
    before = Tab()
    before.come_in()
    one = Tab(kept=dict(before.kept))
    one.meet()
    one.house(Refused(one.last(messages.Resume).id, "session_replaced"))
    words = Words("en")
    assert one.says(words.say("refusal.session_replaced"))
    assert one.says(words.say("start.lost"))
    one.tap("enter", value={"name": "Ada", "password": "wrong"})
    one.house(Refused(one.last(messages.Login).id, "login_wrong"))
    assert one.says(words.say("start.lost")), "the way stays after the next refusal"
    one.tap("way", "guest")
    assert one.says(words.say("start.do_guest"))


def test_another_card_has_neither_the_pin_nor_the_refusal_of_the_one_before() -> None:
    first, second = (f"400000000000000{n}" for n in (2, 8))
    cards = (CardProof("debit", first, "1234"), CardProof("debit", second, "3456"))
    one = Tab()
    one.bridge.opened(one.connection)
    one.house(messages.Welcome(1, house="Test", demo_cards=cards))
    one.tap("go", "card", "login")
    one.tap("card.demo", 0)
    one.tap("card.send", value={"name": "Ada", "number": first, "pin": "9999"})
    one.house(Refused(one.last(messages.LoginByCard).id, "pin_wrong", facts={"left": 2}))

    def pin() -> dict[str, Plain]:
        (found,) = [part for part in parts(one.page) if part.get("name") == "pin"]
        return found

    assert (pin()["text"], bool(pin()["wrong"])) == ("9999", True)
    one.tap("card.demo", 1)
    assert (pin()["text"], pin()["wrong"]) == ("", "")


def test_the_language_changes_at_once() -> None:
    one = Tab()
    assert one.says(Words("en").say("start.do_guest"))
    one.tap("language", "zh")
    assert one.at("language") == "zh"
    assert one.says(Words("zh").say("start.do_guest"))


def test_a_link_with_a_code_leads_to_its_room_once_one_is_in() -> None:
    one = Tab(address="#join=7KQ2M9")
    one.meet()
    assert one.says(Words("en").say("web.invited.join", name="7KQ2M9"))
    one.tap("enter", value={"name": ""})
    assert one.all(messages.Join) == []
    one.in_house(one.last(messages.Guest).id)
    one.house(messages.Rooms((), (), True))
    assert one.last(messages.Join).code == "7KQ2M9"
    one.house(messages.Joined(one.last(messages.Join).id, ROOM))
    assert (one.screen, one.at("address")) == ("table", "table=t")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_follows_a_link_to_a_room_that_is_gone_is_told_so(language: str) -> None:
    one = Tab(language, address="#join=7KQ2M9")
    one.meet()
    one.tap("enter", value={"name": ""})
    one.in_house(one.last(messages.Guest).id)
    one.house(messages.Rooms((), (), True))
    one.house(Refused(one.last(messages.Join).id, "code_wrong"))
    assert one.screen == "lobby"
    told = [toast["text"] for toast in one.at("toasts")]
    assert told == [Words(language).say("refusal.code_wrong")]


def test_a_reload_comes_back_to_the_table_it_was_at() -> None:
    one = Tab()
    one.come_in()
    one.house(messages.Rooms((ROOM,), (), True))
    one.sit_down()
    again = Tab(kept=dict(one.kept), time=one.time + 1, address=f"#{one.at('address')}")
    again.meet()
    again.in_house(again.last(messages.Resume).id, "t", token="token-2")
    again.house(messages.Joined(again.last(messages.Join).id, ROOM))
    assert (again.screen, again.at("address")) == ("table", "table=t")
    assert len(again.all(messages.Join)) == 1


def at_two_tables(*looked_at: str) -> Tab:
    """A tab that was at the tables `t` and `u`, looked at these one after the other, and is opened
    anew without an address."""
    one = Tab()
    one.come_in()
    one.house(messages.Rooms((ROOM, OTHER), (), True))
    for room in (ROOM, OTHER):
        one.sit_down(room=room)
    for name in looked_at:
        one.client.show(name)
    again = Tab(kept=dict(one.kept), time=one.time + 1)
    again.meet()
    again.in_house(again.last(messages.Resume).id, "t", "u", token="token-2")
    return again


OTHER = replace(ROOM, table="u")


def comes(one: Tab, room: Room) -> None:
    """The house tells of a table of before."""
    join = next(ask for ask in one.all(messages.Join) if ask.table == room.table)
    one.house(messages.Joined(join.id, room))
    one.seats(people(), table=room.table)


@pytest.mark.parametrize("first", [ROOM, OTHER], ids=["t", "u"])
@pytest.mark.parametrize("table", ["t", "u"])
def test_of_two_tables_the_one_that_was_looked_at_last_is_shown(first: Room, table: str) -> None:
    again = at_two_tables("u" if table == "t" else "t", table)
    comes(again, first)
    comes(again, OTHER if first is ROOM else ROOM)
    assert (again.screen, again.at("address")) == ("table", f"table={table}")


def test_of_two_tables_the_one_that_asks_is_shown() -> None:
    again = at_two_tables("t")
    comes(again, ROOM)
    assert again.at("address") == "table=t"
    comes(again, OTHER)
    again.asked(4, Option("fold"), table="u")
    assert again.at("address") == "table=u"
    assert again.at("toasts") == []


@pytest.mark.parametrize("first", ["t", "u"])
def test_of_two_tables_that_ask_the_one_that_was_looked_at_last_is_shown(first: str) -> None:
    again = at_two_tables("t", "u")
    for name in (first, "u" if first == "t" else "t"):
        # The house tells of the question before it answers that one is there.
        again.seats(people(), table=name)
        again.asked(4, Option("fold"), table=name)
    comes(again, ROOM)
    comes(again, OTHER)
    assert again.at("address") == "table=u"


def test_nobody_is_led_away_from_a_table_that_asks_or_was_chosen_or_is_looked_at_for_long() -> None:
    asks, chosen, late = (at_two_tables("t") for _ in range(3))
    for one in (asks, chosen, late):
        comes(one, ROOM)
        comes(one, OTHER)
    asks.asked(4, Option("fold"))
    chosen.client.show("t")
    late.passes(5)
    for one in (asks, chosen, late):
        one.asked(7, Option("fold"), table="u")
        assert one.at("address") == "table=t"


def test_a_link_to_one_of_two_tables_leads_there() -> None:
    again = at_two_tables("t")
    again.bridge.follow("#table=u")
    comes(again, ROOM)
    comes(again, OTHER)
    assert again.at("address") == "table=u"


def test_a_table_that_is_gone_is_not_waited_for() -> None:
    again = at_two_tables("u")
    join = next(ask for ask in again.all(messages.Join) if ask.table == "u")
    again.house(Refused(join.id, "no_table"))
    comes(again, ROOM)
    assert again.at("address") == "table=t"


def test_a_link_that_says_nothing_leads_nowhere() -> None:
    for address in ("#", "#x=1", "#join=", f"#join={'A' * 65}", "#table"):
        assert Tab(address=address).visit.local.link is None


def test_the_older_of_two_tabs_is_told_and_may_come_back() -> None:
    one = Tab()
    one.come_in()
    one.house(messages.Goodbye("moved"))
    one.lose(4000)
    assert one.at("strip", "banner") == Words("en").say("banner.closed")
    # The token of this tab is used up: what the other place has kept goes on.
    one.tap("reload")
    assert one.visit.cues[-1].text == "reload"


def test_an_older_tab_offers_nothing_at_its_table_and_promises_nothing() -> None:
    one = Seated()
    one.play(played("holdem", "standard", 4), "standard", Seat(0))
    next(asks for asks in one.lines() if one.ask(asks) is not None)
    assert one.table["bar"]["choices"]
    one.bridge.taken()
    one.lose(4000)
    assert one.table["bar"]["choices"] == []
    assert one.table["bar"]["status"] == ""


def test_a_tab_whose_session_another_has_taken_never_comes_back_by_itself() -> None:
    one = Tab()
    one.come_in()
    one.bridge.taken()
    assert one.at("strip", "banner") == Words("en").say("web.elsewhere")
    before = one.connection
    one.passes(600)
    one.bridge.network(True)
    one.bridge.visible(False)
    one.bridge.visible(True)
    assert one.connection == before
    assert one.all(messages.Resume) == []
    one.tap("reload")


def test_a_lost_line_counts_the_seconds_until_it_is_tried_again() -> None:
    one = Tab()
    one.come_in()
    for _ in range(3):
        one.lose()
        one.passes(0.1)
    said = {one.at("strip", "text")}
    for _ in range(3):
        one.passes(1)
        said.add(one.at("strip", "text"))
    assert len(said) > 1


def test_who_plays_alone_goes_on_without_a_house_after_a_reload() -> None:
    one = Tab()
    one.tap("offline")
    assert [effect.url for effect in one.effects if isinstance(effect, Connect)][-1] == OFFLINE
    again = Tab(kept=dict(one.kept), address="#alone=t")
    assert [one.url for one in again.effects if isinstance(one, Connect)] == [OFFLINE]
    # A link of a friend leads to the house that the page came from.
    invited = Tab(kept=dict(one.kept), address="#join=7KQ2M9")
    assert [one.url for one in invited.effects if isinstance(one, Connect)] == [HOUSE]
    again.tap("online")
    assert [one.url for one in again.effects if isinstance(one, Connect)][-1] == HOUSE


@pytest.mark.parametrize(("language", "name"), [("en", "Guest"), ("zh", "游客")])
def test_who_plays_alone_without_a_name_is_a_guest_in_the_own_language(
    language: str, name: str
) -> None:
    one = Tab(language)
    one.tap("offline")
    one.meet()
    assert one.last(messages.Guest).name == name


def test_while_the_house_inside_loads_no_form_asks_who_one_is() -> None:
    one = Tab()
    assert ["enter"] in [*taps(one.page)]
    one.tap("offline")
    opens = Words("en").say("offline.opens")
    for told in (False, True):
        if told:
            one.meet()
        assert one.screen == "start"
        assert one.says(opens)
        assert ["online"] in [*taps(one.page)]
        assert not {"enter", "way"} & {tap[0] for tap in taps(one.page) if tap}
    one.house(Refused(one.last(messages.Guest).id, "name_taken"))
    assert ["enter"] in [*taps(one.page)]


def test_alone_nothing_is_offered_that_only_a_house_has() -> None:
    one = Tab()
    one.tap("offline")
    one.meet()
    one.in_house(one.last(messages.Guest).id)
    assert one.screen == "lobby"
    offered = [tap for tap in taps(one.page) if tap[0] in ("go", "online")]
    assert ["go", "solo"] in offered
    assert ["online"] in offered
    for name in ("cashier", "open", "join"):
        assert ["go", name] not in offered
    one.tap("go", "rooms", "doudizhu")
    offered = [tap for tap in taps(one.page) if tap[0] == "go"]
    assert ["go", "solo", "doudizhu"] in offered
    assert ["go", "open", "doudizhu"] not in offered

"""Looks: whoever looks like somebody who is here is refused, and names from before keep theirs."""

import pytest

from game_server.players.names import fold
from game_server.store import accounts, looks
from protocol.letters import drawn
from tests.players.house import HERE, PASSWORD, House
from tests.players.test_accounts import HOLDER, OTHERS


@pytest.fixture
def house() -> House:
    return House()


def old(house: House, name: str, folded: str, kind: accounts.Kind = "member") -> int:
    """A player from before names had looks, and before house words were refused inside."""
    password = house.wait(house.passwords.hash(PASSWORD)) if kind == "member" else None
    with house.conn:
        made = accounts.create(
            house.conn, kind=kind, name=name, folded=folded, password=password, at=house.now()
        )
    return made.id


@pytest.mark.parametrize(
    ("first", "twin"), [("scope", "ѕсоре"), ("НоТ", "hot"), ("USO", "ՍՏՕ"), ("Walter", "vvalter")]
)
def test_a_look_alike_is_refused_beside_its_twin(house: House, first: str, twin: str) -> None:
    house.member(first)
    house.refuses("name_taken", house.accounts.register(twin, OTHERS, HERE))
    house.refuses("name_taken", house.accounts.guest(twin, HERE))
    other = house.member("Zoe")
    house.refuses("name_taken", house.accounts.profile(other, twin, "", HERE))
    assert house.count("players") == 2


def test_a_look_is_free_again_when_its_player_is_renamed(house: House) -> None:
    ann = house.member("scope")
    house.wait(house.accounts.profile(ann, "Periscope", "", HERE))
    house.wait(house.accounts.guest("ѕсоре", HERE))


def test_a_look_goes_with_a_guest_who_has_gone(house: House) -> None:
    house.wait(house.accounts.guest("scope", HERE))
    house.refuses("name_taken", house.accounts.guest("ѕсоре", HERE))
    house.pass_time(11 * 60)
    house.wait(house.accounts.guest("ѕсоре", HERE))


def test_a_guest_keeps_the_own_look_as_a_member(house: House) -> None:
    guest = house.wait(house.accounts.guest("scope", HERE))
    house.wait(house.accounts.keep(guest.id, "scope", PASSWORD, HERE))
    house.refuses("name_taken", house.accounts.guest("ѕсоре", HERE))


def test_to_look_like_one_who_came_by_card_is_not_to_be_one(house: House) -> None:
    house.wait(house.accounts.log_in_by_card("USO", HOLDER))
    house.refuses("name_taken", house.accounts.log_in_by_card("ՍՏՕ", HOLDER))


def test_names_from_before_get_their_looks_at_the_start_and_the_older_one_has_it(
    house: House,
) -> None:
    first = old(house, "scope", "scope")
    old(house, "ѕсоре", "other")
    old(house, "Gus", "gone:3", "guest")
    house.wait(house.accounts.start())
    assert looks.holders(house.conn, ("scope",)) == (first,)
    house.refuses("name_taken", house.accounts.guest("ЅСОРЕ", HERE))
    assert house.wait(house.accounts.log_in("scope", PASSWORD, HERE)).id == first
    house.wait(house.accounts.guest("Gus", HERE))


def test_every_name_from_before_is_looked_at_however_many_there_are(house: House) -> None:
    for number in range(1_203):
        old(house, f"Guest {number}x", f"g{number}", "guest")
    house.wait(house.accounts.start())
    assert len(looks.without(house.conn, 0, 5)) == 0


def test_whoever_had_a_house_word_before_keeps_the_name_and_can_choose_a_picture(
    house: House,
) -> None:
    bo = old(house, "Cardroom Bo", "cardroombo")
    assert house.wait(house.accounts.log_in("cardroom bo", PASSWORD, HERE)).id == bo
    changed = house.wait(house.accounts.profile(bo, "Cardroom Bo", "fox", HERE))
    assert (changed.name, changed.avatar) == ("Cardroom Bo", "fox")
    house.refuses("name_reserved", house.accounts.profile(bo, "Cardroom Bob", "fox", HERE))


@pytest.mark.parametrize("name", ["سارة", "דוד", "สมชาย", "Ann สมชาย"])
def test_a_name_from_before_that_no_window_draws_is_shown_as_a_number(
    house: House, name: str
) -> None:
    player = old(house, name, fold(name))
    shown = house.wait(house.accounts.log_in(name, PASSWORD, HERE))
    assert (shown.id, shown.name) == (player, f"#{player}")
    assert all(map(drawn, shown.name))
    # It is a name that nobody else can have, and another picture changes nothing of it.
    house.refuses("name_letters", house.accounts.guest(shown.name, HERE))
    for typed in (shown.name, name):
        kept = house.wait(house.accounts.profile(player, typed, "fox", HERE))
        assert (kept.name, kept.avatar) == (shown.name, "fox")
    assert house.wait(house.accounts.log_in(name, PASSWORD, HERE)).id == player
    assert house.wait(house.accounts.profile(player, "Sara", "fox", HERE)).name == "Sara"

"""Second factors: TOTP as RFC 6238 has it, each code once, and a way in when the phone is lost."""

import re
from urllib.parse import parse_qs, urlparse

import pytest

from game_server.players import totp
from game_server.players.factors import RECOVERIES, Standing, reseal, seal_of
from game_server.players.seal import Seal
from game_server.store import factors
from game_server.store.factors import FactorOwner
from tests.players.house import BEGAN_MS, HERE, KEYS, PASSWORD, House

RFC_SECRET = b"12345678901234567890"
ANN = FactorOwner("player", 1)


@pytest.fixture
def house() -> House:
    return House()


def secret_of(house: House, owner: FactorOwner = ANN) -> bytes:
    """What the player's app has."""
    known = factors.of(house.conn, owner)
    assert known is not None
    found = seal_of(KEYS).open(known.sealed, str(owner))
    assert found is not None
    return found


def code(house: House, steps: int = 0, owner: FactorOwner = ANN) -> str:
    """What the app shows now, or so many steps later."""
    return totp.code_at(secret_of(house, owner), totp.step_of(house.now()) + steps)


def enrolled(house: House) -> tuple[str, ...]:
    """Ann, a member who has a second factor; her recovery codes."""
    house.member("Ann")
    house.wait(house.factors.begin(ANN, "Ann"))
    codes = house.wait(house.factors.confirm(ANN, code(house)))
    house.pass_time(30)
    return codes


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(seconds: int, shown: str) -> None:
    assert totp.code_at(RFC_SECRET, totp.step_of(seconds * 1000)) == shown


def test_a_code_is_good_one_step_early_and_one_late_and_never_twice() -> None:
    now = totp.step_of(BEGAN_MS)
    for steps, good in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        found = totp.matching_step(RFC_SECRET, totp.code_at(RFC_SECRET, now + steps), BEGAN_MS, 0)
        assert found == (now + steps if good else None)
    same = totp.code_at(RFC_SECRET, now)
    assert totp.matching_step(RFC_SECRET, same, BEGAN_MS, now) is None
    assert totp.matching_step(RFC_SECRET, same, BEGAN_MS, now - 1) == now


def test_an_app_is_given_the_secret_as_a_link_and_as_text(house: House) -> None:
    house.member("Ann Bell")
    begun = house.wait(house.factors.begin(ANN, "Ann Bell"))
    link = urlparse(begun.uri)
    assert (link.scheme, link.netloc, link.path) == ("otpauth", "totp", "/Cardroom%3AAnn%20Bell")
    assert parse_qs(link.query) == {"secret": [begun.secret], "issuer": ["Cardroom"]}
    assert re.fullmatch("[A-Z2-7]{32}", begun.secret)
    assert begun.secret not in repr(begun)


def test_a_factor_counts_when_a_code_of_it_was_typed(house: House) -> None:
    house.member("Ann")
    house.wait(house.factors.begin(ANN, "Ann"))
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))
    house.refuses("factor_wrong", house.factors.confirm(ANN, "000000"))
    codes = house.wait(house.factors.confirm(ANN, code(house)))
    assert len(set(codes)) == RECOVERIES
    house.refuses("second_factor", house.accounts.log_in("Ann", PASSWORD, HERE))
    house.refuses("factor_on", house.factors.begin(ANN, "Ann"))
    house.refuses("factor_none", house.factors.confirm(ANN, code(house, 1)))


def test_a_login_asks_for_the_code_and_takes_each_once(house: House) -> None:
    enrolled(house)
    now = code(house)
    house.refuses("second_factor", house.accounts.log_in("Ann", PASSWORD, HERE))
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE, f" {now[:3]} {now[3:]} "))
    house.refuses("factor_wrong", house.accounts.log_in("Ann", PASSWORD, HERE, now))
    house.pass_time(30)
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE, code(house)))


def test_a_wrong_password_tells_nothing_of_the_factor(house: House) -> None:
    enrolled(house)
    for typed in ("", code(house), "000000"):
        house.refuses("login_wrong", house.accounts.log_in("Ann", "another one", HERE, typed))
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE, code(house)))


def test_wrong_codes_close_the_door_as_wrong_passwords_do(house: House) -> None:
    enrolled(house)
    there = "198.51.100.7"
    for _ in range(5):
        house.refuses("second_factor", house.accounts.log_in("Ann", PASSWORD, there))
    for _ in range(5):
        house.refuses("factor_wrong", house.accounts.log_in("Ann", PASSWORD, there, "000000"))
    house.refuses("login_wait", house.accounts.log_in("Ann", PASSWORD, there, code(house)))


def test_a_recovery_code_opens_once(house: House) -> None:
    codes = enrolled(house)
    typed = codes[3].upper().replace("-", " ")
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE, typed))
    assert house.wait(house.factors.standing(ANN)) == Standing(True, RECOVERIES - 1)
    house.refuses("factor_wrong", house.accounts.log_in("Ann", PASSWORD, HERE, codes[3]))


def test_registering_again_is_no_way_around_the_factor(house: House) -> None:
    enrolled(house)
    house.refuses("name_taken", house.accounts.register("Ann", PASSWORD, HERE))


def test_without_the_factor_there_is_none_to_ask_for(house: House) -> None:
    codes = enrolled(house)
    assert house.wait(house.factors.off(ANN))
    assert not house.wait(house.factors.off(ANN))
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))
    house.wait(house.factors.begin(ANN, "Ann"))
    house.refuses("factor_wrong", house.factors.confirm(ANN, codes[0]))


def test_the_disk_has_no_secret_and_no_recovery_code_in_plain(house: House) -> None:
    codes = enrolled(house)
    secret = secret_of(house)
    kept = "\n".join(house.conn.iterdump())
    assert secret.hex() not in kept.lower()
    assert totp.shown(secret) not in kept
    assert not any(one in kept or one.replace("-", "") in kept for one in codes)


def test_what_is_sealed_opens_for_its_owner_and_under_its_key_alone() -> None:
    seal = seal_of(KEYS)
    sealed = seal.close(RFC_SECRET, "player:1")
    assert seal.open(sealed, "player:1") == RFC_SECRET
    assert sealed != seal.close(RFC_SECRET, "player:1")
    assert seal.open(sealed, "player:2") is None
    assert seal.open(sealed, "admin:1") is None
    assert seal_of({"k1": b"another key"}).open(sealed, "player:1") is None
    assert seal_of({"k2": KEYS["k1"]}).open(sealed, "player:1") is None
    assert Seal(KEYS, "cards").open(sealed, "player:1") is None
    assert seal.open(sealed[:-1] + bytes([sealed[-1] ^ 1]), "player:1") is None
    assert seal.open(b"", "player:1") is None


def test_keys_are_rotated_and_the_app_shows_the_same_codes(house: House) -> None:
    enrolled(house)
    before = code(house)
    after = {"k2": b"the next key of this house, also"}
    with house.conn:
        reseal(house.conn, {**after, **KEYS})
        reseal(house.conn, after)
    known = factors.of(house.conn, ANN)
    assert known is not None
    assert seal_of(KEYS).open(known.sealed, str(ANN)) is None
    secret = seal_of(after).open(known.sealed, str(ANN))
    assert secret is not None
    assert totp.code_at(secret, totp.step_of(house.now())) == before


def test_under_another_key_recovery_codes_still_open(house: House) -> None:
    codes = enrolled(house)
    with house.conn:
        house.conn.execute("UPDATE factors SET sealed = x'00'")
    house.refuses("factor_wrong", house.accounts.log_in("Ann", PASSWORD, HERE, "123456"))
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE, codes[0]))

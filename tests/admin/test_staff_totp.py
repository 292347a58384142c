"""Administrators' second factors: a code beside the password, and who takes it away again."""

import base64
import time
from pathlib import Path

from game_server.admin.command.exits import Exit
from game_server.players import totp
from tests.admin.running import Open, open_house
from tests.admin.talk import PASSWORDS, Floor


def code(floor: Floor, secret: str) -> str:
    """What the app shows that was given this secret."""
    at = floor.desk.means.now()
    return totp.code_at(base64.b32decode(secret), totp.step_of(at))


def enrolled(floor: Floor, name: str) -> tuple[str, list[str]]:
    """The secret and the recovery codes of an administrator with a second factor."""
    talk = floor.enter(name)
    secret = talk.ask("staff totp", password=PASSWORDS[name])["secret"]
    codes = talk.ask("staff totp-confirm", code=code(floor, secret))["recovery_codes"]
    floor.world.run(31)
    return secret, codes


def test_an_administrator_is_asked_for_a_code_on_the_same_line() -> None:
    floor = Floor()
    secret, codes = enrolled(floor, "vic")
    talk = floor.line()
    own = {"name": "vic", "password": PASSWORDS["vic"]}
    assert talk.refusal("login", **own) == "second_factor"
    assert not talk.over
    assert talk.ask("login", **own, code=code(floor, secret))["role"] == "viewer"
    again = floor.line()
    assert again.refusal("login", **own, code=code(floor, secret)) == "factor_wrong"
    assert again.over
    assert floor.line().ask("login", **own, code=codes[0])["name"] == "vic"
    assert ("vic", "login", "factor_wrong") in floor.audit()


def test_a_wrong_password_says_nothing_of_a_second_factor() -> None:
    floor = Floor()
    enrolled(floor, "vic")
    talk = floor.line()
    assert talk.refusal("login", name="vic", password="a wrong one") == "login_wrong"
    assert talk.over


def test_wrong_codes_are_counted_as_wrong_passwords_are() -> None:
    floor = Floor()
    secret, _ = enrolled(floor, "vic")
    own = {"name": "vic", "password": PASSWORDS["vic"]}
    for _ in range(5):
        assert floor.line().refusal("login", **own, code="000000") == "factor_wrong"
    assert floor.line().refusal("login", **own, code=code(floor, secret)) == "login_wait"


def test_the_own_password_begins_a_factor_and_both_end_it() -> None:
    floor = Floor()
    talk = floor.enter("vic")
    assert talk.refusal("staff totp", password="a wrong one") == "password_wrong"
    assert talk.refusal("staff totp-off", password=PASSWORDS["vic"], code="1") == "factor_none"
    secret, _ = enrolled(floor, "vic")
    assert talk.refusal("staff totp", password=PASSWORDS["vic"]) == "factor_on"
    off = {"password": PASSWORDS["vic"], "code": "000000"}
    assert talk.refusal("staff totp-off", **off) == "factor_wrong"
    talk.ask("staff totp-off", password=PASSWORDS["vic"], code=code(floor, secret))
    assert floor.enter("vic").ask("status")


def test_an_owner_takes_the_factor_of_another_and_nobody_else_does() -> None:
    floor = Floor()
    enrolled(floor, "vic")
    assert floor.enter("olga").refusal("staff totp-reset", name="vic") == "not_allowed"
    owner = floor.enter("ann")
    assert owner.refusal("staff totp-reset", name="nobody") == "no_admin"
    owner.ask("staff totp-reset", name="vic")
    assert floor.enter("vic").ask("status")
    assert owner.refusal("staff totp-reset", name="vic") == "factor_none"


def test_the_audit_has_neither_secret_nor_code() -> None:
    floor = Floor()
    secret, codes = enrolled(floor, "vic")
    kept = "\n".join(floor.world.conn.iterdump())
    assert secret not in kept
    assert not any(one in kept for one in codes)


def test_a_code_that_is_no_text_is_refused_as_no_login() -> None:
    talk = Floor().line()
    own = {"name": "vic", "password": PASSWORDS["vic"]}
    assert talk.refusal("login", **own, code=123456) == "not_in"


def typed(own: Open, secret: str, steps: int) -> dict[str, str]:
    """An environment in which a command finds the code of so many steps from now."""
    path = own.office.folder / "code"
    path.touch(0o600)
    step = totp.step_of(round(time.time() * 1000)) + steps
    path.write_text(totp.code_at(base64.b32decode(secret), step) + "\n")
    return {"CARDROOM_ADMIN_CODE_FILE": str(path)}


def test_the_command_line_asks_for_the_code_and_init_helps_an_owner_without_a_phone(
    tmp_path: Path,
) -> None:
    with open_house(tmp_path, staff=False) as own:
        begin_and_log_in(own)
    office = own.office
    made = office.admin("init", "--owner", "ann", "--reset", "--json").json
    office.keep("ann", made["password"])
    with open_house(tmp_path, office=office) as again:
        assert again.admin("status").code == Exit.OK


def begin_and_log_in(own: Open) -> None:
    office = own.office
    begun = own.admin("staff", "totp", "--json").json
    assert begun["uri"].startswith("otpauth://totp/")
    confirm = typed(own, begun["secret"], 0)
    shown = office.admin("staff", "totp-confirm", environment=confirm)
    assert shown.code == Exit.OK, shown
    assert "each of which opens once" in shown.out
    without = office.admin("status")
    assert without.code == Exit.NOT_ALLOWED
    assert "CARDROOM_ADMIN_CODE_FILE" in without.err
    code = typed(own, begun["secret"], 1)
    assert office.admin("login", "ann", environment=code).out == "You are in as ann, owner.\n"
    assert office.admin("status").code == Exit.OK
    assert office.admin("logout").code == Exit.OK
    assert office.admin("status", environment=code).code == Exit.NOT_ALLOWED, "a code opens once"

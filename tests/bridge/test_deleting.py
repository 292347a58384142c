"""Deleting the account from the page: what is asked before, and what is left of it after."""

import pytest

from client_core.text import LANGUAGES
from protocol import messages
from tests.bridge.tab import Tab, taps
from tests.bridge.test_screens import inside, said_amiss
from web_client.bridge.encode import Plain

GO = ["deleting.go"]
PASSWORD = "kings and queens"
PROOF: dict[str, Plain] = {"password": PASSWORD, "code": "123456"}


def looking(kind: str, factor: bool = False, language: str = "en") -> Tab:
    """A tab with the page in sight, of an account that the house has told of."""
    one = inside(language)
    one.bridge.pressed("go", ("profile",))
    one.tap("go", "deleting")
    asked = one.last(messages.Account).id
    assert GO not in [*taps(one.page)], "nobody knows yet what has to be typed"
    one.house(messages.AccountInfo(asked, kind, factor))  # type: ignore[arg-type]
    return one


def fields(one: Tab) -> list[str]:
    """What there is to type."""
    return [
        block["name"]
        for column in one.at("sheet", "columns")
        for group in column
        for block in group["blocks"]
        if block["kind"] == "entry"
    ]


def agrees(one: Tab) -> messages.DeleteAccount:
    """Types what is asked for and says yes."""
    one.tap(*GO, value=PROOF)
    one.tap("answer", 1)
    return one.last(messages.DeleteAccount)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "factor", "needs"),
    [
        ("guest", False, []),
        ("card", False, []),
        ("member", False, ["password"]),
        ("member", True, ["password", "code"]),
    ],
)
def test_what_goes_and_what_stays_is_read_before_the_proof(
    kind: str, factor: bool, needs: list[str], language: str
) -> None:
    one = looking(kind, factor, language)
    assert fields(one) == needs
    assert all(one.says(one.client.say(f"deleting.{part}")) for part in ("what", "keeps", "first"))
    assert said_amiss(one) == []


def test_nothing_is_sent_before_all_is_typed_and_a_clear_yes() -> None:
    one = looking("member", True)
    one.tap(*GO, value={"password": "kings and queens"})
    assert one.at("dialog") is None
    assert one.says(one.client.say("start.needs_code"))
    one.tap(*GO, value=PROOF)
    one.tap("answer", 0)
    assert one.at("dialog") is None
    assert one.all(messages.DeleteAccount) == []
    one.bridge.pressed("deleting.sure", ())
    one.bridge.pressed("deleting.sure", ())
    assert len(one.all(messages.DeleteAccount)) == 1


def test_an_account_is_deleted_and_the_start_page_says_so() -> None:
    one = looking("member", True)
    asked = agrees(one)
    assert (asked.sure, asked.password, asked.code) == (True, *PROOF.values())
    assert GO not in [*taps(one.page)], "it is asked once"
    one.house(messages.Ok(asked.id), messages.Goodbye("deleted", "Gone."))
    one.lose(1000)
    assert one.screen == "start"
    one.bridge.opened(one.connection)
    one.house(messages.Welcome(1, house="Test"))
    assert one.screen == "start"
    assert one.says(one.client.say("deleting.done"))
    assert PASSWORD not in "".join((*one.kept.values(), *one.posted))


@pytest.mark.parametrize(
    ("code", "field"),
    [("password_wrong", "password"), ("factor_wrong", "code"), ("delete_seated", "")],
)
def test_a_refusal_stands_beside_what_it_is_about(code: str, field: str) -> None:
    one = looking("member", True)
    asked = agrees(one)
    one.house(messages.Refused(asked.id, code, "No."))
    why = one.client.say(f"refusal.{code}")
    assert one.screen == "deleting"
    found = {
        block.get("name", "") or block["kind"]
        for block in one.at("sheet", "columns", 1, 0, "blocks")
        if why in (block.get("wrong"), block.get("text"))
    }
    assert found == {field or "paragraph"}
    assert any(why == told["text"] for told in one.at("told")) is (not field)
    assert agrees(one).id > asked.id

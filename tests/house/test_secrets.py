"""What only its owner may know stands in no repr, for a repr ends in a log or in a trace."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import Field, fields, is_dataclass
from inspect import getmembers, isclass
from typing import get_args

import pytest

import game_server
import protocol
from game_server.bank.adapter import Authorization
from game_server.bank.cards import BankCard
from protocol import messages
from protocol.messages.parts import CardProof

NAMES = frozenset(
    {"password", "pin", "expiry", "token", "previous", "auth", "seal", "secret", "number"}
)
"""Words and bytes that are called so are secret."""
SEATS = ("protocol.messages", "game_server.table.queue")
"""Here a key is one for a seat, which nobody else may take with it."""


def declared() -> Iterator[type]:
    for package in (game_server, protocol):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            for _, cls in getmembers(module, isclass):
                if is_dataclass(cls) and cls.__module__ == module.__name__:
                    yield cls


def is_secret(cls: type, one: "Field[object]") -> bool:
    secret = one.name in NAMES or (one.name == "key" and cls.__module__.startswith(SEATS))
    kind = get_args(one.type) or (one.type,)
    return secret and (str in kind or bytes in kind)


SECRETS = [(cls, one.name) for cls in declared() for one in fields(cls) if is_secret(cls, one)]


@pytest.mark.parametrize(
    ("cls", "name"), [pytest.param(*one, id=f"{one[0].__qualname__}.{one[1]}") for one in SECRETS]
)
def test_a_secret_stands_in_no_repr(cls: type, name: str) -> None:
    value: object = object.__new__(cls)
    for one in fields(cls):
        object.__setattr__(value, one.name, f"<{one.name}>")
    assert f"<{name}>" not in repr(value)


def test_the_secrets_that_are_known_are_found() -> None:
    found = {f"{cls.__qualname__}.{name}" for cls, name in SECRETS}
    assert found >= {
        "Authorization.token",
        "ProvedCard.auth",
        "BankCard.pin",
        "CardProof.expiry",
        "CardProof.number",
        "CardProof.pin",
        "ChangeCard.expiry",
        "ChangeCard.number",
        "ChangeCard.pin",
        "LiveSession.token",
        "Login.password",
        "LoginByCard.number",
        "LoginByCard.pin",
        "Offer.key",
        "Payment.auth",
        "PlayerRow.password",
        "Register.password",
        "Resume.token",
        "SessionRow.previous",
        "Session.token",
        "Sit.key",
    }


@pytest.mark.parametrize("kind", [messages.LoginByCard, messages.ChangeCard, CardProof])
def test_a_security_code_stands_in_no_repr(kind: type) -> None:
    value: object = object.__new__(kind)
    for one in fields(kind):
        object.__setattr__(value, one.name, f"<{one.name}>")
    assert "<code>" not in repr(value)


def test_of_a_card_the_last_four_digits_are_shown_and_nothing_else() -> None:
    shown = repr(BankCard("debit", "4123412345678905", "918273"))
    assert shown == "BankCard(debit, ends in 8905)"
    assert repr(Authorization("tok-en", "debit", "8905")) == "Authorization(debit, ends in 8905)"
    assert "4123412345678905" not in repr(
        messages.ChangeCard(1, "debit", "4123412345678905", "918273")
    )

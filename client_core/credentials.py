"""Credentials: the password, the second factor, and the way back without the password."""

from dataclasses import dataclass, field, replace
from typing import Literal

from protocol.messages import AccountInfo, FactorSecret, RecoveryCodes, Reset

Kind = Literal["", "guest", "member", "card"]


@dataclass(frozen=True, slots=True)
class Credentials:
    """The credentials of the account as the house has told them; `kind` is empty until then.
    `secret` and `uri` are a second factor that is begun, `codes` the recovery codes of one that
    counts, told this once."""

    kind: Kind = ""
    factor: bool = False
    recovery: int = 0
    secret: str = field(default="", repr=False)
    uri: str = field(default="", repr=False)
    codes: tuple[str, ...] = field(default=(), repr=False)


def told(info: AccountInfo, before: Credentials) -> Credentials:
    """As the account stands."""
    return replace(before, kind=info.kind, factor=info.factor, recovery=info.recovery)


def begun(before: Credentials, answer: FactorSecret) -> Credentials:
    """With a secret for the app."""
    return replace(before, secret=answer.secret, uri=answer.uri, codes=())


def confirmed(before: Credentials, answer: RecoveryCodes) -> Credentials:
    """A login asks for a code from now on."""
    left = len(answer.codes)
    return replace(before, factor=True, recovery=left, secret="", uri="", codes=answer.codes)


def ended(before: Credentials) -> Credentials:
    """A login asks for the password alone."""
    return Credentials(before.kind)


def hidden(before: Credentials) -> Credentials:
    """What is told once is not shown any more."""
    return replace(before, secret="", uri="", codes=())


@dataclass(frozen=True, slots=True)
class LostPassword:
    """A request of this device for another password: `number` is read to the house, by `until` in
    client time. `chosen`: the house has taken the new password."""

    name: str
    number: str
    until: float
    key: str = field(repr=False)
    chosen: bool = False

    @property
    def parts(self) -> str:
        """The number in two groups, as it is read aloud."""
        half = len(self.number) // 2
        return f"{self.number[:half]} {self.number[half:]}"


def asked(name: str, answer: Reset, now: float) -> LostPassword:
    """What the house has answered to a request under that name."""
    return LostPassword(name, answer.number, now + answer.ms / 1000, answer.key)

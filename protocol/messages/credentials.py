"""What is said of one's own account: the password, and the second factor beside it."""

from dataclasses import field
from typing import Annotated

from protocol.frozen import frozen
from protocol.messages.declare import CLIENT, IN, MET, Message, message
from protocol.messages.parts import Code, Key, Password, Person, Request
from protocol.shape import UpTo


@message("password", CLIENT, IN)
@frozen
class ChangePassword(Message):
    """Log in by another password from now on; every other session of the player is over."""

    id: Request
    old: Password = field(repr=False)
    new: Password = field(repr=False)


@message("account", CLIENT, IN)
@frozen
class Account(Message):
    """Ask how one comes in, and whether a second factor is asked for; `account_info` answers."""

    id: Request


@message("factor", CLIENT, IN)
@frozen
class BeginFactor(Message):
    """Begin a second factor; `factor_secret` answers. It counts from `factor_confirm` on."""

    id: Request
    password: Password = field(repr=False)


@message("factor_confirm", CLIENT, IN)
@frozen
class ConfirmFactor(Message):
    """A code of the app that was given the secret: from now on a login asks for one. Answered by
    `recovery_codes`."""

    id: Request
    code: Code = field(repr=False)


@message("factor_off", CLIENT, IN)
@frozen
class EndFactor(Message):
    """Ask for no second factor any more."""

    id: Request
    password: Password = field(repr=False)
    code: Code = field(repr=False)


@message("delete_account", CLIENT, IN)
@frozen
class DeleteAccount(Message):
    """Delete the account for good: `sure` is a clear yes, `password` that of a member, `code` of a
    second factor. Refused while chips lie at a table, cash in the purse, or a payment is under way.
    Answered by `ok`, then `goodbye`; sent again, by `account_deleted`, for no token is good."""

    id: Request
    sure: bool
    password: Annotated[str, UpTo(128)] = field(default="", repr=False)
    code: Code = field(default="", repr=False)


@message("lost_password", CLIENT, MET)
@frozen
class LostPassword(Message):
    """Ask for another password; `reset` answers, whether or not there is such an account. The
    player reads its number to the house, which looks who that is and approves."""

    id: Request
    name: Person


@message("new_password", CLIENT, MET)
@frozen
class NewPassword(Message):
    """Choose the password of a request that the house has approved, with the key of `reset`; then
    log in by it. Every session of the player is over."""

    id: Request
    key: Key = field(repr=False)
    password: Password = field(repr=False)

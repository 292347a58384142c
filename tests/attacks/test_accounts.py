"""Attacks on who people are: names that deceive, lines that nobody can read, accounts of others."""

import base64
import time

import pytest

from game_server.players import totp
from protocol import messages
from protocol.messages import Chat, Joined, Ok, Refused, Session
from tests.attacks.evening import Evening
from tests.attacks.floods import PASSWORD
from tests.attacks.lines import Eve, Far

OTHER = "aces and eights of spades"


def refused(answer: messages.Message) -> str:
    """Why it was refused."""
    assert isinstance(answer, Refused), answer
    return answer.code


def member(eve: Eve, name: str, home: str = "") -> Far:
    """Somebody with an account."""
    far = eve.met(home)
    far.say(messages.Register(far.next(), name, PASSWORD))
    far.token = far.until(Session).token
    return far


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Cardroom Support", "name_reserved"),
        ("xXadminXx", "name_reserved"),
        ("管理员", "name_reserved"),
        ("客服小明", "name_reserved"),
        ("Поддержка", "name_reserved"),
        ("Pаul of Eve", "name_mixed"),
    ],
)
def test_nobody_takes_a_name_that_speaks_for_the_house(eve: Eve, name: str, code: str) -> None:
    for wish in (messages.Guest(1, name), messages.Register(1, name, PASSWORD)):
        assert refused(eve.met().reply(wish)) == code


def test_nobody_looks_like_somebody_who_is_here(eve: Eve) -> None:
    owner = member(eve, "USO")
    for twin in ("ՍՏՕ", "U-S-O", "USО".replace("U", "u").replace("О", "0")):
        assert refused(eve.met().reply(messages.Guest(1, twin))) == "name_taken"
    far = eve.guest()
    assert refused(far.reply(messages.Profile(far.next(), "ՍՏՕ"))) == "name_taken"
    owner.is_served()


def test_no_line_is_invisible_towers_or_is_a_link(eve: Eve) -> None:
    talker, hearer = eve.guest(), eve.guest()
    opened = talker.reply(messages.OpenRoom(talker.next(), "roulette", "standard"))
    assert isinstance(opened, Joined)
    table = opened.room.table
    assert isinstance(hearer.reply(messages.Join(hearer.next(), code=opened.room.code)), Joined)
    for nothing in ("\u3164\u200d", "\u2800", "\U000e0041\ufe0f", "\u202e"):
        assert refused(talker.reply(messages.Say(talker.next(), table, nothing))) == "chat_empty"
    link = "e" + "\u0301" * 40 + " https://evil.example\nat www.evil.example"
    assert isinstance(talker.reply(messages.Say(talker.next(), table, link)), Ok)
    (line,) = hearer.until(Chat).lines
    assert line.text == "é" + "\u0301" * 3 + " https: //evil. example at www. evil. example"
    for far in (talker, hearer):
        assert isinstance(far.reply(messages.Leave(far.next(), table)), Ok)


def test_who_was_muted_is_not_heard_under_another_name(eve: Eve) -> None:
    loud, hearer = eve.guest(), eve.guest()
    opened = hearer.reply(messages.OpenRoom(hearer.next(), "roulette", "standard"))
    assert isinstance(opened, Joined)
    table, code = opened.room.table, opened.room.code
    assert isinstance(loud.reply(messages.Join(loud.next(), code=code)), Joined)
    loud.reply(messages.Say(loud.next(), table, "buy my chips"))
    (line,) = hearer.until(Chat).lines
    assert isinstance(hearer.reply(messages.Mute(hearer.next(), line.who)), Ok)
    loud.reply(messages.Leave(loud.next(), table))
    assert isinstance(loud.reply(messages.Profile(loud.next(), "Honest Seller")), Ok)
    assert isinstance(loud.reply(messages.Join(loud.next(), code=code)), Joined)
    assert isinstance(loud.reply(messages.Say(loud.next(), table, "buy my chips")), Ok)
    hearer.is_served()
    assert not [one for one in hearer.heard() if isinstance(one, Chat)]
    for far in (loud, hearer):
        assert isinstance(far.reply(messages.Leave(far.next(), table)), Ok)


@pytest.mark.parametrize("password", ["sunshine", "Password1!", "12345678", "Easy Prey 1"])
def test_no_account_has_a_password_that_is_tried_first(eve: Eve, password: str) -> None:
    answer = eve.met().reply(messages.Register(1, "Easy Prey", password))
    assert refused(answer) in ("password_common", "password_name")


def test_a_stolen_session_changes_no_password(eve: Eve) -> None:
    owner = member(eve, "Often Robbed")
    thief = eve.met()
    assert isinstance(thief.reply(messages.Resume(thief.next(), owner.token)), Session)
    for wish in (
        messages.ChangePassword(thief.next(), "a guess of eve", OTHER),
        messages.BeginFactor(thief.next(), "a guess of eve"),
    ):
        assert refused(thief.reply(wish)) == "password_wrong"
    assert isinstance(eve.met().reply(messages.Login(1, "Often Robbed", PASSWORD)), Session)


def test_a_stolen_password_lets_nobody_in_beside_a_second_factor(eve: Eve) -> None:
    owner = member(eve, "Well Guarded")
    owner.say(messages.BeginFactor(owner.next(), PASSWORD))
    secret = base64.b32decode(owner.until(messages.FactorSecret).secret)
    step = totp.step_of(round(time.time() * 1000))
    owner.say(messages.ConfirmFactor(owner.next(), totp.code_at(secret, step)))
    owner.until(messages.RecoveryCodes)
    seen = totp.code_at(secret, step)
    thief = eve.met()
    assert refused(thief.reply(messages.Login(1, "Well Guarded", PASSWORD))) == "second_factor"
    for number, code in enumerate((seen, "000000", "999999"), 2):
        answer = thief.reply(messages.Login(number, "Well Guarded", PASSWORD, code))
        assert refused(answer) == "factor_wrong"
    for number in range(2):
        again = messages.Login(1, "Well Guarded", PASSWORD, f"00000{number}")
        answer = eve.met(thief.home).reply(again)
        assert refused(answer) == "factor_wrong"
    good = totp.code_at(secret, totp.step_of(round(time.time() * 1000)) + 1)
    comes = messages.Login(1, "Well Guarded", PASSWORD, good)
    assert refused(eve.met(thief.home).reply(comes)) == "login_wait", "five tries, then pauses"
    # From where she plays the owner comes in all the same.
    assert isinstance(eve.met(owner.home).reply(comes), Session)


def test_who_asks_for_the_password_of_another_gets_nothing_but_a_number(
    night: Evening, eve: Eve
) -> None:
    owner = member(eve, "Much Envied")
    thief, nobody = eve.met(), eve.met()
    thief.say(messages.LostPassword(thief.next(), "Much Envied"))
    asked = thief.until(messages.Reset)
    nobody.say(messages.LostPassword(nobody.next(), "There Is No Such Player"))
    dummy = nobody.until(messages.Reset)
    assert (len(asked.key), len(asked.number)) == (len(dummy.key), len(dummy.number))
    for far, told in ((thief, asked), (nobody, dummy)):
        answer = far.reply(messages.NewPassword(far.next(), told.key, OTHER))
        assert refused(answer) == "reset_waits"
        assert refused(far.reply(messages.NewPassword(far.next(), "x" * 43, OTHER))) == "reset_over"
    assert owner.until(messages.Notice).code == "reset_asked"
    # She cannot know the number of the owner's own device, which the operator hears.
    mine = eve.met()
    mine.say(messages.LostPassword(mine.next(), "Much Envied"))
    told = mine.until(messages.Reset)
    let = night.admin("player", "password", "Much Envied", told.number, who="olga")
    assert "once" in let.out
    assert told.key not in let.out
    assert (
        refused(thief.reply(messages.NewPassword(thief.next(), asked.key, OTHER))) == "reset_over"
    )
    assert isinstance(mine.reply(messages.NewPassword(mine.next(), told.key, OTHER)), Ok)
    assert owner.ending()[1] == "password"
    assert isinstance(mine.reply(messages.Login(mine.next(), "Much Envied", OTHER)), Session)

"""Who passes for another by name or by words, at the door and at a table."""

from itertools import count

import pytest

from protocol import messages
from protocol.messages import Chat, Ok, Refused, Session
from tests.attacks.evening import SIDE
from tests.attacks.lines import Eve, Far

NUMBERS = count(1)
STAFF = (
    "Cardroom Support",
    "cardroom_support",
    "CARDR00M SUPPORT",
    "C a r d r o o m",
    "Сardroom Support",
    "管理员",
    "客服小王",
    "Moderator",
    "xx Admin xx",
    "The Administrator",
    "Поддержка",
)
TWINS = (("Vivian Corbett", "Vlvlan Corbett"), ("Rosa Ocean", "R0sa 0cean"), ("Coco", "Сосо"))


@pytest.mark.parametrize("name", STAFF)
def test_nobody_speaks_for_the_house_by_name(eve: Eve, name: str) -> None:
    far = eve.met()
    for wish in (
        messages.Guest(far.next(), name),
        messages.Register(far.next(), name, "nine tall storks stand"),
    ):
        reply = far.reply(wish)
        assert isinstance(reply, Refused), (name, reply)
        assert reply.code in ("name_reserved", "name_mixed", "name_letters"), reply
    inside = eve.guest()
    assert isinstance(inside.reply(messages.Profile(inside.next(), name)), Refused)


@pytest.mark.parametrize(("name", "twin"), TWINS)
def test_nobody_stands_beside_another_in_a_name_that_looks_like_it(
    eve: Eve, name: str, twin: str
) -> None:
    one = eve.met()
    one.say(messages.Register(one.next(), name, "nine tall storks stand"))
    one.until(Session)
    other = eve.met()
    reply = other.reply(messages.Guest(other.next(), twin))
    assert isinstance(reply, Refused)
    assert reply.code in ("name_taken", "name_mixed"), reply


def heard(eve: Eve, text: str) -> str:
    """What somebody at the table reads when that is said there."""
    reader, speaker = at_side(eve), at_side(eve)
    assert isinstance(speaker.reply(messages.Say(speaker.next(), SIDE, text)), Ok)
    while True:
        line = reader.until(Chat).lines[-1]
        if line.name == speaker.name:
            return line.text


def at_side(eve: Eve) -> Far:
    far = eve.far().guest(f"Talker {next(NUMBERS)}")
    far.reply(messages.Join(far.next(), SIDE))
    return far


def test_no_line_of_chat_is_more_than_a_line_or_hides_something(eve: Eve) -> None:
    assert "\n" not in heard(eve, "well\nThe house: you have won")
    assert "\u2028" not in heard(eve, "well\u2028The house: you have won")
    assert "\u202e" not in heard(eve, "\u202eesuoh eht")
    assert "\u200b" not in heard(eve, "in\u200bvis\u2060i\u00adble")
    marks = heard(eve, "z" + "\u0301" * 60)
    assert len(marks) <= 6
    reader = at_side(eve)
    for nothing in ("\u200b\u200b", "\u2800", "\u3164", "\n\n"):
        reply = reader.reply(messages.Say(reader.next(), SIDE, nothing))
        assert isinstance(reply, Refused), ascii(nothing)
        assert reply.code == "chat_empty"


@pytest.mark.parametrize(
    "link",
    ["https://evil.example/login", "www.evil.example", "evil.example/cards", "HTTP://1.2.3.4"],
)
def test_links_are_dead(eve: Eve, link: str) -> None:
    assert link not in heard(eve, f"free chips at {link} now")


def test_whoever_is_muted_is_not_heard_under_another_name(eve: Eve) -> None:
    reader, noisy = at_side(eve), at_side(eve)
    noisy.reply(messages.Say(noisy.next(), SIDE, "one"))
    # The lines of before come first.
    while (line := reader.until(Chat).lines[-1]).name != noisy.name:
        pass
    assert isinstance(reader.reply(messages.Mute(reader.next(), line.who)), Ok)
    assert isinstance(noisy.reply(messages.Profile(noisy.next(), f"Renamed {next(NUMBERS)}")), Ok)
    noisy.reply(messages.Leave(noisy.next(), SIDE))
    noisy.reply(messages.Join(noisy.next(), SIDE))
    assert isinstance(noisy.reply(messages.Say(noisy.next(), SIDE, "two")), Ok)
    other = at_side(eve)
    assert isinstance(other.reply(messages.Say(other.next(), SIDE, "three")), Ok)
    assert reader.until(Chat).lines[-1].text == "three", "the first that is heard"

"""What somebody caught on the wire or made up is sent again: answers, lines and tokens."""

import hashlib
import sqlite3
from contextlib import closing

from protocol import messages
from protocol.messages import Asked, Goodbye, Message, Notice, Ok, Refused, Session
from tests.attacks.duel import Duel
from tests.attacks.evening import SIDE, Evening
from tests.attacks.floods import PASSWORD
from tests.attacks.lines import Eve


def test_captured_answers_do_nothing_when_they_are_sent_again(night: Evening, eve: Eve) -> None:
    one, other, stranger, watcher = (eve.guest() for _ in range(4))
    duel = Duel(one, other)
    watcher.reply(messages.Join(watcher.next(), SIDE))
    duel.play(4)
    own, others = duel.frames[one], duel.frames[other]
    # On its own line each gets the answer that it got; nothing is done twice.
    assert all(isinstance(reply, Ok) for reply in duel.replayed(one, own, 1))
    whose, asked = duel.asked()
    current = duel.answer(whose, asked)
    enemy = other if whose is one else one
    for far, frames in ((enemy, [current]), (stranger, [*own, current]), (watcher, others)):
        assert all(isinstance(reply, Refused) for reply in duel.replayed(far, frames, 2))
    # Whose line it is has used that number.
    enemy.number = max(enemy.number, whose.number)
    met = eve.met()
    met.send(current)
    assert refusal(met.replies(1)[0]) == "not_now"
    # In time, in order, and three times over: once.
    whose.send(b"".join(duel.frames[whose][:-1]) + current * 3)
    assert all(isinstance(reply, Ok) for reply in whose.replies(len(duel.frames[whose]) + 2))
    duel.play(3)
    assert night.acts(SIDE)[-len(duel.did) :] == duel.did
    duel.over()


def test_a_captured_line_cannot_be_played_from_its_beginning(eve: Eve) -> None:
    far = eve.far().guest("Captured")
    again = eve.met()
    again.say(messages.Guest(1, "Captured"), messages.Join(2, SIDE), messages.Queue(3, SIDE))
    codes = [refusal(reply) for reply in again.replies(3)]
    assert codes[-1] == "name_taken" or codes[0] == "name_taken", codes
    assert codes.count("not_now") == 2
    far.is_served()


def test_a_stolen_token_is_found_out_as_soon_as_its_owner_comes_back(
    night: Evening, eve: Eve
) -> None:
    name = "Robbed"
    owner, other = eve.guest(), eve.guest()
    assert isinstance(owner.reply(messages.Register(owner.next(), name, PASSWORD)), Ok)
    duel = Duel(owner, other)
    while (asking := duel.asked())[0] is not owner:
        other.send(duel.answer(*asking))
    turn = asking[1].turn

    thief = eve.met()
    thief.say(messages.Resume(1, owner.token))
    stolen = thief.until(Session)
    assert stolen.tables == (SIDE,)
    assert owner.until(Goodbye).code == "moved"
    assert owner.ending() == (4000, "moved")
    assert thief.until(Asked).turn == turn, "one seat, one interface"
    assert isinstance(thief.reply(messages.Lobby(owner.number + 1)), Ok)

    # The owner's app comes back with a token that the thief has used up: both are out at once.
    assert refusal(eve.met().reply(messages.Resume(1, owner.token))) == "session_stolen"
    assert thief.until(Goodbye).code == "session_stolen"
    assert thief.ending() == (4000, "session_stolen")
    for token in (stolen.token, owner.token):
        assert refusal(eve.met().reply(messages.Resume(1, token))) == "session_stolen"

    back = eve.met()
    back.say(messages.Login(1, name, PASSWORD))
    back.until(Session)
    assert back.until(Notice).code == "session_stolen"
    back.number = owner.number + 1
    asked = back.until(Asked)
    assert asked.turn == turn
    assert refusal(eve.met().reply(messages.Resume(1, stolen.token))) == "session_stolen"
    duel.both[0] = back
    duel.frames[back] = []
    back.send(duel.answer(back, asked))
    assert isinstance(back.replies(1)[0], Ok)
    assert night.acts(SIDE)[-len(duel.did) :] == duel.did
    duel.over()


def test_tokens_that_were_forged_used_or_are_too_old_open_nothing(night: Evening, eve: Eve) -> None:
    def resumed(token: str) -> Message:
        return eve.met().reply(messages.Resume(1, token))

    far = eve.guest()
    first = far.token
    kept = hashlib.sha256(first.encode()).hexdigest()
    forged = (first[:-1], first + "A", first.swapcase(), "0" * 43, kept, "' OR 1=1 --", "%")
    for token in forged:
        assert refusal(resumed(token)) == "session_unknown", token
    # A token is good until the one that was given for it was used.
    second = token_of(resumed(first))
    third = token_of(resumed(second))
    line = eve.met()
    fourth = token_of(line.reply(messages.Resume(1, third)))
    assert isinstance(line.reply(messages.Lobby(2)), Ok)
    line.reply(messages.Logout(3))
    assert refusal(resumed(fourth)) == "session_over"
    # One that was used up, by whoever has the next, ends them all.
    far = eve.guest()
    last = token_of(resumed(token_of(resumed(far.token))))
    assert refusal(resumed(far.token)) == "session_stolen"
    assert refusal(resumed(last)) == "session_stolen"
    old = eve.guest()
    with closing(sqlite3.connect(night.house.database, timeout=60)) as conn, conn:
        changed = conn.execute(
            "UPDATE sessions SET expires = began - 1 WHERE token = ?",
            (hashlib.sha256(old.token.encode()).digest(),),
        ).rowcount
    assert changed == 1
    assert refusal(resumed(old.token)) == "session_expired"


def refusal(reply: Message) -> str:
    assert isinstance(reply, Refused), reply
    return reply.code


def token_of(reply: Message) -> str:
    assert isinstance(reply, Session), reply
    return reply.token

"""What the house itself would give away: to its administrators, to who repeats, to old clients."""

from protocol import messages
from protocol.cards import LABELS
from protocol.messages import Ok, Refused
from tests.attacks.duel import Duel
from tests.attacks.evening import SIDE, Evening
from tests.attacks.lines import Eve
from tests.net.wired import REQUEST


def test_an_administrator_who_only_looks_on_sees_no_card_that_lies_face_down(
    night: Evening, eve: Eve
) -> None:
    duel = Duel(eve.guest(), eve.guest())
    duel.asked()
    for who in ("vic", "olga", "ann"):
        shown = night.admin("table", "show", SIDE, "--json", who=who).said()
        assert not [label for label in LABELS.values() if f'"{label}"' in shown], who
    duel.over()


def test_the_number_of_a_request_does_nothing_else(eve: Eve) -> None:
    far = eve.guest()
    number = far.next()
    opened = far.reply(messages.OpenRoom(number, "roulette", "standard"))
    assert isinstance(opened, messages.Joined)
    other = far.reply(messages.OpenRoom(number, "holdem", "standard"))
    assert isinstance(other, Refused)
    assert other.code == "id_reused"
    assert isinstance(far.reply(messages.Leave(far.next(), opened.room.table)), Ok)


def test_a_version_of_websocket_that_is_not_spoken_is_answered_with_the_one_that_is(
    eve: Eve,
) -> None:
    far = eve.far()
    far.send((REQUEST % b"").replace(b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Version: 99"))
    answer = far.socket.recv(4096)
    assert answer.startswith(b"HTTP/1.1 426 ")
    assert b"Sec-WebSocket-Version: 13\r\n" in answer


def test_the_commonest_passwords_and_the_own_name_are_refused(eve: Eve) -> None:
    far = eve.met()
    for password in ("password123", "qwertyuiop", "1234567890", "iloveyou123", "Hasty Member"):
        reply = far.reply(messages.Register(far.next(), "Hasty Member", password))
        assert isinstance(reply, Refused), password
        assert reply.code in ("password_common", "password_name", "password_short"), reply
        far = eve.met()

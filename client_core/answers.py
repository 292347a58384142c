"""What becomes of requests: done, refused, or lost with their line."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from client_core import credentials, tables
from client_core.ground import USUAL
from client_core.money import Money
from client_core.people import Entry, Screen
from client_core.text import Say
from protocol import messages as said
from protocol.messages import Message

REMEMBERED: Final = 50
ASKED: Final = said.Lobby | said.Resync | said.Bank | said.RulesOf | said.Sessions | said.Busters
"""What only asks: when its line breaks nothing is lost."""
OWN: Final = (
    said.Profile,
    said.Register,
    said.ChangePassword,
    said.BeginFactor,
    said.ConfirmFactor,
    said.EndFactor,
)
"""What is asked about the own account: its page says why not, in the field that it is about."""
BENIGN: Final[Mapping[type[Message], frozenset[str]]] = {
    said.Queue: frozenset({"queued", "seated"}),
    said.QuickSeat: frozenset({"queued", "seated"}),
    said.Unqueue: frozenset({"not_queued"}),
    said.Leave: frozenset({"not_here", "no_table"}),
    said.Resync: frozenset({"not_here", "no_table"}),
}
"""Refusals that say that it is already so."""


class Answers(Money):
    """Each request is answered here, once."""

    def _answered(self, request: Message, answer: Message | None) -> None:
        number: int = getattr(request, "id", 0)
        self.answering = number if isinstance(answer, said.Refused) else None
        self.touch("connection")
        if isinstance(request, said.Buy | said.ChangeCard | said.Bank):
            self.touch("cashier")
        if isinstance(request, (*OWN, said.Account)):
            self.touch("credentials")
        if answer is None or isinstance(answer, said.Refused):
            self._not_done(number, request, answer)
        else:
            self._done(number, request, answer)

    def _not_done(self, number: int, request: Message, answer: said.Refused | None) -> None:
        rejoined = self.rejoining.pop(number, "")
        if rejoined in self.tables and answer is not None:
            self.out_of(rejoined)
        match request:
            case said.Answer(table=name, turn=turn) if self.sent.get(name) == turn:
                del self.sent[name]
                self.touch("ask", name)
            case said.Leave(table=name):
                self.mine_at(name, leaving="")
                if answer is not None and answer.code in BENIGN[said.Leave]:
                    self.forget(name)
            case said.Unqueue(table=name) if name in self.tables:
                self._still_waits(name, answer)
            case said.Queue(table=name) if answer is not None and answer.code == "offers_unused":
                seconds = answer.facts.get("seconds", 0)
                left = seconds if isinstance(seconds, int) else 0
                self.mine_at(name, barred=self.clock() + left)
            case said.Resync(seen=seen) if seen.table in self.tables and answer is not None:
                self._table_set(tables.caught_up(self.tables[seen.table]))
        if answer is None:
            quiet = isinstance(request, ASKED)
            say = Say("refusal.line_lost")
        else:
            quiet = bool(rejoined) or _said_there(request)
            quiet = quiet or answer.code in BENIGN.get(type(request), ())
            say = refusal(answer)
            at = self.tables.get(getattr(request, "table", ""))
            say = replace(say, holes=at.facts(say.holes)) if at is not None else say
            if answer.code in ("purse_short", "no_room"):
                say = self.without_chips() or say
        self.refusals[number] = say
        while len(self.refusals) > REMEMBERED:
            del self.refusals[next(iter(self.refusals))]
        if isinstance(request, said.ChangeCard):
            self.card_refusal = say
        if not quiet and self.session.token:
            self.toast(say, "bad", getattr(request, "table", ""))

    def _still_waits(self, name: str, answer: said.Refused | None) -> None:
        """I wait on, and what I let go is offered again; unless I had waited no more already."""
        if answer is not None and answer.code in BENIGN[said.Unqueue]:
            self._table_set(replace(self.tables[name], queue=None, offer=None))
        else:
            self.mine_at(name, offer_passed="")

    def _done(self, number: int, request: Message, answer: Message) -> None:
        match request:
            case said.Answer(table=name, turn=turn):
                if self.sent.get(name) == turn:
                    del self.sent[name]
                if name in self.tables:
                    self._table_set(tables.answered(self.tables[name], turn))
                    self.touch("ask", name)
            case said.Resync(seen=seen) if seen.table in self.tables:
                table = self.tables[seen.table]
                gone = table.unsure and table.live
                table = tables.ended_unheard(table) if gone else table
                self._table_set(replace(tables.caught_up(table), unsure=False))
            case said.Join() | said.OpenRoom() | said.QuickSeat():
                again = self.rejoining.pop(number, "")
                if isinstance(answer, said.Joined) and isinstance(request, said.OpenRoom):
                    self.wishes[answer.room.table] = request
                if isinstance(answer, said.Joined) and not again:
                    self._come_to_play(request, answer.room)
                    self.look_at(Screen("table", answer.room.table))
            case said.Profile(name=name, avatar=avatar):
                self.me = replace(self.me, name=name, avatar=avatar)
                self.touch("me")
            case said.Register(name=name):
                self.me = replace(self.me, name=name, guest=False)
                self.touch("me")
            case said.ChangePassword():
                self.toast(Say("credentials.changed"), "good")
            case said.BeginFactor() if isinstance(answer, said.FactorSecret):
                self.credentials = credentials.begun(self.credentials, answer)
            case said.ConfirmFactor() if isinstance(answer, said.RecoveryCodes):
                self.credentials = credentials.confirmed(self.credentials, answer)
            case said.EndFactor():
                self.credentials = credentials.ended(self.credentials)
                self.toast(Say("credentials.factor_ended"), "info")
            case said.LostPassword(name=name) if isinstance(answer, said.Reset):
                self.lost_password = credentials.asked(name, answer, self.clock())
                self._at_door()
            case said.NewPassword() if self.lost_password is not None:
                self.lost_password = replace(self.lost_password, chosen=True)
                self._at_door()
            case said.Buy(table=name) if isinstance(answer, said.Ok):
                self.bought.add(name)
            case said.Sit(table=name, buy_in=chips) if chips:
                self.bought.add(name)
            case said.Unqueue(table=name):
                self.brings.pop(name, None)
            case said.DismissBots(table=name) if name in self.tables and self.tables[name].live:
                self.toast(Say("room.bots_go"), "info", name)
            case said.ChangeCard():
                self.card_refusal = None

    def _at_door(self) -> None:
        self.entry = Entry()
        self.touch("entry")
        self.touch("credentials")

    def _come_to_play(self, request: Message, room: said.Room) -> None:
        """Sit down without a further question, where it is clear: alone against bots, dealt in for
        play chips, and where nothing is at stake before I say that I am ready. Who opens any other
        room for friends is the first in its queue."""
        name, table = room.table, self.tables.get(room.table)
        if table is not None and table.me is not None:
            return
        match request:
            case said.OpenRoom(bots=bots, buy_in=chips, unhurried=easy) if bots or easy:
                # The house has put me into the queue.
                self.brings[name] = chips or USUAL
                self.sit_if_chosen(name)
            case said.OpenRoom():
                self._queue(room)
            case said.Join(id=number) if number in self.sits:
                self.sits.discard(number)
                self.brings[name] = USUAL
                self.ask(said.Queue(self.session.box.next, name))
            case said.Join(code=code) if code and room.ready and room.taken < room.seats:
                self._queue(room)
            case said.QuickSeat() if room.purse == "play":
                self.brings[name] = USUAL
                self.sit_if_chosen(name)

    def _queue(self, room: said.Room) -> None:
        if room.ready:
            self.brings[room.table] = USUAL
        self.ask(said.Queue(self.session.box.next, room.table))


def _said_there(request: Message) -> bool:
    """Whether the page that asked says why not, at the line in question."""
    by_code = isinstance(request, said.Join) and bool(request.code)
    return by_code or isinstance(request, OWN)


def refusal(refused: said.Refused) -> Say:
    """Why not, to be said in any language."""
    return Say(f"refusal.{refused.code}", dict(refused.facts), refused.text)

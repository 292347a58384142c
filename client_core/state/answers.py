"""Answers to requests: each request is answered here once, done, refused or lost with its line."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client_core import credentials, tables
from client_core.people import Screen
from client_core.text import Say
from protocol import messages as said
from protocol.messages import Message

if TYPE_CHECKING:
    from client_core.state.client_state import ClientState

REMEMBERED: Final = 50
QUERIES: Final = said.Lobby | said.Resync | said.Bank | said.RulesOf | said.Sessions | said.Busters
"""Requests that only ask: when their line breaks nothing is lost."""
OWN: Final = (
    said.Profile,
    said.Register,
    said.ChangePassword,
    said.BeginFactor,
    said.ConfirmFactor,
    said.EndFactor,
)
"""Requests about the own account: their page says why not, in the field that it is about."""
BENIGN: Final[Mapping[type[Message], frozenset[str]]] = {
    said.Queue: frozenset({"queued", "seated"}),
    said.QuickSeat: frozenset({"queued", "seated"}),
    said.Unqueue: frozenset({"not_queued"}),
    said.Leave: frozenset({"not_here", "no_table"}),
    said.Resync: frozenset({"not_here", "no_table"}),
}
"""Refusals that say that it is already so."""


class Answers:
    """The outcomes of requests, and what follows from each."""

    def __init__(self, state: "ClientState") -> None:
        self._state = state
        self.refusals: dict[int, Say] = {}
        self._rejoining: dict[int, str] = {}
        """Requests by which I come back to tables of before, and these tables."""
        self._refused = -1
        """The request whose answer was a refusal, just now."""

    def just_refused(self, number: int) -> bool:
        """Whether a refusal of this number has been dealt with as an answer."""
        return number == self._refused

    def rejoin(self, name: str, code: str = "") -> None:
        """Come back to a table of before, by its code if it has one."""
        if name not in self._rejoining.values():
            runner = self._state.runner
            mine = runner.next_number
            self._rejoining[mine] = name
            runner.ask(said.Join(mine, "" if code else name, code))

    def answered(self, request: Message, answer: Message | None) -> None:
        """A request is over: what answers it, or None if it was lost."""
        number: int = getattr(request, "id", 0)
        self._refused = number if isinstance(answer, said.Refused) else -1
        changes = self._state.changes
        changes.touch("connection")
        if isinstance(request, said.Buy | said.ChangeCard | said.Bank):
            changes.touch("cashier")
        if isinstance(request, (*OWN, said.Account)):
            changes.touch("credentials")
        if answer is None or isinstance(answer, said.Refused):
            self._not_done(number, request, answer)
        else:
            self._done(number, request, answer)

    def forget(self) -> None:
        """The session is over."""
        self._rejoining, self.refusals = {}, {}

    # -- refused, or lost ----------------------------------------------------------------------

    def _not_done(self, number: int, request: Message, answer: said.Refused | None) -> None:
        state = self._state
        rejoined = self._rejoining.pop(number, "")
        if rejoined in state.tables.by_name and answer is not None:
            state.departures.out_of(rejoined)
        self._undo(request, answer)
        if answer is None:
            quiet, say = isinstance(request, QUERIES), Say("refusal.line_lost")
        else:
            quiet = bool(rejoined) or _said_there(request)
            quiet = quiet or answer.code in BENIGN.get(type(request), ())
            say = self._why(request, answer)
        self.refusals[number] = say
        while len(self.refusals) > REMEMBERED:
            del self.refusals[next(iter(self.refusals))]
        if isinstance(request, said.ChangeCard):
            state.purse.card_refusal = say
        if not quiet and state.runner.session.token:
            state.notices.toast(say, "bad", getattr(request, "table", ""))

    def _undo(self, request: Message, answer: said.Refused | None) -> None:
        """What was taken to be asked is not."""
        state = self._state
        here = state.tables.by_name
        match request:
            case said.Answer(table=name, turn=turn):
                if state.turns.answered(name, turn):
                    state.changes.touch("ask", name)
            case said.Leave(table=name):
                state.tables.mine_at(name, leaving="")
                if answer is not None and answer.code in BENIGN[said.Leave]:
                    state.forget(name)
            case said.Unqueue(table=name) if name in here:
                self._still_waits(name, answer)
            case said.Queue(table=name) if answer is not None and answer.code == "offers_unused":
                seconds = answer.facts.get("seconds", 0)
                left = seconds if isinstance(seconds, int) else 0
                state.tables.mine_at(name, barred=state.clock() + left)
            case said.Resync(seen=seen) if seen.table in here and answer is not None:
                state.table_messages.replace(tables.caught_up(here[seen.table]))

    def _still_waits(self, name: str, answer: said.Refused | None) -> None:
        """I wait on, and what I let go is offered again; unless I had waited no more already."""
        state = self._state
        if answer is not None and answer.code in BENIGN[said.Unqueue]:
            table = state.tables.by_name[name]
            state.table_messages.replace(replace(table, queue=None, offer=None))
        else:
            state.tables.mine_at(name, offer_passed="")

    def _why(self, request: Message, answer: said.Refused) -> Say:
        say = refusal(answer)
        at = self._state.tables.by_name.get(getattr(request, "table", ""))
        say = replace(say, holes=at.facts(say.holes)) if at is not None else say
        if answer.code in ("purse_short", "no_room"):
            say = self._state.purse.without_chips() or say
        return say

    # -- done ----------------------------------------------------------------------------------

    def _done(self, number: int, request: Message, answer: Message) -> None:
        state = self._state
        here = state.tables.by_name
        match request:
            case said.Answer(table=name, turn=turn):
                state.turns.answered(name, turn)
                if name in here:
                    state.table_messages.replace(tables.answered(here[name], turn))
                    state.changes.touch("ask", name)
            case said.Resync(seen=seen) if seen.table in here:
                table = here[seen.table]
                gone = table.unsure and table.live
                table = tables.ended_unheard(table) if gone else table
                state.table_messages.replace(replace(tables.caught_up(table), unsure=False))
            case said.Join() | said.OpenRoom() | said.QuickSeat():
                self._joined(number, request, answer)
            case said.Buy(table=name) if isinstance(answer, said.Ok):
                state.purse.bought.add(name)
            case said.Sit(table=name, buy_in=chips) if chips:
                state.purse.bought.add(name)
            case said.Unqueue(table=name):
                state.arrivals.brings.pop(name, None)
            case said.DismissBots(table=name) if name in here and here[name].live:
                state.notices.toast(Say("room.bots_go"), "info", name)
            case said.ChangeCard():
                state.purse.card_refusal = None
            case _:
                self._done_to_account(request, answer)

    def _joined(self, number: int, request: Message, answer: Message) -> None:
        state = self._state
        again = self._rejoining.pop(number, "")
        if not isinstance(answer, said.Joined):
            return
        if isinstance(request, said.OpenRoom):
            state.arrivals.wishes[answer.room.table] = request
        if not again:
            state.arrivals.come_to_play(request, answer.room)
            state.navigation.look_at(Screen("table", answer.room.table))

    def _done_to_account(self, request: Message, answer: Message) -> None:
        account, notices = self._state.account, self._state.notices
        match request:
            case said.Profile(name=name, avatar=avatar):
                account.set_me(name=name, avatar=avatar)
            case said.Register(name=name):
                account.set_me(name=name, guest=False)
            case said.ChangePassword():
                notices.toast(Say("credentials.changed"), "good")
            case said.BeginFactor() if isinstance(answer, said.FactorSecret):
                account.credentials = credentials.begun(account.credentials, answer)
            case said.ConfirmFactor() if isinstance(answer, said.RecoveryCodes):
                account.credentials = credentials.confirmed(account.credentials, answer)
            case said.EndFactor():
                account.credentials = credentials.ended(account.credentials)
                notices.toast(Say("credentials.factor_ended"), "info")
            case said.LostPassword(name=name) if isinstance(answer, said.Reset):
                account.at_door(credentials.asked(name, answer, self._state.clock()))
            case said.NewPassword() if account.lost_password is not None:
                account.at_door(replace(account.lost_password, chosen=True))


def _said_there(request: Message) -> bool:
    """Whether the page that asked says why not, at the line in question."""
    by_code = isinstance(request, said.Join) and bool(request.code)
    return by_code or isinstance(request, OWN)


def refusal(refused: said.Refused) -> Say:
    """Why not, to be said in any language."""
    return Say(f"refusal.{refused.code}", dict(refused.facts), refused.text)

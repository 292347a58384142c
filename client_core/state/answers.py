"""Answers to requests: each is done, refused, or lost with its connection, once."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client_core import credentials, tables
from client_core.people import Screen
from client_core.text import Say
from protocol import messages
from protocol.messages import Message

if TYPE_CHECKING:
    from client_core.state.client_state import ClientState

REMEMBERED: Final = 50
QUERIES: Final = (
    messages.Lobby
    | messages.Resync
    | messages.Bank
    | messages.RulesOf
    | messages.Sessions
    | messages.Busters
    | messages.Blocks
)
"""Requests that only ask: when their connection breaks nothing is lost."""
OWN: Final = (
    messages.Profile,
    messages.Register,
    messages.ChangePassword,
    messages.BeginFactor,
    messages.ConfirmFactor,
    messages.EndFactor,
    messages.DeleteAccount,
    messages.Report,
)
"""Requests about the own account: their page says why not, in the field that it is about."""
BENIGN: Final[Mapping[type[Message], frozenset[str]]] = {
    messages.Queue: frozenset({"queued", "seated"}),
    messages.QuickSeat: frozenset({"queued", "seated"}),
    messages.Unqueue: frozenset({"not_queued"}),
    messages.Leave: frozenset({"not_here", "no_table"}),
    messages.Resync: frozenset({"not_here", "no_table"}),
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
            runner.ask(messages.Join(mine, "" if code else name, code))

    def answered(self, request: Message, answer: Message | None) -> None:
        """A request is over: what answers it, or None if it was lost."""
        number: int = getattr(request, "id", 0)
        self._refused = number if isinstance(answer, messages.Refused) else -1
        changes = self._state.changes
        changes.touch("connection")
        if isinstance(request, messages.Buy | messages.ChangeCard | messages.Bank):
            changes.touch("cashier")
        if isinstance(request, (*OWN, messages.Account)):
            changes.touch("credentials")
        if isinstance(request, messages.Report):
            changes.touch("blocked")
        if answer is None or isinstance(answer, messages.Refused):
            self._not_done(number, request, answer)
        else:
            self._done(number, request, answer)

    def forget(self) -> None:
        """The session is over."""
        self._rejoining, self.refusals = {}, {}

    # -- refused, or lost ----------------------------------------------------------------------

    def _not_done(self, number: int, request: Message, answer: messages.Refused | None) -> None:
        state = self._state
        rejoined = self._rejoining.pop(number, "")
        state.returning.refused(rejoined)
        if rejoined in state.tables.by_name and answer is not None:
            state.departures.out_of(rejoined)
        self._undo(request, answer)
        if answer is None:
            quiet, say = isinstance(request, QUERIES), Say("refusal.line_lost")
        else:
            invited = number in state.arrivals.followed
            quiet = bool(rejoined) or (_said_there(request) and not invited)
            quiet = quiet or answer.code in BENIGN.get(type(request), ())
            say = self._why(request, answer)
        self.refusals[number] = say
        while len(self.refusals) > REMEMBERED:
            del self.refusals[next(iter(self.refusals))]
        if isinstance(request, messages.ChangeCard):
            state.purse.card_refusal = say
        if not quiet and state.runner.session.token:
            state.notices.toast(say, "bad", getattr(request, "table", ""))

    def _undo(self, request: Message, answer: messages.Refused | None) -> None:
        """What was taken to be asked is not."""
        state = self._state
        here = state.tables.by_name
        match request:
            case messages.Answer(table=name, turn=turn):
                if state.turns.answered(name, turn):
                    state.changes.touch("ask", name)
            case messages.Block(who=who, blocked=blocked):
                state.chats.block(who, state.chats.blocked.get(who, ""), not blocked)
            case messages.Leave(table=name):
                state.tables.mine_at(name, leaving="")
                if answer is not None and answer.code in BENIGN[messages.Leave]:
                    state.forget(name)
            case messages.Unqueue(table=name) if name in here:
                self._still_waits(name, answer)
            case messages.Queue(table=name) if (
                answer is not None and answer.code == "offers_unused"
            ):
                seconds = answer.facts.get("seconds", 0)
                left = seconds if isinstance(seconds, int) else 0
                state.tables.mine_at(name, barred=state.clock() + left)
            case messages.Resync(seen=seen) if seen.table in here and answer is not None:
                state.table_messages.replace(tables.caught_up(here[seen.table]))

    def _still_waits(self, name: str, answer: messages.Refused | None) -> None:
        """I wait on, and what I let go is offered again; unless I had waited no more already."""
        state = self._state
        if answer is not None and answer.code in BENIGN[messages.Unqueue]:
            table = state.tables.by_name[name]
            state.table_messages.replace(replace(table, queue=None, offer=None))
        else:
            state.tables.mine_at(name, offer_passed="")

    def _why(self, request: Message, answer: messages.Refused) -> Say:
        say = refusal(answer)
        at = self._state.tables.by_name.get(getattr(request, "table", ""))
        say = replace(say, holes=at.facts(say.holes)) if at is not None else say
        if answer.code in ("purse_short", "no_room"):
            dealt_in = isinstance(request, messages.QuickSeat) and answer.code == "purse_short"
            say = replace(say, key="refusal.deal_short") if dealt_in else say
            say = self._state.purse.without_chips() or say
        return say

    # -- done ----------------------------------------------------------------------------------

    def _done(self, number: int, request: Message, answer: Message) -> None:
        state = self._state
        here = state.tables.by_name
        match request:
            case messages.Answer(table=name, turn=turn):
                state.turns.answered(name, turn)
                if name in here:
                    state.table_messages.replace(tables.answered(here[name], turn))
                    state.changes.touch("ask", name)
            case messages.Resync(seen=seen) if seen.table in here:
                table = here[seen.table]
                gone = table.unsure and table.live
                table = tables.ended_unheard(table) if gone else table
                state.table_messages.replace(replace(tables.caught_up(table), unsure=False))
            case messages.Join() | messages.OpenRoom() | messages.QuickSeat():
                self._joined(number, request, answer)
            case messages.Buy(table=name) if isinstance(answer, messages.Ok):
                state.purse.bought.add(name)
            case messages.Sit(table=name, buy_in=chips) if chips:
                state.purse.bought.add(name)
            case messages.Unqueue(table=name):
                state.arrivals.brings.pop(name, None)
            case messages.Report():
                state.notices.toast(Say("safety.reported"), "good")
            case messages.DismissBots(table=name) if name in here and here[name].live:
                state.notices.toast(Say("room.bots_go"), "info", name)
            case messages.ChangeCard():
                state.purse.card_refusal = None
            case _:
                self._done_to_account(request, answer)

    def _joined(self, number: int, request: Message, answer: Message) -> None:
        state = self._state
        again = self._rejoining.pop(number, "")
        if not isinstance(answer, messages.Joined):
            return
        if isinstance(request, messages.OpenRoom):
            state.arrivals.wishes[answer.room.table] = request
        if not again:
            state.arrivals.come_to_play(request, answer.room)
            state.navigation.look_at(Screen("table", answer.room.table))

    def _done_to_account(self, request: Message, answer: Message) -> None:
        account, notices = self._state.account, self._state.notices
        match request:
            case messages.Profile(name=name, avatar=avatar):
                account.set_me(name=name, avatar=avatar)
            case messages.Register(name=name):
                account.set_me(name=name, guest=False)
            case messages.ChangePassword():
                notices.toast(Say("credentials.changed"), "good")
            case messages.BeginFactor() if isinstance(answer, messages.FactorSecret):
                account.credentials = credentials.begun(account.credentials, answer)
            case messages.ConfirmFactor() if isinstance(answer, messages.RecoveryCodes):
                account.credentials = credentials.confirmed(account.credentials, answer)
            case messages.EndFactor():
                account.credentials = credentials.ended(account.credentials)
                notices.toast(Say("credentials.factor_ended"), "info")
            case messages.LostPassword(name=name) if isinstance(answer, messages.Reset):
                account.at_door(credentials.asked(name, answer, self._state.clock()))
            case messages.NewPassword() if account.lost_password is not None:
                account.at_door(replace(account.lost_password, chosen=True))


def _said_there(request: Message) -> bool:
    """Whether the page that asked says why not, at the line in question."""
    by_code = isinstance(request, messages.Join) and bool(request.code)
    return by_code or isinstance(request, OWN)


def refusal(refused: messages.Refused) -> Say:
    """Why not, to be said in any language."""
    return Say(f"refusal.{refused.code}", dict(refused.facts), refused.text)

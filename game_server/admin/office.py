"""The office: commands of administrators are checked, done and audited here.

How it works. `enter` takes the first request of a connection: a login by name and password (and
code), or a token to go on with. From then on `do` takes one request after the other:

1. The token is looked up anew each time, so that a removal or another role counts at once.
2. The command is found in the menu, and the role of who asks is compared with the least it needs.
3. What was typed is read by the menu's own rules; secrets never come into what is audited.
4. A command that changes something, or shows hidden cards, has a row in the audit before it is
   done. If that cannot be written it is not done, but for those that must go `anyway`.
5. The function of its subject does it, with a `Call` at hand: the desk, and a way to say how far
   it is. For a table of another node it is done there (`handing_over`).
6. The result, or the code of the refusal, is written into the audit before it is answered.
7. What has to wait until the answer is on its way (ending the process) is handed back with it.

A command that was begun is done to its end, even when the connection is gone: only what streams is
cancelled.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger

from game_server.admin import wire
from game_server.admin.between import BETWEEN
from game_server.admin.desk import Administrator, Call, Desk, Does, Outlet
from game_server.admin.handing_over import FAULT, ForAnother, at_its_node, told_of
from game_server.admin.menu import MENU
from game_server.admin.menu.words import Answer, Command, Json, admits
from game_server.admin.reception import SESSION_S, LoginWrong, Reception
from game_server.admin.staff import looked_at_cards
from game_server.admin.wire import AdminRequest
from game_server.config import Config
from game_server.players.disk_errors import write_or_refuse
from game_server.refusals import SecondFactorWrong
from game_server.store import audit
from game_server.store.audit import AuditRequest
from game_server.store.ports import StoreError
from protocol.words import Refusal

STRANGER: Final = "?"
"""Stands for whoever gave a name that no administrator has: it may be a password."""
LONGEST_WORD: Final = 60


@dataclass(eq=False)
class Visitor:
    """A visitor at an administrator's connection: logged in while there is a token."""

    address: str
    token: str = field(default="", repr=False)
    name: str = ""
    role: str = ""


class Office:
    """The dispatch of commands: each is done by the function of its subject."""

    _log = Logger()

    def __init__(self, desk: Desk, does: Mapping[str, Does]) -> None:
        here = {name for name, command in MENU.items() if command.where == "house"}
        if here != does.keys():
            wrong = ", ".join(sorted(here ^ does.keys()))
            raise ValueError(f"The menu and what is done differ in: {wrong}.")
        self._desk, self._does = desk, does
        self._reception = Reception(desk.store, desk.passwords, desk.clock, desk.house.factors)
        self._serve_others()

    def renew(self, config: Config) -> None:
        """Go by these settings from the next command on."""
        self._desk = replace(self._desk, config=config)
        self._serve_others()

    def _serve_others(self) -> None:
        """Do for other nodes what they hand over, where nodes talk."""
        errands, looks = self._desk.errands, self._desk.looks
        if errands is not None and looks is not None:
            theirs = ForAnother(self._desk, self._does, BETWEEN)
            errands.does = lambda errand: Deferred.fromCoroutine(theirs.do(errand))
            looks.does = lambda errand, to: Deferred.fromCoroutine(theirs.show(errand, to))

    async def enter(self, visitor: Visitor, asked: AdminRequest) -> Answer:
        """The first request of a connection: `login`, or `resume` with a token."""
        fields = wire.ENTRY.get(asked.do)
        given = [asked.given.get(name) for name in fields or ()]
        texts = [one for one in given if isinstance(one, str)]
        code = asked.given.get(wire.CODE, "") if asked.do == wire.LOGIN else ""
        known = {*(fields or ()), *((wire.CODE,) if asked.do == wire.LOGIN else ())}
        strange = asked.given.keys() - known or not isinstance(code, str)
        if fields is None or len(texts) < len(fields) or strange:
            text = "Log in first: `login` with a name and a password, or `resume` with a token."
            raise Refusal(wire.NOT_IN, text)
        if asked.do == wire.RESUME:
            # Tokens are not guessed; a connection that goes on is nothing for the audit.
            who = await self._reception.resume(texts[0])
            visitor.token = texts[0]
        else:
            who = await self._log_in(visitor, texts[0], texts[1], str(code))
        visitor.name, visitor.role = who.name, who.role
        facts: dict[str, Json] = {"name": who.name, "role": who.role, "version": self._desk.version}
        if asked.do == wire.LOGIN:
            if who.role == "owner":
                facts["cards_looked_at"] = await looked_at_cards(self._desk)
            return {**facts, "token": visitor.token, "expires_s": int(SESSION_S)}
        return facts

    async def _log_in(self, visitor: Visitor, name: str, password: str, code: str) -> Administrator:
        try:
            who, token = await self._reception.log_in(name, password, visitor.address, code)
        except Refusal as wrong:
            # What nobody looked at, because there were too many, fills no disk.
            if isinstance(wrong, LoginWrong | SecondFactorWrong):
                known = await self._reception.knows(name)
                await self._note(visitor, known or STRANGER, "", wire.LOGIN, wrong.code)
            raise
        await self._note(visitor, who.name, who.role, wire.LOGIN, audit.DONE)
        visitor.token = token
        return who

    async def do(self, visitor: Visitor, asked: AdminRequest, outlet: Outlet) -> "CommandResult":
        """A request of one who is in: its answer, and what is to follow on it. A refusal is
        Refusal; what changes something, or looks at hidden cards, is in the audit before it is
        done, and everything is before it is answered."""
        who = await self._reception.resume(visitor.token)
        if asked.do == wire.LOGOUT:
            self._reception.log_out(visitor.token)
            await self._note(visitor, who.name, who.role, wire.LOGOUT, audit.DONE)
            return CommandResult({"said": "You have logged out."})
        command = MENU.get(asked.do)
        if command is None or command.where != "house":
            word = asked.do[:LONGEST_WORD] or "?"
            await self._note(visitor, who.name, who.role, word, "no_command")
            raise Refusal("no_command", f"There is no command {word!r}; look at the help.")
        return await self._do(visitor, who, command, asked, outlet)

    async def _do(
        self,
        visitor: Visitor,
        who: Administrator,
        command: Command,
        asked: AdminRequest,
        outlet: Outlet,
    ) -> "CommandResult":
        call = Call(self._desk, who, outlet)
        told = _json(command.tried(asked.given))
        row: int | None = None
        result = audit.DONE
        try:
            if not admits(command, who.role):
                roles = " or ".join((command.least, *command.also))
                text = f"{command.name!r} is for the role {roles}; you are {who.role}."
                raise Refusal(wire.NOT_ALLOWED, text)
            values = command.read(asked.given)
            told = _json(command.told(values))
            if command.changes or command.hidden:
                row = await self._asked(visitor, who, command, told)
            answer = await at_its_node(call, command, self._does[command.name], values)
            return CommandResult(answer, tuple(call.after))
        except Refusal as wrong:
            result = wrong.code
            raise
        except CancelledError:
            result = "stopped"
            raise
        except StoreError as wrong:
            result = wrong.code
            raise told_of(wrong) from None
        except Exception:
            result = "failed"
            self._log.failure("The command {name} has a fault.", name=command.name)
            raise Refusal("failed", FAULT) from None
        finally:
            await self._ended(visitor, who, command, told, row, result)

    # -- the audit -----------------------------------------------------------------------

    async def _asked(
        self, visitor: Visitor, who: Administrator, command: Command, told: str
    ) -> int | None:
        row = self._row(visitor, who.name, who.role, command.name, told)
        try:
            return await write_or_refuse(self._desk.store, lambda conn: audit.ask(conn, row))
        except Refusal:
            if not command.anyway:
                raise
            text = "{who} asks for {name}, and the audit cannot be written."
            self._log.warn(text, who=who.name, name=command.name)
            return None

    async def _ended(
        self,
        visitor: Visitor,
        who: Administrator,
        command: Command,
        told: str,
        row: int | None,
        result: str,
    ) -> None:
        if row is None:
            await self._note(visitor, who.name, who.role, command.name, result, told)
            return
        number, at = row, self._desk.means.now()
        try:
            await self._desk.store.write(lambda conn: audit.end(conn, number, result, at))
        except StoreError:
            # That it was asked for is on disk.
            self._log.failure("The audit has no result of {name}.", name=command.name)

    async def _note(
        self, visitor: Visitor, who: str, role: str, what: str, result: str, told: str = "{}"
    ) -> None:
        """A row and its result at once. A disk that is full keeps nobody from looking why."""
        row = self._row(visitor, who, role, what, told)

        try:
            await self._desk.store.write(
                lambda conn: audit.end(conn, audit.ask(conn, row), result, row.at)
            )
        except StoreError:
            self._log.failure("The audit lacks {what} of {who}.", what=what, who=who)

    def _row(self, visitor: Visitor, who: str, role: str, what: str, told: str) -> AuditRequest:
        return AuditRequest(self._desk.means.now(), who, role, visitor.address, what, told)


@dataclass(frozen=True)
class CommandResult:
    """The result of a command: an answer, and what is to be done when it is on its way."""

    answer: Answer
    after: tuple[Callable[[], None], ...] = ()


def _json(told: Mapping[str, Json]) -> str:
    return json.dumps(told, ensure_ascii=False)

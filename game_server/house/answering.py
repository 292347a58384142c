"""Answering: a message of a client finds the function that does it, and a refusal its way back.

How it works. `heard` takes a message of a connection:

1. A ping is answered at once.
2. Of one who is in: a number that was another request's is refused. An act goes straight to its
   table, which keeps the replies to acts itself. For the rest `do` looks whether the account may do
   anything, and whether the reply to this very request is stored already (`idempotency`); then the
   function of the message's kind does it.
3. Of one who is not in yet: `_let_in` refuses all but one login at a time, and leaves it to the
   function of the message's kind to let the player in.
4. Whatever is refused, by whomever, is raised as Refusal and ends in `_refused`: counted, and sent
   with the number of the request. A commit that failed is a refusal too; any other fault is logged,
   and told as one without a word of what was asked.

The security log is told of the messages that it has lines of, done or refused.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeVar, cast

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.house.faults import forget_frames, log_fault
from game_server.house.hours import Hours
from game_server.house.idempotency import StoredReplies
from game_server.house.online_players import OnlinePlayer, OnlinePlayers, PlayerConnection
from game_server.house.security_notes import SecurityNotes
from game_server.house.table_requests import TableRequests
from game_server.lobby.inputs import refusal
from game_server.lobby.ports import Means
from game_server.players.sessions import ENDED, Sessions
from game_server.players.standing import refuse_if_barred
from game_server.refusals import NotWritten, RequestIdReused
from game_server.store.ports import CannotRead, CommitFailed, StoreClosed
from protocol import messages
from protocol.messages import Goodbye, Message, Pong, Refused
from protocol.words import Refusal

M = TypeVar("M", bound=Message)
AT_ONCE: Final = (messages.Sit, messages.Buy)
"""Requests that are looked for on disk before all else: sent again they move nothing."""
ENTERING: Final = "entering"
Steps = Coroutine[Deferred[Any], Any, None]
Does = Callable[[OnlinePlayer, Message], Steps]
Enters = Callable[[PlayerConnection, Message], Steps]
Acts = Callable[[OnlinePlayer, messages.Answer, Callable[[BaseException], object]], None]


def does(kind: type[M], function: Callable[[OnlinePlayer, M], Steps]) -> tuple[type[Message], Does]:
    """An entry of the table: that kind of message goes to what takes that kind."""
    return kind, cast(Does, function)


def enters(
    kind: type[M], function: Callable[[PlayerConnection, M], Steps]
) -> tuple[type[Message], Enters]:
    """An entry of the table for those who are not in yet."""
    return kind, cast(Enters, function)


class Answering:
    """Does what messages ask for, and answers what is refused."""

    _log = Logger()

    def __init__(
        self,
        means: Means,
        online: OnlinePlayers,
        hours: Hours,
        sessions: Sessions,
        requests: TableRequests,
        replies: StoredReplies,
        security_notes: SecurityNotes,
        does: Mapping[type[Message], Does],
        enters: Mapping[type[Message], Enters],
    ) -> None:
        self._means, self._online, self._hours = means, online, hours
        self._sessions, self._replies = sessions, replies
        self._security_notes = security_notes
        self.does, self._enters = does, enters
        self._act: Acts = requests.act

    def divert(self, act: Acts, does: Mapping[type[Message], Does]) -> None:
        """From now on acts are done by that, and messages of these kinds."""
        self._act, self.does = act, {**self.does, **does}

    def heard(self, connection: PlayerConnection, message: Message) -> None:
        """Find the function that does it, and answer what is refused."""
        player = connection.player
        if type(message) is messages.Ping:
            connection.send(Pong(message.n))
            return
        if isinstance(player, OnlinePlayer):
            if player.unconfirmed:
                self._has_token(player)
            if player.reuses(message):
                number: int = getattr(message, "id", 0)
                self._refused(RequestIdReused.of(number), connection, message)
                return
            if type(message) is messages.Answer:
                # Most of what is heard: it waits for nothing before the table.
                try:
                    self._act(player, message, lambda why: self._refused(why, connection, message))
                except Refusal as wrong:
                    self._refused(wrong, connection, message)
                return
            done = Deferred.fromCoroutine(self.do(player, message))
        else:
            done = Deferred.fromCoroutine(self._let_in(connection, message))
        done.addErrback(self._failed, connection, message)

    def _has_token(self, player: OnlinePlayer) -> None:
        """The client uses its token; what cannot be written down is tried at its next word."""
        player.unconfirmed = False
        Deferred.fromCoroutine(self._confirm(player)).addErrback(self._fault)

    async def _confirm(self, player: OnlinePlayer) -> None:
        try:
            good = await self._sessions.received(player.session)
            # Somebody may have ended it while its player was coming in.
            if not good and await self._sessions.is_over(player.session.id):
                player.connection.close(Goodbye("logout", ENDED[1]))
        except Refusal:
            player.unconfirmed = True

    async def _let_in(self, connection: PlayerConnection, message: Message) -> None:
        self._hours.refuse_if_closed()
        if connection.player is not None:
            raise Refusal("entering", "You are coming in already; wait for the answer.")
        connection.player = ENTERING
        try:
            await self._enters[type(message)](connection, message)
        except Refusal as wrong:
            await self._security_notes.not_let_in(connection, message, wrong)
            raise
        finally:
            if connection.player is ENTERING:
                connection.player = None
        player = connection.player
        if isinstance(player, OnlinePlayer):
            self._security_notes.came_in(connection, message, player)

    async def do(self, player: OnlinePlayer, message: Message) -> None:
        """Do what one who is in asks for; Refusal says why not."""
        refuse_if_barred(player.account)
        try:
            if isinstance(message, AT_ONCE):
                reply = await self._replies.to(player, message)
                if reply is not None:
                    player.say(reply)
                    return
            elif not isinstance(message, messages.OpenRoom):
                # Of a table that is opened this is seen in its turn.
                number: int = getattr(message, "id", 0)
                if 0 < number <= player.kept:
                    await self._replies.refuse_reused(player, number)
                    if self._online.of(player.id) is not player:
                        # The connection has ended meanwhile: what it asked last was not done.
                        return
            await self.does[type(message)](player, message)
        except Refusal as wrong:
            if isinstance(wrong, RequestIdReused):
                # The number is of the request that was done, whatever this one says.
                player.asked.pop(getattr(message, "id", 0), None)
            self._security_notes.asked(player, message, wrong.code)
            raise
        self._security_notes.asked(player, message)

    def _failed(self, failure: Failure, connection: PlayerConnection, message: Message) -> None:
        why = failure.value or failure
        self._refused(why, connection, message)
        forget_frames(why)

    def _refused(self, why: BaseException, connection: PlayerConnection, message: Message) -> None:
        number: int = getattr(message, "id", 0)
        wrong = NotWritten() if isinstance(why, CommitFailed | CannotRead) else why
        if isinstance(wrong, Refusal):
            self._means.counts.refuse(wrong.code)
            connection.send(refusal(number, wrong))
        elif not isinstance(wrong, StoreClosed):
            # The kind alone: a message may hold a password or a PIN.
            self._log.failure("The house failed at {kind}.", Failure(why), kind=message.t)
            connection.send(Refused(number, "failed", "The house failed at that; nothing is lost."))

    def _fault(self, failure: Failure) -> None:
        log_fault(failure, self._log, "The house has a fault.")

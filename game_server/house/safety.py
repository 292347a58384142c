"""Players who are safe from others: blocks, and reports to the house.

A block is kept with the account. To tables a blocked player is one who is muted, so that nothing
is told to the other, and nothing that the other gets depends on it. A report keeps as evidence what
the house knows itself: the line as it stands in the chat, the name at the table, the round.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from game_server.house.arrival import blocked_by
from game_server.house.online_players import OnlinePlayer, OnlinePlayers
from game_server.lobby.lobby import Lobby
from game_server.lobby.ports import Means
from game_server.players.disk_errors import write_or_refuse
from game_server.players.player_account import called
from game_server.refusals import NotAtTable
from game_server.store import accounts, blocks, hands, reports
from game_server.store.refusals import NoSuchPlayer
from game_server.store.reports import Evidence, ReportRow
from game_server.store.transaction import Transaction
from protocol import messages
from protocol.messages import BlockList, Notice, Ok
from protocol.plain import plain_text
from protocol.words import Refusal

HOUR_MS: Final = 60 * 60 * 1000
AN_HOUR: Final = 10
"""So many reports may one player make in an hour."""
LATELY: Final = 5
"""In so many of a table's last rounds must one who has left it have been dealt in."""
DAY_MS: Final = 24 * HOUR_MS
"""The time that a report is kept after it was closed."""


class Safety:
    """One method for each message about blocks and reports; a refusal is raised."""

    def __init__(
        self, means: Means, lobby: Lobby, online: OnlinePlayers, kept_days: int = 365
    ) -> None:
        self._means, self._lobby, self._online = means, lobby, online
        self._kept_days = kept_days

    # -- blocks ----------------------------------------------------------------------------------

    async def block(self, player: OnlinePlayer, wish: messages.Block) -> None:
        """Hear nothing of a player, or hear again."""
        at, me, other = self._means.now(), player.id, wish.who

        def work(conn: Transaction) -> None:
            if not wish.blocked:
                blocks.remove(conn, me, other)
                return
            _known(conn, me, other)
            if len(blocks.of(conn, me)) >= blocks.MOST:
                text = f"You have blocked {blocks.MOST} players; unblock one of them first."
                raise Refusal("blocked_many", text, most=blocks.MOST)
            blocks.add(conn, me, other, at)

        await write_or_refuse(self._means.store, work)
        here = self._online.of(me) or player
        (here.blocked.add if wish.blocked else here.blocked.discard)(str(other))
        silent = str(other) in here.unheard
        for runner in self._lobby.of_player(player.key):
            await runner.ask(
                lambda table, now: table.mute(player.key, str(other), silent, now),
                who=f"{player.key} block",
            )
        player.say(Ok(wish.id))

    async def show(self, player: OnlinePlayer, wish: messages.Blocks) -> None:
        """Whom one has blocked."""
        known = await self._means.store.glance(lambda conn: blocked_by(conn, player.id))
        player.say(BlockList(wish.id, known))

    # -- reports ---------------------------------------------------------------------------------

    async def report(self, player: OnlinePlayer, wish: messages.Report) -> None:
        """Keep a report with what the house knows of it."""
        evidence = self._evidence(player, wish, await self._sat_lately(player, wish.table))
        at, words = self._means.now(), plain_text(wish.words)

        def work(conn: Transaction) -> None:
            known = _known(conn, player.id, wish.who)
            if reports.open_one(conn, player.id, wish.who, evidence.table, evidence.line):
                return
            lately = reports.lately(conn, player.id, at - HOUR_MS)
            if len(lately) >= AN_HOUR:
                seconds = max(1, (lately[0] + HOUR_MS - at) // 1000)
                text = f"You have reported {len(lately)} times; wait {seconds} seconds."
                raise Refusal("report_wait", text, seconds=seconds)
            named = evidence if evidence.name else Evidence(called(known.id, known.name))
            reports.add(
                conn,
                at=at,
                reporter=player.id,
                player=wish.who,
                why=wish.why,
                words=words,
                evidence=named,
            )

        await write_or_refuse(self._means.store, work)
        player.say(Ok(wish.id))

    async def _sat_lately(self, player: OnlinePlayer, table: str) -> bool:
        """Whether one who is at that table no more was dealt in there a moment ago: a seat may be
        lost while one writes a report."""
        if not table or player.key in self._lobby.find(table).view.people:
            return False

        def work(conn: Transaction) -> bool:
            last = hands.opened_before(conn, table, None, LATELY)
            return any(player.id in hands.dealt_in(conn, one) for one in last)

        return await self._means.store.read(work)

    def _evidence(self, player: OnlinePlayer, wish: messages.Report, sat: bool) -> Evidence:
        """What the table knows, and never what the client says of it."""
        if not wish.table:
            if wish.line:
                raise Refusal("no_line", "A line is one of a table; name the table too.")
            return Evidence("")
        runner = self._lobby.find(wish.table)
        view = runner.view
        if player.key not in view.people and not sat:
            raise NotAtTable
        key, table = str(wish.who), runner.table_id
        if wish.line:
            for line in view.chat:
                if line.n == wish.line and line.who == wish.who:
                    said = (line.text, line.phrase, line.at)
                    return Evidence(line.name, table, view.rounds, line.n, *said)
            text = "That line is not known any more; report the player instead."
            raise Refusal("no_line", text)
        here = view.people.get(key)
        return Evidence("" if here is None else here.name, table, view.rounds)

    async def answered(self, answers: Sequence[ReportRow]) -> None:
        """Tell one who is in what the house has answered since."""
        with suppress(Refusal):
            for one in answers:
                await self.tell(one)

    async def tell(self, one: ReportRow) -> bool:
        """Tell the reporter the answer, if that one is in; whether it was told."""
        player = self._online.of(one.reporter)
        if player is None:
            return False
        name = one.evidence.name
        player.say(Notice("report_answered", one.answer, facts={"name": name}))
        await write_or_refuse(self._means.store, lambda conn: reports.told(conn, one.id))
        return True

    async def tidy(self) -> None:
        """Forget what was closed long ago."""
        before = self._means.now() - self._kept_days * DAY_MS
        await write_or_refuse(self._means.store, lambda conn: reports.forget(conn, before))


def _known(conn: Transaction, player: int, other: int) -> accounts.PlayerRow:
    """The other player; Refusal if that is nobody, or oneself."""
    if other == player:
        raise Refusal("oneself", "That is yourself; name another player.")
    try:
        return accounts.by_id(conn, other)
    except NoSuchPlayer:
        raise Refusal("nobody", "No player has that number.") from None

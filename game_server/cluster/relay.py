"""The lines of a front and the tables of other nodes: what a player says of a table goes to the
node that has it, and what that node says goes to the player's line.

The relay knows which lines are at which tables from what passes. So it can tell them when a node is
gone, and bring them to the node that has a table next: there they come back, and are told the round
again.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgpack

from game_server.cluster.announcer import AT_ONCE, announced
from game_server.cluster.links import Item, Links, PeerFacts
from game_server.cluster.remote_lines import table_of
from game_server.cluster.superseded import Superseded
from game_server.house.house import House
from game_server.house.logins import MOVED
from game_server.house.online_players import OnlinePlayer
from game_server.lobby.elsewhere import RemoteTable
from game_server.lobby.guests import announced_of
from game_server.lobby.table_runner import TableRunner
from game_server.players.player_account import PlayerAccount
from game_server.refusals import TableSuspended
from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import Goodbye, Message, Notice, Seen

PAUSED: Final = "The table is paused; it goes on in a moment."
GOES_ON: Final = "The table goes on."
NOTED: Final = tuple(
    b"\xa1t" + bytes([0xA0 + len(kind)]) + kind.encode()
    for kind in ("ok", "refused", "payment", "room", "left")
)
"""How frames begin, after their first byte, that answer a request or say where one is."""
MOST_ASKED: Final = 64
"""Requests of a player that are known until they are answered; with more the first are not."""
MOST_KNOWN: Final = 100_000
"""Players whose newest line elsewhere is known."""


class Relay:
    """The lines of this node at tables of others."""

    def __init__(self, house: House, links: Links) -> None:
        self._house, self._links = house, links
        self._elsewhere = house.lobby.elsewhere
        self._at: dict[str, dict[int, str]] = {}
        """The lines at each table, by player, and the node that tells them of it; empty while none
        does."""
        self._tables: dict[int, set[str]] = {}
        """The same by player: at which tables each is."""
        self._introduced: dict[str, dict[int, int]] = {}
        """The lines that each node knows, by player."""
        self._asked: dict[int, dict[int, tuple[str, Message]]] = {}
        """What players have asked for and had no answer to, by its number, and the node that was
        asked: when that one is gone another is asked, as a client asks again on a new line."""
        self._superseded = Superseded()
        self._newest: dict[int, int] = {}
        """The lines of players at other nodes."""

    # -- lines of this node ------------------------------------------------------------------------

    def came(self, player: OnlinePlayer, seen: Sequence[Seen]) -> None:
        """A player has come in here."""
        if self._newest.get(player.id, 0) > player.line:
            player.connection.close(MOVED)
            return
        known = [(one.table, one.round, one.seq) for one in seen]
        for peer in self._links.up:
            self._links.say(peer.instance, _come(player, None, known))
        for name in self._elsewhere.of(player.key):
            node = self._elsewhere.tables[name].node
            is_up = self._links.is_up(node)
            self._is_at(name, player.id, node if is_up else "")
            if not is_up:
                player.say(Notice("paused", PAUSED, name))

    def left(self, player: OnlinePlayer) -> None:
        """The line of a player has ended."""
        if is_remote(player):
            return
        for peer in self._links.up:
            self._links.say(peer.instance, ["left", player.id, player.line])
        for lines in self._introduced.values():
            lines.pop(player.id, None)
        for name in tuple(self._tables.get(player.id, ())):
            self._is_gone(name, player.id)
        self._asked.pop(player.id, None)

    # -- what other nodes say ----------------------------------------------------------------------

    def say(self, node: str, player: int, number: int, frames: Sequence[bytes]) -> None:
        """A node says that to a player."""
        here = self._own(player)
        if here is None or here.line != number:
            return
        frames = [frame for frame in frames if not self._superseded.says(node, frame)]
        for frame in frames:
            if frame.startswith(NOTED, 1):
                self._note(node, player, msgpack.unpackb(frame, strict_map_key=False))
        here.connection.send_bytes(*frames)

    def _note(self, node: str, player: int, said: dict[str, Any]) -> None:
        """A request is answered, or a player has come to a table or gone from it."""
        if said["t"] == "room":
            self._is_at(said["room"]["table"], player, node)
        elif said["t"] == "left":
            self._is_gone(said["table"], player)
        self._asked.get(player, {}).pop(said.get("id", 0), None)

    def close(self, player: int, number: int, farewell: bytes) -> None:
        """A node ends the line of a player."""
        here = self._own(player)
        goodbye = decode(farewell, FROM_SERVER)
        if here is not None and here.line == number and isinstance(goodbye, Goodbye):
            here.connection.close(goodbye)

    def came_elsewhere(self, player: int, number: int) -> None:
        """A player has come in at another node: that is the line of that one from now on."""
        self._newest.pop(player, None)
        self._newest[player] = number
        if len(self._newest) > MOST_KNOWN:
            del self._newest[next(iter(self._newest))]
        here = self._own(player)
        if here is not None and here.line < number:
            here.connection.close(MOVED)

    def tables(
        self,
        node: str,
        entries: Iterable[Sequence[Any]],
        gone: Iterable[str],
        names: Iterable[str] | None,
    ) -> None:
        """A node announces tables: new or changed ones, those it has no more, and now and then the
        names of all that it has."""
        for entry in entries:
            table = announced(node, entry)
            before = self._elsewhere.tables.get(table.table_id)
            if not self._elsewhere.takes(table):
                continue
            self._superseded.has(node, table.table_id)
            if before is not None and before.node != node:
                self._superseded.has_lost(before.node, table.table_id)
            if before is None or before.node != node or not before.up:
                self._bring(table, before)
        for name in gone:
            self._elsewhere.forget(name, node)
        if names is not None:
            kept = frozenset(names)
            for one in tuple(self._elsewhere.tables.values()):
                if one.node == node and one.table_id not in kept:
                    self._elsewhere.forget(one.table_id, node)

    def _bring(self, table: RemoteTable, before: RemoteTable | None) -> None:
        """Another node has the table than before: bring it the lines that are there, and say which
        of them watched or waited, for it may be that nobody knows any more."""
        name, node = table.table_id, table.node
        at = self._at.get(name, {})
        guests = announced_of(before)
        known = [one for one in map(int, guests.people) if one in at and self._own(one)]
        people = [_guest(one.account) for one in self._house.online.among(known)]
        if people:
            self._links.say(node, ["guests", name, people, guests.queue])
        there = {int(one) for one in table.people if one.isdecimal()}
        for player in (*at, *(there - at.keys())):
            here = self._own(player)
            if here is not None and at.get(player) != node:
                self._is_at(name, player, node)
                here.say(Notice("resumed", GOES_ON, name))
                self._introduced.setdefault(node, {})[player] = here.line
                self._links.say(node, _come(here, [name], ()))
                self._ask_again(here, lambda asked, wish: table_of(wish) == name)

    def here(self, runner: TableRunner) -> None:
        """This node has the table from now on."""
        name, people = runner.table_id, runner.view.people
        before = self._elsewhere.tables.get(name)
        if before is not None:
            self._superseded.has_lost(before.node, name)
        self._elsewhere.is_here(name)
        # Who has come in while no node had the table is at none yet.
        away = (int(key) for key, one in people.items() if key.isdecimal() and not one.here)
        for player in dict.fromkeys((*self._at.get(name, {}), *away)):
            self._is_gone(name, player)
            here = self._own(player)
            if here is not None:
                here.say(Notice("resumed", GOES_ON, name))
                self._house.requests.back(runner, here, None)
                self._ask_again(here, lambda asked, wish: table_of(wish) == name)

    def _is_at(self, name: str, player: int, node: str) -> None:
        self._at.setdefault(name, {})[player] = node
        self._tables.setdefault(player, set()).add(name)

    def _is_gone(self, name: str, player: int) -> None:
        at, tables = self._at.get(name, {}), self._tables.get(player, set())
        at.pop(player, None)
        tables.discard(name)
        if not at:
            self._at.pop(name, None)
        if not tables:
            self._tables.pop(player, None)

    def node_came(self, peer: PeerFacts) -> None:
        """A node is there: it learns who is in here, so that no player is in twice."""
        for player in self._house.online:
            if not is_remote(player):
                self._links.say(peer.instance, ["is_in", player.id, player.line])
        mutes = [one for one in self._house.online.mutes() if one.muted or one.here]
        for start in range(0, len(mutes), AT_ONCE):
            self._links.say(peer.instance, ["mutes", mutes[start : start + AT_ONCE]])

    def node_gone(self, peer: PeerFacts) -> None:
        """A node is gone: who is at its tables hears that they are paused."""
        self._introduced.pop(peer.instance, None)
        self._elsewhere.down(peer.instance)
        for name, at in tuple(self._at.items()):
            for player in [one for one, node in at.items() if node == peer.instance]:
                at[player] = ""
                here = self._own(player)
                if here is not None:
                    here.say(Notice("paused", PAUSED, name))
        gone = peer.instance
        for player in tuple(self._asked):
            here = self._own(player)
            if here is not None:
                # What is asked of a table waits until somebody has it.
                self._ask_again(here, lambda asked, wish: asked == gone and not table_of(wish))

    def _ask_again(self, player: OnlinePlayer, which: Callable[[str, Message], bool]) -> None:
        """As its client would: what was done meanwhile gets the answer that it got."""
        asked = self._asked.get(player.id, {})
        for number, (node, wish) in tuple(asked.items()):
            if which(node, wish):
                del asked[number]
                self._house.heard(player.connection, wish)

    # -- what players say -------------------------------------------------------------------------

    def node_of(self, player: OnlinePlayer, name: str) -> str:
        """The node that has the table; empty for this one, which says so if nobody has it. Refusal
        while its node is gone."""
        if name in self._house.lobby.runners or is_remote(player):
            return ""
        table = self._elsewhere.tables.get(name)
        # A room that was opened just now is not announced yet.
        node = self._at.get(name, {}).get(player.id, "") if table is None else table.node
        is_up = self._links.is_up(node) if table is not None else bool(node)
        if not is_up and (table is not None or self._house.lobby.index.where(name) is not None):
            raise TableSuspended(PAUSED)
        return node

    def forward(self, player: OnlinePlayer, node: str, wish: Message) -> None:
        """Let that node do what the player asks for."""
        self.introduce(player, node)
        number: int = getattr(wish, "id", 0)
        if number:
            asked = self._asked.setdefault(player.id, {})
            asked[number] = node, wish
            if len(asked) > MOST_ASKED:
                del asked[next(iter(asked))]
        delay = player.connection.delay
        self._links.say(node, ["said", player.id, player.line, encode(wish), delay])

    def introduce(self, player: OnlinePlayer, node: str) -> None:
        """Let that node know the line."""
        known = self._introduced.setdefault(node, {})
        if known.get(player.id) != player.line:
            known[player.id] = player.line
            self._links.say(node, _come(player, [], ()))

    def _own(self, player: int) -> OnlinePlayer | None:
        """The player, if the line is one of this node."""
        known = self._house.online.of(player)
        if known is None or is_remote(known):
            return None
        return known


def is_remote(player: OnlinePlayer) -> bool:
    """Whether another node has the line of the player."""
    return player.connection.remote


def _guest(account: PlayerAccount) -> Sequence[str]:
    return str(account.id), account.name, account.avatar


def _come(
    player: OnlinePlayer, tables: Sequence[str] | None, seen: Sequence[tuple[str, int, int]]
) -> Item:
    address, muted = player.connection.address, sorted(player.muted)
    return ["come", player.id, player.line, address, tables, seen, muted]

"""A house as one node of several: what it hears of the others finds whoever does it."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from twisted.internet.defer import Deferred, succeed

from game_server.bank.adapter import OutsideBank
from game_server.cluster.announcer import Announcer
from game_server.cluster.errands import Errands
from game_server.cluster.forwarding import Forwarding
from game_server.cluster.line_watch import LineWatch
from game_server.cluster.links import Item, Links, PeerFacts
from game_server.cluster.looks import Looks
from game_server.cluster.relay import Relay
from game_server.cluster.remote_bank import BankClerk, RemoteBank
from game_server.cluster.remote_lines import RemoteLines
from game_server.cluster.servers import Role
from game_server.cluster.shares import SharedHouse
from game_server.cluster.words import Words
from game_server.cluster_metrics import ClusterStatus
from game_server.house.house import House
from game_server.players.throttle import Counted

MEET_S: Final = 2.0
"""So long a front waits for tables before it lets players in."""


class Member:
    """A node that talks with the others. Its house is made, and opens when `begin` is called."""

    def __init__(
        self,
        house: House,
        words: Words,
        name: str,
        of: str,
        roles: Collection[Role],
        bank: OutsideBank,
    ) -> None:
        """`of` names the house among those that the same servers carry words for."""
        self._house, self._words = house, words
        self._name, self._roles = name, tuple(sorted(roles))
        clock = house.means.clock
        self.links = Links(of, words, clock, self._facts, self)
        self.lines = RemoteLines(house, self.links.say)
        self.relay = Relay(house, self.links)
        self.errands, self.looks = Errands(clock, self.links), Looks(clock, self.links)
        self._forwarding = Forwarding(house, self.links, self.relay, "tables" in roles)
        self.announcer = Announcer(house.lobby, clock, self._tell_all, self.relay.here)
        self._watch, self._over = LineWatch(house), False
        self._met: Deferred[None] = Deferred()
        self._does: Mapping[str, Callable[..., None]] = {
            "come": self._come,
            "said": self.lines.said,
            "left": self.lines.left,
            "say": self.relay.say,
            "tables": self._tables,
            "end": _alone(self.relay.close),
            "counted": _alone(self._counted),
            "is_in": _alone(self.relay.came_elsewhere),
            "ask_bank": BankClerk(bank, self.links.say).asked,
            "unheard": _alone(self.lines.unheard),
            "mutes": _alone(self.lines.mutes),
            "guests": _alone(self.lines.guests),
            "leave_all": _alone(self.lines.leave_all),
            "deleted": _alone(self.lines.deleted),
            "account": _alone(self.lines.account),
            "queue_for_cash": _alone(self.lines.queue_for_cash),
            "errand": self.errands.asked,
            "errand_done": self.errands.answered,
            "look": self.looks.asked,
            "shown": self.looks.shown,
            "taken": self.looks.taken,
            "enough": self.looks.enough,
        }
        self._bank = bank if isinstance(bank, RemoteBank) else None
        if self._bank is not None:
            self._bank.says, self._bank.cashier = self.links.say, self._cashier
            self._does = {**self._does, "bank_answers": self._bank.answered}

    def begin(self) -> None:
        """Be there for the others."""
        self._forwarding.begin()
        self._house.logins.came = self.relay.came
        self._house.left = self.relay.left
        self._house.throttle.told = lambda counted: self._tell_all(["counted", *counted])
        self.links.begin()
        self.announcer.begin()
        self._watch.begin()

    def met(self) -> Deferred[None]:
        """Fires when the tables of another node are known, or there is none; at once where tables
        are here. A front that lets players in before that knows no table."""
        if "tables" not in self._roles:
            self._house.means.clock.callLater(MEET_S, self._has_met)
            return self._met
        return succeed(None)

    def status(self, house: SharedHouse) -> ClusterStatus:
        """How this node is among the others, which `house` shows as they were last seen."""
        me = next((one for one in house.nodes if one.name == self._name), None)
        return ClusterStatus(
            roles=self._roles,
            nats=self._words.connected,
            linked=len(self.links.up),
            live=sum(one.lives for one in house.nodes),
            unplaced=sum(one.node is None for one in house.placed),
            skew_seconds=0.0 if me is None else me.skew / 1000,
            draining=me is not None and bool(me.draining),
        )

    def end(self) -> Deferred[None]:
        """Be there no more; fires when the others were told. Nothing the second time."""
        if self._over:
            return succeed(None)
        self._over = True
        self._watch.end()
        self.announcer.end()
        self.links.end()
        return self._words.close()

    # -- what the links tell -----------------------------------------------------------------------

    def came(self, peer: PeerFacts) -> None:
        """Tell a node that is there which tables are here, and who is in."""
        for item in self.announcer.everything():
            self.links.say(peer.instance, item)
        self.relay.node_came(peer)
        self.errands.came(peer.instance)

    def gone(self, peer: PeerFacts) -> None:
        """A node is gone, with its lines and its tables."""
        self.lines.gone(peer.instance)
        self.relay.node_gone(peer)
        self.looks.gone(peer.instance)
        if self._bank is not None:
            self._bank.gone(peer.instance)

    def heard(self, peer: PeerFacts, item: Item) -> None:
        """A node says something."""
        kind, *rest = item
        self._does[kind](peer.instance, *rest)

    def _come(self, front: str, player: int, number: int, *rest: Any) -> None:
        self.relay.came_elsewhere(player, number)
        self.lines.come(front, player, number, *rest)

    def _cashier(self) -> str:
        """The node that asks the bank; empty if none is there."""
        there = (one.instance for one in self.links.up if "cashier" in one.roles)
        return min(there, default="")

    def _counted(self, *counted: Any) -> None:
        """A try to log in at another front."""
        self._house.throttle.counts(Counted(*counted), self._house.means.clock.seconds())

    def _tables(self, node: str, entries: Any, gone: Any, names: Any) -> None:
        self.relay.tables(node, entries, gone, names)
        if names is not None:
            self._has_met()

    def _has_met(self) -> None:
        if not self._met.called:
            self._met.callback(None)

    def _facts(self, instance: str) -> PeerFacts:
        return PeerFacts(instance, self._name, self._roles, len(self._house.lobby.runners))

    def _tell_all(self, item: Item) -> None:
        for peer in self.links.up:
            self.links.say(peer.instance, item)


def _alone(does: Callable[..., None]) -> Callable[..., None]:
    """For whom it is all one which node says so."""
    return lambda node, *rest: does(*rest)

"""A house as one node of several: what it hears of the others finds whoever does it."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from twisted.internet.defer import Deferred

from game_server.cluster.announcer import Announcer
from game_server.cluster.forwarding import Forwarding
from game_server.cluster.line_watch import LineWatch
from game_server.cluster.links import Item, Links, NodeFacts
from game_server.cluster.relay import Relay
from game_server.cluster.remote_lines import RemoteLines
from game_server.cluster.servers import Role
from game_server.cluster.words import Words
from game_server.house.house import House


class Member:
    """A node that talks with the others. Its house is made, and opens when `begin` is called."""

    def __init__(
        self,
        house: House,
        words: Words,
        name: str,
        of: str,
        roles: Collection[Role],
        number: Callable[[str], int] = lambda table: 0,
    ) -> None:
        """`of` names the house among those that the same servers carry words for; `number` is that
        of a table's placement."""
        self._house, self._words = house, words
        self._name, self._roles = name, tuple(sorted(roles))
        clock = house.means.clock
        self.links = Links(of, words, clock, self._facts, self)
        self.lines = RemoteLines(house, self.links.say)
        self.relay = Relay(house, self.links)
        self._forwarding = Forwarding(house, self.links, self.relay, "tables" in roles)
        self.announcer = Announcer(house.lobby, clock, number, self._tell_all, self.relay.here)
        self._watch = LineWatch(house)
        self._does: Final[Mapping[str, Callable[..., None]]] = {
            "come": self._come,
            "said": self.lines.said,
            "left": self.lines.left,
            "say": self.relay.say,
            "tables": self.relay.tables,
            "end": _alone(self.relay.close),
            "unheard": _alone(self.lines.unheard),
            "leave_all": _alone(self.lines.leave_all),
            "deleted": _alone(self.lines.deleted),
            "account": _alone(self.lines.account),
            "queue_for_cash": _alone(self.lines.queue_for_cash),
        }

    def begin(self) -> None:
        """Be there for the others."""
        self._forwarding.begin()
        self._house.logins.came = self.relay.came
        self._house.left = self.relay.left
        self.links.begin()
        self.announcer.begin()
        self._watch.begin()

    def end(self) -> Deferred[None]:
        """Be there no more."""
        self._watch.end()
        self.announcer.end()
        self.links.end()
        return self._words.close()

    # -- what the links tell -----------------------------------------------------------------------

    def came(self, peer: NodeFacts) -> None:
        """Tell a node that is there which tables are here, and who is in."""
        for item in self.announcer.everything():
            self.links.say(peer.instance, item)
        self.relay.node_came(peer)

    def gone(self, peer: NodeFacts) -> None:
        """A node is gone, with its lines and its tables."""
        self.lines.gone(peer.instance)
        self.relay.node_gone(peer)

    def heard(self, peer: NodeFacts, item: Item) -> None:
        """A node says something."""
        kind, *rest = item
        self._does[kind](peer.instance, *rest)

    def _come(self, front: str, player: int, number: int, *rest: Any) -> None:
        self.relay.came_elsewhere(player, number)
        self.lines.come(front, player, number, *rest)

    def _facts(self, instance: str) -> NodeFacts:
        return NodeFacts(instance, self._name, self._roles, len(self._house.lobby.runners))

    def _tell_all(self, item: Item) -> None:
        for peer in self.links.up:
            self.links.say(peer.instance, item)


def _alone(does: Callable[..., None]) -> Callable[..., None]:
    """For whom it is all one which node says so."""
    return lambda node, *rest: does(*rest)

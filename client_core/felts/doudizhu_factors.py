"""Factors of a game of Dou Dizhu: the stake and all that multiplies it, each by itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from client_core.client import Client, DoudizhuFacts, TableView, brief
from protocol.games.doudizhu import Reckoned
from protocol.words import Seat


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of all that is played for: the stake, by how much a bid, open cards, robs, bombs
    and the landlord's own double multiply it, and "" or the text of a spring."""

    stake: int
    bid: int = 1
    opened: int = 1
    robs: int = 0
    bombs: int = 0
    spring: str = ""
    landlord: int = 1

    def texts(self, client: Client) -> tuple[str, ...]:
        """`Stake 10`, `Open hand ×5`, `Bombs ×4`: those that there are."""
        say = client.say
        counted = (
            ("doudizhu.bid", self.bid),
            ("doudizhu.opened", self.opened),
            ("doudizhu.robs", 2**self.robs),
            ("doudizhu.bombs", 2**self.bombs),
        )
        found = [say("doudizhu.stake", amount=self.stake)]
        found += [say(key, times=times) for key, times in counted if times > 1]
        if self.spring:
            found.append(say(self.spring))
        if self.landlord > 1:
            found.append(say("doudizhu.lord_double", times=self.landlord))
        return tuple(found)


def of_reckoned(told: Reckoned) -> Factors:
    """Those of a game that is over."""
    won = told.landlord in told.winners
    spring = "doudizhu.spring" if won else "doudizhu.anti_spring"
    return Factors(
        told.stake,
        told.bid // told.stake if told.stake else 1,
        told.opened,
        told.robs,
        told.bombs,
        spring if told.spring else "",
        told.doubles.get(told.landlord, 1),
    )


def of_now(facts: DoudizhuFacts) -> Factors:
    """Those of a game as it stands."""
    lord = facts.doubles.get(facts.landlord, 1) if facts.landlord is not None else 1
    bid = max(facts.bids.values(), default=0) // facts.stake if facts.stake else 0
    return Factors(facts.stake, max(1, bid), facts.opened, facts.robs, facts.bombs, "", lord)


def own(client: Client, doubles: Mapping[Seat, int], seat: Seat) -> str:
    """What a seat has made of its own stake; "" if it has not doubled."""
    times = doubles.get(seat, 1)
    return client.say("doudizhu.double", times=times) if times > 1 else ""


@dataclass(frozen=True, slots=True)
class Bill:
    """Factors, a line each, and last what comes of them."""

    title: str
    lines: tuple[str, ...]
    results: tuple[tuple[str, str], ...]


def bill_of(client: Client, view: TableView, facts: DoudizhuFacts) -> Bill:
    """The factors so far, and what each seat plays for once there is a landlord."""
    lines = of_now(facts).texts(client)
    sums: tuple[tuple[str, str], ...]
    if facts.landlord is None:
        sums = ((client.say("doudizhu.total", amount=facts.each or facts.stake), ""),)
    else:
        sums = tuple(
            (
                " · ".join(
                    one for one in (brief(view.names[seat]), _mine(client, facts, seat)) if one
                ),
                client.texts.money(view.worth(facts.plays_for(seat))),
            )
            for seat in sorted(facts.left, key=lambda one: (one != facts.landlord, one))
        )
    return Bill(client.say("doudizhu.factors"), lines, sums)


def _mine(client: Client, facts: DoudizhuFacts, seat: Seat) -> str:
    """A peasant's own double; the landlord's stands among the factors."""
    return "" if seat == facts.landlord else own(client, facts.doubles, seat)

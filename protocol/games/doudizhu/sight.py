"""How Dou Dizhu lies on the table."""

from collections.abc import Mapping, Sequence
from typing import Final

from protocol.events import Acted, Dealt, Laid
from protocol.games.doudizhu.categories import in_order
from protocol.games.doudizhu.events import Doubled, Landlord, Multiplied, Played, Reckoned, Redealt
from protocol.games.doudizhu.seen import landlord, last_deal, last_play
from protocol.sight import Sight, Told, each, face_down, lying
from protocol.words import BOARD, Cards, Seat, chips


def _hands(seat: Seat, told: Told) -> Mapping[int, Cards]:
    cards = in_order(_seen(seat, told))
    return {0: cards} if cards else {}


def _seen(seat: Seat, told: Told) -> Cards:
    """The cards at a seat that lie open, to this viewer or to all."""
    return lying(last_deal(told)).get(seat, {}).get(0, ())


def _places(told: Told) -> Mapping[str, Cards]:
    """The play that is to be beaten, and the cards that the landlord took up."""
    found: dict[str, Cards] = {}
    passes = 0
    for one in told:
        match one:
            case Dealt(to=to, cards=tuple() as cards) if to == BOARD:
                found["landlord's cards"] = cards
            case Laid(dst=dst, cards=cards) if dst == BOARD:
                found = {"on the table": cards, **{**found, "on the table": cards}}
                passes = 0
            case Acted(verb="pass"):
                passes += 1
                if passes == 2:
                    # Nobody has beaten it: whoever laid it leads anything.
                    found.pop("on the table", None)
    return found


def _down(told: Told) -> Mapping[Seat, int]:
    return face_down(last_deal(told))


def _marks(seat: Seat, told: Told) -> Sequence[str]:
    lord = landlord(told)
    if lord is None:
        return ()
    left = len(_seen(seat, told)) + _down(told).get(seat, 0)
    return ("landlord" if seat == lord else "peasant", f"{left} left")


def _facts(told: Told) -> Mapping[str, str]:
    facts: dict[str, str] = {}
    for one in told:
        match one:
            case Redealt():
                facts = {}
            case Acted(verb="bid", amount=amount):
                facts["bid"] = chips(amount)
            case (
                Landlord(each=each)
                | Doubled(each=each)
                | Multiplied(each=each)
                | Reckoned(each=each)
            ):
                facts["each peasant plays for"] = chips(each)
    last = last_play(told)
    if isinstance(last, Played):
        facts["last play"] = last.says
    return facts


SIGHT: Final = Sight(
    hands=each(_hands), down=_down, places=_places, marks=each(_marks), facts=_facts
)

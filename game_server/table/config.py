"""Settings of one table: everything about it that is not a rule of its game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game_server.table.pace import SECONDS, Manners
from protocol.messages.parts import PurseKind


@dataclass(frozen=True)
class TableConfig:
    """One table. Times are seconds, money is cents, a buy-in of at most 0 is without limit."""

    table: str
    game: str
    preset: str
    options: Mapping[str, int | str | bool] = field(default_factory=dict)
    """What differs from the preset."""
    chosen: Mapping[str, int | str | bool] = field(default_factory=dict)
    """What of that whoever opened the table has chosen; the rest follows from the stake."""
    purse: PurseKind = "play"
    stake: int = 0
    winnings_limit: int = 50_000
    """Who gets more at a table of 21 of the usual stake has busted the house; 0: nobody can."""
    least_buy_in: int = 0
    most_buy_in: int = 0

    seconds: Mapping[str, float] = field(default_factory=lambda: SECONDS)
    missed_turns: int = 2
    untimed: float = 0.0
    """Alone against bots: so long a question waits, without a clock; 0: turns have a clock."""
    time_bank: float = 0.0
    bank_refill: float = 2.0
    """So much comes back into a time bank with every round."""
    pause: float = 4.0
    """Between two rounds."""
    ready: bool = False
    """A round begins when all who sit have said that they are ready."""
    ready_in: float = 30.0
    """So long others wait for one to get ready; then one is told, and has half of it again."""

    offer: float = 10.0
    second_table: int = 0
    """So many waiting, and another table may open; 0 is never."""
    disconnect_grace: float = 60.0
    """The disconnect grace: so long away, and a seat sits out; 0: only missed turns and `out_limit`
    count."""
    out_limit: float = 300.0
    """So long out of play, and a seat is given up."""
    homecoming: float = 30.0
    """After a restart an open question waits so long for its player before its time runs."""
    silent_leave: bool = False
    broke: Literal["second_game", "rebuy", "leave"] = "rebuy"
    """Who lacks chips goes when a second game begins without any, or after `rebuy`, or at once."""
    rebuy: float = 60.0
    chipless_seat: float = 60.0
    """So long one sits without chips while no round is played."""
    seats_per_place: int = 0
    """So many seats for players of one place; 0: any number."""
    chat_for_queue: bool = True
    """Whether those who only watch or wait may write."""

    bots: int = 0
    """So many bots sit here while there are seats for them."""
    bots_yield: bool = True
    """A bot gives its seat to people who wait."""
    bots_alone: bool = False
    """Bots play among themselves while somebody is here to watch."""
    bots_match: bool = False
    """No bot has more than the one who sits down among bots alone: their chips are the house's."""
    stand_in: str = "medium"
    """Where a game needs all its seats: the bot that plays for one whose player is away longer
    than `disconnect_grace`, was silent in `missed_turns`, or has left."""
    solo: bool = False
    """One player against bots: who has beaten them all has won, and the table closes."""
    stays: bool = True
    """Whether the table stays open when nobody is at it."""

    private: bool = False
    code: str = ""
    card_counter: bool = False
    testing: bool = False

    def __post_init__(self) -> None:
        for right, text in (
            (self.offer > 0, f"offer is {self.offer}; a seat is offered for some seconds"),
            (self.pause >= 0, f"pause is {self.pause}; it is 0 or more"),
            (self.missed_turns > 0, f"missed_turns is {self.missed_turns}; it is 1 or more"),
            (
                self.most_buy_in == 0 or self.most_buy_in >= self.least_buy_in,
                f"most_buy_in is {self.most_buy_in}; it is 0 or at least {self.least_buy_in}",
            ),
            (
                not (self.solo and self.bots_yield),
                "a solo room keeps its bots; set bots_yield to false",
            ),
            (
                not self.untimed or (self.solo and self.purse == "play"),
                "turns have a clock where others play or chips are cash; set untimed to 0",
            ),
        ):
            if not right:
                raise ValueError(f"Room {self.table!r} cannot be run so: {text}.")

    @property
    def manners(self) -> Manners:
        return Manners(self.seconds, self.missed_turns, self.untimed, self.silent_leave)

    @property
    def calls(self) -> bool:
        """Whether who sits here may call bots and send them away: never where chips are money."""
        return self.ready and self.purse == "play" and not self.solo

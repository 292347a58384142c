"""Tables of one's own: what can be chosen for them, and how they are opened."""

from client_core import cashier, catalogue, room_options, wishes
from client_core.bringing import ToBring, to_bring
from client_core.catalogue import GameCard, Solo
from client_core.facade.requests import RequestsPart
from client_core.facade.rules import RulesPart
from client_core.room_options import OptionGroup
from client_core.state.client_state import ClientState
from client_core.wishes import RoomKind, Wish
from protocol import buy_ins, messages, stakes
from protocol.choices import Chosen


class OpeningPart:
    """The opening of tables, for friends or alone against bots."""

    def __init__(self, state: ClientState, requests: RequestsPart, rules: RulesPart) -> None:
        self._state = state
        self._requests = requests
        self._rules = rules

    @property
    def games(self) -> tuple[GameCard, ...]:
        """What can be opened."""
        return tuple(catalogue.GAMES.values())

    def solo_choices(self, game: str, preset: str, stake: int = 0, buy_in: int = 0) -> Solo:
        """What can be chosen for a table of one's own, with this stake and buy-in so far."""
        usual = self.usual_stake(game, preset) or 0
        return catalogue.solo(game, preset, self._state.purse.cashier.play, usual, stake, buy_in)

    def options(
        self, game: str, preset: str, stake: int, chosen: Chosen
    ) -> tuple[OptionGroup, ...]:
        """Which options a room of these rules may choose; none while the house has not said."""
        rules = self._rules.known(game, preset)
        if rules is None:
            return ()
        return room_options.groups(rules, stake, chosen, self._state.words)

    def departures(self, game: str, preset: str, stake: int, chosen: Chosen) -> Chosen:
        """What of these choices is otherwise than the rules have it."""
        rules = self._rules.known(game, preset)
        return room_options.differing(rules, stake, chosen) if rules is not None else {}

    def last_wish(self, kind: RoomKind, game: str = "", preset: str = "") -> Wish | None:
        """What was chosen the last time, for any table, for a game, or for its rules."""
        return wishes.last(self._state.settings.wishes, kind, game, preset)

    def open(self, kind: RoomKind, wish: Wish) -> int:
        """Open a table like this, and propose it the next time."""
        state = self._state
        state.preferences.choose(wishes=wishes.remembered(state.settings.wishes, kind, wish))
        return self._requests.ask(
            lambda mine: messages.OpenRoom(
                mine,
                wish.game,
                wish.preset,
                wish.stake,
                wish.private,
                wish.buy_in,
                wish.bots,
                wish.bot,
                wish.bot_buy_in,
                wish.counter,
                wish.options,
                wish.unhurried and kind == "solo",
            )
        )

    def open_room(
        self,
        game: str,
        preset: str,
        stake: int = 0,
        private: bool = True,
        buy_in: int = 0,
        counter: bool = False,
        options: Chosen | None = None,
    ) -> int:
        """Open a room for friends with its code, or for all, and look at it."""
        wish = Wish(game, preset, stake, private, buy_in, counter=counter, options=options or {})
        return self.open("open", wish)

    def to_bring(self, game: str, preset: str, stake: int = 0) -> ToBring | None:
        """What one brings to a room that one opens with this stake, 0 being the usual one of the
        rules. None: not known yet."""
        played = stake or self.usual_stake(game, preset)
        known = self._state.purse.cashier
        if played is None or not known.counted:
            return None
        least, most = buy_ins.usual(played)
        return to_bring(least, most, played, cashier.UNIT, known.play)

    def play_solo(
        self,
        game: str,
        preset: str,
        bots: int,
        bot: str = "",
        buy_in: int = 0,
        bot_buy_in: int = 0,
        counter: bool = False,
        stake: int = 0,
        options: Chosen | None = None,
        unhurried: bool = True,
    ) -> int:
        """Play alone against bots; `unhurried`: without a clock."""
        wish = Wish(
            game, preset, stake, True, buy_in, bots, bot, bot_buy_in, counter, options or {},
            unhurried,
        )  # fmt: skip
        return self.open("solo", wish)

    def usual_stake(self, game: str, preset: str) -> int | None:
        """The stake of rules where none is named; None: not known yet, and asked for."""
        rules = self._rules.known(game, preset)
        return stakes.stake(rules.options) if rules is not None else None

"""The engine of blackjack: the questions it asks and what the answers lead to."""

from collections.abc import Hashable, Mapping
from dataclasses import replace

from game_server.rules.blackjack.betting import bet, bet_ask, insurance_ask, insure
from game_server.rules.blackjack.course import give, go_on
from game_server.rules.blackjack.options import Options
from game_server.rules.blackjack.playing import play, turn_ask
from game_server.rules.blackjack.settle import forfeit
from game_server.rules.blackjack.state import Carry, Phase, Stage, State
from game_server.rules.core import Step, check_seats
from protocol.cards import shoe
from protocol.events import LeftGame
from protocol.games.blackjack import Marked, is_natural
from protocol.words import CHANCE, Act, Ask, Seat, draw, drawn_from, numbers


class Blackjack:
    """The engine of blackjack under one set of options."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def open(self, stacks: Mapping[Seat, int], carry: Carry | None) -> Step[State]:
        """Every seat may bet; the shoe is as the last round left it."""
        options = self.options
        check_seats(options, stacks, entry=1)
        if options.fresh_pack or carry is None:
            marker = 0 if options.fresh_pack else -1
            inherited = Carry(carry.round if carry else 0, 1, shoe(options.decks), marker)
        else:
            inherited = carry
        state = State(
            round=inherited.round + 1,
            shoe=inherited.shoe,
            shuffles=1,
            left=inherited.left,
            marker=inherited.marker,
            stacks=dict(stacks),
            bets={},
            insured={},
            deciding=frozenset(stacks),
        )
        return go_on(options, state)

    def asks(self, state: State) -> tuple[Ask, ...]:
        options = self.options
        if state.owed:
            return (self._marker(state) if state.marker < 0 else self._cards(state),)
        if state.phase is Phase.BETS:
            return tuple(bet_ask(options, state, seat) for seat in sorted(state.deciding))
        if state.phase is Phase.INSURANCE:
            return tuple(insurance_ask(state, seat) for seat in sorted(state.deciding))
        return (turn_ask(options, state),) if state.phase is Phase.PLAY else ()

    def apply(self, state: State, seat: Seat, act: Act) -> Step[State]:
        options = self.options
        if seat == CHANCE and state.marker < 0:
            marker = self._marker_range(state)[act.drawn[0]]
            return Step(replace(state, marker=marker), (Marked(marker),))
        if seat == CHANCE:
            step = give(options, state, *drawn_from(state.left, act.drawn))
        elif state.phase is Phase.BETS:
            step = bet(options, state, seat, act)
        elif state.phase is Phase.INSURANCE:
            step = insure(state, seat, act)
        else:
            step = play(options, state, act)
        return go_on(options, step.state, *step.events)

    def leave(self, state: State, seat: Seat) -> Step[State]:
        """Whatever the seat has on the table is the house's at once."""
        if seat in state.gone or seat not in state.stacks:
            return Step(state, ())
        left, moves = forfeit(state, seat)
        left = replace(
            left,
            gone=left.gone | {seat},
            deciding=left.deciding - {seat},
            owed=tuple(place for place in left.owed if place[0] != seat),
        )
        if left.hands and all(hand.stage is Stage.DONE for hand in left.hands):
            # Nobody waits for cards; only another seat's insurance may still need the hole card.
            left = replace(left, owed=(), phase=left.phase if left.insured else Phase.OVER)
        return go_on(self.options, left, LeftGame(seat), *moves)

    def carry(self, state: State) -> Carry:
        if self.options.fresh_pack:
            return Carry(state.round)
        return Carry(state.round, state.shoe, state.left, state.marker)

    def announced(self, state: State, viewer: Seat | None) -> Hashable:
        """Whether the dealer has a natural, once the dealer has looked."""
        if not state.peeked:
            return ()
        return is_natural(state.dealer[:2], self.options.natural_faces_only)

    def _cards(self, state: State) -> Ask:
        """As many of the owed cards as lie before the marker."""
        options = self.options
        source = f"shoe:{state.shoe}"
        if options.fresh_pack:
            again = f".{state.shuffles}" if state.shuffles > 1 else ""
            source = f"round:{state.round}{again}"
        pace = "dealer" if state.phase is Phase.DEALER else "deal"
        cards = min(len(state.owed), len(state.left) - state.marker)
        return draw(source, state.left, cards, pace)

    def _marker(self, state: State) -> Ask:
        source = f"round:{state.round}.marker.{state.shoe}"
        return numbers(source, (len(self._marker_range(state)),), "deal")

    def _marker_range(self, state: State) -> range:
        """How many cards may lie behind the marker; one at least lies before it."""
        options, cards = self.options, len(state.left)
        least = min(-(-cards * options.marker_least // 100), cards - 1)
        return range(least, max(least, cards * options.marker_most // 100) + 1)

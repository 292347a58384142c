"""Three who play Dou Dizhu in three windows, and what all of these must show at every moment."""

import re
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Final

from client_core.client import SeatView, TableView
from protocol.cards import labels, parse
from protocol.words import Cards, Seat
from tests.e2e.game import State, facts, seen
from tests.e2e.player import Player, chair, held, told
from tests.e2e.sight import Sight
from tests.e2e.stacked import Deal
from tests.house.process import Running

HIGHEST: Final = 3
ACTS: Final = {"Pass", "Play", "No bid", "Don't call", "Don't rob", "Don't double"}


class Trio:
    """The three at their table, by their seats."""

    def __init__(self, at: Mapping[int, Player], running: Running) -> None:
        self.at, self.running = dict(at), running
        """Those who look at the table, by their seats."""
        self.people = list(at.values())
        self.names = {seat: player.name for seat, player in at.items()}
        self.gone: dict[int, Player] = {}
        self.state = State({}, ())

    def begins(self, deal: Deal, kitty: Cards, lord: int | None) -> None:
        """These cards are dealt; `lord` is whom the lot has made the landlord already."""
        self.state = State({seat: set(deal.hands[seat]) for seat in range(3)}, kitty)
        if lord is not None:
            self.state.crowned(lord)
        else:
            self.state.turn = deal.lot

    # -- what they do --------------------------------------------------------------------------

    def again(self) -> None:
        """The same people want another game."""
        self.ready("Another game")

    def ready(self, how: str = "Ready") -> None:
        """All who are here are ready by touch, and the next game begins."""
        for player in self.at.values():
            player.tap(how)

    def plays(self, seat: int, cards: str) -> None:
        """Chosen by touch and played; then all show it."""
        chosen = parse(cards)
        self.at[seat].choose(chosen)
        self.at[seat].tap("Play")
        self.state.played(seat, chosen)
        self._all_see(f"{seat} plays {cards}")

    def passes(self, *seats: int, by_itself: bool = False) -> None:
        """One after the other; a bot needs nobody's finger, nor does who holds nothing higher
        where that is set: all look when the last of these has passed."""
        for seat in seats:
            if seat in self.at and not by_itself:
                self.at[seat].tap("Pass")
            self.state.passed(seat)
            if not by_itself or seat == seats[-1]:
                self._all_see(f"{seat} passes")

    def _all_see(self, what: str) -> None:
        """In step; but where a bot is next, it may have gone on before all have looked."""
        if self.state.over or self.state.turn in self.at:
            self.agree(what)

    def bids(self, seat: int, stakes: int) -> None:
        """So many stakes, or none; all see who is asked next."""
        self.at[seat].tap(f"Bid {stakes}" if stakes else "No bid")
        self.state.turn = (seat - 1) % 3
        if stakes == HIGHEST:
            self.state.crowned(seat)
        self.agree(f"{seat} bids {stakes}")

    def says(self, seat: int, word: str) -> None:
        """A word before the first play, by the button that has it."""
        self.at[seat].tap(word)

    def trusts(self, seat: int) -> None:
        """A bot plays on for one who is there; all see it."""
        self.at[seat].tap("bot")
        for player in self.at.values():
            player.until_table(lambda view: _chair(view, seat).stand_in, f"a bot for {seat}")

    def takes_over(self, seat: int) -> None:
        """It plays no more."""
        self.at[seat].tap("Play myself")
        for player in self.at.values():
            player.until_table(lambda view: not _chair(view, seat).stand_in, f"{seat} plays")

    def lies(self, seat: int, lying: bool) -> None:
        """One turns the phone on its side, or upright again."""
        size = sorted(self.at[seat].look().size, reverse=lying)
        self.at[seat].ask("turn", size=tuple(size))

    # -- who is gone ---------------------------------------------------------------------------

    def cut_off(self, seat: int) -> None:
        """The network of one is gone: there it says so, and the others see that somebody is."""
        gone = self.gone[seat] = self.at.pop(seat)
        gone.ask("cut")
        gone.shown("Connection lost")
        for player in self.at.values():
            player.until_table(lambda view: not _chair(view, seat).here, f"{seat} is away")
            player.shown("Away")

    def back(self, seat: int) -> None:
        """The network is there again: back in the same hand, by itself."""
        player = self.gone.pop(seat)
        player.ask("mend")
        self.at[seat] = player
        self.agree(f"{seat} is back")
        for other in self.at.values():
            other.until_table(lambda view: _chair(view, seat).here, f"{seat} is here")

    def dies(self, seat: int) -> None:
        """The handheld of one is killed; when it is missed, a bot plays for its player."""
        gone = self.gone[seat] = self.at.pop(seat)
        gone.kill()
        for player in self.at.values():
            player.until_table(lambda view: _chair(view, seat).stand_in, f"a bot for {seat}")
            player.shown("Away · bot")

    def revives(self, seat: int) -> None:
        """It is started again: by itself back in the same hand, which its player takes over."""
        player = self.gone.pop(seat)
        player.start()
        player.until(lambda sight: sight.table and sight.table.me == seat, "the table")
        self.at[seat] = player
        self.agree(f"{seat} is there again")
        for other in self.at.values():
            other.until_table(lambda view: not _chair(view, seat).stand_in, f"{seat} plays")

    def leaves(self, seat: int) -> None:
        """For good, in the own turn; the others see that a bot passes and plays on."""
        player = self.at.pop(seat)
        player.tap("menu")
        player.tap("Leave now")
        player.shown("Leave the table?")
        player.tap("Leave")
        player.until(lambda sight: sight.screen == "lobby", "the lobby")
        for other in self.at.values():
            other.until_table(lambda view: _chair(view, seat).gone, f"{seat} has left")
            other.shown("Left · bot")
        self.passes(seat)

    def reads(self, seat: int, text: str) -> None:
        """One who is in the lobby finds this among the messages; as a toast it soon goes."""
        player = self.people[seat]
        player.tap("bell")
        player.shown(text)
        player.ask("back")
        player.until(lambda sight: sight.screen == "lobby", "the lobby")

    def joins_bot(self, seat: int) -> None:
        """A bot has taken this chair."""
        for player in self.at.values():
            view = player.until_table(lambda view: _chair(view, seat).bot, f"a bot at {seat}")
            self.names[seat] = _chair(view, seat).name

    # -- what they see -------------------------------------------------------------------------

    def agree(self, what: str) -> None:
        """Wait until every window is there, and look over each."""
        wanted = self.state.seen()
        for seat, player in self.at.items():

            def there_is(now: Sight, seat: int = seat) -> object:
                # What is told of whose turn it is comes a frame after the turn.
                return now.table and seen(now.table) == wanted and self._tells(seat, now)

            try:
                sight = player.until(there_is, what)
            except AssertionError as wrong:
                there = seen(player.table)
                raise AssertionError(f"{wrong}\nis     {there}\nshould {wanted}") from None
            self.look_over(seat, sight)

    def look_over(self, seat: int, sight: Sight) -> None:
        """Whether this window shows what is there, and nothing that its player must not know."""
        state, who = self.state, self.names[seat]
        mine, faces = state.hands[seat], set(sight.painted.faces)
        may = state.may_see(seat)
        assert sight.known <= may, (who, "knows", labels(sight.known - may))
        if state.over:
            return
        assert faces <= may, (who, "sees", labels(faces - may))
        assert mine == set(held(sight)), (who, "holds", labels(held(sight)), labels(mine))
        middle = set(state.trick[1]) if state.trick else set()
        middle |= set(state.kitty) if state.lord is not None else set()
        assert middle <= faces, (who, "does not see", labels(middle - faces))
        self._middle(seat, sight)
        self._counts(seat, sight)
        self._turn(seat, sight)

    def _middle(self, seat: int, sight: Sight) -> None:
        """What was played last lies in the middle: whole, above the own hand, in the window."""
        if self.state.trick is None:
            return
        top = max((lying.box[1] for lying in held(sight).values()), default=0.0)
        wide, high = sight.size
        for one in sight.painted.cards:
            if one.card in self.state.trick[1]:
                left, low, across, up = one.box
                assert left >= 0, one
                assert max(left + across - wide, low + up - high) <= 0, one
                assert low > top, (self.names[seat], "middle", labels([one.card]), one.box, top)

    def _counts(self, seat: int, sight: Sight) -> None:
        """How many cards the others hold is written nearer to them than to each other."""
        names = {other: _spot(sight, name) for other, name in self.names.items()}
        for other in range(3):
            if other == seat:
                continue
            left = self.state.left[other]
            third = 3 - seat - other
            spots = [
                _middle(one.box)
                for one in sight.painted.texts
                if re.search(rf"(?<![\d,.]){left}(?![\d,.])", one.text)
            ]
            mine = [at for at in spots if _far(at, names[other]) < _far(at, names[third])]
            assert mine, (self.names[seat], self.names[other], left, sight.painted.texts)

    def _turn(self, seat: int, sight: Sight) -> None:
        turn = self.state.turn
        assert turn is not None
        texts = [one.text for one in sight.painted.texts]
        assert sight.table is not None
        if turn == seat and sight.table.stand_in:
            assert "Play myself" in sight.presses, (self.names[seat], sight.presses)
        elif turn == seat:
            assert ACTS & set(sight.presses), (self.names[seat], sight.presses)
        else:
            assert self._tells(seat, sight), (self.names[seat], texts)

    def _tells(self, seat: int, sight: Sight) -> bool:
        """Whether it is said there for whom all wait."""
        turn = self.state.turn
        # On a phone that lies, news take the place of this line for a moment.
        if self.state.over or turn in (None, seat) or sight.size[0] >= sight.size[1]:
            return True
        assert sight.table is not None
        assert turn is not None
        name, at = self.names[turn], _chair(sight.table, turn)
        there = at.here or at.stand_in
        return sight.says(f"{name} is thinking" if there else f"Waiting for {name} to come back")

    # -- chips ---------------------------------------------------------------------------------

    def results(self, winners: Sequence[int], each: int) -> None:
        """Every window says what its player has won or lost; so do the others, and the books."""
        lord = self.state.lord
        assert lord is not None
        for seat, player in self.at.items():
            view = player.until_table(lambda view: view.over, "the reckoning")
            reckoned = facts(view).reckoned
            assert reckoned is not None
            assert set(reckoned.winners) == set(winners)
            assert reckoned.each == each
            share = each * (2 if seat == lord else 1) * (1 if seat in winners else -1)
            assert reckoned.results[Seat(seat)] == share, (reckoned, seat)
            mine = view.at(Seat(seat))
            assert mine is not None
            assert mine.results == share
            chips = f"{abs(share) // 100:,}"
            line = f"You win {chips}" if share > 0 else f"You lose {chips}"
            player.shown(line)
            # The last play is read first.
            sight = player.shown("Victory" if share > 0 else "Defeat")
            for name in self.names.values():
                assert sight.says(name), (player.name, name, told(sight))

    def booked(self) -> Mapping[str, int]:
        """What everybody owns by the books: in the purse and at tables."""
        conn = sqlite3.connect(f"file:{self.running.database}?mode=ro", uri=True)
        owned = dict.fromkeys((one.name for one in self.people), 0)
        try:
            people = dict(conn.execute("SELECT id, name FROM players"))
            rows = conn.execute(
                "SELECT a.name, b.amount FROM accounts a JOIN balances b ON b.account = a.id"
            )
            for account, amount in rows:
                kind, _, rest = account.partition(":")
                holder = rest.split(":")[-1]
                if kind in ("play", "escrow") and holder.isdecimal():
                    name = people[int(holder)]
                    owned[name] = owned.get(name, 0) + amount
        finally:
            conn.close()
        return owned

    def agrees_with_the_books(self) -> None:
        """Purse and stack in each window are what the books say."""
        for player in self.people:
            owned = self.booked()[player.name]
            seated = player in self.at.values()

            def right(sight: Sight, owned: int = owned, seated: bool = seated) -> bool:
                purse, stack = sight.me.play, chair(sight.table).stack if seated else 0
                shown = stack if seated else purse
                return purse + stack == owned and sight.says(f"{shown // 100:,}")

            player.until(right, f"{owned} cents")


def _chair(view: TableView, seat: int) -> SeatView:
    found = view.at(Seat(seat))
    assert found is not None
    return found


def _spot(sight: Sight, name: str) -> tuple[float, float]:
    """Where somebody sits in this window."""
    for one in sight.painted.texts:
        if one.text == name:
            return _middle(one.box)
    raise AssertionError((name, [one.text for one in sight.painted.texts]))


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    left, low, wide, high = box
    return left + wide / 2, low + high / 2


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])

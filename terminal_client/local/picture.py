"""The table as a picture: the dealer above, the players below, what was said underneath."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from protocol.cards import LABELS
from protocol.words import Seat
from terminal_client.local.conversation import Said
from terminal_client.local.language import Cents, Language
from terminal_client.local.lines import INKS
from terminal_client.local.sight import HandSeen, SeatSeen, TableSeen
from terminal_client.page.cards import CARD_HEIGHT, CARD_WIDTH, RED, picture
from terminal_client.page.ink import Ink, bare
from terminal_client.page.look import Look
from terminal_client.page.width import fit, wide, wrap

LEAST_NAME: Final = 18
"""Columns of a name with its money, where a player has one line."""
COLUMN: Final = 19
"""The least width of a player with pictures of cards."""
SEAT_HEIGHT: Final = CARD_HEIGHT + 2
STYLES: Final = {
    Ink.TITLE: "bold #e8d48b",
    Ink.GOOD: "bold #9fe0a6",
    Ink.BAD: "bold #ff9a86",
    Ink.ASKED: "bold #ffd24a",
    Ink.MONEY: "#9fd8a4",
    Ink.QUIET: "#a9bdb1",
}
PAPER: Final = "#1b1b1b on #f4f1e6"
RED_PAPER: Final = "bold #c0182a on #f4f1e6"
BACK: Final = "#e8d48b on #7a2230"
RED_CARD: Final = r"(10|[2-9JQKA])[♥♦]"
BLACK_CARD: Final = r"(10|[2-9JQKA])[♠♣]"
OVERLAP: Final = 3
"""So much of a card is seen when another lies on it."""


class Drawing:
    """Draws a table for a terminal of a certain look, in the words of one language."""

    def __init__(self, look: Look, language: Language) -> None:
        self._look = Look(look.width, False, look.signs)
        self._colours = look.colours
        self._language = language

    def draw(self, table: TableSeen, said: Sequence[Said], width: int, height: int) -> Text:
        """The whole picture; the oldest sentences make way for what lies on the table."""
        lines = [self._title(table, width), *self._dealer(table, width)]
        lines += self._seats(table, width, height - len(lines))
        left = max(0, height - len(lines))
        told = [line for one in said for line in self._told(one, width)]
        shown = told[len(told) - min(left, len(told)) :]
        lines += [Text("")] * (left - len(shown)) + shown
        return Text("\n", no_wrap=True, end="").join(lines[:height])

    def ink(self, text: str, ink: Ink) -> Text:
        """Words in a colour of the picture, the cards in them in theirs. What they had for lines
        goes: a terminal counts what colours a text, a picture must not."""
        said = Text().append(bare(text), STYLES.get(ink) if self._colours else self._bare(ink))
        if self._colours:
            said.highlight_regex(RED_CARD, "bold #ff9a86")
            said.highlight_regex(BLACK_CARD, "bold #ffffff")
        return said

    @staticmethod
    def _bare(ink: Ink) -> str | None:
        return "bold" if ink in (Ink.TITLE, Ink.ASKED) else None

    # -- parts ---------------------------------------------------------------------------

    def _title(self, table: TableSeen, width: int) -> Text:
        say = self._language.say
        hand = f"  {say('screen.hand', number=table.number)}" if table.number else ""
        keys = say("screen.keys")
        left = f" {say('screen.title')}{hand}"
        gap = width - wide(left) - wide(keys) - 1
        if gap < 1:
            return self.ink(fit(left, width), Ink.TITLE)
        return self.ink(left, Ink.TITLE) + Text(" " * gap) + self.ink(keys, Ink.QUIET)

    def _dealer(self, table: TableSeen, width: int) -> list[Text]:
        points = ""
        if table.shows:
            points = f" {self._language.write(table.points)}"
        head = self.ink(f"{self._language.say('screen.dealer')}{points}", Ink.TITLE)
        cards = self._cards(table.dealer, width - 2)
        if cards is None:
            cards = [Text(" ".join(table.dealer))]
        cards += [Text("")] * (CARD_HEIGHT - len(cards))
        return [_centred(line, width) for line in [head, *cards]]

    def _seats(self, table: TableSeen, width: int, room: int) -> list[Text]:
        if not table.seats:
            return []
        count = len(table.seats)
        in_row = max(1, min(count, width // COLUMN))
        in_row = -(-count // -(-count // in_row))
        rows = -(-count // in_row)
        seats = list(table.seats.items())
        column = width // in_row
        low = rows * SEAT_HEIGHT > room - 2
        side = min(30, width // 3) if low else column - 1
        # Words for one and a bare sum for the next would look like two different things.
        brief = any(self._crowded(one, side) for one in table.seats.values())
        if low:
            return [self._row(seat, one, table.asked, width, side, brief) for seat, one in seats]
        lines: list[Text] = []
        for at in range(0, count, in_row):
            blocks = [
                self._seat(seat, one, table.asked, column, brief)
                for seat, one in seats[at : at + in_row]
            ]
            lines += [_beside(parts, column) for parts in zip(*blocks, strict=True)]
        return lines

    def _seat(
        self, seat: Seat, one: SeatSeen, asked: Seat | None, width: int, brief: bool
    ) -> list[Text]:
        """A player with pictures of the cards, `SEAT_HEIGHT` lines."""
        inside = width - 1
        name = self._name(seat, one, asked, inside)
        hands = [self._cards([LABELS[card] for card in hand.cards], inside) for hand in one.hands]
        block = _side_by_side([hand for hand in hands if hand is not None], inside)
        if block is None or None in hands:
            block = [self._hand(hand) for hand in one.hands]
        block = (block + [Text("")] * CARD_HEIGHT)[:CARD_HEIGHT]
        return [_centred(line, width) for line in [name, *block, self._state(one, inside, brief)]]

    def _row(
        self, seat: Seat, one: SeatSeen, asked: Seat | None, width: int, side: int, brief: bool
    ) -> Text:
        """A player in one line, where pictures do not fit."""
        left = max(side, LEAST_NAME)
        name = _padded(self._name(seat, one, asked, left - 1), left)
        cards = Text("  ").join(self._hand(hand) for hand in one.hands)
        return name + _padded(cards, width - left - side) + self._state(one, side, brief)

    def _name(self, seat: Seat, one: SeatSeen, asked: Seat | None, width: int) -> Text:
        mark = "> " if seat == asked else ""
        money = self._language.money(one.balance)
        name = fit(one.name, max(1, width - wide(money) - wide(mark) - 1)).rstrip()
        ink = Ink.QUIET if one.out else Ink.ASKED if mark else Ink.TITLE
        return self.ink(f"{mark}{name} ", ink) + self.ink(money, Ink.MONEY)

    def _points(self, one: SeatSeen) -> str:
        return " | ".join(self._language.write(hand.count) for hand in one.hands)

    def _crowded(self, one: SeatSeen, width: int) -> bool:
        """Whether there is no room for points and words."""
        points = self._points(one)
        return bool(points) and wide(points) + 2 + wide(self._brought(one)[0]) > width

    def _state(self, one: SeatSeen, width: int, brief: bool) -> Text:
        """The points and the bet, or what the hand has brought: as words, or as a sum alone."""
        points = self._points(one)
        said, short, ink = self._brought(one)
        if brief:
            said = short
        if points and wide(points) + 2 + wide(said) > width and said:
            points = ""
        line = self.ink(points, Ink.ASKED) + Text("  " if points and said else "")
        line += self.ink(said, ink)
        line.truncate(width)
        return line

    def _brought(self, one: SeatSeen) -> tuple[str, str, Ink]:
        """The bet, or what the hand has brought: in words, as a sum alone, and its colour."""
        language = self._language
        if one.gained:
            won = one.gained > 0
            amount = abs(one.gained)
            said = language.say(f"screen.{'won' if won else 'lost'}", amount=Cents(amount))
            return (
                said,
                f"{'+' if won else '−'}{language.money(amount)}",
                Ink.GOOD if won else Ink.BAD,
            )
        if one.bet and one.gained is None:
            return (
                language.say("screen.bet", amount=Cents(one.bet)),
                language.money(one.bet),
                Ink.MONEY,
            )
        return "", "", Ink.QUIET

    def _hand(self, hand: HandSeen) -> Text:
        """A hand in a line."""
        line = Text()
        for card in hand.cards:
            (word,) = picture([LABELS[card]], self._look)[1:2]
            label = word.strip("│| ")
            style = RED_PAPER if LABELS[card][-1] in RED else PAPER
            line.append(label, style if self._colours else None)
            line.append(" ")
        return line

    def _cards(self, labels: Sequence[str], width: int) -> list[Text] | None:
        """Cards side by side, or one on another where that is too wide; None if even that is."""
        if not labels:
            return [Text("")] * CARD_HEIGHT
        whole = len(labels) * (CARD_WIDTH + 1) - 1
        overlaid = (len(labels) - 1) * OVERLAP + CARD_WIDTH
        if overlaid > width:
            return None
        lines = [Text() for _ in range(CARD_HEIGHT)]
        for number, label in enumerate(labels):
            last = number == len(labels) - 1
            red = label[-1] in RED
            style = BACK if label == "??" else RED_PAPER if red else PAPER
            for line, part in zip(lines, picture([label], self._look), strict=True):
                shown = part if last or whole <= width else part[:OVERLAP]
                line.append(shown, style if self._colours else None)
                if not last and whole <= width:
                    line.append(" ")
        return lines

    def _told(self, said: Said, width: int) -> list[Text]:
        ink = INKS.get(said.key, Ink.BLACK)
        return [self.ink(f" {line}", ink) for line in wrap(said.text, width - 2)]


def _centred(line: Text, width: int) -> Text:
    gap = max(0, width - line.cell_len)
    return Text(" " * (gap // 2)) + line + Text(" " * (gap - gap // 2))


def _padded(line: Text, width: int) -> Text:
    line = line.copy()
    line.truncate(max(0, width), pad=True)
    return line


def _beside(parts: Sequence[Text], width: int) -> Text:
    return Text("").join(_padded(part, width) for part in parts)


def _side_by_side(hands: Sequence[list[Text]], width: int) -> list[Text] | None:
    """Several hands beside each other; None where that is too wide."""
    if not hands:
        return []
    wides = [max(line.cell_len for line in hand) for hand in hands]
    if sum(wides) + 2 * (len(hands) - 1) > width:
        return None
    return [
        Text("  ").join(_padded(hand[at], size) for hand, size in zip(hands, wides, strict=True))
        for at in range(CARD_HEIGHT)
    ]

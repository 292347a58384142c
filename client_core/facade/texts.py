"""Amounts, times and names of the games in the player's language."""

from client_core import catalogue, names
from client_core.round import HandName, LastAct
from client_core.state.client_state import ClientState
from client_core.text import Say, Value
from protocol.games.doudizhu import Pattern


class TextsPart:
    """Texts in the player's language that are made of a value."""

    def __init__(self, state: ClientState) -> None:
        self._state = state

    def money(self, cents: int, short: bool = False, sign: bool = False, cash: bool = False) -> str:
        return self._state.words.money(cents, short, sign, cash)

    def number(self, value: int) -> str:
        return self._state.words.number(value)

    def span(self, seconds: float) -> str:
        """What remains, as on a clock: `0:07`."""
        return self._state.words.span(seconds)

    def clock_text(self, unix: int, offset: int) -> str:
        """The time of day at so many seconds east of UTC."""
        return self._state.words.time(unix, offset)

    def day_text(self, unix: int, now: float, offset: int) -> str:
        """When something was, by the days since then: `yesterday, 17:05`."""
        return self._state.words.day(unix, now, offset)

    def until_text(self, unix: int, now: float, offset: int) -> str:
        """When something will be, by the days until then: `tomorrow, 17:05`."""
        return self._state.words.until(unix, now, offset)

    def game_name(self, game: str) -> str:
        return names.game_name(self._state.words, game)

    def preset_name(self, game: str, preset: str) -> str:
        return names.preset_name(self._state.words, game, preset)

    def preset_note(self, game: str, preset: str) -> str:
        """What these rules are, in a sentence."""
        return names.preset_note(self._state.words, game, preset)

    def stake(self, game: str, amount: int) -> str:
        """A stake as it is called in that game: `10`, or `5/10`."""
        return catalogue.stake_name(self._state.words, game, amount)

    def stake_line(self, game: str, amount: int) -> str:
        """The same with its name: `stake 10`, `blinds 5/10`; empty where there is none."""
        return catalogue.stake_line(self._state.words, game, amount)

    def of_game(self, game: str, key: str) -> str:
        """A text in the words of a game where it has some of its own, else in the usual ones."""
        return names.of_game(self._state.words, game, key)

    def said_of_game(self, game: str, key: str) -> Say:
        """What `of_game` says, as a text to be said later, in the language spoken then."""
        own = f"{key}.{game}"
        return Say(own if self._state.words.has(own) else key)

    def of_rounds(self, game: str, key: str, /, **holes: Value) -> str:
        return names.of_rounds(self._state.words, game, key, **holes)

    def verb(self, game: str, verb: str) -> str:
        return names.verb(self._state.words, game, verb)

    def listed(self, names: tuple[str, ...]) -> str:
        """`Ann, Bo and Cy`; bots as they are called here."""
        words = self._state.words
        return words.listed(tuple(map(words.player, names)))

    def hand_name(self, name: HandName) -> str:
        return names.hand_name(self._state.words, name)

    def pattern_name(self, pattern: Pattern) -> str:
        return names.pattern_name(self._state.words, pattern)

    def place_name(self, place: str) -> str:
        return names.place_name(self._state.words, place)

    def act_word(self, game: str, act: LastAct) -> str:
        """What a seat has just done, for its place at the table."""
        return names.act_word(self._state.words, game, act)

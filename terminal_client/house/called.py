"""Offers of a table by what calls them: a letter, a word of any language, a number."""

from collections.abc import Iterator, Sequence
from typing import Final

from client_core.client import Button, Client, GameCard, card_of, every_verb, letters

SIT_OUT: Final = "sit_out"
"""The verb of all games for a round without me."""


def keys(buttons: Sequence[Button], game: str) -> Iterator[tuple[str, Button]]:
    """Each offer of a game with what chooses it: its letter, or the beginning of its word where
    that letter is another's. Of offers with one verb the first stands for all."""
    buttons = read(buttons, game)
    verbs = {button.verb: button for button in reversed(buttons)}
    chosen_by: dict[str, str] = {}
    for letter, verb in letters([button.verb for button in buttons]).items():
        chosen_by.setdefault(verb, letter)
    for button in buttons:
        if verbs[button.verb] is button:
            yield chosen_by.get(button.verb) or _beginning(button.verb, [*verbs]), button


def read(buttons: Sequence[Button], game: str) -> Sequence[Button]:
    """The offers in the order in which they are read: what the game names first, then what is
    rarer, and at last to sit out."""
    rank = {verb: at for at, verb in enumerate(card_of(game).read)}
    rank[SIT_OUT] = len(rank) + 1
    return sorted(buttons, key=lambda one: rank.get(one.verb, len(rank) - 1))


def _beginning(verb: str, verbs: Sequence[str]) -> str:
    """As much of a word as no other begins with, two letters at least."""
    for end in range(2, len(verb)):
        if not any(other != verb and other.startswith(verb[:end]) for other in verbs):
            return verb[:end]
    return verb


def meant(
    client: Client, card: GameCard, buttons: Sequence[Button], word: str
) -> tuple[Button, ...]:
    """The offers of the verb that is meant by a word."""
    if word.isdecimal():
        order = [button for _, button in keys(buttons, card.game)]
        numbered = read(buttons, card.game)
        at = int(word) - 1
        return (numbered[at],) if 0 <= at < len(numbered) and numbered[at] in order else ()
    verb = _verb(client, buttons, word)
    return tuple(button for button in buttons if button.verb == verb) if verb else ()


def _verb(client: Client, buttons: Sequence[Button], word: str) -> str:
    verbs = list(dict.fromkeys(one.verb for one in buttons))
    if verb := letters(verbs).get(word):
        return verb
    plain = word.replace("-", "_")
    if plain in verbs:
        return plain
    for same, known in every_verb().items():
        if same in verbs and word in known.typed:
            return same
    called = {verb: client.words.or_else(f"act.{verb}", verb).casefold() for verb in verbs}
    for button in buttons:
        if button.label.casefold() == word or called[button.verb] == word:
            return button.verb
    begun = [verb for verb in verbs if len(word) > 1 and verb.startswith(plain)]
    begun += [verb for verb in verbs if len(word) > 1 and called[verb].startswith(word)]
    return begun[0] if len(set(begun)) == 1 else ""


def verb_like(client: Client, word: str) -> bool:
    """Whether a word is an act of some game, which is not offered now."""
    for known in every_verb().values():
        if word in known.typed or word in [*known.letters]:
            return True
    return is_verb(client, word)


def is_verb(client: Client, word: str) -> bool:
    """Whether an act of some game is called so."""
    verbs = every_verb()
    if word.replace("-", "_") in verbs:
        return True
    return any(word == client.words.or_else(f"act.{verb}", verb).casefold() for verb in verbs)

"""Names of things of the games as players call them: games, verbs, hands, places, cards."""

from collections.abc import Iterable
from typing import Final

from client_core.round import HandName, LastAct
from client_core.text import Say, Value, Words
from protocol.cards import BIG_JOKER, LABELS, SMALL_JOKER, Card
from protocol.games import roulette
from protocol.games.doudizhu import BLASTS, CATEGORIES, RANK_NAMES, ROCKET, Pattern
from protocol.words import PARTIES, Seat

FACE_DOWN: Final = "▮"
_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SABACC: Final = {"c": "●", "s": "■", "t": "▲"}
BRIEF: Final = 16
"""How wide a name may be in the middle of a sentence, in narrow letters."""


def brief(name: str) -> str:
    """A name as it is said in a line with other things: the end of a long one is left out."""
    wide = 0
    for at, letter in enumerate(name):
        wide += 2 if letter > "\u2e7f" or letter in "MW@" else 1
        if wide > BRIEF:
            return name[: at - 1].rstrip() + "…"
    return name


def game_name(words: Words, game: str) -> str:
    return words.or_else(f"game.{game}", game)


def preset_name(words: Words, game: str, preset: str) -> str:
    return words.or_else(f"preset.{game}.{preset}", preset.replace("_", " "))


def preset_note(words: Words, game: str, preset: str) -> str:
    """What these rules are, in a sentence; empty for rules that this client does not know."""
    return words.or_else(f"preset.{game}.{preset}.note", "")


def of_game(words: Words, game: str, key: str) -> str:
    """A text as this game calls things, where it has words of its own for it."""
    return words.or_else(f"{key}.{game}", words.say(key))


def of_rounds(words: Words, game: str, key: str, /, **holes: Value) -> str:
    """A text about the rounds before, as this game calls them."""
    return words.or_else(f"history.{key}.{game}", words.say(f"history.{key}", **holes), **holes)


def verb(words: Words, game: str, name: str) -> str:
    """`Call`"""
    plain = words.or_else(f"act.{name}", name.replace("_", " ").capitalize())
    return words.or_else(f"act.{game}.{name}", plain)


def act_word(words: Words, game: str, act: LastAct) -> str:
    """What a seat has just done, for its place: `Raise 40`, `Fold`, `三倍`."""
    done = verb(words, game, act.verb)
    done = words.or_else(f"done.{game}.{act.verb}", words.or_else(f"done.{act.verb}", done))
    return words.say("act.with", verb=done, amount=act.amount) if act.amount else done


def party(words: Words, seat: Seat) -> str:
    return words.or_else(f"party.{PARTIES.get(seat, '')}", f"{seat}")


def hand_name(words: Words, name: HandName) -> str:
    """`two pair, kings and fours`"""
    ones = [words.say(f"rank.{rank}") for rank in name.ranks[:2]]
    many = [words.say(f"ranks.{rank}") for rank in name.ranks[:2]]
    holes = {
        f"{kind}{place}": text
        for kind, texts in (("one", ones), ("many", many))
        for place, text in enumerate(texts)
    }
    return words.say(f"hand.{name.category}", **holes)


def pattern_name(words: Words, pattern: Pattern) -> str:
    """`Pair of sixes`, `Airplane 3–4 with solos`; `对6`, `飞机带小翼 3–4`"""
    if pattern.category == "solo" and pattern.low >= ROCKET.low:
        said = rank_word(words, pattern.low)
        return said[:1].upper() + said[1:]
    return words.or_else(
        f"pattern.{pattern.category}",
        pattern.category,
        low=rank_name(pattern.low),
        high=rank_name(pattern.high),
        one=rank_word(words, pattern.low),
        many=rank_word(words, pattern.low, many=True),
    )


def beaten_by(words: Words, pattern: Pattern) -> Say:
    """What it takes to beat that."""
    many = rank_word(words, pattern.low, many=True)
    if pattern == ROCKET:
        return Say("beat.rocket")
    if pattern.category in BLASTS:
        return Say(f"beat.{pattern.category}", {"many": many})
    kind = CATEGORIES[pattern.category]
    if kind.chain:
        ranks = words.say(f"in_row.{pattern.length}")
        return Say("beat.chain", {"what": words.say(f"long.{pattern.category}", ranks=ranks)})
    of = "joker" if pattern.low >= ROCKET.low else kind.copies
    what = words.say(f"above.{of}", one=rank_word(words, pattern.low), many=many)
    return Say("beat.same", {"name": words.say(f"kind.{pattern.category}"), "what": what})


def rank_name(rank: int) -> str:
    """A rank of Dou Dizhu, 0 being a 3, as the card has it: `K`. Only the rules say 尖."""
    return RANK_NAMES[rank].en


def rank_word(words: Words, rank: int, many: bool = False) -> str:
    """The same as it is said: `king`, `kings`, `big joker`; `K`, `大王`."""
    if rank >= ROCKET.low:
        return words.say(f"rank.{rank}")
    # Hold'em counts from the 2, which is the highest here.
    return words.say(f"rank{'s' if many else ''}.{(rank + 1) % ROCKET.low}")


def place_name(words: Words, place: str) -> str:
    """`the corner 16-17-19-20`; `角注 16-17-19-20`"""
    numbers = sorted(roulette.NUMBERS.get(place, ()))
    if not numbers:
        return place
    kind, which = roulette.kind(place), place.partition(":")[2]
    return words.say(
        f"place.{kind}",
        numbers=which,
        first=numbers[0],
        last=numbers[-1],
        nth=words.or_else(f"nth.{which}", which),
    )


def card_name(card: Card | None) -> str:
    """`K♠`, `10♦`, `+7●`; one that lies face down is `▮`. A joker is called as in Chinese; a
    sentence that a player reads takes `cards_told`."""
    if card is None:
        return FACE_DOWN
    label = LABELS[card].replace("-", "−")
    if card in (SMALL_JOKER, BIG_JOKER):
        return "小王" if card == SMALL_JOKER else "大王"
    if card < SMALL_JOKER:
        return ("10" if label[0] == "T" else label[0]) + _SUITS[label[1]]
    return label[:-1] + _SABACC[label[-1]] if label[-1] in _SABACC else label


def cards_name(cards: Iterable[Card | None]) -> str:
    """Several, with gaps between them."""
    return " ".join(card_name(card) for card in cards)


def cards_told(words: Words, cards: Iterable[Card | None]) -> str:
    """Several in a sentence, the jokers as the player's language calls them."""
    return " ".join(
        rank_word(words, ROCKET.low + card - SMALL_JOKER)
        if card in (SMALL_JOKER, BIG_JOKER)
        else card_name(card)
        for card in cards
    )


def phrase(words: Words, code: str) -> str:
    return words.or_else(f"phrase.{code}", code)

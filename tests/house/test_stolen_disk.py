"""A thief has the whole data folder of a real house that was killed in the middle of a hand."""

import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from protocol import messages
from protocol.events import Dealt
from protocol.messages import Session
from protocol.words import BOARD, Cards
from tests.house.plain import Plain, play, rests
from tests.house.process import ROOMS, house

TABLE: Final = "holdem"
THIEVES: Final = 3


def cards(client: Plain, board: bool) -> Cards:
    """The cards that lie on the board, or in this player's hand."""
    return tuple(
        card
        for event in client.told[TABLE]
        if isinstance(event, Dealt)
        and (event.to == BOARD) == board
        and isinstance(event.cards, tuple)
        for card in event.cards
    )


def played_on(folder: Path, players: list[Plain]) -> Cards:
    """The board of the hand when it is played on in a house on that folder."""
    with ExitStack() as lines, house(folder, ROOMS) as open_house:
        back = []
        for old in players:
            new = Plain(lines, open_house.url, 7)
            new.told = {TABLE: list(old.told[TABLE])}
            new.seen, new.number = dict(old.seen), old.number
            # The hand is told once more from its beginning.
            new.told[TABLE].clear()
            begin = messages.Seen(TABLE, old.seen[TABLE].round, 0)
            new.say(messages.Resume(new.next(), old.token, (begin,)))
            new.until(Session)
            back.append(new)
        play(back, lambda _: back[0].rounds >= 1)
        # On a busy machine the other may have been dealt the next hand already.
        there = [
            (cards(new, False), cards(old, False))
            for new, old in zip(back, players, strict=True)
            if new.seen[TABLE].round == old.seen[TABLE].round
        ]
        assert back[0].seen[TABLE].round == players[0].seen[TABLE].round
        assert all(now == before for now, before in there)
        return cards(back[0], True)


def test_a_thief_of_the_folder_learns_no_card_to_come(tmp_path: Path) -> None:
    home = tmp_path / "house"
    home.mkdir()
    with ExitStack() as lines, house(home, ROOMS) as open_house:
        players = [Plain(lines, open_house.url, seed) for seed in range(2)]
        for client in players:
            client.say(messages.Guest(client.next()))
            client.until(Session)
            client.seat(TABLE)
        play(players, lambda acts: acts >= 1 and not rests(players[0], TABLE))
        open_house.kill()
    assert all(len(cards(one, False)) == 2 for one in players)
    lay = cards(players[0], True)
    assert len(lay) < 5, "there are cards to come"
    boards = set()
    for thief in range(THIEVES):
        folder = tmp_path / str(thief)
        shutil.copytree(home, folder, ignore=shutil.ignore_patterns("*.sock"))
        boards.add(played_on(folder, players))
    assert all(board[: len(lay)] == lay for board in boards)
    assert len(boards) > 1, "what comes was on the disk"

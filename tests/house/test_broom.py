"""When a house looks for garbage."""

from game_server.broom import FULL, Broom


class Evening:
    """Counts what is played and swept."""

    def __init__(self) -> None:
        self.acts = self.sweeps = self.looks = 0
        self.broom = Broom(lambda: self.acts, self.sweep, lambda: self.looks)

    def sweep(self) -> None:
        self.sweeps += 1
        self.looks = 0

    def look(self, played: int = 0) -> int:
        self.acts += played
        self.broom.look()
        return self.sweeps


def test_a_house_is_swept_once_when_the_play_is_over() -> None:
    evening = Evening()
    assert [evening.look(played) for played in (5, 3, 0, 0, 0, 4, 0, 0)] == [0, 0, 1, 1, 1, 1, 2, 2]


def test_a_house_where_nothing_was_played_is_not_swept() -> None:
    evening = Evening()
    assert [evening.look() for _ in range(3)] == [0, 0, 0]


def test_a_house_that_never_rests_is_swept_when_it_cannot_wait() -> None:
    evening = Evening()
    for looks in (0, FULL - 1):
        evening.looks = looks
        assert evening.look(10) == 0
    evening.looks = FULL
    assert evening.look(10) == 1
    assert evening.look(10) == 1

"""A room of one's own, asked for step by step: for friends, for all, or alone against bots."""

from typing import Final

from client_core.client import (
    STAKES,
    GameCard,
    Say,
    Solo,
    Wish,
    card_of,
)
from terminal_client.house.asking import Answers, Field, Form, yes_or_no
from terminal_client.house.own_rules import AS_USUAL, OwnRules
from terminal_client.house.talk import Talk

USUAL_BOT: Final = "medium"


class Opening:
    """The questions of both ways. Each is asked when the answers before it are known."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client
        self._own = OwnRules(self.client)

    def open(self, typed: str) -> None:
        """A room for friends with its code, or for everybody."""
        named = self.talk.game(typed) if typed else ""

        def next(answers: Answers) -> Field | None:
            return (
                self._game(answers, named)
                or self._preset(answers, named, self._card(answers, named).presets)
                or self._who(answers)
                or self._stake(answers, named)
                or self._counter(answers, named)
                or self._own.question(*self._base(answers, named), answers)
            )

        def done(answers: Answers) -> None:
            game, preset, stake = self._base(answers, named)
            self.client.opening.open(
                "open",
                Wish(
                    game,
                    preset,
                    stake,
                    answers["who"] == "private",
                    counter=answers.get("counter") == "yes",
                    options=self._own.departing(game, preset, stake, answers),
                ),
            )

        self.talk.ask(Form(next, done))

    def solo(self, typed: str) -> None:
        """A table of one's own against bots."""
        nothing = self.client.cashier.without_chips()
        if nothing is not None:
            self.talk.wrong(nothing)
            return
        named = self.talk.game(typed) if typed else ""

        def next(answers: Answers) -> Field | None:
            return (
                self._game(answers, named)
                or self._preset(answers, named, self._card(answers, named).solo)
                or self._bots(answers, named)
                or self._level(answers, named)
                or self._solo_stake(answers, named)
                or self._chips(answers, named)
                or self._of_bots(answers, named)
                or self._counter(answers, named)
                or self._own.question(*self._base(answers, named), answers)
            )

        def done(answers: Answers) -> None:
            game, preset, stake = self._base(answers, named)
            mine = int(answers.get("chips", 0))
            choices = self.client.opening.solo_choices(game, preset, stake, mine)
            level = answers.get("level", AS_USUAL)
            options = self._own.departing(game, preset, stake, answers)
            bots, seats = int(answers.get("bots", choices.usual)), options.get("most")
            if seats:
                # One of them is mine.
                bots = max(min(choices.opponents), min(bots, int(seats) - 1))
            self.client.opening.open(
                "solo",
                Wish(
                    game,
                    preset,
                    stake,
                    True,
                    mine or choices.buy_in,
                    bots,
                    "" if level == AS_USUAL else level,
                    int(answers.get("of_bots", choices.bot_buy_in)),
                    answers.get("counter") == "yes",
                    options,
                ),
            )

        self.talk.ask(Form(next, done))

    # -- what is known by now ------------------------------------------------------------------

    def _card(self, answers: Answers, named: str) -> GameCard:
        game = answers.get("game", named)
        return next(card for card in self.client.opening.games if card.game == game)

    def _rules_of(self, answers: Answers, named: str) -> str:
        """The preset; the only one of a game is not asked for."""
        return answers.get("preset", self._card(answers, named).presets[0])

    def _solo_choices(self, answers: Answers, named: str) -> Solo:
        game = self._card(answers, named).game
        return self.client.opening.solo_choices(game, self._rules_of(answers, named))

    def _base(self, answers: Answers, named: str) -> tuple[str, str, int]:
        card = self._card(answers, named)
        return card.game, self._rules_of(answers, named), int(answers.get("stake", 0))

    @staticmethod
    def _alone(answers: Answers, choices: Solo) -> bool:
        """Nobody else sits at the table: there is nothing to be asked of opponents."""
        return int(answers.get("bots", choices.usual)) == 0

    # -- the questions -------------------------------------------------------------------------

    def _game(self, answers: Answers, named: str) -> Field | None:
        if "game" not in answers and not named:
            games = tuple(
                (one.game, self.client.texts.game_name(one.game))
                for one in self.client.opening.games
            )
            return Field("game", Say("terminal.ask.game"), choices=games)
        if "preset" not in answers:
            # What is asked next rests on the rules, which come from the house.
            for preset in self._card(answers, named).presets:
                self.client.rules.view(answers.get("game", named), preset)
        return None

    def _preset(self, answers: Answers, named: str, presets: tuple[str, ...]) -> Field | None:
        if "preset" in answers or len(presets) == 1:
            return None
        game = answers.get("game", named)
        names = tuple((one, self.client.texts.preset_name(game, one)) for one in presets)
        return Field("preset", Say("terminal.ask.preset"), choices=names, usual=presets[0])

    def _who(self, answers: Answers) -> Field | None:
        if "who" in answers:
            return None
        ways = tuple((one, self.client.say(f"open.{one}")) for one in ("private", "public"))
        return Field("who", Say("terminal.ask.who"), choices=ways, usual="private")

    def _stake(self, answers: Answers, named: str) -> Field | None:
        game = self._card(answers, named).game
        if "stake" in answers or card_of(game).stake == "none":
            return None
        usual = self.client.opening.usual_stake(game, self._rules_of(answers, named)) or 0
        amounts = sorted({*STAKES, usual} - {0})
        named_ones = tuple(
            (str(0 if one == usual else one), self.client.texts.stake_line(game, one))
            for one in amounts
        )
        say = Say(
            f"terminal.ask.{card_of(game).stake}",
            {"usual": dict(named_ones).get("0", named_ones[0][1])},
        )
        return Field("stake", say, choices=named_ones, usual="0")

    def _bots(self, answers: Answers, named: str) -> Field | None:
        choices = self._solo_choices(answers, named)
        if "bots" in answers or len(choices.opponents) < 2:
            return None
        able = {str(one) for one in choices.opponents}
        holes = {"least": min(choices.opponents), "most": max(choices.opponents)}
        wrong = Say("terminal.not_so_many", holes)
        return Field(
            "bots",
            Say("terminal.ask.bots", {**holes, "usual": choices.usual}),
            usual=str(choices.usual),
            check=lambda typed: None if typed in able else wrong,
        )

    def _level(self, answers: Answers, named: str) -> Field | None:
        choices = self._solo_choices(answers, named)
        if "level" in answers or not choices.bots or self._alone(answers, choices):
            return None
        levels = {one: self.client.say(f"bot.{one}") for one in choices.bots}
        usual = USUAL_BOT if USUAL_BOT in levels else choices.bots[0]
        if max(choices.opponents) > 1:
            # Of one opponent there is nothing to mix.
            levels, usual = {AS_USUAL: self.client.say("solo.mixed"), **levels}, AS_USUAL
        say = Say("terminal.ask.level", {"usual": levels[usual]})
        return Field("level", say, choices=(*levels.items(),), usual=usual)

    def _solo_stake(self, answers: Answers, named: str) -> Field | None:
        game, choices = self._card(answers, named).game, self._solo_choices(answers, named)
        if "stake" in answers or len(choices.stakes) < 2:
            return None
        amounts = tuple(
            (str(one), self.client.texts.stake_line(game, one)) for one in choices.stakes
        )
        usual = str(choices.stake)
        say = Say(f"terminal.ask.{card_of(game).stake}", {"usual": dict(amounts)[usual]})
        return Field("stake", say, choices=amounts, usual=usual)

    def _chips(self, answers: Answers, named: str) -> Field | None:
        game, preset, stake = self._base(answers, named)
        choices = self.client.opening.solo_choices(game, preset, stake)
        if "chips" in answers or len(choices.buy_ins) < 2:
            return None
        chips = tuple((str(one), self._chips_of(one)) for one in choices.buy_ins)
        usual = str(choices.buy_in)
        say = Say("terminal.ask.chips", {"usual": dict(chips)[usual]})
        return Field("chips", say, choices=chips, usual=usual)

    def _of_bots(self, answers: Answers, named: str) -> Field | None:
        game, preset, stake = self._base(answers, named)
        mine = int(answers.get("chips", 0))
        choices = self.client.opening.solo_choices(game, preset, stake, mine)
        if "of_bots" in answers or len(choices.bot_buy_ins) < 2 or self._alone(answers, choices):
            return None
        by_chance = self.client.say("terminal.by_chance")
        chips = tuple(
            (str(one), self._chips_of(one) if one else by_chance) for one in choices.bot_buy_ins
        )
        usual = str(choices.bot_buy_in)
        say = Say("terminal.ask.of_bots", {"usual": dict(chips)[usual]})
        return Field("of_bots", say, choices=chips, usual=usual)

    def _chips_of(self, amount: int) -> str:
        return self.client.say("terminal.has", amount=amount)

    def _counter(self, answers: Answers, named: str) -> Field | None:
        if "counter" in answers or not self._card(answers, named).counted:
            return None
        return Field("counter", Say("terminal.ask.counter"), usual="no", check=yes_or_no)

"""The rules of a room of one's own, as usual or changed option by option."""

from collections.abc import Mapping
from typing import Final

from client_core.client import Client, OptionRow, Say
from protocol.choices import OptionValue
from terminal_client.house.asking import YES, Answers, Field, yes_or_no

AS_USUAL: Final = "-"
Picks = Mapping[str, Mapping[str, OptionValue]]


class OwnRules:
    """The questions about rules, and what their answers come to."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def question(self, game: str, preset: str, stake: int, answers: Answers) -> Field | None:
        """Whether the rules are as usual; if not, one option after another is changed."""
        groups = self.client.opening.options(game, preset, stake, {})
        if not groups or answers.get("own", "") in YES:
            return None
        if "own" not in answers:
            return Field("own", Say("terminal.ask.own"), usual="yes", check=yes_or_no)
        chosen = self._chosen(answers, self._picks(game, preset, stake))
        rows = {
            row.name: row
            for group in self.client.opening.options(game, preset, stake, chosen)
            for row in group.rows
            if row.able
        }
        number = next(one for one in range(len(answers) + 1) if f"value.{one}" not in answers)
        name = answers.get(f"option.{number}")
        if name == AS_USUAL:
            return None
        if name is None:
            listed = tuple(self._row(row) for row in rows.values())
            say = Say("terminal.ask.option")
            return Field(f"option.{number}", say, choices=listed, usual=AS_USUAL)
        row = rows[name]
        return Field(
            f"value.{number}",
            Say("terminal.ask.value", {"option": row.label, "note": row.note})
            if row.note
            else Say("terminal.ask.value_alone", {"option": row.label}),
            choices=tuple((str(value), text) for value, text in row.picks),
        )

    def _row(self, row: OptionRow) -> tuple[str, str]:
        """An option and what it is now."""
        state = next((text for pick, text in row.picks if pick == row.value), str(row.value))
        return row.name, self.client.say("terminal.setting", what=row.label, state=state)

    @staticmethod
    def _chosen(answers: Answers, picks: Picks) -> dict[str, OptionValue]:
        """The options that were changed, as values; the last change of one counts."""
        chosen: dict[str, OptionValue] = {}
        for number in range(len(answers)):
            name = answers.get(f"option.{number}", "")
            value = answers.get(f"value.{number}", "")
            if name in picks and value in picks[name]:
                chosen[name] = picks[name][value]
        return chosen

    def departing(
        self, game: str, preset: str, stake: int, answers: Answers
    ) -> Mapping[str, OptionValue]:
        """What of the rules was changed."""
        chosen = self._chosen(answers, self._picks(game, preset, stake))
        return self.client.opening.departures(game, preset, stake, chosen)

    def _picks(self, game: str, preset: str, stake: int) -> Picks:
        """What each option can be, by how it is answered."""
        groups = self.client.opening.options(game, preset, stake, {})
        return {
            row.name: {str(value): value for value, _ in row.picks}
            for group in groups
            for row in group.rows
        }

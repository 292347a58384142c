"""The one table of commands, and what is made of it."""

import contextlib
import inspect
import io
import shlex
import subprocess
from pathlib import Path

import pytest

from game_server import cli
from game_server.admin.command import completion, parser
from game_server.admin.command.exits import BY_CODE, Exit, refused
from game_server.admin.menu import GROUPS, MENU, SUBJECTS
from game_server.admin.menu.words import TRIED, Command, Param, flag, may, option
from game_server.admin.subjects import DOES
from protocol.words import Refusal
from tools import operations_doc

NOW = 1_800_000_000.0
COMMAND = Command(
    "try",
    "viewer",
    "try it",
    (
        Param("name", "a name"),
        Param("password", "the password", "secret"),
        Param("cards", "the cards", "words", required=False),
        option("amount", "how much", "money"),
        option("role", "which", choices=("a", "b")),
        flag("now", "at once"),
    ),
)
GIVEN = {"name": "bo", "password": "secret", "cards": ["As", "Kd"], "amount": 5, "now": True}


def test_every_command_of_the_house_has_a_function_that_takes_its_parameters() -> None:
    here = {name: one for name, one in MENU.items() if one.where == "house"}
    assert here.keys() == DOES.keys()
    for name, command in here.items():
        call, *rest = inspect.signature(DOES[name]).parameters
        assert call == "call"
        assert rest == [one.name for one in command.params], name


@pytest.mark.parametrize("command", MENU.values(), ids=MENU)
def test_every_command_says_what_it_does_with_examples_that_can_be_typed(command: Command) -> None:
    assert command.says[0].islower()
    assert not command.says.endswith(".")
    assert command.examples
    for typed, does in command.examples:
        words = (typed.partition("cardroom admin ")[2] or typed).split(")")[0]
        # What a shell does with it is not of the command.
        words = words.split(" | ")[0].split(" > ")[0]
        asked = parser.parser(lambda: NOW).parse_args(shlex.split(words))
        assert asked.command == command.name, typed
        assert does
        parser.given(command, asked)


def test_no_command_is_the_beginning_of_another_and_every_group_is_told() -> None:
    first = {name.rsplit(" ", 1)[0] for name in MENU if " " in name}
    assert first == set(GROUPS)
    assert not first & MENU.keys()
    assert sum(len(commands) for commands in SUBJECTS.values()) == len(MENU)


def test_only_what_only_looks_is_for_viewers() -> None:
    factor = {"staff totp", "staff totp-confirm", "staff totp-off"}
    own = {"staff password", "login", "logout", *factor}
    changing = {name for name, one in MENU.items() if one.changes and one.least == "viewer"}
    assert changing <= own


def test_the_roles_are_a_ladder() -> None:
    assert [may(role, "operator") for role in ("viewer", "operator", "owner", "?")] == [
        False,
        True,
        True,
        False,
    ]


def test_a_command_reads_what_was_given_and_fills_in_what_was_not() -> None:
    values = COMMAND.read({"name": "bo", "password": "secret"})
    assert values == {
        "name": "bo",
        "password": "secret",
        "cards": None,
        "amount": None,
        "role": None,
        "now": False,
    }
    assert COMMAND.read(GIVEN)["cards"] == ("As", "Kd")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "needs name: a name"),
        ({**GIVEN, "colour": 1}, "takes no 'colour'; it takes name, password"),
        ({**GIVEN, "name": 5}, "name is a text"),
        ({**GIVEN, "name": "x" * 1_001}, "name is a text"),
        ({**GIVEN, "amount": "5"}, "amount is cents"),
        ({**GIVEN, "amount": True}, "amount is cents"),
        ({**GIVEN, "amount": 10**16}, "amount is cents"),
        ({**GIVEN, "now": 1}, "now is true or false"),
        ({**GIVEN, "cards": "As"}, "cards is a list"),
        ({**GIVEN, "cards": [1]}, "cards is a list"),
        ({**GIVEN, "role": "c"}, "role is 'c'; it is one of a, b"),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_in_a_sentence(
    given: dict[str, object], says: str
) -> None:
    with pytest.raises(Refusal) as wrong:
        COMMAND.read(given)
    assert wrong.value.code == "with_wrong"
    assert says in wrong.value.text


def test_the_audit_is_told_no_secret_and_nothing_that_was_not_given() -> None:
    told = COMMAND.told(COMMAND.read(GIVEN))
    assert told == {"name": "bo", "cards": ["As", "Kd"], "amount": 5, "now": True}
    assert COMMAND.told(COMMAND.read({"name": "bo", "password": "x"})) == {"name": "bo"}


def test_the_audit_is_told_of_what_was_refused_in_short_and_no_secret() -> None:
    given: dict[str, object] = {"password": "x", "passwort": "x", "name": {"a": [1]}, "now": "yes"}
    assert COMMAND.tried(given) == {"name": "…", "now": "yes"}
    long = COMMAND.tried({"name": "x" * 1_001, "cards": ["A" * 500, 7] * 500, "amount": 10**500})
    assert long == {"name": "x" * TRIED, "cards": ["A" * TRIED, "…"] * (TRIED // 2), "amount": "…"}


# -- the command line -----------------------------------------------------------------------


def typed(*words: str) -> dict[str, object]:
    asked = parser.parser(lambda: NOW).parse_args(words)
    return parser.given(MENU[asked.command], asked)


def test_words_behind_a_command_become_what_it_is_given() -> None:
    assert typed("off", "--exit") == {"exit": True}
    assert typed("announce", "Tea is served", "--table", "eps") == {
        "text": "Tea is served",
        "table": "eps",
    }
    assert typed("staff", "add", "bo", "operator") == {"name": "bo", "role": "operator"}
    assert typed("staff", "password") == {}


@pytest.mark.parametrize(
    ("text", "moment"),
    [("2h", NOW - 7_200), ("+7d", NOW + 604_800), ("30m", NOW - 1_800), ("-1w", NOW - 604_800)],
)
def test_a_moment_can_be_said_as_so_long_ago(text: str, moment: float) -> None:
    assert typed("audit", f"--since={text}") == {"since": int(moment)}


def test_a_moment_can_be_a_date() -> None:
    day, hour = typed("audit", "--since=2026-12-31"), typed("audit", "--since=2026-12-31T01:00")
    assert int(str(hour["since"])) - int(str(day["since"])) == 3_600


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "required: COMMAND"),
        (("staff",), "required: COMMAND"),
        (("dance",), "invalid choice: 'dance'"),
        (("staff", "add", "bo", "king"), "invalid choice: 'king'"),
        (("audit", "--since", "soon"), "'soon' is no time; one is written 2026-12-31"),
        (("audit", "--count", "x"), "'x' is no whole number"),
        (("status", "--socket", "a", "--url", "b"), "not allowed with"),
    ],
)
def test_what_is_typed_wrongly_ends_with_a_sentence_and_2(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parser.parser().parse_args(words)
    assert ended.value.code == Exit.USAGE
    assert says in capsys.readouterr().err


def test_money_is_typed_as_an_amount_and_sent_as_cents() -> None:
    money = parser._types(lambda: NOW)["money"]
    assert [money(text) for text in ("12", "12.50", "-0.05")] == [1_200, 1_250, -5]
    with pytest.raises(Exception, match="is no amount"):
        money("12.5")


def test_a_value_may_begin_with_a_dash_and_a_word_that_is_no_option_is_still_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert typed(*shlex.split("money resolve -0oQV3j9wN6C8 refused 'it is gone' --yes")) == {
        "key": "-0oQV3j9wN6C8",
        "outcome": "refused",
        "reason": "it is gone",
    }
    assert typed(*shlex.split("money retry -0oQV3j9wN6C8 --json")) == {"key": "-0oQV3j9wN6C8"}
    assert typed(*shlex.split("chips give -bob- -12.50 'a slip' --name -ann")) == {
        "player": "-bob-",
        "amount": -1_250,
        "reason": "a slip",
    }
    for wrong, says in (("-word", "'-word'"), ("money retry k -other", "arguments: -other\n")):
        with pytest.raises(SystemExit):
            parser.parser().parse_args(wrong.split())
        assert says in capsys.readouterr().err


def test_the_help_of_every_word_has_examples_and_the_codes_of_its_ends() -> None:
    reads = parser.parser()

    def help_of(*words: str) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
            reads.parse_args([*words, "--help"])
        return out.getvalue()

    whole = help_of()
    assert "exit codes:" in whole
    assert "examples:\n  cardroom admin init" in whole
    assert all(f"  {name} " in whole for name in MENU)
    for name, command in MENU.items():
        told = help_of(*name.split())
        assert "examples:" in told
        assert command.examples[0][1] in told
    for group in GROUPS:
        assert "examples:" in help_of(*group.split())


def test_every_code_of_a_line_has_an_end() -> None:
    assert set(BY_CODE.values()) <= set(Exit)
    assert refused(Refusal("whatever", "No.")).exit == Exit.REFUSED
    assert len({code.value for code in Exit}) == len(Exit)


# -- completion -----------------------------------------------------------------------------


def completed(folder: Path, *words: str) -> list[str]:
    """What bash offers behind these words, the last of which is begun."""
    script = folder / "completion.bash"
    script.write_text(completion.script("bash"))
    listed = " ".join(shlex.quote(word) for word in ("cardroom", *words))
    ran = subprocess.run(
        [
            "bash",
            "-c",
            f"source {shlex.quote(str(script))}; COMP_WORDS=({listed}); COMP_CWORD={len(words)};"
            ' _cardroom; printf "%s\\n" "${COMPREPLY[@]}"',
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not ran.stderr
    return ran.stdout.split()


def test_a_shell_completes_commands_their_options_and_their_choices(tmp_path: Path) -> None:
    everything = {line.split()[1] for line in cli.EXAMPLES.splitlines()[1:]}
    assert set(completed(tmp_path, "")) == everything
    assert completed(tmp_path, "adm") == ["admin"]
    assert set(completed(tmp_path, "admin", "")) == {name.split()[0] for name in MENU}
    assert completed(tmp_path, "admin", "sta") == ["status", "staff"]
    assert completed(tmp_path, "admin", "--json", "staff", "re") == ["remove", "reset"]
    assert completed(tmp_path, "admin", "off", "--e") == ["--exit"]
    assert completed(tmp_path, "admin", "staff", "role", "bo", "ow") == ["owner"]
    assert completed(tmp_path, "serve", "x") == []


def test_a_shell_completes_the_file_of_a_copy(tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    (copies / "friday.sqlite").touch()
    for command in ("restore", "backup"):
        assert completed(tmp_path, "admin", command, f"{copies}/fr") == [f"{copies}/friday.sqlite"]
        assert "--yes" in completed(tmp_path, "admin", command, "--y")
    assert completed(tmp_path, "admin", "off", f"{copies}/fr") == []
    assert "restore) _files ;;" in completion.script("zsh").replace("backup|", "")
    assert "restore' -F" in completion.script("fish")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_every_command_too(shell: str) -> None:
    script = completion.script(shell)
    for name in MENU:
        assert all(word in script for word in name.split())
    assert "--refused" in script


def test_a_zsh_that_completes_nothing_yet_begins_to_before_it_is_told_the_commands() -> None:
    script = completion.script("zsh")
    assert 0 < script.index("autoload -Uz compinit && compinit") < script.index("\ncompdef ")


# -- the page -------------------------------------------------------------------------------


def test_the_page_lists_the_commands_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert operations_doc.main(["--check"]) == 0, "run: python -m tools.operations_doc"
    old = tmp_path / "operations.md"
    text = operations_doc.PAGE.read_text(encoding="utf-8")
    old.write_text(text.replace("staff reset", "staff forget"), encoding="utf-8")
    monkeypatch.setattr(operations_doc, "PAGE", old)
    assert operations_doc.main(["--check"]) == 1
    assert "python -m tools.operations_doc" in capsys.readouterr().out
    assert operations_doc.main([]) == 0
    assert operations_doc.main(["--check"]) == 0

"""Commands of logging in and out, and those that need no running house."""

from typing import Final

from game_server.admin.menu.words import Command, Param, flag, option

COMMANDS: Final = (
    Command(
        "login",
        "viewer",
        "log in, so that not every command asks for the password",
        (Param("name", "your name", required=False),),
        examples=(("login ann", "asks for the password; the session lasts eight hours"),),
        where="here",
    ),
    Command(
        "logout",
        "viewer",
        "end the session of `login`",
        examples=(("logout", "the next command asks for the password again"),),
        where="here",
    ),
    Command(
        "completion",
        "viewer",
        "print what lets a shell complete these commands",
        (Param("shell", "which shell", choices=("bash", "zsh", "fish")),),
        examples=(
            ('eval "$(cardroom admin completion bash)"', "in ~/.bashrc"),
            ('eval "$(cardroom admin completion zsh)"', "in ~/.zshrc"),
            ("cardroom admin completion fish | source", "in ~/.config/fish/config.fish"),
        ),
        where="here",
    ),
    Command(
        "init",
        "owner",
        "make the first owner of a house, with a password that is shown once",
        (
            option("owner", "the name of the owner (owner)"),
            flag("reset", "the owner is there: give a new password"),
        ),
        examples=(
            ("init --owner ann", "prints the password of ann"),
            ("init --owner ann --reset", "ann has lost the password"),
        ),
        changes=True,
        where="folder",
        more="It works on the data folder, while no house runs on it.",
    ),
)

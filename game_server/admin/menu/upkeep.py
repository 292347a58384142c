"""Commands of upkeep: copies of the database, its versions, and what the house may suffer from."""

from typing import Final

from game_server.admin.menu.words import Command, Param, flag

COMMANDS: Final = (
    Command(
        "backup",
        "owner",
        "copy the database while the house runs",
        (
            Param(
                "file",
                "a name in `backups` of the data folder, or a whole path of the house",
                file=True,
            ),
            Param(
                "since",
                "a whole copy beside it: only what has changed since then is kept",
                required=False,
                option=True,
                file=True,
            ),
        ),
        examples=(
            ("backup friday", "var/backups/friday.sqlite and its .secret beside it"),
            ("backup /mnt/safe/friday.sqlite", "on another disk, which is where a copy is of use"),
            ("backup saturday --since friday", "what has changed since; `friday` is kept too"),
        ),
        changes=True,
        also=("backup",),
        more="The copy is as the house stood at one moment, and counts when its ledger has been"
        " added up. No table waits for it. Of rounds that are in play it holds neither cards nor"
        " acts. Keep both files where nobody else can read them. What is made with --since is put"
        " back by `restore` together with the copy that it builds on, which lies beside it; while"
        " it is made the disk has room for a whole copy.",
    ),
    Command(
        "restore",
        "owner",
        "put a copy into the data folder",
        (
            Param(
                "file",
                "a name in `backups`, a file of `backup`, or the folder of a continuous copy",
                file=True,
            ),
        ),
        examples=(
            ("restore /mnt/safe/friday.sqlite", "the old database stays beside it, renamed"),
            ("restore /mnt/second", "a lost machine: all goes on where its continuous copy ends"),
        ),
        changes=True,
        sure="What has happened since that copy was made will be gone from the house.",
        where="folder",
        more="It works while no house runs on the folder. The copy is looked through and its ledger"
        " added up before anything is changed; the secret beside the copy comes along. Rounds that"
        " were in play are void with all stakes back, and every session is ended. Bans, mutes,"
        " passwords, second factors and removed administrators are kept from the database that is"
        " replaced, if it can be read; it says what it could not keep. From the folder of a"
        " continuous copy, into a data folder without a database, everything goes on as it was:"
        " rounds, sessions and all.",
    ),
    Command(
        "migrate",
        "owner",
        "show which steps of the schema the database lacks, or take them",
        (flag("apply", "take the steps that it lacks; a copy is kept beside it"),),
        examples=(
            ("migrate", "what it is, and which steps it lacks"),
            ("migrate --apply", "before the first start of a newer program"),
        ),
        changes=True,
        where="folder",
        more="A house that starts takes the same steps, without a copy. Steps are taken while no"
        " house runs on the folder.",
    ),
    Command(
        "compact",
        "owner",
        "write the database anew, without the free pages in it",
        (),
        examples=(("compact", "after an upgrade of a house that is years old, once"),),
        changes=True,
        where="folder",
        more="It works while no house runs on the folder, and needs twice the room of what is in"
        " the database for a while. A database that this program has made, or written anew once,"
        " gives free pages back by itself while the house runs; `doctor` says how many there are.",
    ),
    Command(
        "card-keys",
        "owner",
        "show the keys that the tokens of cards are encrypted by, or put a new one in their place",
        (
            flag("rotate", "encrypt every token by a new key, and take the old ones out of use"),
            flag("lost", "the same when old keys are lost: their cards have to be shown again"),
        ),
        examples=(
            ("card-keys", "their ids, and how many tokens are under each"),
            ("card-keys --rotate", "when somebody may have seen the file of the keys"),
        ),
        changes=True,
        where="folder",
        more="It works while no house runs on the folder. No copy of `backup` holds a key: keep the"
        " file `card-keys` somewhere else. The old keys stay in a file beside it until you delete"
        " that; copies from before the change need them.",
    ),
    Command(
        "doctor",
        "viewer",
        "look at everything that a house may suffer from, and say what to do",
        (flag("whole", "the ledger from the first line on, and the file from end to end"),),
        examples=(
            ("doctor", "settings, disk, clock, database, ledger, ports, files, certificates"),
            ("doctor --json", "the same for a program"),
        ),
        where="folder",
        more="It changes nothing and works beside a running house and without one. The exit code"
        " is that of the worst it has found.",
    ),
)

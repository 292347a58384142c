"""What both sides know of high card: its sentences, and how it lies on the table."""

from typing import Final

from protocol.sight import Sight

TEXT: Final = {
    "moved.ante": "{src} pays an ante of {amount:chips}",
    "moved.double": "",
    "moved.pot": "{dst} wins {amount:chips}",
    "acted.double": "{seat} doubles",
    "acted.fold": "{seat} folds",
}
SIGHT: Final = Sight(gives_up=frozenset({"fold"}))

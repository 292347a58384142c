"""A link as a QR code of text, for the camera of a friend."""

from typing import Final

from protocol.half_blocks import half_blocks

INK: Final = "\x1b[30;107m{line}\x1b[0m"
"""Black on white, whatever the colours of the terminal are: a camera wants it so."""
MARGIN: Final = 2


def qr_code(text: str) -> list[str]:
    """Its lines, all as wide as each other, with the margin that cameras need; dark is ink."""
    # Who invites nobody does not wait for it.
    import segno

    rows = segno.make_qr(text, error="m").matrix_iter(border=MARGIN)
    return list(half_blocks([list(row) for row in rows]))

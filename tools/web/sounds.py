"""Writes the app's short sounds for browsers, of which not every one plays Ogg:
`python -m tools.web.sounds`."""

from pathlib import Path
from typing import Final

import soundfile

ROOT: Final = Path(__file__).resolve().parents[2]
HEARD: Final = ROOT / "mobile_client" / "assets" / "sounds"
SOUNDS: Final = ROOT / "web_client" / "page" / "sounds"


def main() -> None:
    SOUNDS.mkdir(parents=True, exist_ok=True)
    for path in sorted(HEARD.glob("*.ogg")):
        waves, rate = soundfile.read(path)
        made = SOUNDS / f"{path.stem}.mp3"
        soundfile.write(made, waves, rate, format="MP3", subtype="MPEG_LAYER_III")
        print(f"{made.name}: {made.stat().st_size}")


if __name__ == "__main__":
    main()

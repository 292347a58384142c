"""The device under the app: Android or a desktop, behind one interface.

`device()` is the one that there is. What `ui.device.Device` asks of a device and what
`main` keeps on it, both have.
"""

import os

from mobile_client.platform.android import Android
from mobile_client.platform.desktop import Desktop


def device() -> Android | Desktop:
    """The device that this process runs on."""
    return Android() if "ANDROID_ARGUMENT" in os.environ else Desktop()


__all__ = ["Android", "Desktop", "device"]

"""The socket: runs what the core wants done, on asyncio and websockets, and tells it what came.

link = Link(keep, quit)
client = link.client(kept, language, build)
client.start()
"""

from client_link.link import Link

__all__ = ["Link"]

"""Taps on the screen of a table."""

from collections.abc import Mapping

from web_client.bridge.visit import Handler

TAPS: Mapping[str, Handler] = {}

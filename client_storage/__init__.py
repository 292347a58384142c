"""Texts that outlive a client: a folder on this device, for its owner only."""

from client_storage.storage import Storage, config_folder

__all__ = ["Storage", "config_folder"]

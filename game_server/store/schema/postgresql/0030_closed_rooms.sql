-- How a room was set is not needed when it is closed; its name stays, for it comes once.

UPDATE rooms SET config = '' WHERE closed IS NOT NULL;

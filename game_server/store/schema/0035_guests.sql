-- Guests: who watched and waited at a table when a node gave it up, for the node that takes it.

ALTER TABLE placements ADD COLUMN guests TEXT NOT NULL DEFAULT '';

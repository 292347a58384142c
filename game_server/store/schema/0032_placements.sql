-- Placements: on which node each table of a house is that several nodes share, and where somebody wants it.
-- All tables for cash are one unit. The number of a placement grows with every change in the whole house.

CREATE TABLE placements (
    unit   TEXT PRIMARY KEY CHECK (unit <> ''),
    node   TEXT CHECK (node <> ''),
    number INTEGER NOT NULL CHECK (number >= 1),
    wish   TEXT CHECK (wish <> '')
) STRICT, WITHOUT ROWID;
CREATE INDEX placements_by_number ON placements (number);
CREATE TRIGGER placement_goes_on BEFORE UPDATE ON placements
WHEN NEW.number < OLD.number OR (NEW.number = OLD.number AND NEW.node IS NOT OLD.node)
BEGIN SELECT RAISE(ABORT, 'stale_epoch'); END;

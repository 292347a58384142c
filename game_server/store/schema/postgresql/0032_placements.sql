-- Placements: on which node each table of a house is that several nodes share, and where somebody wants it.
-- All tables for cash are one unit. The number of a placement grows with every change in the whole house.

CREATE TABLE placements (
    unit   text COLLATE "C" PRIMARY KEY CHECK (unit <> ''),
    node   text COLLATE "C" CHECK (node <> ''),
    number bigint NOT NULL CHECK (number >= 1),
    wish   text COLLATE "C" CHECK (wish <> '')
);
CREATE INDEX placements_by_number ON placements (number);
CREATE TRIGGER placement_goes_on BEFORE UPDATE ON placements FOR EACH ROW
WHEN (NEW.number < OLD.number OR (NEW.number = OLD.number AND NEW.node IS DISTINCT FROM OLD.node))
EXECUTE FUNCTION refuse('stale_epoch');

-- Leases: which node of a house may write what, until when by the clock of the database, and the epoch that
-- each commit of the owner is conditional on. `house` is a digest of the secret of the house: a node that has
-- another one is of another house.

CREATE TABLE leases (
    what  TEXT PRIMARY KEY CHECK (what <> ''),
    owner TEXT NOT NULL CHECK (owner <> ''),
    node  TEXT NOT NULL,
    house BLOB NOT NULL CHECK (length(house) = 32),
    epoch INTEGER NOT NULL CHECK (epoch >= 1),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER leases_last BEFORE DELETE ON leases BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER lease_goes_on BEFORE UPDATE ON leases
WHEN NEW.epoch < OLD.epoch OR (NEW.epoch = OLD.epoch AND NEW.owner <> OLD.owner)
BEGIN SELECT RAISE(ABORT, 'stale_epoch'); END;

-- Up to where the ledger was checked, so that nobody has to begin at its first line: `checked` is what an
-- account held by the lines up to that entry. `again_*` is how far a second look through what was checked
-- has come, and `whole` when the last one was through, in milliseconds.

ALTER TABLE balances ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;
CREATE TABLE checkpoint (
    id            INTEGER PRIMARY KEY CHECK (id = 1),
    entry         INTEGER NOT NULL DEFAULT 0,
    hash          BLOB NOT NULL DEFAULT (zeroblob(32)) CHECK (length(hash) = 32),
    again_entry   INTEGER NOT NULL DEFAULT 0,
    again_account INTEGER NOT NULL DEFAULT 0,
    whole         INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO checkpoint (id) VALUES (1);
CREATE TRIGGER checkpoint_goes_on BEFORE UPDATE OF entry ON checkpoint
WHEN NEW.entry < OLD.entry BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER checkpoint_stays BEFORE DELETE ON checkpoint BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- A room is rebuilt from its rows since it stood between two rounds: its head knows where that was,
-- and each row knows the one before it at its table.

ALTER TABLE journal ADD COLUMN before INTEGER REFERENCES journal (id);
ALTER TABLE tables ADD COLUMN last INTEGER REFERENCES journal (id);
ALTER TABLE tables ADD COLUMN stands INTEGER REFERENCES journal (id);
ALTER TABLE tables ADD COLUMN stood INTEGER REFERENCES journal (id);

DROP TRIGGER journal_head;
CREATE TRIGGER journal_head AFTER INSERT ON journal BEGIN
    UPDATE tables SET seq = NEW.seq, last = NEW.id WHERE id = NEW.tbl;
END;

-- Rooms that players have opened, and second tables; those of the settings are not here.
CREATE TABLE rooms (
    name   TEXT PRIMARY KEY CHECK (name <> ''),
    owner  TEXT NOT NULL,
    config TEXT NOT NULL,
    opened INTEGER NOT NULL,
    closed INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX rooms_open ON rooms (name) WHERE closed IS NULL;

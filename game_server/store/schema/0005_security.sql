-- The security log: who came in or was refused, from where, and what became of cards and money.
-- Rows are deleted when they are older than the house keeps them, and never change.

CREATE TABLE security (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    what    TEXT NOT NULL CHECK (what <> ''),
    result  TEXT NOT NULL CHECK (result <> ''),
    player  INTEGER,
    address TEXT NOT NULL,
    facts   TEXT NOT NULL,
    times   INTEGER NOT NULL CHECK (times >= 1)
) STRICT;
CREATE INDEX security_by_time ON security (at);
CREATE INDEX security_by_player ON security (player) WHERE player IS NOT NULL;
CREATE INDEX security_by_address ON security (address);
CREATE TRIGGER security_stays BEFORE UPDATE ON security BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

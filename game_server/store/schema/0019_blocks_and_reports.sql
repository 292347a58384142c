-- Whom a player hears and sees nothing of, on every device. The other is never told.

CREATE TABLE blocks (
    player INTEGER NOT NULL REFERENCES players (id),
    other  INTEGER NOT NULL REFERENCES players (id),
    at     INTEGER NOT NULL,
    CHECK (player <> other),
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;

-- What players have reported. The evidence (name, table, round, line) is what the house itself knew
-- when the report came. `said` is the words of the line, `phrase` its code. A report goes a year after
-- it was closed.

CREATE TABLE reports (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    reporter INTEGER NOT NULL REFERENCES players (id),
    player   INTEGER NOT NULL REFERENCES players (id),
    why      TEXT NOT NULL CHECK (why IN ('abuse', 'cheating', 'name', 'spam', 'other')),
    words    TEXT NOT NULL,
    name     TEXT NOT NULL,
    tbl      TEXT NOT NULL,
    round    INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    said     TEXT NOT NULL,
    phrase   TEXT NOT NULL,
    said_at  INTEGER NOT NULL,
    answer   TEXT NOT NULL DEFAULT '',
    told     INTEGER NOT NULL DEFAULT 1 CHECK (told IN (0, 1)),
    closed   INTEGER,
    result   TEXT NOT NULL DEFAULT '',
    who      TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX reports_open ON reports (id) WHERE closed IS NULL;
CREATE INDEX reports_of_player ON reports (player);
CREATE INDEX reports_by_reporter ON reports (reporter, at);
CREATE INDEX reports_to_tell ON reports (reporter) WHERE told = 0;
CREATE UNIQUE INDEX reported_once ON reports (reporter, player, tbl, line) WHERE closed IS NULL;
CREATE TRIGGER report_stays
BEFORE UPDATE OF id, at, reporter, player, why, name, tbl, round, line, said, phrase, said_at ON reports
BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER open_report_lasts BEFORE DELETE ON reports WHEN OLD.closed IS NULL BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

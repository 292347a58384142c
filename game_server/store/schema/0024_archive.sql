-- Rows of rounds that were over long ago move into files of their own, by month (`store/archive.py`):
-- `upto` is the last of them that is there. What a table is rebuilt from stays, and so does the number of
-- its last round and the carry of the last that was played. The references to rows of the journal are taken
-- out of the schema after this step: each would look through all of it when a row goes. The newest row of
-- all stays, so that no number is given twice.

CREATE TABLE archived (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    upto INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO archived (id) VALUES (1);
CREATE TRIGGER archived_goes_on BEFORE UPDATE ON archived
WHEN NEW.upto < OLD.upto BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER archived_stays BEFORE DELETE ON archived BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

DROP TRIGGER journal_lasts;
CREATE TRIGGER journal_lasts BEFORE DELETE ON journal
WHEN OLD.id > (SELECT upto FROM archived) OR OLD.id = (SELECT max(id) FROM journal) OR NOT EXISTS (
    SELECT 1 FROM tables t LEFT JOIN rooms r ON r.name = t.name
    WHERE t.id = OLD.tbl AND (OLD.id < t.stood OR r.closed IS NOT NULL)
) BEGIN SELECT RAISE(ABORT, 'append_only'); END;

DROP TRIGGER rounds_last;
CREATE TRIGGER rounds_last BEFORE DELETE ON rounds
WHEN OLD.outcome = 'open' OR EXISTS (SELECT 1 FROM journal WHERE id = OLD.opened) OR NOT EXISTS (
    SELECT 1 FROM rounds WHERE tbl = OLD.tbl AND round > OLD.round AND outcome = 'played'
    UNION ALL SELECT 1 FROM tables t JOIN rooms r ON r.name = t.name
    WHERE t.id = OLD.tbl AND r.closed IS NOT NULL
) BEGIN SELECT RAISE(ABORT, 'append_only'); END;

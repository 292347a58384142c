-- The names of deleted players are taken out of the rows of rounds that were played: `erased` says that
-- it is done. While it is not, the content of a row may be written anew, and nothing else of it.

ALTER TABLE deletions ADD COLUMN erased INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1));
DROP INDEX deletions_to_do;
CREATE INDEX deletions_to_do ON deletions (at) WHERE named = 1 OR cleared = 0 OR erased = 0;

DROP TRIGGER journal_stays;
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal
WHEN NOT EXISTS (SELECT 1 FROM deletions WHERE erased = 0)
    OR (NEW.id, NEW.tbl, NEW.epoch, NEW.seq, NEW.before)
        IS NOT (OLD.id, OLD.tbl, OLD.epoch, OLD.seq, OLD.before)
    OR substr(NEW.data, 1, 1) IS NOT substr(OLD.data, 1, 1)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;

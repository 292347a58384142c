-- Chance is drawn when it is asked for: no round has a secret from which its cards follow. Those
-- that stand in the first rows of rounds are erased.

DROP TRIGGER journal_stays;
UPDATE journal SET data = without_seal(data) WHERE id IN (SELECT opened FROM rounds);
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

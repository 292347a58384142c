-- A hash chain over the ledger and the audit (`store/chain.py`). What stands here already is chained
-- as this step is taken.

ALTER TABLE entries ADD COLUMN hash BLOB CHECK (length(hash) = 32);

CREATE TABLE audit_chain (
    id    INTEGER PRIMARY KEY,
    audit INTEGER NOT NULL REFERENCES audit (id),
    part  TEXT NOT NULL CHECK (part IN ('asked', 'result')),
    hash  BLOB NOT NULL CHECK (length(hash) = 32),
    UNIQUE (audit, part)
) STRICT;
CREATE TRIGGER audit_chain_stays BEFORE UPDATE ON audit_chain BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER audit_chain_lasts BEFORE DELETE ON audit_chain BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

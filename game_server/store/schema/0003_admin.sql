-- Administrators. One who was removed stays, so that what the audit says of them can be read.

CREATE TABLE admins (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    name     TEXT NOT NULL CHECK (name <> ''),
    role     TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'owner')),
    password TEXT NOT NULL CHECK (password <> ''),
    created  INTEGER NOT NULL,
    removed  INTEGER
) STRICT;
CREATE UNIQUE INDEX admin_names ON admins (name) WHERE removed IS NULL;
CREATE TRIGGER admins_last BEFORE DELETE ON admins BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER admin_is_removed BEFORE UPDATE ON admins WHEN OLD.removed IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- What administrators have asked for, and what came of it. Something without a result is under
-- way, or the house stopped in the middle of it.

CREATE TABLE audit (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    at   INTEGER NOT NULL,
    who  TEXT NOT NULL,
    role TEXT NOT NULL,
    line TEXT NOT NULL,
    what TEXT NOT NULL CHECK (what <> ''),
    told TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_who ON audit (who);

CREATE TABLE audit_results (
    audit  INTEGER PRIMARY KEY REFERENCES audit (id),
    at     INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result <> '')
) STRICT;

CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER audit_lasts BEFORE DELETE ON audit BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER audit_results_stay BEFORE UPDATE ON audit_results BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER audit_results_last BEFORE DELETE ON audit_results BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- Nodes: what each node of a house says of itself, about once a second. Whether it lives is for its lease
-- to say.

CREATE TABLE nodes (
    name     TEXT PRIMARY KEY CHECK (name <> ''),
    version  TEXT NOT NULL,
    roles    TEXT NOT NULL,
    address  TEXT NOT NULL DEFAULT '',
    since    INTEGER NOT NULL,
    draining INTEGER NOT NULL DEFAULT 0 CHECK (draining IN (0, 1)),
    lines    INTEGER NOT NULL DEFAULT 0,
    lag      INTEGER NOT NULL DEFAULT 0,
    skew     INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

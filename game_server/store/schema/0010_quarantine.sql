-- Tables that kept failing: nothing is done there until the house settles them.

CREATE TABLE quarantine (
    tbl TEXT PRIMARY KEY CHECK (tbl <> ''),
    why TEXT NOT NULL,
    at  INTEGER NOT NULL
) STRICT;

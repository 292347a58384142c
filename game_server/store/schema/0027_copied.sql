-- A beat, once a second while the house copies itself to a second place: the copy of a house in which nothing
-- happens has an age too, and a copy that is put back says up to when it goes.

CREATE TABLE copied (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

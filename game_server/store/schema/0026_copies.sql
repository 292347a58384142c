-- Copies that were made, so that their age is known wherever they lie; and administrators who may make
-- copies and nothing else: their role is `backup`.

CREATE TABLE copies (
    id    INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL,
    file  TEXT NOT NULL CHECK (file <> ''),
    bytes INTEGER NOT NULL
) STRICT;

CREATE TABLE copy_makers (
    admin INTEGER PRIMARY KEY REFERENCES admins (id)
) STRICT;

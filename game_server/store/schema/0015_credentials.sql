-- Second factors of players and administrators: the secret is sealed under a key that is not here,
-- a recovery code is a hash and is deleted when it is used.
CREATE TABLE factors (
    kind      TEXT NOT NULL CHECK (kind IN ('player', 'admin')),
    owner     INTEGER NOT NULL,
    sealed    BLOB NOT NULL,
    step      INTEGER NOT NULL DEFAULT 0,
    began     INTEGER NOT NULL,
    confirmed INTEGER,
    PRIMARY KEY (kind, owner)
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
    kind   TEXT NOT NULL,
    owner  INTEGER NOT NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    PRIMARY KEY (kind, owner, digest),
    FOREIGN KEY (kind, owner) REFERENCES factors (kind, owner)
) STRICT, WITHOUT ROWID;

-- Requests of devices whose player has lost the password, by the hash of the key that the device
-- has. They are deleted a day after they are over; the audit and the security log have what happened.
CREATE TABLE resets (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    player  INTEGER REFERENCES players (id),
    key     BLOB NOT NULL UNIQUE CHECK (length(key) = 32),
    number  TEXT NOT NULL CHECK (length(number) = 6),
    address TEXT NOT NULL,
    at      INTEGER NOT NULL,
    until   INTEGER NOT NULL CHECK (until > at),
    state   TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'used', 'void')),
    tries   INTEGER NOT NULL DEFAULT 0,
    who     TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX resets_of_player ON resets (player) WHERE player IS NOT NULL;
CREATE INDEX resets_by_end ON resets (until);

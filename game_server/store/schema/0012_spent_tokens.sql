-- Tokens that were used and whose successor was used too: whoever shows one has a copy of it.

CREATE TABLE spent_tokens (
    id      INTEGER PRIMARY KEY,
    token   BLOB NOT NULL UNIQUE CHECK (length(token) = 32),
    session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX spent_tokens_of_session ON spent_tokens (session);

-- Whence a session was last used, and when.
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;

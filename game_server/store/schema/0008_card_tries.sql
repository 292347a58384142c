-- Wrong tries of cards, under keyed digests of the card, the address, the player and the house.

CREATE TABLE card_tries (
    key   BLOB PRIMARY KEY CHECK (length(key) = 32),
    level REAL NOT NULL CHECK (level > 0),
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who has busted the house at 21: whose chips at a table came to more than its limit, and to how much.

CREATE TABLE house_busters (
    id     INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    at     INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0)
) STRICT;

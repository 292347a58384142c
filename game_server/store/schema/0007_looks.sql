-- What names can look like: no two players have one of these in common. Players from before have
-- none until the house starts, which gives each those that nobody has, the older player first.
-- Deleting all rows lets the next start make them anew.
CREATE TABLE looks (
    look   TEXT PRIMARY KEY CHECK (look <> ''),
    player INTEGER NOT NULL REFERENCES players (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_of_player ON looks (player);

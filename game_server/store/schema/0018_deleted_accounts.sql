-- Players whose account was deleted. The row in `players` stays under the number, of which the ledger
-- speaks; `who` is empty for one who did it oneself. The name is nobody's until `named` is 0.

CREATE TABLE deletions (
    player  INTEGER PRIMARY KEY REFERENCES players (id),
    at      INTEGER NOT NULL,
    who     TEXT NOT NULL DEFAULT '',
    named   INTEGER NOT NULL DEFAULT 1 CHECK (named IN (0, 1)),
    cleared INTEGER NOT NULL DEFAULT 0 CHECK (cleared IN (0, 1))
) STRICT;
CREATE INDEX deletions_to_do ON deletions (player) WHERE named = 1 OR cleared = 0;
CREATE TRIGGER deletions_last BEFORE DELETE ON deletions BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER deletions_stay BEFORE UPDATE OF player, at, who ON deletions BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- What was under way when an account was deleted brings nothing of it back.
CREATE TRIGGER deleted_player_stays BEFORE UPDATE OF kind, name, password, holder, state ON players
WHEN OLD.state = 'deleted' AND (NEW.kind, NEW.name, NEW.state) IS NOT (OLD.kind, OLD.name, OLD.state)
BEGIN SELECT RAISE(ABORT, 'account_deleted'); END;
CREATE TRIGGER no_session_of_the_deleted BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM deletions WHERE player = NEW.player)
BEGIN SELECT RAISE(ABORT, 'account_deleted'); END;
CREATE TRIGGER no_card_of_the_deleted BEFORE INSERT ON proved_cards
WHEN EXISTS (SELECT 1 FROM deletions WHERE player = NEW.player)
BEGIN SELECT RAISE(ABORT, 'account_deleted'); END;

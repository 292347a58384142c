-- What the house has decided about players. A player has one mute and one ban at a time; both are
-- over at `until`, or when somebody lifts them.

CREATE TABLE measures (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id),
    kind   TEXT NOT NULL CHECK (kind IN ('muted', 'barred')),
    at     INTEGER NOT NULL,
    until  INTEGER CHECK (until > at),
    reason TEXT NOT NULL CHECK (reason <> ''),
    who    TEXT NOT NULL,
    lifted INTEGER
) STRICT;
CREATE UNIQUE INDEX one_measure_of_a_kind ON measures (player, kind) WHERE lifted IS NULL;
CREATE TRIGGER measures_last BEFORE DELETE ON measures BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER measure_is_over BEFORE UPDATE ON measures WHEN OLD.lifted IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER measure_stays BEFORE UPDATE OF id, player, kind, at, until, reason, who ON measures
BEGIN SELECT RAISE(ABORT, 'append_only'); END;

-- Chips that an administrator gives a player, or takes (below zero). What is more than one may
-- decide alone waits for another. What undoes a grant is a grant with the opposite amount.

CREATE TABLE grants (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id),
    amount INTEGER NOT NULL CHECK (amount <> 0),
    reason TEXT NOT NULL CHECK (reason <> ''),
    who    INTEGER NOT NULL REFERENCES admins (id),
    at     INTEGER NOT NULL,
    undoes INTEGER REFERENCES grants (id),
    state  TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'rejected')),
    second INTEGER REFERENCES admins (id),
    ended  INTEGER,
    CONSTRAINT a_second_administrator CHECK (state <> 'done' OR second IS NOT who)
) STRICT;
CREATE UNIQUE INDEX undone_once ON grants (undoes) WHERE state <> 'rejected';
CREATE INDEX grants_of_player ON grants (player);
CREATE INDEX grants_pending ON grants (id) WHERE state = 'pending';
CREATE TRIGGER grants_last BEFORE DELETE ON grants BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER grant_begins BEFORE INSERT ON grants
WHEN NEW.state <> 'pending' BEGIN SELECT RAISE(ABORT, 'grant_step'); END;
CREATE TRIGGER grant_is_over BEFORE UPDATE ON grants WHEN OLD.state <> 'pending' BEGIN
    SELECT RAISE(ABORT, 'grant_step'); END;
CREATE TRIGGER grant_stays BEFORE UPDATE OF id, player, amount, reason, who, at, undoes ON grants
BEGIN SELECT RAISE(ABORT, 'append_only'); END;

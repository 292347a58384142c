-- Every card that a player has proved to the bank, for money goes back to the card that paid it.

CREATE TABLE proved_cards (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id),
    holder BLOB CHECK (length(holder) = 32),
    kind   TEXT NOT NULL CHECK (kind IN ('debit', 'credit')),
    auth   TEXT NOT NULL,
    digits TEXT NOT NULL CHECK (length(digits) <= 4),
    proved INTEGER NOT NULL,
    good   INTEGER,
    ended  INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX proved_once ON proved_cards (player, kind, digits, coalesce(holder, x''));
CREATE INDEX proved_by_holder ON proved_cards (holder);
CREATE TRIGGER proved_cards_stay BEFORE UPDATE OF id, player, kind, digits ON proved_cards BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER proved_cards_last BEFORE DELETE ON proved_cards BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- Which of them pays, and to which go winnings.
CREATE TABLE banking (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    pays   INTEGER NOT NULL REFERENCES proved_cards (id),
    home   INTEGER NOT NULL REFERENCES proved_cards (id)
) STRICT;
CREATE INDEX players_by_holder ON players (holder) WHERE holder IS NOT NULL;

INSERT INTO proved_cards (player, holder, kind, auth, digits, proved, good)
    SELECT c.player, p.holder, c.kind, c.auth, c.digits, c.at, c.at
    FROM cards c JOIN players p ON p.id = c.player;
INSERT INTO banking (player, pays, home) SELECT player, id, id FROM proved_cards;
DROP TABLE cards;

-- Cards that paid before are known by kind and digits. SQLite takes the token of the newest.
INSERT OR IGNORE INTO proved_cards (player, kind, auth, digits, proved)
    SELECT player, kind, auth, digits, max(made) FROM payments
    WHERE NOT EXISTS (
        SELECT 1 FROM proved_cards c
        WHERE c.player = payments.player AND c.kind = payments.kind AND c.digits = payments.digits
    )
    GROUP BY player, kind, digits;

ALTER TABLE payments ADD COLUMN card INTEGER REFERENCES proved_cards (id);
DROP TRIGGER payment_is_over;
DROP TRIGGER payment_stays;
UPDATE payments SET card = (
    SELECT c.id FROM proved_cards c
    WHERE c.player = payments.player AND c.kind = payments.kind AND c.digits = payments.digits
);
CREATE INDEX payments_of_card ON payments (card);
CREATE TRIGGER payment_needs_a_card BEFORE INSERT ON payments WHEN NEW.card IS NULL BEGIN
    SELECT RAISE(ABORT, 'payment_step'); END;
-- The token alone may be written anew: under another key.
CREATE TRIGGER payment_is_over BEFORE UPDATE OF state, since, tries, due, code ON payments
WHEN OLD.state IN ('done', 'refused') BEGIN SELECT RAISE(ABORT, 'payment_step'); END;
CREATE TRIGGER payment_stays
BEFORE UPDATE OF id, key, player, way, amount, kind, digits, place, made, card ON payments
BEGIN SELECT RAISE(ABORT, 'append_only'); END;

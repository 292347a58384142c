-- Ledger. A transfer is a debit and a credit in one row: no entry can be out of balance.

CREATE TABLE accounts (
    id    INTEGER PRIMARY KEY,
    name  TEXT NOT NULL UNIQUE,
    kind  TEXT NOT NULL,
    purse TEXT NOT NULL CHECK (purse IN ('play', 'cash')),
    CONSTRAINT kind_of_its_purse CHECK (
        CASE kind
            WHEN 'play' THEN purse = 'play'
            WHEN 'cash' THEN purse = 'cash'
            WHEN 'bank' THEN purse = 'cash'
            WHEN 'suspense' THEN purse = 'cash'
            ELSE kind IN ('escrow', 'pot', 'jackpot', 'house', 'bots')
        END
    ),
    UNIQUE (id, purse)
) STRICT;

CREATE TABLE entries (
    id    INTEGER PRIMARY KEY,
    key   TEXT NOT NULL UNIQUE CHECK (key <> ''),
    purse TEXT NOT NULL CHECK (purse IN ('play', 'cash')),
    at    INTEGER NOT NULL,
    why   TEXT NOT NULL CHECK (why <> ''),
    memo  TEXT NOT NULL DEFAULT '',
    UNIQUE (id, purse)
) STRICT;

-- The purse stands in every row, and both accounts and the entry must have it.
CREATE TABLE transfers (
    id     INTEGER PRIMARY KEY,
    entry  INTEGER NOT NULL,
    purse  TEXT NOT NULL,
    src    INTEGER NOT NULL,
    dst    INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000000),
    why    TEXT NOT NULL CHECK (why <> ''),
    CHECK (src <> dst),
    FOREIGN KEY (entry, purse) REFERENCES entries (id, purse),
    FOREIGN KEY (src, purse) REFERENCES accounts (id, purse),
    FOREIGN KEY (dst, purse) REFERENCES accounts (id, purse)
) STRICT;
CREATE INDEX transfers_of_entry ON transfers (entry);

CREATE VIEW lines (entry, account, amount, why) AS
    SELECT entry, src, -amount, why FROM transfers
    UNION ALL
    SELECT entry, dst, amount, why FROM transfers;

CREATE TABLE balances (
    account INTEGER PRIMARY KEY REFERENCES accounts (id),
    least   INTEGER,
    amount  INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT not_below_least CHECK (least IS NULL OR amount >= least)
) STRICT;

-- The bank and the house are where money comes from: they alone may fall below nothing.
CREATE TRIGGER account_has_balance AFTER INSERT ON accounts BEGIN
    INSERT INTO balances (account, least)
    VALUES (NEW.id, iif(NEW.kind IN ('bank', 'house', 'bots'), NULL, 0));
END;
CREATE TRIGGER transfer_moves AFTER INSERT ON transfers BEGIN
    UPDATE balances SET amount = amount - NEW.amount WHERE account = NEW.src;
    UPDATE balances SET amount = amount + NEW.amount WHERE account = NEW.dst;
END;

CREATE TRIGGER accounts_stay BEFORE UPDATE ON accounts BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER accounts_last BEFORE DELETE ON accounts BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER entries_last BEFORE DELETE ON entries BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER transfers_stay BEFORE UPDATE ON transfers BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER transfers_last BEFORE DELETE ON transfers BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER balances_last BEFORE DELETE ON balances BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- An entry is closed when the next begins: nothing is added to an older one.
CREATE TRIGGER transfers_of_the_newest_entry BEFORE INSERT ON transfers
WHEN NEW.entry <> (SELECT max(id) FROM entries) BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- Journal. Rows of all tables stand in the order they were written, so that a commit touches few
-- pages; a table's head makes (table, epoch, seq) unique and without a gap.

CREATE TABLE tables (
    id    INTEGER PRIMARY KEY,
    name  TEXT NOT NULL UNIQUE,
    epoch INTEGER NOT NULL DEFAULT 0,
    seq   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE journal (
    id    INTEGER PRIMARY KEY,
    tbl   INTEGER NOT NULL REFERENCES tables (id),
    epoch INTEGER NOT NULL,
    seq   INTEGER NOT NULL,
    data  BLOB NOT NULL
) STRICT;

CREATE TABLE rounds (
    tbl     INTEGER NOT NULL REFERENCES tables (id),
    round   INTEGER NOT NULL,
    opened  INTEGER NOT NULL REFERENCES journal (id),
    closed  INTEGER REFERENCES journal (id),
    outcome TEXT NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'played', 'void')),
    carry   BLOB,
    PRIMARY KEY (tbl, round)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_open_round ON rounds (tbl) WHERE outcome = 'open';

CREATE TRIGGER journal_next BEFORE INSERT ON journal BEGIN
    SELECT RAISE(ABORT, 'stale_epoch') FROM tables WHERE id = NEW.tbl AND epoch <> NEW.epoch;
    SELECT RAISE(ABORT, 'wrong_seq') FROM tables WHERE id = NEW.tbl AND seq + 1 <> NEW.seq;
END;
CREATE TRIGGER journal_head AFTER INSERT ON journal BEGIN
    UPDATE tables SET seq = NEW.seq WHERE id = NEW.tbl;
END;
CREATE TRIGGER epoch_rises BEFORE UPDATE OF epoch ON tables
WHEN NEW.epoch <= OLD.epoch BEGIN SELECT RAISE(ABORT, 'stale_epoch'); END;
CREATE TRIGGER tables_last BEFORE DELETE ON tables BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER journal_lasts BEFORE DELETE ON journal BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER round_is_over BEFORE UPDATE ON rounds WHEN OLD.outcome <> 'open' BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER rounds_last BEFORE DELETE ON rounds BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- Players and their sessions. A password is a hash, a token is a hash.

CREATE TABLE players (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    kind     TEXT NOT NULL CHECK (kind IN ('guest', 'member', 'card')),
    name     TEXT NOT NULL CHECK (name <> ''),
    folded   TEXT NOT NULL UNIQUE CHECK (folded <> ''),
    password TEXT,
    holder   BLOB,
    avatar   TEXT NOT NULL DEFAULT '',
    state    TEXT NOT NULL DEFAULT 'open',
    created  INTEGER NOT NULL,
    CONSTRAINT a_member_has_a_password CHECK ((kind = 'member') = (password IS NOT NULL)),
    CONSTRAINT a_card_has_a_holder CHECK ((kind = 'card') = (holder IS NOT NULL))
) STRICT;

CREATE TABLE sessions (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    player   INTEGER NOT NULL REFERENCES players (id),
    token    BLOB NOT NULL UNIQUE CHECK (length(token) = 32),
    previous BLOB UNIQUE CHECK (length(previous) = 32),
    device   TEXT NOT NULL,
    began    INTEGER NOT NULL,
    expires  INTEGER NOT NULL,
    ended    INTEGER,
    why      TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX one_session_a_player ON sessions (player) WHERE ended IS NULL;
CREATE INDEX sessions_of_player ON sessions (player);
CREATE TRIGGER session_is_over BEFORE UPDATE ON sessions WHEN OLD.ended IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'session_over'); END;

-- Payments: what the house and the outside bank still owe each other an answer about.

CREATE TABLE payment_steps (
    was  TEXT NOT NULL,
    next TEXT NOT NULL,
    PRIMARY KEY (was, next)
) STRICT, WITHOUT ROWID;
INSERT INTO payment_steps (was, next) VALUES
    ('pending', 'sent'),
    ('pending', 'refused'),
    ('sent', 'done'),
    ('sent', 'refused'),
    ('sent', 'unknown'),
    ('unknown', 'done'),
    ('unknown', 'refused');

CREATE TABLE payments (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    key    TEXT NOT NULL UNIQUE CHECK (key <> ''),
    player INTEGER NOT NULL REFERENCES players (id),
    way    TEXT NOT NULL CHECK (way IN ('buy', 'cash_out')),
    amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000000),
    kind   TEXT NOT NULL CHECK (kind IN ('debit', 'credit')),
    auth   TEXT NOT NULL,
    digits TEXT NOT NULL CHECK (length(digits) <= 4),
    place  TEXT NOT NULL DEFAULT '',
    made   INTEGER NOT NULL,
    state  TEXT NOT NULL DEFAULT 'pending',
    since  INTEGER NOT NULL,
    tries  INTEGER NOT NULL DEFAULT 0,
    due    INTEGER NOT NULL,
    code   TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX payments_not_over ON payments (id) WHERE state IN ('pending', 'sent', 'unknown');
CREATE INDEX payments_of_player ON payments (player);

CREATE TABLE payment_history (
    id      INTEGER PRIMARY KEY,
    payment INTEGER NOT NULL REFERENCES payments (id),
    state   TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

CREATE TRIGGER payment_begins BEFORE INSERT ON payments
WHEN NEW.state <> 'pending' BEGIN SELECT RAISE(ABORT, 'payment_step'); END;
CREATE TRIGGER payment_steps_on BEFORE UPDATE OF state ON payments
WHEN NOT EXISTS (SELECT 1 FROM payment_steps WHERE was = OLD.state AND next = NEW.state) BEGIN
    SELECT RAISE(ABORT, 'payment_step'); END;
CREATE TRIGGER payment_is_over BEFORE UPDATE ON payments
WHEN OLD.state IN ('done', 'refused') BEGIN SELECT RAISE(ABORT, 'payment_step'); END;
CREATE TRIGGER payment_stays BEFORE UPDATE OF id, key, player, way, amount, kind, auth, digits, place, made
ON payments BEGIN SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER payments_last BEFORE DELETE ON payments BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER payment_begun AFTER INSERT ON payments BEGIN
    INSERT INTO payment_history (payment, state, at) VALUES (NEW.id, NEW.state, NEW.since);
END;
CREATE TRIGGER payment_stepped AFTER UPDATE OF state ON payments BEGIN
    INSERT INTO payment_history (payment, state, at) VALUES (NEW.id, NEW.state, NEW.since);
END;
CREATE TRIGGER payment_history_stays BEFORE UPDATE ON payment_history BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;
CREATE TRIGGER payment_history_lasts BEFORE DELETE ON payment_history BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- The card a player pays with now: what the bank gave for it, and four digits to show.
CREATE TABLE cards (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    kind   TEXT NOT NULL CHECK (kind IN ('debit', 'credit')),
    auth   TEXT NOT NULL,
    digits TEXT NOT NULL CHECK (length(digits) <= 4),
    at     INTEGER NOT NULL
) STRICT;

-- Replies, so that a request that comes again gets the answer that it got.
CREATE TABLE requests (
    player  INTEGER NOT NULL REFERENCES players (id),
    request INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    reply   BLOB NOT NULL,
    PRIMARY KEY (player, request)
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_by_age ON requests (at);
CREATE TRIGGER requests_stay BEFORE UPDATE ON requests BEGIN
    SELECT RAISE(ABORT, 'append_only'); END;

-- What players have won and lost, by what they played.
CREATE TABLE results (
    player INTEGER NOT NULL REFERENCES players (id),
    game   TEXT NOT NULL,
    preset TEXT NOT NULL,
    purse  TEXT NOT NULL CHECK (purse IN ('play', 'cash')),
    rounds INTEGER NOT NULL,
    won    INTEGER NOT NULL,
    net    INTEGER NOT NULL,
    PRIMARY KEY (player, game, preset, purse)
) STRICT, WITHOUT ROWID;

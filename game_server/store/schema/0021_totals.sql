-- Running totals, so that nobody has to add up all accounts: what the accounts of a kind hold together,
-- and which accounts of seats and of cash hold anything at all.

CREATE TABLE totals (
    purse    TEXT NOT NULL,
    kind     TEXT NOT NULL,
    accounts INTEGER NOT NULL,
    amount   INTEGER NOT NULL,
    PRIMARY KEY (purse, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO totals (purse, kind, accounts, amount)
    SELECT a.purse, a.kind, count(*), coalesce(sum(b.amount), 0) FROM accounts a
    LEFT JOIN balances b ON b.account = a.id GROUP BY a.purse, a.kind;

CREATE TABLE held (
    account INTEGER PRIMARY KEY REFERENCES accounts (id)
) STRICT;
INSERT INTO held (account)
    SELECT a.id FROM accounts a JOIN balances b ON b.account = a.id
    WHERE a.kind IN ('escrow', 'cash') AND b.amount <> 0;

CREATE TRIGGER account_is_counted AFTER INSERT ON accounts BEGIN
    INSERT INTO totals (purse, kind, accounts, amount) VALUES (NEW.purse, NEW.kind, 1, 0)
    ON CONFLICT (purse, kind) DO UPDATE SET accounts = accounts + 1;
END;
CREATE TRIGGER balance_adds_up AFTER UPDATE OF amount ON balances BEGIN
    UPDATE totals SET amount = amount + NEW.amount - OLD.amount
    WHERE (purse, kind) = (SELECT purse, kind FROM accounts WHERE id = NEW.account);
END;
CREATE TRIGGER balance_is_held AFTER UPDATE OF amount ON balances
WHEN OLD.amount = 0 AND NEW.amount <> 0 BEGIN
    INSERT INTO held (account)
    SELECT id FROM accounts WHERE id = NEW.account AND kind IN ('escrow', 'cash');
END;
CREATE TRIGGER balance_is_held_no_more AFTER UPDATE OF amount ON balances
WHEN OLD.amount <> 0 AND NEW.amount = 0 BEGIN
    DELETE FROM held WHERE account = NEW.account;
END;

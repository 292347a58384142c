-- What the schema refuses, in the words of SQLite's triggers and under their names. A condition that asks
-- another table stands in a function.

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
END $$;

-- Rows that stay as they are, and rows that are never deleted.

DO $$
DECLARE
    one text[];
BEGIN
    FOREACH one SLICE 1 IN ARRAY ARRAY[
        ['accounts_stay', 'UPDATE', 'accounts'],
        ['accounts_last', 'DELETE', 'accounts'],
        ['entries_stay', 'UPDATE', 'entries'],
        ['entries_last', 'DELETE', 'entries'],
        ['transfers_stay', 'UPDATE', 'transfers'],
        ['transfers_last', 'DELETE', 'transfers'],
        ['balances_last', 'DELETE', 'balances'],
        ['checkpoint_stays', 'DELETE', 'checkpoint'],
        ['tables_last', 'DELETE', 'tables'],
        ['archived_stays', 'DELETE', 'archived'],
        ['payments_last', 'DELETE', 'payments'],
        ['payment_stays', 'UPDATE OF id, key, player, way, amount, kind, digits, place, made, card', 'payments'],
        ['payment_history_stays', 'UPDATE', 'payment_history'],
        ['payment_history_lasts', 'DELETE', 'payment_history'],
        ['proved_cards_stay', 'UPDATE OF id, player, kind, digits', 'proved_cards'],
        ['proved_cards_last', 'DELETE', 'proved_cards'],
        ['requests_stay', 'UPDATE', 'requests'],
        ['admins_last', 'DELETE', 'admins'],
        ['audit_stays', 'UPDATE', 'audit'],
        ['audit_lasts', 'DELETE', 'audit'],
        ['audit_results_stay', 'UPDATE', 'audit_results'],
        ['audit_results_last', 'DELETE', 'audit_results'],
        ['audit_chain_stays', 'UPDATE', 'audit_chain'],
        ['audit_chain_lasts', 'DELETE', 'audit_chain'],
        ['measures_last', 'DELETE', 'measures'],
        ['measure_stays', 'UPDATE OF id, player, kind, at, until, reason, who', 'measures'],
        ['grants_last', 'DELETE', 'grants'],
        ['grant_stays', 'UPDATE OF id, player, amount, reason, who, at, undoes', 'grants'],
        ['security_stays', 'UPDATE', 'security'],
        ['deletions_last', 'DELETE', 'deletions'],
        ['deletions_stay', 'UPDATE OF player, at, who', 'deletions'],
        ['report_stays',
         'UPDATE OF id, at, reporter, player, why, name, tbl, round, line, said, phrase, said_at', 'reports']
    ] LOOP
        EXECUTE format(
            'CREATE TRIGGER %I BEFORE %s ON %I FOR EACH ROW EXECUTE FUNCTION refuse(''append_only'')',
            one[1], one[2], one[3]);
    END LOOP;
END $$;

-- PostgreSQL alone empties a table past the triggers of its rows.
DO $$
DECLARE
    one text;
BEGIN
    FOREACH one IN ARRAY ARRAY['accounts', 'entries', 'transfers', 'balances', 'totals', 'checkpoint', 'tables',
        'journal', 'rounds', 'archived', 'payments', 'payment_history', 'proved_cards', 'players', 'admins',
        'audit', 'audit_results', 'audit_chain', 'measures', 'grants', 'deletions'
    ] LOOP
        EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I'
            ' FOR EACH STATEMENT EXECUTE FUNCTION refuse(''append_only'')', one || '_untruncated', one);
    END LOOP;
END $$;

CREATE TRIGGER admin_is_removed BEFORE UPDATE ON admins FOR EACH ROW
WHEN (OLD.removed IS NOT NULL) EXECUTE FUNCTION refuse('append_only');
CREATE TRIGGER measure_is_over BEFORE UPDATE ON measures FOR EACH ROW
WHEN (OLD.lifted IS NOT NULL) EXECUTE FUNCTION refuse('append_only');
CREATE TRIGGER grant_begins BEFORE INSERT ON grants FOR EACH ROW
WHEN (NEW.state <> 'pending') EXECUTE FUNCTION refuse('grant_step');
CREATE TRIGGER grant_is_over BEFORE UPDATE ON grants FOR EACH ROW
WHEN (OLD.state <> 'pending') EXECUTE FUNCTION refuse('grant_step');
CREATE TRIGGER open_report_lasts BEFORE DELETE ON reports FOR EACH ROW
WHEN (OLD.closed IS NULL) EXECUTE FUNCTION refuse('append_only');
CREATE TRIGGER session_is_over BEFORE UPDATE ON sessions FOR EACH ROW
WHEN (OLD.ended IS NOT NULL) EXECUTE FUNCTION refuse('session_over');
CREATE TRIGGER checkpoint_goes_on BEFORE UPDATE OF entry ON checkpoint FOR EACH ROW
WHEN (NEW.entry < OLD.entry) EXECUTE FUNCTION refuse('append_only');
CREATE TRIGGER archived_goes_on BEFORE UPDATE ON archived FOR EACH ROW
WHEN (NEW.upto < OLD.upto) EXECUTE FUNCTION refuse('append_only');

-- What was under way when an account was deleted brings nothing of it back.

CREATE TRIGGER deleted_player_stays BEFORE UPDATE OF kind, name, password, holder, state ON players FOR EACH ROW
WHEN (OLD.state = 'deleted' AND (NEW.kind, NEW.name, NEW.state) IS DISTINCT FROM (OLD.kind, OLD.name, OLD.state))
EXECUTE FUNCTION refuse('account_deleted');

CREATE FUNCTION refuse_for_the_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM deletions WHERE player = NEW.player) THEN
        RAISE EXCEPTION 'account_deleted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER no_session_of_the_deleted BEFORE INSERT ON sessions FOR EACH ROW
EXECUTE FUNCTION refuse_for_the_deleted();
CREATE TRIGGER no_card_of_the_deleted BEFORE INSERT ON proved_cards FOR EACH ROW
EXECUTE FUNCTION refuse_for_the_deleted();

-- The ledger. The bank and the house are where money comes from: they alone may fall below nothing.

CREATE FUNCTION account_has_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO balances (account, least)
    VALUES (NEW.id, CASE WHEN NEW.kind IN ('bank', 'house', 'bots') THEN NULL ELSE 0 END);
    RETURN NULL;
END $$;
CREATE TRIGGER account_has_balance AFTER INSERT ON accounts FOR EACH ROW
EXECUTE FUNCTION account_has_balance();

CREATE FUNCTION account_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO totals (purse, kind, accounts, amount) VALUES (NEW.purse, NEW.kind, 1, 0)
    ON CONFLICT (purse, kind) DO UPDATE SET accounts = totals.accounts + 1;
    RETURN NULL;
END $$;
CREATE TRIGGER account_is_counted AFTER INSERT ON accounts FOR EACH ROW
EXECUTE FUNCTION account_is_counted();

-- An entry is closed when the next begins: nothing is added to an older one.
CREATE FUNCTION transfers_of_the_newest_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.entry <> (SELECT max(id) FROM entries) THEN
        RAISE EXCEPTION 'append_only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER transfers_of_the_newest_entry BEFORE INSERT ON transfers FOR EACH ROW
EXECUTE FUNCTION transfers_of_the_newest_entry();

CREATE FUNCTION transfer_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE balances SET amount = amount - NEW.amount WHERE account = NEW.src;
    UPDATE balances SET amount = amount + NEW.amount WHERE account = NEW.dst;
    RETURN NULL;
END $$;
CREATE TRIGGER transfer_moves AFTER INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION transfer_moves();

CREATE FUNCTION balance_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE totals t SET amount = t.amount + NEW.amount - OLD.amount FROM accounts a
    WHERE a.id = NEW.account AND t.purse = a.purse AND t.kind = a.kind;
    RETURN NULL;
END $$;
CREATE TRIGGER balance_adds_up AFTER UPDATE OF amount ON balances FOR EACH ROW
EXECUTE FUNCTION balance_adds_up();

CREATE FUNCTION balance_is_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO held (account)
    SELECT id FROM accounts WHERE id = NEW.account AND kind IN ('escrow', 'cash');
    RETURN NULL;
END $$;
CREATE TRIGGER balance_is_held AFTER UPDATE OF amount ON balances FOR EACH ROW
WHEN (OLD.amount = 0 AND NEW.amount <> 0) EXECUTE FUNCTION balance_is_held();

CREATE FUNCTION balance_is_held_no_more() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM held WHERE account = NEW.account;
    RETURN NULL;
END $$;
CREATE TRIGGER balance_is_held_no_more AFTER UPDATE OF amount ON balances FOR EACH ROW
WHEN (OLD.amount <> 0 AND NEW.amount = 0) EXECUTE FUNCTION balance_is_held_no_more();

-- The journal. A row and the head of its table are one step: the head is locked until the commit, so that
-- of two writers on two connections one has the row, and the other is refused.

CREATE FUNCTION journal_next() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    head tables;
BEGIN
    UPDATE tables SET seq = NEW.seq, last = NEW.id
    WHERE id = NEW.tbl AND epoch = NEW.epoch AND seq + 1 = NEW.seq;
    IF NOT FOUND THEN
        SELECT * INTO head FROM tables WHERE id = NEW.tbl;
        IF head.epoch <> NEW.epoch THEN
            RAISE EXCEPTION 'stale_epoch' USING ERRCODE = 'integrity_constraint_violation';
        ELSIF head.seq + 1 <> NEW.seq THEN
            RAISE EXCEPTION 'wrong_seq' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER journal_next BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION journal_next();

CREATE TRIGGER epoch_rises BEFORE UPDATE OF epoch ON tables FOR EACH ROW
WHEN (NEW.epoch <= OLD.epoch) EXECUTE FUNCTION refuse('stale_epoch');
CREATE TRIGGER round_is_over BEFORE UPDATE ON rounds FOR EACH ROW
WHEN (OLD.outcome <> 'open') EXECUTE FUNCTION refuse('append_only');

-- The names of deleted players are taken out of rows; nothing else of a row changes.
CREATE FUNCTION journal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM deletions WHERE erased = 0)
        OR (NEW.id, NEW.tbl, NEW.epoch, NEW.seq, NEW.before)
            IS DISTINCT FROM (OLD.id, OLD.tbl, OLD.epoch, OLD.seq, OLD.before)
        OR substr(NEW.data, 1, 1) IS DISTINCT FROM substr(OLD.data, 1, 1)
    THEN
        RAISE EXCEPTION 'append_only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION journal_stays();

-- Rows of rounds that were over long ago go when they are packed.
CREATE FUNCTION journal_lasts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.id > (SELECT upto FROM archived) OR OLD.id = (SELECT max(id) FROM journal) OR NOT EXISTS (
        SELECT 1 FROM tables t LEFT JOIN rooms r ON r.name = t.name
        WHERE t.id = OLD.tbl AND (OLD.id < t.stood OR r.closed IS NOT NULL)
    ) THEN
        RAISE EXCEPTION 'append_only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER journal_lasts BEFORE DELETE ON journal FOR EACH ROW EXECUTE FUNCTION journal_lasts();

CREATE FUNCTION rounds_last() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.outcome = 'open' OR EXISTS (SELECT 1 FROM journal WHERE id = OLD.opened) OR NOT EXISTS (
        SELECT 1 FROM rounds WHERE tbl = OLD.tbl AND round > OLD.round AND outcome = 'played'
        UNION ALL SELECT 1 FROM tables t JOIN rooms r ON r.name = t.name
        WHERE t.id = OLD.tbl AND r.closed IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'append_only' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER rounds_last BEFORE DELETE ON rounds FOR EACH ROW EXECUTE FUNCTION rounds_last();

-- Payments, and the tokens of cards, which are written encrypted or not at all.

CREATE TRIGGER payment_begins BEFORE INSERT ON payments FOR EACH ROW
WHEN (NEW.state <> 'pending') EXECUTE FUNCTION refuse('payment_step');
CREATE TRIGGER payment_needs_a_card BEFORE INSERT ON payments FOR EACH ROW
WHEN (NEW.card IS NULL) EXECUTE FUNCTION refuse('payment_step');
CREATE TRIGGER payment_is_over BEFORE UPDATE OF state, since, tries, due, code ON payments FOR EACH ROW
WHEN (OLD.state IN ('done', 'refused')) EXECUTE FUNCTION refuse('payment_step');

CREATE FUNCTION payment_steps_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM payment_steps WHERE was = OLD.state AND next = NEW.state) THEN
        RAISE EXCEPTION 'payment_step' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER payment_steps_on BEFORE UPDATE OF state ON payments FOR EACH ROW
EXECUTE FUNCTION payment_steps_on();

CREATE FUNCTION payment_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO payment_history (payment, state, at) VALUES (NEW.id, NEW.state, NEW.since);
    RETURN NULL;
END $$;
CREATE TRIGGER payment_begun AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION payment_told();
CREATE TRIGGER payment_stepped AFTER UPDATE OF state ON payments FOR EACH ROW
EXECUTE FUNCTION payment_told();

CREATE TRIGGER proved_cards_are_sealed BEFORE INSERT ON proved_cards FOR EACH ROW
WHEN (NEW.auth NOT LIKE 'sealed:%') EXECUTE FUNCTION refuse('plain_token');
CREATE TRIGGER proved_cards_stay_sealed BEFORE UPDATE OF auth ON proved_cards FOR EACH ROW
WHEN (NEW.auth NOT LIKE 'sealed:%') EXECUTE FUNCTION refuse('plain_token');
CREATE TRIGGER payments_are_sealed BEFORE INSERT ON payments FOR EACH ROW
WHEN (NEW.auth NOT LIKE 'sealed:%') EXECUTE FUNCTION refuse('plain_token');
CREATE TRIGGER payments_stay_sealed BEFORE UPDATE OF auth ON payments FOR EACH ROW
WHEN (NEW.auth NOT LIKE 'sealed:%') EXECUTE FUNCTION refuse('plain_token');

-- A token of a card is written encrypted, or not at all. Those that stand here are sealed by the
-- first start, which has the key.

CREATE TRIGGER proved_cards_are_sealed BEFORE INSERT ON proved_cards
WHEN NEW.auth NOT GLOB 'sealed:*' BEGIN SELECT RAISE(ABORT, 'plain_token'); END;
CREATE TRIGGER proved_cards_stay_sealed BEFORE UPDATE OF auth ON proved_cards
WHEN NEW.auth NOT GLOB 'sealed:*' BEGIN SELECT RAISE(ABORT, 'plain_token'); END;
CREATE TRIGGER payments_are_sealed BEFORE INSERT ON payments
WHEN NEW.auth NOT GLOB 'sealed:*' BEGIN SELECT RAISE(ABORT, 'plain_token'); END;
CREATE TRIGGER payments_stay_sealed BEFORE UPDATE OF auth ON payments
WHEN NEW.auth NOT GLOB 'sealed:*' BEGIN SELECT RAISE(ABORT, 'plain_token'); END;

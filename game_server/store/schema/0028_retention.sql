-- Addresses are taken out of the security log and of sessions before the rest of the row goes, and nothing
-- else of a row changes with that. Guests who never came back are deleted: what speaks of a player is found
-- without looking through all of it.

DROP TRIGGER security_stays;
CREATE TRIGGER security_stays BEFORE UPDATE ON security
WHEN NEW.address <> ''
    OR (NEW.id, NEW.at, NEW.what, NEW.result, NEW.player, NEW.facts, NEW.times)
        IS NOT (OLD.id, OLD.at, OLD.what, OLD.result, OLD.player, OLD.facts, OLD.times)
BEGIN SELECT RAISE(ABORT, 'append_only'); END;

DROP TRIGGER session_is_over;
CREATE TRIGGER session_is_over BEFORE UPDATE ON sessions
WHEN OLD.ended IS NOT NULL AND (
    NEW.address <> ''
    OR (NEW.id, NEW.player, NEW.token, NEW.previous, NEW.device, NEW.began, NEW.expires, NEW.ended,
        NEW.why, NEW.seen)
        IS NOT (OLD.id, OLD.player, OLD.token, OLD.previous, OLD.device, OLD.began, OLD.expires, OLD.ended,
        OLD.why, OLD.seen)
) BEGIN SELECT RAISE(ABORT, 'session_over'); END;

CREATE INDEX blocks_of_other ON blocks (other);
CREATE INDEX measures_of_player ON measures (player);
CREATE INDEX house_busters_of_player ON house_busters (player);

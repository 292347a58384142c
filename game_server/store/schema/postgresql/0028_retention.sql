-- Addresses are taken out of the security log and of sessions before the rest of the row goes, and nothing
-- else of a row changes with that. What speaks of a player is found without looking through all of it.

DROP TRIGGER security_stays ON security;
CREATE TRIGGER security_stays BEFORE UPDATE ON security FOR EACH ROW
WHEN (
    NEW.address <> ''
    OR (NEW.id, NEW.at, NEW.what, NEW.result, NEW.player, NEW.facts, NEW.times)
        IS DISTINCT FROM (OLD.id, OLD.at, OLD.what, OLD.result, OLD.player, OLD.facts, OLD.times)
) EXECUTE FUNCTION refuse('append_only');

DROP TRIGGER session_is_over ON sessions;
CREATE TRIGGER session_is_over BEFORE UPDATE ON sessions FOR EACH ROW
WHEN (OLD.ended IS NOT NULL AND (
    NEW.address <> ''
    OR (NEW.id, NEW.player, NEW.token, NEW.previous, NEW.device, NEW.began, NEW.expires, NEW.ended,
        NEW.why, NEW.seen)
        IS DISTINCT FROM (OLD.id, OLD.player, OLD.token, OLD.previous, OLD.device, OLD.began, OLD.expires,
        OLD.ended, OLD.why, OLD.seen)
)) EXECUTE FUNCTION refuse('session_over');

CREATE INDEX blocks_of_other ON blocks (other);
CREATE INDEX measures_of_player ON measures (player);
CREATE INDEX house_busters_of_player ON house_busters (player);

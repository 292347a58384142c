-- Leases: which node of a house may write what, until when by the clock of the database, and the epoch that
-- each commit of the owner is conditional on. `house` is a digest of the secret of the house: a node that has
-- another one is of another house.

CREATE TABLE leases (
    what  text COLLATE "C" PRIMARY KEY CHECK (what <> ''),
    owner text COLLATE "C" NOT NULL CHECK (owner <> ''),
    node  text COLLATE "C" NOT NULL,
    house bytea NOT NULL CHECK (length(house) = 32),
    epoch bigint NOT NULL CHECK (epoch >= 1),
    until bigint NOT NULL
);
CREATE TRIGGER leases_last BEFORE DELETE ON leases FOR EACH ROW EXECUTE FUNCTION refuse('append_only');
CREATE TRIGGER lease_goes_on BEFORE UPDATE ON leases FOR EACH ROW
WHEN (NEW.epoch < OLD.epoch OR (NEW.epoch = OLD.epoch AND NEW.owner <> OLD.owner))
EXECUTE FUNCTION refuse('stale_epoch');

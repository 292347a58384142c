-- The lines of an account and the seats of a player are found without looking through all of them.

CREATE INDEX transfers_by_src ON transfers (src);
CREATE INDEX transfers_by_dst ON transfers (dst);
-- The holder is what stands behind the second colon of `escrow:TABLE:HOLDER`.
CREATE INDEX escrows_of_holder ON accounts (substr(name, 8 + instr(substr(name, 8), ':')))
WHERE kind = 'escrow';

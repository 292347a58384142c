-- The hours of a node: whether the house is open there, so that a node that comes does as the others do.

ALTER TABLE nodes ADD COLUMN hours text COLLATE "C" NOT NULL DEFAULT '';

-- Nodes: what each node of a house says of itself, about once a second. Whether it lives is for its lease
-- to say.

CREATE TABLE nodes (
    name     text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
    version  text COLLATE "C" NOT NULL,
    roles    text COLLATE "C" NOT NULL,
    address  text COLLATE "C" NOT NULL DEFAULT '',
    since    bigint NOT NULL,
    draining bigint NOT NULL DEFAULT 0 CHECK (draining IN (0, 1)),
    lines    bigint NOT NULL DEFAULT 0,
    lag      bigint NOT NULL DEFAULT 0,
    skew     bigint NOT NULL DEFAULT 0
);

-- What a start needs to know is found without looking through all players and payments: up to which player
-- names have their looks, and the keys that tokens of cards are under.

CREATE TABLE looks_given (
    id   bigint PRIMARY KEY CHECK (id = 1),
    upto bigint NOT NULL DEFAULT 0
);
INSERT INTO looks_given (id) VALUES (1);

CREATE INDEX proved_cards_by_key ON proved_cards (substr(auth, 1, 15));
CREATE INDEX payments_by_key ON payments (substr(auth, 1, 15));

-- Administrators who may look at cards that lie face down: their role is `cards`. Nobody has it who
-- was there before; an owner gives it.

CREATE TABLE card_viewers (
    admin INTEGER PRIMARY KEY REFERENCES admins (id)
) STRICT;

-- Sessions that are over are found without looking through all of them.

CREATE INDEX sessions_by_end ON sessions (coalesce(ended, expires));

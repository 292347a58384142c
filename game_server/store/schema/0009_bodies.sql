-- What a request said, as a digest: the same number with another body is another request. Replies
-- from before have none.

ALTER TABLE requests ADD COLUMN body BLOB CHECK (length(body) = 16);

"""Words on a felt: what a table offers and tells, as every client with a picture of it says it."""

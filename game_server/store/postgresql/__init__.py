"""PostgreSQL as the engine of a store: for a house that has outgrown one file.

Nothing outside imports it before a setting names a database: psycopg is there only where the extra
`cluster` was installed.
"""

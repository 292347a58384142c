"""Which tables exist, who plays where, and the shell that does what each table wants."""

"""Which rooms exist, who plays where, and the shell that does what each room wants."""

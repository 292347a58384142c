"""The lines that know the browser's worker, and nothing else."""

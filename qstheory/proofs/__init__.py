"""Theorems in Coq: their statements, the claims that they are bound to, and the record of it."""

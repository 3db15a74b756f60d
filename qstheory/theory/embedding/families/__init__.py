"""The known polyhedral surrogates, one a file; `qstheory.theory.embedding.family` finds them."""

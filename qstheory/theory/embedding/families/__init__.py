"""The known polyhedral surrogates, one a file; `qstheory.theory.embedding.catalogue` finds them."""

"""The surrogates, one a file; `qstheory.theory.consistency.catalogue` finds them."""

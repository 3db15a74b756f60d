"""The surrogates, one a file; `qstheory.theory.consistency.surrogate` finds them."""

"""Whether minimising a surrogate and decoding is Bayes-optimal, decided exactly."""

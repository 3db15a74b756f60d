"""Exact linear algebra: integer and rational matrices, ranks modulo primes, certificates found."""

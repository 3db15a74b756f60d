"""Exact linear algebra and optimisation: floating point proposes, rational answers are rebuilt.

Integer and rational matrices, ranks modulo primes, linear programs, games, quadratic programs.
"""

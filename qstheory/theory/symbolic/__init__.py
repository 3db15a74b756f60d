"""Decompositions of the named families with their constants, symbolically in m."""

"""Margins: cells of the simplex on which predictions are optimal, and low noise (Sec. 3.3).

Everything is exact: a probability, a margin and a squared constant are rational; a moment of the
margin is rational for an integer p and enclosed by rationals otherwise.
"""

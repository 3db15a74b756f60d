"""Low noise: margins of a finite distribution, the p-noise condition, and both sides of Sec. 3.3.

Everything is exact: a probability, a margin and a squared constant are rational; a moment of the
margin is rational for an integer p and enclosed by rationals otherwise.
"""

"""Margins of distributions and the cells of the simplex on which predictions are optimal."""

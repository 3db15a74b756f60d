"""Exact algebra: expressions, polynomials, rational functions, enclosures."""

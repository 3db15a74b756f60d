"""Optimisation in floating point that proposes, and the exact answers rebuilt from it."""

"""Doing work that takes long: workers, stored results, files that are there whole or not at all."""

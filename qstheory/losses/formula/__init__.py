"""Formulas for the entry of a loss: read by a grammar of their own, never evaluated as code."""

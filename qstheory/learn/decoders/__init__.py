"""Decoders: the exact minimiser of the estimated risk for each loss.

>>> from qstheory.learn.decoders.base import decoder_for
>>> decoder_for("hamming").tie_rule
'a label with score zero is left out'
"""

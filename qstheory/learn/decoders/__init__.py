"""Decoders: the exact minimiser of the estimated risk for each loss, one file each.

>>> from qstheory.learn.decoders.catalogue import decoder_for
>>> decoder_for("hamming").cost
'O(m)'
"""

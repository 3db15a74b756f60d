"""The claims of "Sharp Analysis of Learning with Discrete Losses", one file per item of the paper.

`qstheory verify` judges every claim of this folder. To add one, add it to the `CLAIMS` of the file
it belongs to: see `hamming.py` for the form.
"""

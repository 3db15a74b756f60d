"""The exact calibration function of a quadratic surrogate, piece by piece, with certificates."""

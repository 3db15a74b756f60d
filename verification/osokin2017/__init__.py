"""A second ledger: calibration functions and calibration dimensions that are well known.

- Osokin, Bach and Lacoste-Julien, On Structured Prediction Theory with Calibrated Convex Surrogate
  Losses, NeurIPS 2017: the calibration functions of their quadratic surrogate.
- Ramaswamy and Agarwal, Convex Calibration Dimension for Multiclass Loss Matrices, JMLR 17 (2016):
  their examples of the dimension.

`qstheory verify --claims verification/osokin2017` judges them with the engine of the first ledger.
"""

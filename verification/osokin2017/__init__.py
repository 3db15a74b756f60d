"""A second ledger: calibration functions, calibration dimensions and consistency, well known.

- Osokin, Bach and Lacoste-Julien, On Structured Prediction Theory with Calibrated Convex Surrogate
  Losses, NeurIPS 2017: the calibration functions of their quadratic surrogate.
- Ramaswamy and Agarwal, Convex Calibration Dimension for Multiclass Loss Matrices, JMLR 17 (2016):
  their examples of the dimension.
- Ramaswamy, Tewari and Agarwal, Consistent Algorithms for Multiclass Classification with an Abstain
  Option, EJS 12 (2018): their three surrogates.

`qstheory verify --claims verification/osokin2017` judges them with the engine of the first ledger.
"""

"""The methods that the surrogate is compared with, as estimators of the same kind."""

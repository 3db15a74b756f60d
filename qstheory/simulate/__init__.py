"""The learner on distributions of which everything is known, against the bounds of the theory.

`paths` gives conditional distributions that cross one decision boundary, `densities` how much mass
lies near it, `world` puts them together, `learner` runs kernel ridge regression for all lambda at
once, `study` repeats it over sizes and seeds, `fits` reads off the rates.
"""

"""The learner on distributions of which everything is known, against the bounds of the theory.

`paths` gives conditional distributions that cross one decision boundary, `densities` how much mass
lies near it, `kernel` the RKHS, `world` puts them together and `setting` on a grid; `learner` runs
kernel ridge regression for all lambda at once, `jobs`, `engine` and `store` repeat it over sizes
and seeds, `fits` and `inequalities` say what a `study` shows.
"""

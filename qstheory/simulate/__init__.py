"""The learner on distributions of which everything is known, against the bounds of the theory.

`domain` and `disc` say where X lives and how much of it lies near one decision boundary, `subjects`
which loss and P(y | x) are taken, `world` puts them together; `jobs` repeat kernel ridge regression
for all lambda at once over sizes and seeds, and `inequalities` say what a `study` shows.
"""

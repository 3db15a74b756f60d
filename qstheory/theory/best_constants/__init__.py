"""The best constants A* and gamma_2 of a loss, enclosed by certificates."""

"""What is computed about a loss: dimensions, decompositions, optimality, calibration dimension."""

"""A loss for every size m: its quantities for m = 1..M, and closed forms of them in m."""

"""Polyhedral surrogates and the discrete losses that they embed, both ways, exactly."""

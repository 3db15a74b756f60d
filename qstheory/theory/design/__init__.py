"""The consistent surrogates that a loss has, side by side, and what each costs and gives."""

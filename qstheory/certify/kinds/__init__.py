"""One kind of proposition per file: the proposition, its certificates, and how each is replayed."""

"""Rendering dossiers, Table 1, the ledger and the site, from records judged elsewhere."""

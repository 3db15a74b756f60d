"""The pages of the site: one file for each kind, found by discovery.

A module has ORDER (its place in the navigation) and `pages(records) -> Iterator[Page]`. A new kind
of result is a record in the report's folder and one file here; a page whose path starts with
`results/` is listed under Results.
"""

"""What the page of the certificate format says of every kind, from the checker itself."""

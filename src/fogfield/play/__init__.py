"""Terminal clients: they speak the published protocols and work with anybody's server."""

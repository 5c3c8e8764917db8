"""Fleets: pieces of one shape on a grid, how they can lie there, and where they may be."""

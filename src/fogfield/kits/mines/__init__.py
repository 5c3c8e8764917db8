"""Minefields: where the mines lie, how many touch a cell, what opens together."""

"""Matches on disk: written as they are played, and read again. It knows no game: options and actions are JSON here."""

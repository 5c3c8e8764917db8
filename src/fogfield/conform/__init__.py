"""Judging programs by their published description: what they should say against what they say."""

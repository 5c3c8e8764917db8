"""Replays: a record played in the terminal, or told as text.

`Tape` knows every position of a record, `Deck` which one is shown and when the next one is due, `pages` what that looks
like. None of them reads or writes; `watch` does.
"""

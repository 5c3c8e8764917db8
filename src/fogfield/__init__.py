"""Fogfield: grid games of hidden information, hosted and refereed.

The rooms, from the ground up: `core` (what a game is), `wire` (bytes and conversations, without sockets),
`kits` (knowledge that several games share), `games` (one folder each), `bots`, `serve`, `play` and `cli`.
docs/architecture.md has the plan.
"""

__version__ = "0.9.0"

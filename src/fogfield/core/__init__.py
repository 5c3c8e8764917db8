"""What a game is: grid, contract, match, record, clock, outcome, chance. Standard library only, and pure."""

"""`python -m fogfield` is the same as `fogfield`."""

from fogfield.cli import main

main()

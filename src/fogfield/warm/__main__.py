"""`python -m fogfield.warm`: compile the engine, politely."""

import os

from fogfield import warm

if __name__ == "__main__":
    os.nice(10)
    warm.compile_now()

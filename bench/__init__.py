"""Benchmarks: every figure is a ratio to a bare reference that runs in the same session. `make bench` runs them."""

"""The engine of the solver: plain functions over two flat memories, so that one source runs as Python and compiled.

Every function here takes `m`, a list of integers, and `f`, a list of floats, and no other state. As Python they are
lists; `kits/mines/kernels.py` compiles the same functions for arrays. So there is one source and nothing to keep in
step. The price is a style: no objects, only whole numbers below 2**63, and names for places (`m[NEED + cell]`).
"""

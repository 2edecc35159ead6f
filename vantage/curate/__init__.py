"""Make items from real captures: one module per step; `captures` runs them all.

`turntables` does the same for photographs of things that turn.
"""

"""Make items from real captures: one module per step; `captures` runs them all."""

"""Real image sets into items: one module per step, `captures` runs them all."""

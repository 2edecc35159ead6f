"""Run a model: the run's folder, its requests, their pace, their cost, and the cache of responses."""

"""The search for what nobody planned: where a model does worse than its own level, and what it does there instead."""

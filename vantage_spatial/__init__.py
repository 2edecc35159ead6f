"""Where verifiers and OpenEnv look for Vantage's environments: by the name of this package, `vantage-spatial`.

verifiers reads `__all__`; OpenEnv reads `openenv.yaml` beside it. Both tools cannot be installed together, so what
belongs to verifiers is imported when it is asked for.
"""

from __future__ import annotations

from typing import Any

__all__ = ["SpatialTaskset"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from vantage.training.verifiers_taskset import SpatialTaskset

    return SpatialTaskset

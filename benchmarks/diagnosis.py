"""What a diagnosis costs: 10 models on 20,144 items about scenes, CPU seconds and memory.

    python -m benchmarks.diagnosis              the items of SCOPE's full suite, made without pictures (minutes, once)
    python -m benchmarks.diagnosis --keep DIR   and kept there

Each model has one weakness or none. What is measured is the search with all its rules (`findings`), from a table of
outcomes; what it takes to describe the items (facts and strategies, once for a data set) is shown by itself.
"""

import argparse
import resource
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

from tests import undrawn
from tests.told import noisy, rows
from vantage.analysis.table import Catalogue
from vantage.diagnosis.diagnose import findings

MODELS = 10
CPU, MEMORY = 20.0, 1000.0  # what is wanted: s, MB


def weak(catalogue: Catalogue, number: int) -> np.ndarray:
    """Return the options of a model that knows most, and is weak in one place or in none."""
    rng = np.random.default_rng(number)
    said = noisy(catalogue, rng, 0.3 + 0.06 * number)
    guess = rng.integers(0, np.maximum(catalogue.count, 1))
    azimuth = np.array([value or 0 for value in catalogue.cells["azimuth"].to_pylist()])
    tasks = np.array(catalogue.cells["task"].to_pylist())
    where = (tasks == "updating_ego") if number % 3 == 0 else (azimuth == 180) if number % 3 == 1 else tasks == ""
    return np.where(where, guess, said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="keep the items here, and take them from there")
    chosen = parser.parse_args()
    data = undrawn.items("scope", keep=chosen.keep)
    started = time.process_time()
    catalogue = Catalogue.of(data.items())
    described = time.process_time() - started
    table = pa.concat_tables([rows(catalogue, f"model {k}", weak(catalogue, k)) for k in range(MODELS)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    started = time.process_time()
    found = findings(table)
    cpu = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{MODELS} models x {len(data):,} items, {len(found)} findings; the items described in {described:.1f} s")
    for name, value, limit in (("CPU seconds", cpu, CPU), ("peak memory, MB", peak, MEMORY)):
        print(f"{name:28} {value:8.1f} {limit:8.1f}{'' if value <= limit else '   OVER'}")
    print(f"{'(before the search, MB)':28} {before:8.1f}")


if __name__ == "__main__":
    main()

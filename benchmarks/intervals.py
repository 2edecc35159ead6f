"""How often intervals hold the truth: answers in few and many, small and large, equal and unequal clusters.

    python -m benchmarks.intervals                  a row for each kind of clusters: the lowest and mean coverage
    python -m benchmarks.intervals --cells          each cell of the grid by itself
    python -m benchmarks.intervals --csv grid.csv   the cells as a file

Each cluster draws its own share of right answers from a beta distribution around p, so that its answers correlate with
ρ. Unequal clusters hold from 1 answer to the most, their logarithms evenly spread. A paired difference sets two models
side by side that have the same clusters, each its own share in each. All intervals are those that reports print.
"""

import argparse
import csv
import itertools
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.stats import inference, metrics

CLUSTERS = (10, 20, 50, 200)
SIZES = (1, 4, 8, 32)
RHOS = (0.0, 0.1, 0.2, 0.5, 0.8)
SHARES = (0.5, 0.75, 0.9, 0.97)
RUNS, PAIRED = 2000, 400  # simulated data sets for each cell
PROMISED = 0.93
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Cell:
    """One kind of data: so many clusters of up to `most` answers each."""

    clusters: int
    most: int
    equal: bool
    rho: float
    p: float


def cells() -> Iterator[Cell]:
    """Yield the grid; where a cluster is one answer, sizes and correlations do not matter."""
    for clusters, most, equal, rho, p in itertools.product(CLUSTERS, SIZES, (True, False), RHOS, SHARES):
        if most > 1 or (equal and not rho):
            yield Cell(clusters, most, equal, rho, p)


def draw(cell: Cell, runs: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Return the sizes of each run's clusters and their right answers, (runs, clusters) each."""
    shape = (runs, cell.clusters)
    sizes = np.full(shape, cell.most)
    if not cell.equal:
        sizes = np.round(np.exp(rng.uniform(0, np.log(cell.most), shape))).astype(np.int64)
    return sizes, rng.binomial(sizes, _own(cell.p, cell.rho, shape, rng))


def _own(p: float, rho: float, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return each cluster's own share of right answers."""
    weight = 1 / rho - 1 if rho else 0
    return rng.beta(p * weight, (1 - p) * weight, shape) if rho else np.full(shape, p)


def covered(cell: Cell, runs: int, rng: np.random.Generator) -> tuple[float, float]:
    """Return how often the interval of an accuracy holds p, and how wide it is on average."""
    sizes, right = draw(cell, runs, rng)
    answers = sizes.sum(axis=1)
    group = np.repeat(np.arange(runs), answers)
    cluster = np.repeat(np.arange(sizes.size), sizes.ravel())
    first = np.concatenate([[0], sizes.ravel().cumsum()[:-1]])
    values = np.arange(len(cluster)) - first[cluster] < right.ravel()[cluster]
    worth = inference.effective_sizes(group, cluster, values, answers)
    low, high = metrics.wilson(right.sum(axis=1) / answers * worth, worth)
    return float(np.mean((low <= cell.p) & (cell.p <= high))), float(np.mean(high - low))


def paired(cell: Cell, runs: int, rng: np.random.Generator) -> tuple[float, float]:
    """Return how often the interval of the difference of two equally good models holds 0, and its mean width."""
    ends = []
    for sizes, right in zip(*draw(cell, runs, rng)):
        other = rng.binomial(sizes, _own(cell.p, cell.rho, (1, cell.clusters), rng)[0])
        cluster = np.repeat(np.arange(cell.clusters), sizes)
        a, b = (_answers(sizes, one, rng) for one in (right, other))
        found = inference.paired_difference(a, b, cluster)
        ends.append((found.low, found.high))
    low, high = np.array(ends).T
    return float(np.mean((low <= 0) & (high >= 0))), float(np.mean(high - low))


def _answers(sizes: Ints, right: Ints, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return the answers of clusters with so many right ones among them, in any order."""
    return np.concatenate([rng.permutation(size) < held for size, held in zip(sizes, right)])


def show(found: list[tuple[Cell, float, float]], runs: int, each: bool) -> None:
    noise = np.sqrt(PROMISED * (1 - PROMISED) / runs)
    print(f"{runs:,} simulated data sets a cell, so a coverage is known to ±{2 * noise:.3f}")
    names = f"{'clusters':>9} {'answers each':>13} {'rho':>5} {'p':>5}"
    print(f"{names} {'lowest':>7} {'mean':>7} {'highest':>8} {'width':>6}")
    key = (lambda c: c) if each else (lambda c: (c.clusters, c.most, c.equal))
    for _, rows in itertools.groupby(found, lambda one: key(one[0])):
        held = list(rows)
        cell, shares = held[0][0], [share for _, share, _ in held]
        sizes = f"{cell.most}" if cell.equal else f"1 to {cell.most}"
        rho, p = (f"{cell.rho:.1f}", f"{cell.p:.2f}") if each else ("", "")
        numbers = f"{min(shares):7.3f} {np.mean(shares):7.3f} {max(shares):8.3f} {np.mean([w for *_, w in held]):6.3f}"
        print(f"{cell.clusters:9} {sizes:>13} {rho:>5} {p:>5} {numbers}")
    shares = [share for _, share, _ in found]
    under = [(cell, share) for cell, share, _ in found if share < PROMISED]
    print(f"{len(found)} cells: mean {np.mean(shares):.3f}, lowest {min(shares):.3f}, {len(under)} below {PROMISED}")
    for cell, share in sorted(under, key=lambda one: one[1]):
        print(f"  {share:.3f}  {cell}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", action="store_true", help="each cell by itself")
    parser.add_argument("--csv", type=Path, help="write the cells to this file")
    chosen = parser.parse_args()
    written = []
    for name, simulate, runs in (("accuracy", covered, RUNS), ("paired difference", paired, PAIRED)):
        rows = [(cell, *simulate(cell, runs, seeds.generator("coverage", name, str(cell)))) for cell in cells()]
        print(f"\nIntervals of an {name}" if name[0] == "a" else f"\nIntervals of a {name}")
        show(rows, runs, chosen.cells)
        written += [{"of": name, **asdict(cell), "coverage": share, "width": width} for cell, share, width in rows]
    if chosen.csv:
        with chosen.csv.open("w", newline="") as file:
            table = csv.DictWriter(file, list(written[0]))
            table.writeheader()
            table.writerows(written)


if __name__ == "__main__":
    main()

"""How well scales, intervals and quick estimates find what is known: everything is simulated.

    python -m benchmarks.psychometrics                 everything, some minutes
    python -m benchmarks.psychometrics speed booklets  parts: speed, booklets, parity, coverage, quick

`speed`: 500 people × 2,000 items, with standard errors, in a process of its own. `booklets`: the design of
Spatial-DISE's study, 2,130 answers of 54 people to 559 items, over 20 seeds, beside classical scores. `parity`: the
same data to the package `mirt` of PyPI. `coverage`: how often intervals clustered over people and items hold the share
that people and items in general have. `quick`: a full score from 100 items chosen one by one, where models have
strengths of their own that one ability does not tell.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.item import LETTERS
from vantage.psychometrics import Scale, fit_2pl
from vantage.psychometrics.classical import abilities
from vantage.psychometrics.quick import calibrate, estimate, replay, replayed
from vantage.stats.two_way import two_way_proportion
from vantage.study.booklets import Brief, build
from vantage.study.new import READY
from vantage.study.settings import Design

Array = NDArray[np.float64]
COUNTS = {
    "combination_2d": 24, "combination_3d": 60, "projection_3d": 70, "folding_2d": 78, "fold_and_punch": 78,
    "folding_3d": 69, "rotation_2d": 23, "rotation_3d": 70, "shape_finding_2d": 21, "shape_finding_3d": 66,
}  # fmt: skip


def simulated(
    people: int, items: int, rng: np.random.Generator, difficulty: float = 0.0, floor: float = 0.0
) -> tuple[Array, Array, Array, Array]:
    """Return answers, abilities, discriminations and difficulties."""
    theta, a = rng.normal(size=people), np.exp(rng.normal(0, 0.35, items))
    b = rng.normal(difficulty, 1, items)
    right = floor + (1 - floor) / (1 + np.exp(-a * (theta[:, None] - b)))
    return (rng.random((people, items)) < right).astype(float), theta, a, b


def booklet_mask() -> NDArray[np.bool_]:
    """Return who is asked what in the design of Spatial-DISE: (54 people, 559 items)."""
    briefs = [
        Brief(f"{task}/{n}", task, f"sub{n % 2}", ("easy", "medium", "hard")[n % 3], f"{LETTERS[(n // 3) % 4]}/4")
        for task, count in COUNTS.items()
        for n in range(count)
    ]
    place = {one.id: number for number, one in enumerate(briefs)}
    made = build(briefs, Design(**READY["dise"]), 1)
    rows = [[place[item] for item in one.items] for one in made for _ in range(one.people)]
    asked = np.zeros((len(rows), len(briefs)), dtype=bool)
    for person, items in enumerate(rows):
        asked[person, items] = True
    return asked


def error(found: Array, truth: Array) -> float:
    return float(np.sqrt(np.mean((found - truth) ** 2)))


def speed() -> None:
    answers, theta, a, b = simulated(500, 2000, seeds.generator("psychometrics speed"))
    began = time.process_time()
    scale = fit_2pl(answers)
    spent = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"2PL, 500 × 2,000, with errors: {spent:.2f} CPU-s, peak {peak:.0f} MB, {scale.iterations} iterations, "
          f"{len(scale.grid)} nodes, converged: {scale.converged}")  # fmt: skip
    print(f"  r(b) {np.corrcoef(b, scale.b)[0, 1]:.4f}, r(log a) {np.corrcoef(np.log(a), np.log(scale.a))[0, 1]:.4f}, "
          f"r(theta) {np.corrcoef(theta, scale.theta)[0, 1]:.4f}")  # fmt: skip
    within(scale, theta, a, b)


def within(scale: Scale, theta: Array, a: Array, b: Array) -> None:
    held = (
        f"{name} {inside(found, se, truth):.3f}"
        for name, found, se, truth in (
            ("b", scale.b, scale.b_error, b),
            ("a", scale.a, scale.a_error, a),
            ("theta", scale.theta, scale.theta_error, theta),
        )
    )
    print("  truth within 1.96 standard errors:", ", ".join(held))


def inside(found: Array, se: Array, truth: Array) -> float:
    return float(np.mean(np.abs(found - truth) < 1.96 * se))


def booklets(number: int = 20) -> None:
    asked, rows = booklet_mask(), []
    for seed in range(number):
        answers, theta, _, _ = simulated(*asked.shape, seeds.generator("psychometrics booklets", seed), -1.0)
        answers[~asked] = np.nan
        scale, classical = fit_2pl(answers), abilities(answers)
        standard = (theta - theta.mean()) / theta.std()
        errors = (error(found, truth) for truth in (standard, theta) for found in (scale.theta, classical))
        rows.append((*errors, scale.converged, inside(scale.theta, scale.theta_error, theta)))
    ours, theirs, raw, raw_theirs, converged, held = np.mean(rows, axis=0)
    best = len(asked) ** -0.5
    print(
        f"Booklets, 54 × 559, {asked.sum():,} answers, {number} seeds: RMSE of abilities on the scale of the "
        f"population that people were drawn from: 2PL {raw:.3f}, classical {raw_theirs:.3f}\n"
        f"  (54 people tell its mean to ±{best:.2f} at best); on the scale of these people: 2PL {ours:.3f}, classical "
        f"{theirs:.3f}\n  converged {converged:.0%}, within 1.96 errors {held:.3f}"
    )


def parity() -> None:
    try:
        import mirt
    except ImportError:
        print("Parity: not measured, for mirt is not installed; install it with: pip install 'mirt>=1.2,<1.3'")
        return
    for missing in (0.0, 0.3):
        rng = seeds.generator("psychometrics parity", int(100 * missing))
        answers = simulated(500, 60, rng)[0]
        answers[rng.random(answers.shape) < missing] = np.nan
        theirs = mirt.fit_mirt(answers, "2PL", n_quadpts=61, tol=1e-5, max_iter=2000)
        ours = fit_2pl(answers, prior=False)
        a, b = (theirs.model.parameters[name] for name in ("discrimination", "difficulty"))
        print(f"Parity with mirt {mirt.__version__}, 500 × 60, {missing:.0%} missing: largest difference of a "
              f"{np.abs(a - ours.a).max():.4f}, of b {np.abs(b - ours.b).max():.4f}; log-likelihood "
              f"{ours.loglikelihood:.3f}, theirs {theirs.log_likelihood:.3f}")  # fmt: skip


def coverage(number: int = 2000) -> None:
    shapes = {"booklets, 54 people": booklet_mask(), "13 people × 188 items": np.ones((13, 188), dtype=bool),
              "54 people, 60 items of one task": booklet_mask()[:, 24:84],
              "20 people × 60 items": np.ones((20, 60), dtype=bool)}  # fmt: skip
    for easy in (0.0, -1.5, -3.0):
        for name, asked in shapes.items():
            rng = seeds.generator("psychometrics coverage", name, str(easy))
            draws = rng.normal(size=(400_000, 2))
            truth = float((1 / (1 + np.exp(-(draws[:, 0] - draws[:, 1] - easy)))).mean())
            person, item = np.nonzero(asked)
            held, widths = [], []
            for _ in range(number):
                z = rng.normal(size=len(asked))[person] - (rng.normal(size=asked.shape[1])[item] + easy)
                found = two_way_proportion(rng.random(len(z)) < 1 / (1 + np.exp(-z)), person, item)
                held.append(found.low <= truth <= found.high)
                widths.append((found.high - found.low) / 2)
            told = f"covers {np.mean(held):.3f}, ±{100 * np.mean(widths):.1f} points"
            print(f"Two-way interval, {name}, {truth:.0%} right: {told}")


def quick_models(models: int, items: int, misfit: float, seed: int) -> tuple[Array, Array, NDArray[np.int64]]:
    """Return answers of models with strengths of their own in six categories, the items' floor, and their category."""
    rng = seeds.generator("psychometrics quick", models, items, seed)
    a, b, category = np.exp(rng.normal(0, 0.35, items)), rng.normal(size=items), rng.integers(0, 6, items)
    able = rng.normal(size=(models, 1)) + rng.normal(0, misfit, (models, 6))[:, category]
    right = 0.25 + 0.75 / (1 + np.exp(-a * (able - b)))
    return (rng.random(right.shape) < right).astype(float), np.full(items, 0.25), category


def quick(sets: int = 5, held: int = 60) -> None:
    for models in (40, 15):
        rows = []
        for seed in range(sets):
            answers, floor, category = quick_models(models + held, 2739, 0.5, seed)
            known = calibrate(answers[:models], floor, category)
            for adaptive in (True, False):
                tried = replayed(known, answers[:models], 100, adaptive)
                for row in answers[models:]:
                    found, score = estimate(tried, replay(tried, row, 100, adaptive)), float(row.mean())
                    held_it, width = found.low <= score <= found.high, (found.high - found.low) / 2
                    rows.append((adaptive, found.score - score, held_it, width, tried.replayed))
        for adaptive, name in ((1, "chosen one by one"), (0, "random + p-IRT")):
            of = np.array([row[1:] for row in rows if row[0] == adaptive], dtype=float)
            rmse, bias, inside_, width = np.sqrt(np.mean(of[:, 0] ** 2)), *of[:, :3].mean(axis=0)
            print(
                f"Quick estimate, {models} calibration models, 100 of 2,739 items {name}, {len(of)} models: RMSE "
                f"{100 * rmse:.2f} points, bias {100 * bias:+.2f}, interval covers {inside_:.3f} (±{100 * width:.1f}); "
                f"replays said {100 * of[:, 3].mean():.2f}"
            )


PARTS: dict[str, Callable[[], None]] = {
    "speed": speed,
    "booklets": booklets,
    "parity": parity,
    "coverage": coverage,
    "quick": quick,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts; without any, all")
    chosen = parser.parse_args().parts or list(PARTS)
    if len(chosen) == 1:
        PARTS[chosen[0]]()
        return
    for name in chosen:  # each in a process of its own, so that the memory of one does not count for another
        subprocess.run([sys.executable, "-m", "benchmarks.psychometrics", name], check=True)


if __name__ == "__main__":
    main()

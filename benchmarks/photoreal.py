"""Whether Cycles sees what the rasteriser saw, whether items stay the same, and what a frame costs.

    python benchmarks/photoreal.py --scenes 100         ids, depth and keys of 100 scenes, 160 px, 4 samples
    python benchmarks/photoreal.py --scenes 12 --pixels 256 --samples 16 --sheet docs/photoreal.png
    python benchmarks/photoreal.py --scenes 5 --pixels 480 --samples 16 --out pictures   cost, and both looks beside

Needs Blender (docs/photoreal.md). Ids and depth are taken at the pixels' centres. A pixel is away from edges if all
around it show the same thing. CPU-seconds are Blender's own, one thread on one core; the first frame's also hold what
it loads once. One line a scene, so that a run can be stopped at any time.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image

from vantage import render
from vantage.making import make, suite
from vantage.photoreal import blender, tracing
from vantage.photoreal.described import arrays
from vantage.render.frames import Frame
from vantage.stats.inference import NAN
from vantage.task import Refused

TASKS = (
    "srbench/orientation",
    "srbench/relations",
    "scope/consistency_ego",
    "rooms/object_count",
    "spin/turning",
    "spin/perspective_relations",
)
ABSOLUTE, RELATIVE = 0.005, 0.005  # metres, and of the depth: the larger of both is allowed
GAP = 8  # pixels between pairs on a sheet
FEW = 3  # items with at most so many pictures are made whole in both looks


@dataclass(frozen=True)
class Agreement:
    """The shares of pixels away from edges whose ids agree, and of those with depth whose depth does too."""

    ids: float
    depth: float
    pixels: float  # that are away from edges, of all


def agreement(frame: Frame, seen: np.ndarray) -> Agreement:
    """Compare a frame with what Cycles saw at the pixels' centres: id, depth, whether there is anything."""
    calm = away_from_edges(frame.ids) & away_from_edges(np.isfinite(frame.depth))
    same = (np.rint(seen[..., 0]).astype(int) == frame.ids) & ((seen[..., 2] > 0) == np.isfinite(frame.depth))
    deep = calm & same & np.isfinite(frame.depth)
    off = np.abs(seen[..., 1][deep] - frame.depth[deep])
    near = off <= np.maximum(ABSOLUTE, RELATIVE * frame.depth[deep])
    return Agreement(float(same[calm].mean()), float(near.mean()) if near.size else NAN, float(calm.mean()))


def away_from_edges(values: np.ndarray) -> np.ndarray:
    """Return where all eight neighbours have the same value; the rim has not all of them."""
    found = np.zeros(values.shape, bool)
    middle = values[1:-1, 1:-1]
    found[1:-1, 1:-1] = np.all(
        [values[1 + dy : values.shape[0] - 1 + dy, 1 + dx : values.shape[1] - 1 + dx] == middle
         for dy in (-1, 0, 1) for dx in (-1, 0, 1)], axis=0,
    )  # fmt: skip
    return found


def scenes(count: int, pixels: int) -> Iterator[tuple[make.Order, int, object]]:
    """Yield orders with the attempt that was kept, and one drawing of each; all tasks in turn."""
    jobs = []
    for name in TASKS:
        one = replace(suite.get(name), pixels=pixels)
        size, counts = make.counted(one, "", -(-count // len(TASKS)), "test")
        jobs.append(list(make.jobs(one, size, counts, 1, {})))
    for number in range(count):
        some = jobs[number % len(jobs)]
        job = some[number // len(jobs) % len(some)]
        attempt = make.together(job)[0].attempt
        order = job[number % len(job)]
        drawings = make.attempted(order, attempt)[1].drawings
        yield order, attempt, drawings[number % len(drawings)]


def kept(order: make.Order, attempt: int, samples: int) -> str:
    """Return whether the item of an order is the same in both looks but for its pictures; empty if it is too long."""
    try:
        plain = make.one(order, attempt)
    except Refused:
        return ""
    if len(plain.images) + sum(option.image is not None for option in plain.options) > FEW:
        return ""
    real = make.one(replace(order, samples=samples), attempt)
    return "same" if tracing.undrawn(real) == tracing.undrawn(plain) and real != plain else "DIFFERENT"


def sheet(pairs: list[Image.Image]) -> Image.Image:
    """Return pairs of pictures in two columns; in each pair the rasteriser's is on the left."""
    wide, high = max(one.width for one in pairs), max(one.height for one in pairs)
    whole = Image.new("RGB", (2 * wide + GAP, -(-len(pairs) // 2) * (high + GAP) - GAP), "white")
    for number, one in enumerate(pairs):
        down, across = divmod(number, 2)
        whole.paste(one, (across * (wide + GAP), down * (high + GAP) + (high - one.height) // 2))
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=6)
    parser.add_argument("--pixels", type=int, default=160)
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--out", type=Path, help="a folder for both looks side by side")
    parser.add_argument("--sheet", type=Path, help="a picture of all of them")
    given = parser.parse_args()
    pairs = []
    ours, found, costs, keys = blender.running(), [], [], []
    for number, (order, attempt, drawing) in enumerate(scenes(given.scenes, given.pixels)):
        frame = render.frame(drawing, given.pixels)
        assert isinstance(frame, Frame)
        scene, before = arrays(frame.shot), ours.spent
        light = ours.draw(scene, given.samples)
        costs.append(ours.spent - before)
        found.append(agreement(frame, ours.draw(scene, 0)))
        keys.append(kept(order, attempt, given.samples) if given.samples <= 4 else "")
        one = found[-1]
        print(
            f"{order.id}: ids {one.ids:.2%}, depth {one.depth:.2%} of {one.pixels:.0%} of pixels; "
            f"{costs[-1]:.1f} CPU-s; item {keys[-1] or 'not compared'}",
            flush=True,
        )
        pairs.append(Image.fromarray(np.hstack([frame.rgb, tracing.shown(light, frame.rgb)])))
        if given.out:
            given.out.mkdir(parents=True, exist_ok=True)
            pairs[-1].save(given.out / f"{number:03d}-{order.task}.png")
    if given.sheet:
        sheet(pairs).save(given.sheet, optimize=True)
    print(
        f"{len(found)} scenes: ids agree on {min(one.ids for one in found):.2%} or more of the pixels away from edges, "
        f"depth on {min(one.depth for one in found):.2%} or more; items: {keys.count('same')} the same, "
        f"{keys.count('DIFFERENT')} not; {np.median(costs):.1f} CPU-s a frame ({min(costs):.1f} to {max(costs):.1f}) "
        f"of {given.pixels} px at {given.samples} samples"
    )


if __name__ == "__main__":
    main()

"""How fast a public benchmark is imported, and in how much memory.

    python -m benchmarks.imports [--items 10000] [--pixels 384] [--benchmark mmsi]

Writes a benchmark of so many items in its authors' layout (a Parquet file with JPEG pictures in it, or an archive of
PNG files: mmsi, spatialviz), with pictures of so many pixels drawn here, and imports it in a process of its own.
Prints items per CPU-second (wanted: 200) and the most memory at a tenth, at half and at the end: it must not grow
with the number of items.
"""

import argparse
import io
import itertools
import json
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from vantage import public, seeds
from vantage.public.importing import import_benchmark

KINDS = {"mmsi": "JPEG", "spatialviz": "PNG"}
WANTED = 200


def picture(number: int, pixels: int, kind: str) -> bytes:
    """Return a picture of soft colours, like no other."""
    rng = seeds.generator("imports", number)
    small = rng.integers(0, 255, (24, 24, 3)).astype(np.uint8)
    image = Image.fromarray(small).resize((pixels, pixels), Image.Resampling.BICUBIC)
    out = io.BytesIO()
    image.save(out, kind)
    return out.getvalue()


def rows(items: int, pixels: int) -> Iterator[dict[str, object]]:
    """Yield rows of MMSI-Bench."""
    for n in range(items):
        yield {"id": n, "images": [picture(n, pixels, "JPEG")], "question_type": "MSR", "answer": "ABCD"[n % 4],
               "question": f"Where is {n}? Options: A: left, B: right, C: in front, D: behind"}  # fmt: skip


def write(benchmark: str, folder: Path, items: int, pixels: int) -> None:
    """Write a benchmark's files."""
    if benchmark == "mmsi":
        shape = pa.Table.from_pylist([next(rows(1, 8))]).schema
        with pq.ParquetWriter(folder / "MMSI_Bench.parquet", shape) as writer:
            held = rows(items, pixels)
            while group := list(itertools.islice(held, 100)):  # as large as the groups of the hub's own files
                writer.write_table(pa.Table.from_pylist(group, schema=shape))
        return
    table = [
        {"Category": "c", "Task": "CubeAssembly", "Level": "l", "Image_id": str(n), "Question": f"{n}?",
         "Choices": ["v", "x", "y", "z"], "Answer": "ABCD"[n % 4]} for n in range(items)
    ]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(table), folder / "test-00000.parquet")
    with zipfile.ZipFile(folder / "images.zip", "w") as archive:
        for n in range(items):
            archive.writestr(f"c/CubeAssembly/l/{n}.png", picture(n, pixels, "PNG"))


def measure(benchmark: str, folder: Path) -> None:
    """Import the files, and print what it took as JSON."""
    memory: dict[int, int] = {}

    def note(done: int, total: int) -> None:
        for part in (10, 50, 100):
            if done == total * part // 100:
                memory[part] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

    before = resource.getrusage(resource.RUSAGE_SELF)
    data, _ = import_benchmark(public.get(benchmark), folder / "files", folder / "data", progress=note)
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(json.dumps({"items": len(data), "seconds": seconds, "memory": memory}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--pixels", type=int, default=384)
    parser.add_argument("--benchmark", choices=sorted(KINDS), default="mmsi")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        measure(given.benchmark, given.inside)
        sys.exit()
    with tempfile.TemporaryDirectory() as aside:
        (Path(aside) / "files").mkdir()
        write(given.benchmark, Path(aside) / "files", given.items, given.pixels)
        size = sum(path.stat().st_size for path in (Path(aside) / "files").iterdir())
        command = [sys.executable, "-m", "benchmarks.imports", "--benchmark", given.benchmark, "--inside", aside]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    rate = found["items"] / found["seconds"]
    print(f"{given.benchmark}: {found['items']:,} items, {size / 1e6:,.0f} MB of files ({KINDS[given.benchmark]}, "
          f"{given.pixels} px)")  # fmt: skip
    print(f"{rate:,.0f} items per CPU-second ({found['seconds']:.1f} CPU-s); wanted: {WANTED}")
    print("most memory, MB: " + ", ".join(f"{part}%: {used:,}" for part, used in found["memory"].items()))
    sys.exit(rate < WANTED)

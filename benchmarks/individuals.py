"""What portraits of individuals cost, beside their limits, and how memory grows with the number of individuals.

    python -m benchmarks.individuals                  72 views of an individual of each domain, at 256 px
    python -m benchmarks.individuals --memory 10000   also the memory of one process over so many individuals

CPU seconds of one process, the median over several individuals, in the light that items use. A mesh is built once and
counted apart; a head is posed anew for every view, which is counted in it.
"""

import argparse
import resource
import statistics
import time

from vantage import individuals
from vantage.individuals import DOMAINS, Individual, Portrait
from vantage.render import raster, turntable

PIXELS, VIEWS = 256, 72
LIMITS = {"object": 5.0, "car": 5.0, "face": VIEWS * 0.12}  # CPU-seconds for all views
SAMPLED = 12  # views that are drawn of each individual, evenly spaced


def timed(domain: str, number: int) -> tuple[float, float]:
    """Return the CPU-seconds of building one individual, and of all its views."""
    kinds = individuals.kinds(domain)
    one = Individual(domain, kinds[number * 7 % len(kinds)], number, 1000 + number)
    started = time.process_time()
    individuals.build(one, 0.0)
    built = time.process_time()
    for k in range(SAMPLED):
        turntable.frame(Portrait(one, 5.0 * round(VIEWS / SAMPLED * k), number), PIXELS)
    return built - started, (time.process_time() - built) * VIEWS / SAMPLED


def speed(each: int) -> None:
    names = f"{'domain':8} {'build ms':>9} {f'{VIEWS} views s':>11} {'worst':>7} {'a view ms':>10}"
    print(f"{names} {'limit s':>8} {'ratio':>6}")
    for domain in DOMAINS:
        timed(domain, 0)
        found = [timed(domain, number) for number in range(1, each + 1)]
        build, views = (statistics.median(column) for column in zip(*found))
        worst, limit = max(all_views for _, all_views in found), LIMITS[domain]
        row = f"{domain:8} {1000 * build:9.0f} {views:11.2f} {worst:7.2f} {1000 * views / VIEWS:10.0f}"
        print(f"{row} {limit:8.2f} {views / limit:6.2f}", flush=True)


def memory(count: int) -> None:
    """Print the peak memory after a tenth of the individuals and after all of them."""
    peaks = []
    for number in range(count):
        for domain in DOMAINS:
            kinds = individuals.kinds(domain)
            one = Individual(domain, kinds[number % len(kinds)], number, number)
            if number % 25 == 0:
                turntable.frame(Portrait(one, 5.0 * (number % VIEWS), number), PIXELS)
            else:
                individuals.build(one, 0.0)
        if number + 1 in (count // 10, count):
            peaks.append((number + 1, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
    (few, before), (many, after) = peaks
    print(
        f"\npeak memory of one process: {before:.0f} MB after {few:,} individuals of each domain, {after:.0f} MB after "
    )
    print(f"{many:,}: ratio {after / before:.2f} (limit 1.10)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=8, help="individuals of each domain [8]")
    parser.add_argument("--memory", type=int, default=0, help="over so many individuals of each domain")
    options = parser.parse_args()
    raster.warm()
    speed(options.each)
    if options.memory:
        memory(options.memory)

"""One file per benchmark, or for a benchmark and its variants; each ends with the tuple `BENCHMARKS`."""

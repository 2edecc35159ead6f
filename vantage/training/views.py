"""A stream as the loaders of torch and of Hugging Face take it. Both packages are imported only when asked for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from vantage.names import install
from vantage.training.rows import asked

if TYPE_CHECKING:
    import datasets
    from torch.utils.data import IterableDataset

    from vantage.training.stream import Row, Stream


def torch_view(stream: Stream, row: Row | None = None) -> IterableDataset[Any]:
    """Return the stream as torch's IterableDataset of rows.

    In a DataLoader without workers, the stream's own processes make the items; with workers, each
    makes its part.
    """
    try:
        from torch.utils.data import IterableDataset, get_worker_info
    except ImportError:
        raise ValueError(f"torch is not installed; {install('local')}") from None

    class Items(IterableDataset):  # type: ignore[misc, unused-ignore]
        def __iter__(self) -> Iterator[dict[str, Any]]:
            worker = get_worker_info()
            if worker and stream.policy:
                raise ValueError("workers of torch do not hear of a policy's changes; use num_workers=0 with a policy")
            # A worker of torch may not start processes of its own.
            own = stream.part(worker.id, worker.num_workers) if worker else stream
            return map(row or asked, own)

    return Items()


def datasets_view(stream: Stream, row: Row | None = None, shards: int = 1) -> datasets.IterableDataset:
    """Return the stream as an IterableDataset of `datasets`, split into so many shards for its workers or nodes.

    To go on after a stop, make the stream again with `start`: `datasets` itself would make all earlier items once more.
    """
    try:
        import datasets
    except ImportError:
        raise ValueError("datasets is not installed; pip install datasets") from None

    def rows(parts: list[int]) -> Iterator[dict[str, Any]]:
        alone = shards == 1
        streams = [iter(stream if alone else stream.part(number, shards)) for number in parts]
        return map(row or asked, itertools.chain.from_iterable(zip(*streams)))

    return datasets.IterableDataset.from_generator(rows, gen_kwargs={"parts": list(range(shards))})

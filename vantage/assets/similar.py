"""Which kinds of thing could be mistaken for each other."""

from __future__ import annotations

from functools import cache

from vantage import assets

# At most one kind of each line appears in a scene.
SIMILAR = (
    {"man", "woman", "child"},
    {"chair", "armchair", "office chair", "rocking chair", "sofa", "stool", "bench", "wheelchair"},
    {"table", "bed", "piano", "picnic table", "bench"},
    {"car", "van"},
    {"van", "truck", "bus"},
    {"bicycle", "motorcycle"},
    {"wheelbarrow", "shopping cart", "wheelchair"},
    {"dog", "cat", "rabbit"},
    {"cow", "horse", "rocking horse", "pig", "sheep"},
    {"chicken", "duck", "penguin", "rubber duck"},
    {"tree", "palm tree", "pine tree"},
    {"bush", "potted plant", "cactus"},
    {"street lamp", "traffic light", "floor lamp", "table lamp"},
    {"trash can", "barrel", "bucket", "drum"},
    {"fire hydrant", "traffic cone", "cone"},
    {"hammer", "screwdriver", "wrench", "saw"},
    {"umbrella", "tent", "mushroom", "pyramid"},
    {"suitcase", "toolbox", "gift", "book", "crate", "cardboard box", "wooden chest", "cube"},
    {"mug", "teapot", "kettle", "watering can"},
    {"bottle", "wine glass", "vase", "candle", "cylinder"},
    {"apple", "pear", "ball", "globe", "pumpkin", "sphere"},
    {"bowl", "cake", "frying pan", "drum", "slab"},
    {"toy airplane", "toy helicopter"},
    {"television", "laptop"},
    {"stacking toy", "torus"},
    {"cone", "pyramid"},
)


def alike(a: str, b: str) -> bool:
    """Return whether one kind could be mistaken for the other."""
    return any(x == y or any(x in group and y in group for group in SIMILAR) for x in kin(a) for y in kin(b))


@cache
def kin(name: str) -> tuple[str, ...]:
    """Return a kind and what a thing from a pack says that it is like."""
    return (name, *assets.get(name).like)

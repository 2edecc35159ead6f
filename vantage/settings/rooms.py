"""Rooms: each has a table, so that things stand on its floor or on the table."""

from __future__ import annotations

from vantage.settings.palette import (
    CARPET,
    CHECKS,
    CLOTH,
    CONCRETE,
    COOL,
    PALE,
    PLANKS,
    PLASTER,
    STONE,
    STONES,
    TILES,
    WARM,
    WOODEN,
)
from vantage.settings.setting import Finish, Setting, Side

WARM_WALLS = (Finish("plaster", WARM), Finish("paper", WARM))
COOL_WALLS = (Finish("plaster", COOL), Finish("plaster", PALE))
WORKING = (Finish("plaster", STONES), Finish("brick", ((0.80, 0.74, 0.68), (0.74, 0.72, 0.70))))
OUTSIDE = frozenset({"street", "animals", "wheelbarrow"})
PETS = frozenset({"dog", "cat", "rabbit", "turtle"})


def _sides(side: Side, other: Side) -> tuple[Side, Side, Side, Side]:
    """Return four sides, opposite ones alike."""
    return side, other, side, other


def _homely(pieces: tuple[str, ...], hung: tuple[str, ...] = ("picture", "mirror")) -> tuple[Side, Side, Side, Side]:
    """Return the walls of a room at home: doors in two of them, windows in the others."""
    return _sides(Side("wall", pieces, hung, doors=(1, 1)), Side("wall", pieces, hung, windows=(1, 2)))


ROOMS = (
    Setting(
        "dining room",
        (PLANKS, CARPET, TILES),
        _homely(("sideboard", "dresser", "chair", "plant stand", "cabinet", "piano", "chair", "radiator")),
        WARM_WALLS,
        room=True,
        tops=(*WOODEN, CLOTH),
        rug=0.5,
        odd=OUTSIDE | {"toolbox", "hammer", "saw", "wrench", "screwdriver", "ladder", "bed", "wheelchair"},
        fine=PETS,
    ),
    Setting(
        "kitchen",
        (TILES, CHECKS, PLANKS),
        _sides(
            Side("wall", ("counter", "stove", "counter", "fridge", "drawers", "sink"), ("cupboard",), windows=(1, 1)),
            Side("wall", ("counter", "cabinet", "drawers", "radiator", "stool"), ("cupboard", "picture"), doors=(1, 1)),
        ),
        (Finish("plaster", WARM), Finish("tiles", PALE), Finish("plaster", PALE)),
        room=True,
        tops=(*WOODEN, STONE),
        odd=OUTSIDE | {"bed", "piano", "sofa", "guitar", "globe", "laptop", "office chair"},
        fine=PETS | {"trash can"},
    ),
    Setting(
        "living room",
        (PLANKS, CARPET),
        _homely(("sofa", "bookcase", "armchair", "plant stand", "sideboard", "floor lamp", "television", "radiator")),
        WARM_WALLS,
        room=True,
        tops=(*WOODEN, STONE),
        rug=0.8,
        odd=OUTSIDE | {"hammer", "saw", "wrench", "frying pan", "shopping cart"},
        fine=PETS,
    ),
    Setting(
        "bedroom",
        (CARPET, PLANKS),
        _homely(("bed", "wardrobe", "drawers", "nightstand", "armchair", "dresser", "radiator")),
        (Finish("paper", WARM), Finish("plaster", COOL), Finish("paper", COOL)),
        room=True,
        tops=(*WOODEN, CLOTH),
        rug=0.7,
        odd=OUTSIDE | {"hammer", "saw", "wrench", "frying pan", "kettle", "ladder", "shopping cart"},
        fine=PETS,
    ),
    Setting(
        "office",
        (CARPET, TILES, PLANKS),
        _sides(
            Side("wall", ("desk", "filing cabinet", "office chair", "bookcase"), ("board", "picture"), doors=(1, 1)),
            Side(
                "wall", ("desk", "plant stand", "filing cabinet", "radiator", "drawers"), ("picture",), windows=(1, 3)
            ),
        ),
        COOL_WALLS,
        room=True,
        tops=(Finish("veneer", ((0.84, 0.76, 0.64), (0.74, 0.62, 0.48)), 0.15), Finish("plaster", PALE, 0.1)),
        odd=OUTSIDE | {"bed", "piano", "frying pan", "rocking horse", "pumpkin", "rocking chair", "cake"},
        fine=frozenset({"dog", "trash can"}),
    ),
    Setting(
        "classroom",
        (TILES, PLANKS, Finish("plaster", STONES, 0.1)),
        _sides(
            Side("wall", ("school desk", "bookcase", "school desk", "drawers"), ("blackboard",), doors=(1, 1)),
            Side("wall", ("school desk", "radiator", "lockers", "school desk"), ("picture", "map"), windows=(2, 3)),
        ),
        COOL_WALLS,
        room=True,
        tops=(Finish("veneer", ((0.84, 0.74, 0.58), (0.76, 0.64, 0.48)), 0.15),),
        odd=OUTSIDE | {"bed", "sofa", "frying pan", "wine glass", "bottle", "saw", "kettle", "television"},
        fine=frozenset({"rabbit", "turtle", "trash can"}),
    ),
    Setting(
        "shop",
        (TILES, CHECKS, CONCRETE),
        _sides(
            Side("wall", ("goods", "fridge", "crates", "goods", "drawers"), ("sign",), doors=(1, 1)),
            Side("wall", ("goods", "till", "crates", "display", "plant stand"), ("sign",), windows=(1, 2)),
        ),
        (*COOL_WALLS, *WARM_WALLS[:1]),
        room=True,
        tops=(*WOODEN, PLASTER),
        odd=OUTSIDE | {"bed"},
        fine=PETS | {"shopping cart", "trash can", "barrel"},
    ),
    Setting(
        "cafe",
        (PLANKS, CHECKS, TILES),
        _sides(
            Side(
                "wall",
                ("cafe set", "plant stand", "cafe set", "settle", "sideboard", "radiator"),
                ("picture", "mirror"),
                windows=(1, 3),
            ),
            Side("wall", ("bar", "cafe set", "goods", "settle", "cabinet"), ("blackboard", "picture"), doors=(1, 1)),
        ),
        (*WARM_WALLS, WORKING[1]),
        room=True,
        tops=(*WOODEN, STONE),
        odd=OUTSIDE | {"bed", "hammer", "saw", "wrench", "screwdriver", "toolbox", "ladder", "television"},
        fine=frozenset({"dog", "cat", "trash can"}),
    ),
    Setting(
        "library",
        (CARPET, PLANKS),
        _sides(
            Side("wall", ("bookcase", "bookcase", "bookcase", "armchair", "cabinet"), ("picture",), doors=(1, 1)),
            Side(
                "wall",
                ("bookcase", "cabinet", "reading desk", "plant stand", "radiator", "drawers"),
                ("map",),
                windows=(1, 2),
            ),
        ),
        WARM_WALLS,
        room=True,
        tops=WOODEN,
        rug=0.4,
        odd=OUTSIDE | {"bed", "frying pan", "saw", "hammer", "kettle", "bottle", "wine glass", "shopping cart", "drum"},
        fine=frozenset({"cat", "dog"}),
    ),
    Setting(
        "workshop",
        (CONCRETE, PLANKS),
        _sides(
            Side("wall", ("workbench", "crates", "steel shelf", "lockers"), ("pegboard",), doors=(1, 1)),
            Side("wall", ("workbench", "steel shelf", "crates", "barrel", "drawers"), ("pegboard",), windows=(1, 2)),
        ),
        WORKING,
        room=True,
        tops=(Finish("planks", ((0.66, 0.50, 0.35), (0.54, 0.41, 0.30))), CONCRETE),
        odd=OUTSIDE | {"bed", "cake", "wine glass", "piano", "sofa", "armchair", "television"},
        fine=frozenset({"dog", "cat", "barrel", "trash can", "bicycle"}),
    ),
)

"""Places outdoors: things stand on the ground, under the sky."""

from __future__ import annotations

from vantage.settings.palette import BRICKS, GRAVEL, LAWN, RENDER, SAND, SEA, SLABS, TAR
from vantage.settings.setting import Finish, Setting, Side, Strip

FRONTS = (Finish("brick", BRICKS), Finish("plaster", RENDER))
PAVED = (SLABS, Finish("tiles", ((0.72, 0.70, 0.67), (0.68, 0.68, 0.69))))
COBBLES = Finish("brick", ((0.62, 0.58, 0.55),))
KERB = Finish("plaster", ((0.76, 0.75, 0.73),))
BIG = frozenset({"bus", "truck", "van", "tractor"})
WILD = frozenset({"elephant", "giraffe", "penguin"})
FARMED = frozenset({"cow", "pig", "sheep", "chicken", "horse"})
ROADSIDE = frozenset({"street", "vehicles"})

OUTDOORS = (
    Setting(
        "garden",
        (LAWN,),
        (
            Side("house", ("planter", "shrub", "flower bed"), doors=(1, 1), windows=(2, 2), gap=(0.5, 1.6)),
            Side("hedge", ("flower bed", "shrub", "shed", "flower bed"), gap=(0.2, 1.5)),
            Side("hedge", ("flower bed", "tree", "shrub", "flower bed"), gap=(0.2, 1.5)),
            Side("fence", ("shrub", "flower bed", "tree", "planter"), gap=(0.2, 1.5)),
        ),
        FRONTS,
        (Strip(GRAVEL, -0.35, -0.05),),
        aisle=(2.4, 3.4),
        sizes=(0.3, 3.5),
        odd=ROADSIDE | WILD | {"suitcase", "cow", "horse", "pig", "palm tree"},
        fine=frozenset({"bicycle", "wheelchair", "barrel"}),
    ),
    Setting(
        "street",
        PAVED,
        (
            Side("house", ("planter", "bollards", "tree", "bench"), doors=(1, 1), windows=(2, 3), gap=(0.6, 2.0)),
            Side("", ("tree", "planter", "car", "bench"), gap=(0.8, 2.5), beyond=1.25),
            Side("house", ("bollards", "planter"), doors=(1, 1), windows=(2, 3), gap=(3.0, 6.0), beyond=1.9),
            Side("", ("planter", "tree", "bench", "car"), gap=(0.8, 2.5), beyond=1.25),
        ),
        FRONTS,
        (
            Strip(COBBLES, -0.46, -0.34),
            Strip(COBBLES, 0.34, 0.46),
            Strip(KERB, -1.12, -1.07),
            Strip(TAR, -1.65, -1.12, "dashes"),
        ),
        aisle=(1.8, 2.6),
        sizes=(0.55, 4.6),
        odd=frozenset(
            {"animals", "park", "car", "van", "tractor", "ladder", "bush", "palm tree", "pumpkin", "wheelbarrow"}
        ),
        fine=frozenset({"dog", "cat", "bench", "fountain"}),
    ),
    Setting(
        "road",
        (TAR,),
        (
            Side("house", ("planter", "tree", "bollards"), doors=(1, 1), windows=(2, 3), gap=(3.0, 6.0), beyond=1.15),
            Side("", ("tree", "van", "car", "tree"), gap=(1.0, 3.0), beyond=1.5),
            Side("house", ("tree", "bollards", "planter"), doors=(1, 1), windows=(2, 3), gap=(3.0, 6.0), beyond=1.15),
            Side("", ("car", "tree", "van"), gap=(1.0, 3.0), beyond=1.5),
        ),
        FRONTS,
        (Strip(TAR, -0.99, 0.99, "dashes"), Strip(SLABS, 0.99, 1.2), Strip(SLABS, -1.2, -0.99)),
        aisle=(2.6, 3.6),
        sizes=(0.55, 12.0),
        odd=frozenset(
            {
                "animals",
                "park",
                "plants",
                "tools",
                "toys",
                "mailbox",
                "fire hydrant",
                "street lamp",
                "shopping cart",
                "suitcase",
                "boot",
                "umbrella",
                "barrel",
                "trash can",
                "traffic light",
                "wheelchair",
                "child",
            }
        ),
        fine=frozenset({"horse", "dog", "wheelbarrow"}),
    ),
    Setting(
        "car park",
        (TAR,),
        (
            Side("low wall", ("car", "car", "car", "van"), gap=(0.7, 2.4)),
            Side("hedge", ("tree", "shrub"), gap=(1.0, 4.0)),
            Side("house", ("bollards", "planter"), doors=(1, 1), windows=(3, 4), gap=(1.5, 4.0)),
            Side("hedge", ("car", "tree", "car"), gap=(0.7, 2.4)),
        ),
        FRONTS,
        (Strip(TAR, -0.98, 0.98, "bays"),),
        aisle=(5.0, 6.0),
        sizes=(0.55, 12.0),
        odd=frozenset({"animals", "park", "plants", "tools", "toys", "mailbox", "boot", "fire hydrant", "barrel"}),
        fine=frozenset({"dog", "cat", "ladder"}),
    ),
    Setting(
        "park",
        (LAWN,),
        (
            Side("hedge", ("tree", "shrub", "bench", "tree"), gap=(0.4, 2.5)),
            Side("", ("tree", "shrub", "pine tree", "shrub", "flower bed"), gap=(0.3, 2.0)),
            Side("fence", ("tree", "flower bed", "shrub", "bench"), gap=(0.4, 2.5)),
            Side("", ("pine tree", "shrub", "tree", "flower bed"), gap=(0.3, 2.0)),
        ),
        strips=(Strip(GRAVEL, 0.12, 0.45),),
        aisle=(2.6, 3.8),
        sizes=(0.4, 5.0),
        odd=ROADSIDE | WILD | {"suitcase", "cow", "pig", "ladder"},
        fine=frozenset({"bicycle", "wheelchair", "street lamp", "trash can"}),
    ),
    Setting(
        "playground",
        (SAND, LAWN, Finish("asphalt", ((0.66, 0.52, 0.46), (0.52, 0.60, 0.54)))),
        (
            Side("fence", ("swing", "bench", "tree"), gap=(0.4, 2.0)),
            Side("hedge", ("climbing frame", "tree", "shrub"), gap=(0.4, 2.0)),
            Side("fence", ("slide", "tree", "bench"), gap=(0.4, 2.0)),
            Side("hedge", ("sandpit", "shrub", "swing"), gap=(0.4, 2.0)),
        ),
        strips=(Strip(GRAVEL, -1.0, -0.72),),
        aisle=(2.8, 3.8),
        sizes=(0.25, 3.5),
        odd=ROADSIDE | WILD | FARMED | {"suitcase", "tent", "wheelbarrow", "ladder", "mushroom", "fountain"},
        fine=frozenset({"bicycle", "wheelchair", "trash can"}),
    ),
    Setting(
        "beach",
        (SAND,),
        (
            Side("", ("beach hut", "parasol", "palm tree", "beach hut"), gap=(0.3, 1.0)),
            Side("", ("palm tree", "rocks", "dune grass", "parasol"), gap=(0.3, 1.5)),
            Side(beyond=1.5),
            Side("", ("rocks", "dune grass", "palm tree", "dune grass"), gap=(0.3, 1.5)),
        ),
        strips=(Strip(Finish("sand", ((0.70, 0.62, 0.50),)), -1.30, -1.12), Strip(SEA, -40.0, -1.26)),
        aisle=(2.2, 3.2),
        sizes=(0.25, 4.8),
        odd=ROADSIDE
        | FARMED
        | WILD
        | {"ladder", "bush", "tree", "pine tree", "fountain", "pumpkin", "mushroom", "wheelbarrow"},
        fine=frozenset({"bicycle", "barrel", "horse"}),
    ),
    Setting(
        "zoo",
        (SAND, LAWN, GRAVEL),
        (
            Side("low wall", ("rocks", "tree", "shrub"), gap=(0.4, 2.0)),
            Side("fence", ("rocks", "hay bales", "tree"), gap=(0.4, 2.0)),
            Side("house", ("rocks", "trough", "shrub"), doors=(1, 1), windows=(1, 2), gap=(0.8, 2.5)),
            Side("fence", ("trough", "palm tree", "rocks"), gap=(0.4, 2.0)),
        ),
        (Finish("concrete", RENDER), Finish("brick", BRICKS)),
        aisle=(2.8, 3.8),
        sizes=(0.4, 5.0),
        odd=ROADSIDE | {"suitcase", "tent", "slide", "picnic table", "umbrella", "boot"},
        fine=frozenset({"barrel"}),
    ),
    Setting(
        "farmyard",
        (GRAVEL, LAWN),
        (
            Side("barn", ("hay bales", "crates", "hay bales"), doors=(1, 1), windows=(1, 1), gap=(0.8, 2.5)),
            Side("fence", ("hay bales", "trough", "tree"), gap=(0.6, 3.0)),
            Side("fence", ("tree", "hay bales", "shrub", "trough"), gap=(0.6, 3.0)),
            Side("fence", ("shed", "hay bales", "shrub"), gap=(0.6, 3.0)),
        ),
        (Finish("siding", ((0.66, 0.40, 0.34), (0.60, 0.50, 0.42), (0.70, 0.66, 0.60))),),
        (Strip(LAWN, 0.55, 1.6),),
        aisle=(3.0, 4.0),
        sizes=(0.4, 4.6),
        odd=ROADSIDE | WILD | {"suitcase", "palm tree", "fountain", "slide", "tent"},
        fine=frozenset({"tractor", "barrel", "bicycle"}),
    ),
)

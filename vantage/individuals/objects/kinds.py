"""All kinds: who builds them, which side is their front, how long they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vantage.assets.asset import FACE
from vantage.assets.meshes import Mesh
from vantage.individuals.objects import belongings, desk, furniture, garden, kitchen, machines, pots, sounding, toys
from vantage.individuals.objects.kit import Draw
from vantage.individuals.objects.reused import asset

SPOUT = "the side with the spout"
REST = "the side opposite its backrest"


@dataclass(frozen=True)
class Make:
    """How a kind is made. `stretch` and `bend` bound how far proportions differ from the builder's."""

    build: Callable[[Draw], Mesh]
    front: str
    length: float  # metres, of the longest side
    stretch: float = 0.16
    bend: float = 0.12


MAKES: dict[str, Make] = {
    "alarm clock": Make(desk.alarm_clock, "the side with the dial", 0.17),
    "armchair": Make(furniture.armchair, REST, 1.0, bend=0.0),
    "backpack": Make(belongings.backpack, "the side with the pocket, opposite the straps", 0.5),
    "birdhouse": Make(garden.birdhouse, "the side with the hole", 0.45, bend=0.0),
    "blender": Make(kitchen.blender, "the side with the dial", 0.42),
    "cabinet": Make(furniture.cabinet, "the side with the drawers", 0.95, bend=0.05),
    "camera": Make(desk.camera, "the side with the lens", 0.16, bend=0.0),
    "coffee maker": Make(kitchen.coffee_maker, "the side with the pot", 0.38, bend=0.08),
    "desk lamp": Make(desk.desk_lamp, "the side to which its head reaches out", 0.5, bend=0.0),
    "fan": Make(machines.fan, "the side with the blades", 0.45, bend=0.0),
    "garden gnome": Make(garden.gnome, FACE, 0.45),
    "gramophone": Make(sounding.gramophone, "the side to which its horn opens", 0.6, bend=0.0),
    "hair dryer": Make(machines.hair_dryer, "the end with the nozzle", 0.3, bend=0.0),
    "handbag": Make(belongings.handbag, "the side with the clasp", 0.36, bend=0.05),
    "helmet": Make(belongings.helmet, "the side with the visor", 0.34, stretch=0.1, bend=0.06),
    "iron": Make(kitchen.iron, "the end with the tip", 0.32),
    "kettle": Make(pots.kettle, SPOUT, 0.28),
    "microwave": Make(kitchen.microwave, "the side with the door", 0.52, bend=0.0),
    "mug": Make(pots.mug, FACE, 0.13),
    "office chair": Make(furniture.office_chair, REST, 1.1, bend=0.0),
    "piggy bank": Make(toys.piggy_bank, FACE, 0.26),
    "radio": Make(sounding.radio, "the side with the loudspeaker", 0.36, bend=0.06),
    "rocking chair": Make(asset("rocking chair", {0: 0, 1: 2}), REST, 1.1, bend=0.0),
    "rocking horse": Make(asset("rocking horse", {0: 0, 1: 1}), FACE, 1.0, bend=0.06),
    "scooter": Make(toys.scooter, "the end with the handlebar", 0.85, stretch=0.1, bend=0.0),
    "sewing machine": Make(machines.sewing_machine, "the side with the dials and the cloth", 0.42, bend=0.0),
    "shoe": Make(belongings.shoe, "the end with the toe", 0.3, stretch=0.12, bend=0.06),
    "stand mixer": Make(kitchen.mixer, "the end with the bowl", 0.38),
    "stroller": Make(furniture.stroller, "the open side, opposite its handle", 1.0, stretch=0.1, bend=0.0),
    "teapot": Make(pots.teapot, SPOUT, 0.26),
    "teddy bear": Make(asset("teddy bear", {1: 1, 3: 2}), FACE, 0.4, stretch=0.2, bend=0.2),
    "telephone": Make(sounding.telephone, "the side with the dial", 0.28, bend=0.0),
    "television": Make(asset("television", {0: 1, 2: 0, 3: 2}), "the side with the screen", 1.0, bend=0.05),
    "toaster": Make(kitchen.toaster, "the side with the lever", 0.36),
    "toy boat": Make(toys.toy_boat, "the end with the bow", 0.45, bend=0.0),
    "toy dinosaur": Make(toys.toy_dinosaur, FACE, 0.45, bend=0.0),
    "toy robot": Make(asset("toy robot", {1: 2}), FACE, 0.34, stretch=0.2, bend=0.2),
    "toy tractor": Make(asset("tractor", {2: 1}), "the end with the small wheels", 0.35, bend=0.05),
    "toy train": Make(asset("toy train", {3: 1, 5: 2}), "the end with the chimney", 0.38, bend=0.06),
    "toy truck": Make(toys.truck, "the end with the cab", 0.4, bend=0.0),
    "typewriter": Make(desk.typewriter, "the side with the keys", 0.42, bend=0.0),
    "vacuum cleaner": Make(machines.vacuum_cleaner, "the end with the hose", 0.8, bend=0.0),
    "washing machine": Make(machines.washing_machine, "the side with the round door", 0.9, bend=0.0),
    "watering can": Make(garden.watering_can, SPOUT, 0.45),
}

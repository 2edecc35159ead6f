"""Settings: where scenes take place, as data. `get` finds one by name; `plans` lays it out around a scene.

A room's name is that of its floor ("kitchen"); with " table" after it, things stand on the table in that room.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from vantage.names import nearest
from vantage.settings.outdoors import OUTDOORS
from vantage.settings.rooms import ROOMS
from vantage.settings.setting import Setting

TABLE = " table"
TABLE_SIZES = (0.1, 0.6)  # the longest side of things on a table, in metres


@dataclass(frozen=True)
class Site:
    """What things stand on: the ground of a setting or, in a room, its table."""

    setting: Setting
    place: str  # of the assets' places: "table", "floor" or "outdoors"

    @property
    def sizes(self) -> tuple[float, float]:
        """The longest side of a thing, in metres: at least and at most."""
        return TABLE_SIZES if self.place == "table" else self.setting.sizes


@cache
def sites() -> dict[str, Site]:
    """Return all sites by name."""
    tables = {setting.name + TABLE: Site(setting, "table") for setting in ROOMS}
    return {**tables, **{setting.name: Site(setting, setting.place) for setting in (*ROOMS, *OUTDOORS)}}


def get(name: str) -> Site:
    """Return the site called `name`; a ValueError names the nearest one if there is none."""
    return sites()[nearest(name, tuple(sites()), "setting")]

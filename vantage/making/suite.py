"""A suite lists tasks, their settings, and how many items of each to make. Each suite is a TOML file in `suites/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from vantage import tasks
from vantage.assets import installed
from vantage.names import nearest
from vantage.scene import SQUARE, Lens
from vantage.scenes import cast
from vantage.seeds import SPLITS
from vantage.settings import sites

FOLDER = Path(__file__).parent / "suites"
FREE = "n"  # the size's name when the user gives a count; the same for any count, so a larger set extends a smaller one
LARGEST = 4096  # longest side of a picture, in pixels
RANGES = {"fields_of_view": (20, 80), "aspects": (0.5, 2)}  # degrees across the height; width over height
WIDEST = 40  # field of view of scenes seen from eight sides: in wider ones directions depend on the line of sight
MOST = 1_000_000  # most items of one task: ids have six digits. Another seed makes more

Wanted = int | Mapping[str, int]  # how many items of a task, or of each of its subtypes
Counts = Mapping[str, Mapping[str, Wanted]]  # split -> task -> how many items


@dataclass(frozen=True)
class Suite:
    """Tasks with their settings, and named sizes. The longer side of every picture is `pixels`."""

    name: str
    title: str
    pixels: int
    tasks: Mapping[str, Mapping[str, Any]]
    sizes: Mapping[str, Counts]
    default: str
    scenes: Mapping[str, int] = field(default_factory=dict)  # kind -> how many scenes; a kind not listed has no limit
    spread: Mapping[str, int] = field(default_factory=dict)  # size -> how many scenes each task is spread over
    things: tuple[str, ...] = ()  # what scenes may show ("chair", "pack/robot"); empty: all built-in things
    lenses: tuple[Lens, ...] = (SQUARE,)  # of the cameras that see scenes: used equally often
    wordings: int = 1  # in how many wordings each question is asked
    keeps: tuple[str, ...] = ()  # what else is kept of each picture of a scene: "depth", "ids"
    looks: bool = (
        False  # whether each item is drawn in a look of its own: colours, lines, backdrop, a move of the camera
    )

    samples: int = 0  # by which scenes are path-traced; 0: they are drawn by the rasteriser

    def size(self, name: str) -> Counts:
        """Return how many items of each task and split a named size holds."""
        return self.sizes[nearest(name or self.default, self.sizes, f"size of suite {self.name}")]

    def keeping(self, *what: str) -> Suite:
        """Return the suite with depth maps ("depth") or id maps ("ids"); a ValueError if it draws no scenes."""
        if what and not self.staged:
            raise ValueError(f"no task of suite {self.name} shows a scene, and only scenes have {what[0]} maps")
        return replace(self, keeps=what)

    def in_looks(self) -> Suite:
        """Return the suite with a look for each item; a ValueError if all its tasks show scenes, which have none."""
        if not any(tasks.get(name).scenes == "" for name in self.tasks):
            raise ValueError(f"all tasks of suite {self.name} show scenes, and only drawn puzzles have looks")
        return replace(self, looks=True)

    def traced(self, samples: int) -> Suite:
        """Return the suite with its scenes path-traced; a ValueError if it draws none."""
        if not any(tasks.get(name).lit for name in self.tasks):
            raise ValueError(
                f"no task of suite {self.name} shows a scene or a portrait, and only these are path-traced"
            )
        return replace(self, samples=samples)

    @property
    def staged(self) -> bool:
        """Whether any of its tasks shows scenes."""
        return any(tasks.get(name).scenes for name in self.tasks)

    def only(self, task: str) -> Suite:
        """Return the suite cut down to one of its tasks."""
        nearest(task, self.tasks, f"task in suite {self.name}")
        sizes = {
            size: {split: {task: n[task]} for split, n in counts.items() if task in n}
            for size, counts in self.sizes.items()
        }
        cut = replace(self, tasks={task: self.tasks[task]}, sizes=sizes)
        return cut if cut.staged else replace(cut, things=(), lenses=(SQUARE,))


def names() -> list[str]:
    """Return the names of the built-in suites."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def get(name: str) -> Suite:
    """Return a suite by name ("dise"), cut down to one task ("dise/rotation_3d"), or by the path of a TOML file."""
    if name.endswith(".toml"):
        path = Path(name)
        if not path.is_file():
            raise ValueError(f"{name} is not a file; a suite is a built-in name ({', '.join(names())}) or a TOML file")
        return read(path)
    suite, cut, task = name.partition("/")
    if suite in tasks.names():
        homes = [f"{home}/{suite}" for home in names() if suite in get(home).tasks] or ["a TOML file of your own"]
        raise ValueError(f"{suite!r} is a task, not a suite; name it within one: {' or '.join(homes)}")
    whole = read(FOLDER / f"{nearest(suite, names(), 'suite')}.toml")
    return whole.only(task) if cut else whole


def read(path: Path) -> Suite:
    """Return the suite that a TOML file describes, after checking every name and number in it."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not TOML: {error}") from None
    known = (
        "title",
        "pixels",
        "default",
        "tasks",
        "sizes",
        "scenes",
        "spread",
        "things",
        "wordings",
        "camera",
        "looks",
    )
    for name in data:
        nearest(name, known, f"key in suite file {path.name}")
    for name in ("tasks", "sizes"):
        if not data.get(name):
            raise ValueError(f"{path} has no [{name}]; a suite needs tasks and sizes")
    suite = Suite(
        name=path.stem,
        title=str(data.get("title", path.stem)),
        pixels=_count(data.get("pixels", 384), f"{path}: pixels", LARGEST),
        tasks=_tables(data["tasks"], f"{path}: tasks"),
        sizes=_tables(data["sizes"], f"{path}: sizes"),
        default=str(data.get("default", next(iter(data["sizes"])))),
        scenes=_counts(data.get("scenes", {}), f"{path}: scenes"),
        spread=_counts(data.get("spread", {}), f"{path}: spread"),
        things=_things(data.get("things", []), path),
        wordings=_count(data.get("wordings", 1), f"{path}: wordings"),
        lenses=_lenses(data.get("camera", {}), f"{path}: camera"),
    )
    if type(data.get("looks", False)) is not bool:
        raise ValueError(f"{path}: looks is {data['looks']!r:.40}, not true or false")
    suite = suite.in_looks() if data.get("looks") else suite
    if "camera" in data and not suite.staged:
        raise ValueError(f"{path} has a [camera], but none of its tasks shows a scene")
    widest = max(lens.field_of_view for lens in suite.lenses)
    if widest > WIDEST and (around := [name for name in suite.tasks if tasks.get(name).family > 1]):
        raise ValueError(f"{path}: {around[0]} sees a scene from eight sides, at most {WIDEST}° wide, not {widest:g}°")
    if suite.things and not suite.staged:
        raise ValueError(f"{path} names things, but none of its tasks shows a scene")
    for task, settings in suite.tasks.items():
        tasks.get(task).settings(settings)
        if suite.wordings > tasks.get(task).wordings:
            raise ValueError(f"{path} asks for {suite.wordings} wordings, but {task} has {tasks.get(task).wordings}")
    for size, splits in suite.sizes.items():
        for split, counts in _tables(splits, f"{path}: size {size}").items():
            nearest(split, SPLITS, f"split (size {size} of {path.name})")
            for task, wanted in counts.items():
                nearest(task, suite.tasks, f"task in suite {suite.name}")
                _wanted(wanted, task, f"{path}: size {size}: {task}")
        whole_groups(suite, splits)
    suite.size("")
    return suite


def whole_groups(suite: Suite, counts: Counts) -> None:
    """Raise a ValueError if the last question of a task would not be asked in all wordings."""
    for per_task in counts.values():
        for task, wanted in per_task.items():
            n = total(wanted)
            if n % suite.wordings:
                raise ValueError(
                    f"{n} items of {task} cannot be asked in {suite.wordings} wordings each; "
                    f"ask for a multiple of {suite.wordings}"
                )


def total(wanted: Wanted) -> int:
    """Return how many items are wanted in all."""
    return wanted if isinstance(wanted, int) else sum(wanted.values())


def _wanted(found: Any, task: str, where: str) -> None:
    """Raise a ValueError unless `found` is a count, or one for each of some subtypes of the task."""
    if not isinstance(found, dict):
        _count(found, where)
        return
    for subtype in _counts(found, where):
        nearest(subtype, tasks.get(task).subtypes, f"subtype of task {task}")


def _things(found: Any, path: Path) -> tuple[str, ...]:
    """Return the things that a suite names; each must be known and fit some setting."""
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise ValueError(f"{path}: things is {found!r:.40}, not a list of names")
    things = installed.chosen(found, f"thing (suite file {path.name}; packs are those in {installed.VARIABLE})")
    for thing, kind in zip(things, installed.kinds(things)):
        if not any(cast.kinds(setting, among=(kind,)) for setting in sites()) and thing in found:
            raise ValueError(f"{path}: {thing!r} fits no scene: it is too small or too large for its places")
    return things


def _lenses(found: Any, where: str) -> tuple[Lens, ...]:
    """Return every field of view of a suite's camera with every aspect."""
    usual = {"fields_of_view": SQUARE.field_of_view, "aspects": SQUARE.aspect}
    if not isinstance(found, dict):
        raise ValueError(f"{where} is {found!r:.40}, not a table with {' and '.join(usual)}")
    for name, values in found.items():
        low, high = RANGES[nearest(name, tuple(usual), f"key of {where}")]
        fit = isinstance(values, list) and all(type(v) in (int, float) and low <= v <= high for v in values)
        if not fit or not values:
            raise ValueError(f"{where}: {name} is {values!r:.40}, not a list of numbers from {low} to {high}")
    angles, aspects = (found.get(name, [value]) for name, value in usual.items())
    return tuple(Lens(float(angle), float(aspect)) for angle in angles for aspect in aspects)


def _tables(found: Any, where: str) -> dict[str, dict[str, Any]]:
    """Return a table of tables, or raise a ValueError."""
    if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
        raise ValueError(f"{where} is {found!r:.40}, not one table per name")
    return found


def _counts(found: Any, where: str) -> dict[str, int]:
    """Return a table of counts, or raise a ValueError."""
    if not isinstance(found, dict):
        raise ValueError(f"{where} is {found!r:.40}, not a table of counts")
    return {name: _count(n, f"{where}: {name}") for name, n in found.items()}


def _count(found: Any, where: str, most: int = MOST) -> int:
    if type(found) is not int or not 1 <= found <= most:
        raise ValueError(f"{where} is {found!r:.40}, not a whole number from 1 to {most:,}")
    return found

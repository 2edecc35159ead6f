"""The command that turns real pictures into items: 360° captures, and photographs of things that turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from vantage.cli.options import Finite, temperature_option
from vantage.cli.shell import (
    check_out,
    commands,
    conclude,
    more_work_options,
    print_table,
    progress_bar,
    result_options,
)

if TYPE_CHECKING:
    from vantage.curate.account import Curation
    from vantage.curate.captures import Finder
    from vantage.curate.items import Counts
    from vantage.curate.turntables.survey import Survey

CAPTURES = "captures"
LAYOUTS = (CAPTURES, "abo", "epfl-cars", "faces", "views")
DETECTOR = "IDEA-Research/grounding-dino-tiny"

Given = Mapping[str, Any]
Command = Callable[..., None]

OF_BOTH = (
    click.option(
        "--front", default="", metavar="PICTURE", help="The picture at azimuth 0, else the first; abo: its number."
    ),
    click.option("--max-side", type=click.IntRange(0), default=1024, show_default=True, help="Pixels; 0: as they are."),
    click.option("--name", help="The suite's name in the items; else captures or turntables."),
    click.option(
        "--split",
        type=click.Choice(["train", "validation", "test"]),
        help="The split; of turntables, all if none is named.",
    ),
    click.option("--seed", type=click.IntRange(0), default=0, help="Another seed, other orders of options."),
    click.option("--licence", default="unknown", show_default=True, help="Of the pictures, for the data card."),
    click.option("--credit", multiple=True, help="Whom to credit; may be given several times."),
)
OF_TURNTABLES = (
    click.option(
        "--sense",
        type=click.Choice(["clockwise", "counter-clockwise"]),
        help="abo: how things turn from one picture to the next, seen from above.",
    ),
    click.option(
        "--each", type=click.IntRange(1, 1000), default=1, show_default=True, help="Questions of a kind about a thing."
    ),
)
OF_CAPTURES = (
    click.option(
        "--objects", type=click.Path(path_type=Path), help="The reviewed object table (CSV or TOML): make items."
    ),
    click.option("--masks", default="", metavar="NAME", help="File of masks in each capture's folder, as masks.json."),
    click.option("--captioner", default="", metavar="MODEL", help="Or: the model that names things, as PROVIDER/NAME."),
    click.option("--segmenter", default="", metavar="MODEL", help="With it: a SAM of transformers, by id or folder."),
    click.option(
        "--detector", default=DETECTOR, metavar="MODEL", show_default=True, help="What finds the named things."
    ),
    temperature_option,
    click.option("--base-url", default="", help="Where the captioner's OpenAI-compatible server listens."),
    click.option(
        "--max-cost", type=Finite(0, min_open=True), help="Stop before the captioner takes so many US dollars."
    ),
    click.option("--axes", type=click.Choice(["opencv", "opengl"]), help="The cameras' axes; else found and reported."),
    click.option("--up", type=click.Choice(["x", "-x", "y", "-y", "z", "-z"]), help="The world's up axis; else found."),
    click.option("--metric", is_flag=True, help="The poses are in metres."),
    click.option("--scale", type=Finite(0, min_open=True), help="Instead: metres in one unit of the poses."),
    click.option("--radius", type=Finite(0, min_open=True), help="Instead: metres from cameras to centre."),
    click.option("--lens", type=Finite(1, 170), help="Degrees across the width, if no intrinsics are given."),
    click.option("--images", "pictures", default="", metavar="NAME", help="The folder of pictures, as images_4."),
    click.option(
        "--depth-unit",
        type=Finite(0, min_open=True),
        default=0.001,
        show_default=True,
        help="Metres in one step of a depth picture.",
    ),
    click.option("--pairs", type=click.IntRange(1), default=1, show_default=True, help="Pairs of objects a scene."),
)
NOT_OF_CAPTURES = ("sense", "each")
NOT_OF_TURNTABLES = (
    *("objects", "masks", "captioner", "segmenter", "detector", "temperature", "base_url", "max_cost", "axes", "up"),
    *("metric", "scale", "radius", "lens", "pictures", "depth_unit", "pairs", "workers", "engine", "address"),
)


def _with(options: Sequence[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    """Return the decorator that gives a command several options, in their order."""

    def decorated(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


@commands.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--layout", type=click.Choice(LAYOUTS), default=CAPTURES, show_default=True, help="What FOLDER holds.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A new folder to write to.")
@_with((*OF_CAPTURES, *OF_TURNTABLES, *OF_BOTH))
@more_work_options
@result_options
def curate(folder: Path, layout: str, out: Path, **given: Any) -> None:
    """Make items of real pictures: 360° captures of scenes, or photographs of things that turn.

    FOLDER is a capture, or holds one in each folder below it: transforms.json (nerfstudio), pose/NAME.txt,
    cam_poses.txt or a COLMAP model, with pictures beside them and perhaps depth/NAME.png. A capture is kept if its
    cameras stand level on a circle, look inward, and give a view near each of eight azimuths; the report says at which
    stage and why the others were dropped.

    Work in two passes. Without --objects: OUT gets curation.json, a picture from above of each kept capture, and
    objects.csv. Correct that table by eye: names, places in metres from the pivot, facing, the views that show it well.
    With --objects: OUT becomes a data set, made by the same tasks as rendered scenes; an interrupted one is finished
    by the same command.

    Two ways fill in the table. --masks names the file that a segmenter has left in each capture's folder (class, box,
    run lengths and score for each picture). --captioner and --segmenter have a model name the things in the eight
    views, a detector look for them in all pictures, and SAM outline them (extra `local`); the captioner's replies lie
    in OUT/captions. Depth pictures help either way.

    With another --layout, FOLDER holds photographs of things that turn, and OUT becomes a data set at once, of the
    questions that suite spin asks: Amazon Berkeley Objects (abo: spins/metadata/spins.csv.gz, spins/original), EPFL's
    multi-view cars (epfl-cars: tripod-seq.txt), faces by person and pose (faces: PERSON/NAME_+45.jpg, or poses.csv), or
    any others (views: views.csv). What lacks a side, does not decode or looks the same from two sides is dropped and
    counted. Splits go by thing. abo does not say how things turn: state --sense, and --front or FOLDER/fronts.csv, or
    fewer kinds of question are made.

    \b
    Examples:
      vantage curate captures/ --metric --masks masks.json --out review
      vantage curate captures/ --metric --objects review/objects.csv --licence cc-by-4.0 --out data/captures
      vantage curate captures/ --metric --captioner gemini/gemini-2.5-pro --segmenter facebook/sam-vit-base --out review
      vantage curate DL3DV/1K --radius 2 --images images_4 --out review
      vantage curate epfl-gims08 --layout epfl-cars --out data/cars
      vantage curate mine --layout views --licence cc-by-4.0 --credit "Ada Example" --out data/mine
    """
    _check_belong(layout, NOT_OF_CAPTURES if layout == CAPTURES else NOT_OF_TURNTABLES)
    if layout == CAPTURES:
        _captures(folder, out, given)
    else:
        _turntables(folder, layout, out, given)


def _check_belong(layout: str, strange: Sequence[str]) -> None:
    """Refuse options that mean nothing to a layout, so that nobody counts on them."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") == ParameterSource.COMMANDLINE
        if option.name in strange and given:
            raise ValueError(f"{option.opts[0]} means nothing with --layout {layout}; leave it away")


def _captures(folder: Path, out: Path, given: Given) -> None:
    """Review captures, or make items of reviewed ones."""
    from vantage.curate import captures
    from vantage.curate.axes import Stated
    from vantage.curate.items import Wanted

    objects, masks, captioner = given["objects"], given["masks"], given["captioner"]
    if sum(bool(given[name]) for name in ("metric", "scale", "radius")) > 1:
        raise ValueError("--metric, --scale and --radius all set the unit; give one of them")
    if objects and masks:
        raise ValueError("--masks fills in an object table and --objects gives a reviewed one; use one at a time")
    if bool(captioner) != bool(given["segmenter"]):
        raise ValueError("--captioner names things and --segmenter outlines them; give both")
    if captioner and (objects or masks):
        raise ValueError("--captioner fills in an object table, as --masks does; leave --masks and --objects away")
    check_out(out, folder=True)
    scale = given["scale"] or float(given["metric"])
    stated = Stated(
        given["axes"] or "", given["up"] or "", scale, given["radius"] or 0.0, given["front"], given["lens"] or 0.0
    )
    wanted = Wanted(
        given["name"] or CAPTURES, given["split"] or "test", given["seed"], given["pairs"], given["max_side"]
    )
    pictures, licence, credit, workers = (given[name] for name in ("pictures", "licence", "credit", "workers"))
    with progress_bar("reading captures") as progress:
        if objects:
            data, curation = captures.build(
                folder, objects, out, stated, wanted, pictures, licence, credit, progress, workers
            )
            said = f"{len(data)} items in {out}  (digest {data.digest[:12]})"
        else:
            finder = _finder(out, given) if captioner else None
            unit = given["depth_unit"]
            curation = captures.review(folder, out, stated, pictures, masks, unit, progress, finder, workers)
            said = f"{len(curation.kept)} of {len(curation.outcomes)} captures are kept; review {out}/objects.csv"
    if not curation.kept:
        conclude(curation.json())
        _print(curation)
        raise ValueError(f"none of {len(curation.outcomes)} captures is kept, most often because {curation.why}")
    _print(curation)
    conclude(curation.json(), out, words=said)


def _turntables(folder: Path, layout: str, out: Path, given: Given) -> None:
    """Make items of photographs of things that turn."""
    from vantage.curate.turntables.items import SIZE, Wanted, build
    from vantage.curate.turntables.listing import Stated

    if given["front"] and layout != "abo":
        raise ValueError(f"--front means nothing with --layout {layout}, whose files say where the front is")
    if given["sense"] and layout != "abo":
        raise ValueError(f"--sense means nothing with --layout {layout}, whose files say how things turn")
    check_out(out, folder=True)
    stated = Stated(given["sense"] or "", given["front"])
    wanted = Wanted(given["name"] or SIZE, given["split"] or "", given["seed"], given["each"], given["max_side"])
    with progress_bar("looking at pictures") as progress:
        data, found = build(folder, layout, out, stated, wanted, given["licence"], given["credit"], progress)
    _print_survey(found)
    if data is None:
        conclude(found.json())
        raise ValueError(f"none of {len(found.fates)} things is kept, most often because {found.why}")
    conclude(found.json(), out, words=f"{len(data)} items in {out}  (digest {data.digest[:12]})")


def _print_survey(found: Survey) -> None:
    """Print what each stage left, why things were dropped, and the items by subtype."""
    print_table(
        f"{found.folder}: what each stage left", ["stage", "things"], [[name, str(n)] for name, n in found.stages()]
    )
    shown = [[stage, str(len(names)), reason, ", ".join(names[:3])] for stage, reason, names in found.dropped()]
    if shown:
        print_table("Dropped", ["stage", "things", "reason", "as"], shown)
    _print_items(found.counts)


def _finder(out: Path, given: Given) -> Finder:
    """Return what finds objects by models. They are loaded first: what is missing shows before anything is paid for."""
    from vantage import models
    from vantage.curate import seeking
    from vantage.curate.captions import captioned
    from vantage.models import Settings
    from vantage.models.vision import Detector, Segmenter
    from vantage.running.inquiry import Manner
    from vantage.running.prices import price_of
    from vantage.running.tally import Budget, Tally

    settings = Settings(temperature=given["temperature"], base_url=given["base_url"])
    model = models.get(given["captioner"], settings)
    manner = Manner(settings, Budget(cost=given["max_cost"]))
    tally = Tally(price_of(model.name, base_url=settings.base_url))
    return seeking.finder(
        lambda rings: captioned(rings, model, out, manner, tally),
        Detector(given["detector"]),
        Segmenter(given["segmenter"]),
    )


def _print(curation: Curation) -> None:
    """Print the counts of each stage and, for each capture, what was found or why it was dropped."""
    rows = [[str(row["stage"]), str(row["captures"]), str(row["pictures"])] for row in curation.stages()]
    print_table(f"{curation.folder}: what each stage left", ["stage", "captures", "pictures"], rows)
    found = []
    for outcome in curation.outcomes:
        told = outcome.reason or (outcome.ring.evidence if outcome.ring else "")
        found.append([outcome.name, outcome.stage or "kept", "; ".join([told, *outcome.notes])])
    print_table("Captures", ["capture", "", "evidence or reason"], found)
    if curation.objects:
        rows = [[str(n), reason] for reason, n in curation.objects.items() if n]
        print_table("Masked objects: how many, and how many of them are left out", ["", "what or why"], rows)
    if curation.counts:
        _print_items(curation.counts)


def _print_items(counts: Counts) -> None:
    """Print how many items were made of each kind, and why others were not."""
    rows = [[task, str(n), "made"] for task, n in sorted(counts.made.items())]
    for task, reasons in sorted(counts.refused.items()):
        rows += [[task, str(n), reason] for reason, n in reasons.most_common()]
    print_table("Items", ["task", "items", ""], rows)

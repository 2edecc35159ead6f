"""The command that turns real 360° captures into items."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vantage.cli.options import Finite, temperature_option
from vantage.cli.shell import check_out, commands, conclude, print_table, progress_bar, result_options

if TYPE_CHECKING:
    from vantage.curate.account import Curation
    from vantage.curate.captures import Finder
    from vantage.models import Settings

DETECTOR = "IDEA-Research/grounding-dino-tiny"


@commands.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A new folder to write to.")
@click.option("--objects", type=click.Path(path_type=Path), help="The reviewed object table (CSV or TOML): make items.")
@click.option("--masks", default="", metavar="NAME", help="File of masks in each capture's folder, as masks.json.")
@click.option("--captioner", default="", metavar="MODEL", help="Or: the model that names things, as PROVIDER/NAME.")
@click.option("--segmenter", default="", metavar="MODEL", help="With it: a SAM of transformers, by id or folder.")
@click.option("--detector", default=DETECTOR, metavar="MODEL", show_default=True, help="What finds the named things.")
@temperature_option
@click.option("--base-url", default="", help="Where the captioner's OpenAI-compatible server listens.")
@click.option("--max-cost", type=Finite(0, min_open=True), help="Stop before the captioner takes so many US dollars.")
@click.option("--axes", type=click.Choice(["opencv", "opengl"]), help="The cameras' axes; else found and reported.")
@click.option("--up", type=click.Choice(["x", "-x", "y", "-y", "z", "-z"]), help="The world's up axis; else found.")
@click.option("--metric", is_flag=True, help="The poses are in metres.")
@click.option("--scale", type=Finite(0, min_open=True), help="Instead: metres in one unit of the poses.")
@click.option("--radius", type=Finite(0, min_open=True), help="Instead: metres from cameras to centre.")
@click.option("--front", default="", metavar="PICTURE", help="The picture at azimuth 0; else the first by name.")
@click.option("--lens", type=Finite(1, 170), help="Degrees across the width, if no intrinsics are given.")
@click.option("--images", "pictures", default="", metavar="NAME", help="The folder of pictures, as images_4.")
@click.option(
    "--depth-unit",
    type=Finite(0, min_open=True),
    default=0.001,
    show_default=True,
    help="Metres in one step of a depth picture.",
)
@click.option("--pairs", type=click.IntRange(1), default=1, show_default=True, help="Pairs of objects a scene.")
@click.option("--max-side", type=click.IntRange(0), default=1024, show_default=True, help="Pixels; 0: as they are.")
@click.option("--name", default="captures", show_default=True, help="The suite's name in the items.")
@click.option("--split", type=click.Choice(["train", "validation", "test"]), default="test", show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, help="Another seed, other orders of options.")
@click.option("--licence", default="unknown", show_default=True, help="Of the pictures, for the data card.")
@click.option("--credit", multiple=True, help="Whom to credit; may be given several times.")
@result_options
def curate(
    folder: Path,
    out: Path,
    objects: Path | None,
    masks: str,
    captioner: str,
    segmenter: str,
    detector: str,
    temperature: float | None,
    base_url: str,
    max_cost: float | None,
    axes: str | None,
    up: str | None,
    metric: bool,
    scale: float | None,
    radius: float | None,
    front: str,
    lens: float | None,
    pictures: str,
    depth_unit: float,
    pairs: int,
    max_side: int,
    name: str,
    split: str,
    seed: int,
    licence: str,
    credit: tuple[str, ...],
) -> None:
    """Make items of real 360° captures: pictures with camera poses.

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

    \b
    Examples:
      vantage curate captures/ --metric --masks masks.json --out review
      vantage curate captures/ --metric --objects review/objects.csv --licence cc-by-4.0 --out data/captures
      vantage curate captures/ --metric --captioner gemini/gemini-2.5-pro --segmenter facebook/sam-vit-base --out review
      vantage curate DL3DV/1K --radius 2 --images images_4 --out review
    """
    from vantage.curate import captures
    from vantage.curate.axes import Stated
    from vantage.curate.items import Wanted
    from vantage.models import Settings

    if sum(bool(given) for given in (metric, scale, radius)) > 1:
        raise ValueError("--metric, --scale and --radius all set the unit; give one of them")
    if objects and masks:
        raise ValueError("--masks fills in an object table and --objects gives a reviewed one; use one at a time")
    if bool(captioner) != bool(segmenter):
        raise ValueError("--captioner names things and --segmenter outlines them; give both")
    if captioner and (objects or masks):
        raise ValueError("--captioner fills in an object table, as --masks does; leave --masks and --objects away")
    check_out(out, folder=True)
    stated = Stated(axes or "", up or "", scale or float(metric), radius or 0.0, front, lens or 0.0)
    wanted = Wanted(name, split, seed, pairs, max_side)
    with progress_bar("reading captures") as progress:
        if objects:
            data, curation = captures.build(folder, objects, out, stated, wanted, pictures, licence, credit, progress)
            said = f"{len(data)} items in {out}  (digest {data.digest[:12]})"
        else:
            settings = Settings(temperature=temperature, base_url=base_url)
            finder = _finder(out, captioner, settings, max_cost, detector, segmenter) if captioner else None
            curation = captures.review(folder, out, stated, pictures, masks, depth_unit, progress, finder)
            said = f"{len(curation.kept)} of {len(curation.outcomes)} captures are kept; review {out}/objects.csv"
    if not curation.kept:
        conclude(curation.json())
        _print(curation)
        raise ValueError(f"none of {len(curation.outcomes)} captures is kept, most often because {curation.why}")
    _print(curation)
    conclude(curation.json(), out, words=said)


def _finder(
    out: Path, captioner: str, settings: Settings, max_cost: float | None, detector: str, segmenter: str
) -> Finder:
    """Return what finds objects by models. They are loaded first: what is missing shows before anything is paid for."""
    from vantage import models
    from vantage.curate import seeking
    from vantage.curate.captions import captioned
    from vantage.models.vision import Detector, Segmenter
    from vantage.running.inquiry import Manner
    from vantage.running.prices import price_of
    from vantage.running.tally import Budget, Tally

    model = models.get(captioner, settings)
    manner = Manner(settings, Budget(cost=max_cost))
    tally = Tally(price_of(model.name, base_url=settings.base_url))
    return seeking.finder(
        lambda rings: captioned(rings, model, out, manner, tally), Detector(detector), Segmenter(segmenter)
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
        rows = [[task, str(n), "made"] for task, n in sorted(curation.counts.made.items())]
        for task, reasons in sorted(curation.counts.refused.items()):
            rows += [[task, str(n), reason] for reason, n in reasons.most_common()]
        print_table("Items", ["task", "items", ""], rows)

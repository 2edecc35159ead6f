"""Commands that take in what was made elsewhere, and hand out what is to be asked elsewhere."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.completing import models_named
from vantage.cli.options import Finite, conditions_options, settings_options
from vantage.cli.results import result, tell_loss, words
from vantage.cli.run import crossed, folder_name
from vantage.cli.shell import check_out, commands, conclude, progress_bar, result_options, say, tell
from vantage.cli.trainers import TRAINERS, export_rows, trainer_options
from vantage.public.films import SAMPLINGS, Sampling

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet
    from vantage.exchange.foreign import Imported
    from vantage.item import Condition

LOGS = {".eval", ".json"}  # as Inspect writes them
PATH = click.Path(path_type=Path)
FORMS = {
    "batch": "batch, a folder of OpenAI batch files",
    "vlmevalkit": "vlmevalkit, a table (.tsv)",
    "lmms-eval": "lmms-eval, a folder with a task",
    "easi": "easi, a folder with a submission made from runs",
    **TRAINERS,
}
SHOWN = 5  # kinds of mistakes that are told


@commands.command("import")
@click.argument("files", nargs=-1, required=True, type=PATH)
@click.option("--images", "pictures", type=PATH, help="Items: the folder that image names refer to [beside the file].")
@click.option("--benchmark", help="The path holds this public benchmark (see `vantage list --benchmarks`).")
@click.option("--frames", type=click.IntRange(1), default=16, show_default=True, help="Benchmark: frames of a video.")
@click.option("--sampling", default="uniform", show_default=True, help=f"Benchmark: {', '.join(SAMPLINGS)}.")
@click.option(
    "--drop", type=Finite(0, 1), default=0.01, show_default=True, help="Benchmark: share that may be dropped."
)
@click.option("--name", default="own", show_default=True, help="Items: what to call the suite.")
@click.option("--data", type=PATH, help="Responses: the data set that they answer.")
@click.option("--model", help="Responses: who answered.")
@click.option("--batch", type=PATH, help="Results of a batch: the folder that `vantage export --batch` wrote.")
@click.option(
    "--condition", default="{}", help="Responses: how the items were presented, a JSON object [as by default]."
)
@click.option("--out", type=PATH, help="The folder to write: a data set, or a run [runs/DATASET/MODEL].")
@result_options
def import_(
    files: tuple[Path, ...],
    pictures: Path | None,
    benchmark: str | None,
    frames: int,
    sampling: str,
    drop: float,
    name: str,
    data: Path | None,
    model: str | None,
    batch: Path | None,
    condition: str,
    out: Path | None,
) -> None:
    """Take in items, a public benchmark, or responses that were made elsewhere.

    With --benchmark, the path is the folder or file of a public benchmark, as its authors publish it (`vantage fetch`
    brings it). Its archives are read where they lie. Questions that cannot be used are dropped, counted and listed in
    dropped.csv; if there are more than --drop allows, nothing is written. Other items become a data set too: JSON
    lines and a folder of images, described in docs/items.md. With --data, the files are responses and become a run:
    JSON lines, result tables of VLMEvalKit (.tsv, .xlsx), samples of lmms-eval, or logs of Inspect (.eval, .json). With
    --batch, they are output and error files of an OpenAI batch. What a run has already is left as it is, and
    `vantage run` asks what it still lacks.

    \b
    Examples:
      vantage import items.jsonl --out data/mine
      vantage import --benchmark vsi downloads/VSI-Bench --frames 32 --out data/vsi
      vantage import theirs.jsonl --data data/quick --model theirs
      vantage import samples_quick.jsonl --data data/quick --model llava --condition '{"protocol": "cot"}'
      vantage import GPT5_quick.xlsx --data data/quick --model gpt-5
      vantage import output.jsonl errors.jsonl --batch batches/gpt-5
    \b
    An item, and a response, one object a line:
      {"question": "Which is nearer?", "images": ["a.png"], "options": ["the cup", "the jug"], "answer": "A"}
      {"item": "own/own/000001", "text": "Answer: B", "condition": {"rotation": 1}}
    """
    if benchmark:
        _import_benchmark(files, benchmark, Sampling(frames, sampling), drop, out)
    elif batch:
        _import_batch(files, batch, data, out)
    elif {path.suffix.lower() for path in files} & LOGS:
        _import_logs(files, data, out)
    elif data or model is not None:
        _import_responses(files, data, model, condition, out)
    else:
        _import_items(files, pictures, name, out)


def _import_items(files: tuple[Path, ...], pictures: Path | None, name: str, out: Path | None) -> None:
    from vantage.exchange.own_items import import_items

    if len(files) > 1 or out is None:
        raise ValueError("items come from one file and need --out FOLDER; responses need --data DATASET")
    if files[0].suffix.lower() in (".tsv", ".xlsx"):
        raise ValueError(f"{files[0].name} is a table of responses; say what they answer with --data DATASET")
    data = import_items(files[0], pictures or files[0].parent, out, name)
    made = {"path": out, "items": len(data), "digest": data.digest}
    conclude(made, out, words=f"{len(data)} items in {out}  (digest {data.digest[:12]})")


def _import_benchmark(files: tuple[Path, ...], name: str, sampling: Sampling, drop: float, out: Path | None) -> None:
    from vantage import public
    from vantage.public.importing import DROPPED, import_benchmark

    if len(files) > 1:
        raise ValueError("a benchmark is read from one folder or file; name the folder that holds all of it")
    benchmark = public.get(name)
    out = check_out(out or Path("data") / name, folder=True)
    with progress_bar(f"importing {name}") as progress:
        data, drops = import_benchmark(benchmark, files[0], out, sampling, drop, progress)
    for why, n in drops.meant.most_common():
        tell(f"{n:,} left out: {why}")
    for why, n in drops.reasons().most_common(SHOWN):
        tell(f"{n:,} dropped: {why}")
    if drops.mistakes:
        tell(f"each is listed in {out / DROPPED}")
    if benchmark.count and len(data) != benchmark.count:
        tell(f"{len(data):,} questions, where {benchmark.title} has {benchmark.count:,}: say so beside its score")
    made = {"path": out, "items": len(data), "digest": data.digest, "dropped": len(drops.mistakes)}
    conclude(made, out, words=f"{len(data):,} items in {out}  (digest {data.digest[:12]})")


@commands.command()
@click.argument("benchmark")
@click.option("--revision", default="", help="A commit of the hub, instead of the newest or the one fetched before.")
@click.option("--out", type=PATH, help="The folder to fetch into [downloads/NAME].")
@result_options
def fetch(benchmark: str, revision: str, out: Path | None) -> None:
    """Fetch a public benchmark from the Hugging Face hub (extra `hub`), for `vantage import --benchmark`.

    The first time, the newest revision is taken and noted in fetched.json, with the digest of every file; from then on
    that revision is meant, unless another is named. An interrupted command goes on where it stopped. For what the hub
    keeps behind a form, log in with its own tool first.

    \b
    Examples:
      vantage fetch mmsi && vantage import --benchmark mmsi downloads/mmsi --out data/mmsi
      vantage fetch vsi --revision d7cb1a3
    """
    from vantage import public
    from vantage.public.fetching import fetch as bring

    wanted = public.get(benchmark)
    folder = check_out(out or Path("downloads") / benchmark, folder=True)
    with progress_bar(f"fetching {benchmark}") as progress:
        found = bring(wanted, folder, revision, progress)
    say(f"next: vantage import --benchmark {benchmark} {folder} --out data/{benchmark}")
    words = f"{len(found.files):,} files of {wanted.home} at {found.revision[:12]} in {folder}"
    conclude({"path": folder, "revision": found.revision, "files": len(found.files)}, folder, words=words)


def _import_responses(
    files: tuple[Path, ...], data: Path | None, model: str | None, condition: str, out: Path | None
) -> None:
    from vantage.data.dataset import load
    from vantage.exchange.foreign import json_object
    from vantage.exchange.responses import changed, import_responses
    from vantage.item import Condition

    if data is None or not model or not model.strip():
        raise ValueError("responses need --data DATASET, which they answer, and --model NAME, who answered")
    dataset = load(data)
    folder = out or _run_folder(dataset, model)
    put = changed(Condition(), json_object(condition))
    _tell(import_responses(files, dataset, model, put, folder), dataset, folder)


def _import_batch(files: tuple[Path, ...], batch: Path, data: Path | None, out: Path | None) -> None:
    from vantage.data.dataset import load
    from vantage.exchange.batch import import_results, read_index

    header = read_index(batch)
    dataset = load(data or header.dataset.path or "")
    folder = out or _run_folder(dataset, header.model)
    _tell(import_results(files, batch, dataset, folder), dataset, folder)


def _import_logs(files: tuple[Path, ...], data: Path | None, out: Path | None) -> None:
    from vantage.exchange.inspect_log import import_log
    from vantage.running.opening import open_run

    if out is None:
        raise ValueError("a log of Inspect needs --out FOLDER, the run to write")
    added = 0
    for path in files:
        found = import_log(path, out, data)
        tell(f"{found} responses from {path.name} added to {out}")
        added += found
    _conclude(out, open_run(out, data)[1], {"added": added})


def _run_folder(data: DataSet, model: str) -> Path:
    """Return the folder in which `vantage run` would start or continue this run."""
    return Path("runs") / data.folder.resolve().name / folder_name(model)


def _tell(found: Imported, data: DataSet, out: Path) -> None:
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(found.failed.items()))
    tell(f"{found.added} responses added to {out}" + (f", of which failed: {kinds}" if kinds else ""))
    for n, what in ((found.repeated, "repeated"), (found.foreign, "of other requests")):
        if n:
            tell(f"{n} left out: {what}")
    if found.missing:
        tell(f"{found.missing} missing: ask them with vantage run, or export them with --missing {out}")
    left = {name: getattr(found, name) for name in ("added", "repeated", "foreign", "missing")}
    _conclude(out, data, left)


def _conclude(out: Path, data: DataSet, taken: dict[str, int]) -> None:
    """End the command: print the state of the run to which responses were added."""
    found = result(out, data)
    tell(f"the run: {words(found)}")
    tell_loss(found)
    conclude({**taken, **found.json()}, out)


@commands.command()
@click.argument("what", nargs=-1, required=True, type=PATH, metavar="DATASET|RUNS...")
@click.option(
    "--to", type=click.Choice([*FORMS]), help="What to write: " + "; ".join(map(" ".join, FORMS.items())) + "."
)
@click.option("--out", type=PATH, help="The file or folder to write.")
@click.option("--batch", type=PATH, help="The same as --to batch --out FOLDER.")
@click.option("--vlmevalkit", type=PATH, help="The same as --to vlmevalkit --out FILE.tsv.")
@click.option("--model", shell_complete=models_named, help="Batch: the model, openai/NAME. EASI: its name, ORG/MODEL.")
@click.option("--missing", type=PATH, help="Batch: only what the run in this folder has no answer to.")
@click.option("--limit", type=click.IntRange(1), help="Batch: only the first so many items.")
@click.option(
    "--sample",
    type=click.IntRange(1),
    help="Batch: a sample of so many items, each task and tier its share; variants of a question whole.",
)
@trainer_options
@conditions_options
@settings_options
@result_options
def export(
    what: tuple[Path, ...],
    to: str | None,
    out: Path | None,
    batch: Path | None,
    vlmevalkit: Path | None,
    split: str,
    force: bool,
    grounding: str | None,
    pixels: bool,
    **options: Any,
) -> None:
    """Write what is to be asked elsewhere, or what was answered here, or what a model is to be trained on.

    A batch holds exactly the requests that `vantage run` with the same options would send, in as many files as the
    provider's limits ask for. No key is needed. For VLMEvalKit, put the table into its data folder (~/LMUData) and let
    it infer only; its results know their items. For lmms-eval, a folder with a task that it runs unchanged where
    Vantage is installed too. For EASI's board, runs of one model on its benchmarks become the files of a submission.
    For a trainer, a folder with rows for supervised and reinforcement learning, a configuration and a reward file
    (docs/training.md); only items of the train split, unless forced.

    \b
    Examples:
      vantage export data/bench --to batch --out batches/gpt-5 --model openai/gpt-5 --temperature default
      vantage export data/bench --to batch --out rest --model openai/gpt-5 --missing runs/bench/gpt-5
      vantage export data/bench --to vlmevalkit --out ~/LMUData/bench.tsv --images first --layout composite
      vantage export data/bench --to lmms-eval --out tasks/bench
      vantage export runs/vsi/gpt-5 runs/mmsi/gpt-5 --to easi --out submission --model openai/gpt-5
      vantage export data/train --to trl --out rows --protocol cot
      vantage export data/scenes --to ms-swift --out rows --grounding boxes
    """
    from vantage.data.dataset import load

    older = to is None
    to, out = _form(to, out, batch, vlmevalkit)
    if len(what) > 1 and to != "easi":
        raise ValueError("one data set is exported at a time; only --to easi takes several runs")
    if to == "easi":
        _export_submission(what, out, options["model"] or "")
    else:
        data = load(what[0])
        conditions = crossed(data, options)
        if to in TRAINERS:
            export_rows(to, data, conditions, out, split, force, grounding, pixels)
        elif to == "batch":
            _export_batch(data, conditions, out, options)
        elif to == "lmms-eval":
            _export_task(data, conditions, out)
        else:
            _export_table(data, conditions, out)
    if older:
        say(f"--{to} {out} was read as --to {to} --out {out}, the one form for all exports")


def _form(to: str | None, out: Path | None, batch: Path | None, vlmevalkit: Path | None) -> tuple[str, Path]:
    """Return what is to be written, and where, from the one way to say it or from the older options."""
    given = [(name, path) for name, path in (("batch", batch), ("vlmevalkit", vlmevalkit)) if path is not None]
    if to and out and not given:
        return to, out
    if len(given) == 1 and not to and not out:
        return given[0]
    raise ValueError(f"say what to write and where: --to {' | '.join(FORMS)} --out PATH")


def _export_submission(paths: tuple[Path, ...], out: Path, model: str) -> None:
    from vantage.analysis.submission import ANSWERS, SCORES
    from vantage.analysis.submission import export as submit
    from vantage.running.opening import open_groups, run_folders

    notes = submit(open_groups(run_folders(list(paths))), check_out(out, folder=True), {"model": model})
    for note in notes:
        tell(note)
    files = [out / SCORES, out / ANSWERS]
    conclude({"files": files}, *files, words="\n".join(str(path) for path in files))


def _export_task(data: DataSet, conditions: list[Condition], out: Path) -> None:
    from vantage.exchange.lmms_task import export as export_task

    if len(conditions) != 1:
        raise ValueError("a task of lmms-eval holds one condition; give each its own folder")
    name = export_task(data, conditions[0], check_out(out, folder=True))
    say(f"lmms-eval --include_path {out} --tasks {name} --log_samples …; then: vantage import SAMPLES --data DATASET")
    conclude({"path": out, "task": name}, out, words=f"task {name} with {len(data):,} items in {out}")


def _export_batch(data: DataSet, conditions: list[Condition], out: Path, options: dict[str, Any]) -> None:
    from vantage.exchange.batch import export as export_batch
    from vantage.models import Settings
    from vantage.prompts.protocols import token_limit
    from vantage.running.sample import Selection

    settings = Settings(**{field.name: options[field.name] for field in dataclasses.fields(Settings)})
    if settings.max_tokens is None:
        settings = dataclasses.replace(settings, max_tokens=token_limit(options["protocol"], settings.effort))
    selection = Selection(options["limit"], options["sample"])
    model, missing = options["model"] or "", options["missing"]
    files = export_batch(data, model, conditions, out, settings=settings, selection=selection, missing=missing)
    conclude({"files": files}, *files, words="\n".join(str(path) for path in files))
    say(f"when they are answered: vantage import RESULTS... --batch {out}")


def _export_table(data: DataSet, conditions: list[Condition], path: Path) -> None:
    from vantage.exchange.vlmevalkit import export as export_table

    if len(conditions) != 1 or path.suffix != ".tsv":
        raise ValueError("a table for VLMEvalKit ends in .tsv and holds one condition; give each its own")
    rows = export_table(data, conditions[0], path)
    conclude({"files": [path], "rows": rows}, path, words=f"{rows} rows in {path}")

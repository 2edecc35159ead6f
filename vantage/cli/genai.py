"""The commands that turn pictures by image generators into items: describe, draw, review, make."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vantage.cli.completing import judges_named
from vantage.cli.options import Finite, temperature_option, together
from vantage.cli.run import spent
from vantage.cli.shell import (
    Commands,
    check_out,
    commands,
    conclude,
    print_table,
    progress_bar,
    result_options,
    say,
    tell,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vantage.curate.generated.items import Sifted
    from vantage.curate.generated.replies import Who

PATH = click.Path(path_type=Path)
folder_argument = click.argument("folder", metavar="DIR", type=PATH)
asked_options = together(
    temperature_option,
    click.option("--base-url", default="", help="Where that model's OpenAI-compatible server listens."),
    click.option("--max-cost", type=Finite(0, min_open=True), help="Stop before that model takes so many US dollars."),
)


@commands.group(cls=Commands)
def genai() -> None:
    """Mental rotation in pictures by image generators: describe, draw, review, make items.

    SRBench's set was made so: 100 descriptions, 200 pictures by two generators, 80 kept by a person, each asked about
    after a turn that is only imagined. Each command goes on where it stopped; the same one twice does no harm.

    \b
    From beginning to end:
      vantage genai new pictures --n 100
      vantage genai draw pictures --model openai/flux --base-url http://localhost:8000/v1
      vantage genai draw pictures --model openai/gpt-image-1 --price 0.04 --max-cost 5
      vantage genai review pictures
      vantage genai make pictures --out data/genai
      vantage check data/genai
    """


@genai.command()
@folder_argument
@click.option("--n", type=click.IntRange(4, 10_000), default=100, show_default=True, help="Descriptions.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Another seed, other descriptions.")
@click.option("--kind", "kinds", multiple=True, help="Only things of this kind; may be given several times [16 kinds].")
@click.option("--describe", "name", default="", shell_complete=judges_named, help="A model that writes them.")
@asked_options
@result_options
def new(folder: Path, n: int, seed: int, kinds: tuple[str, ...], name: str, **options: Any) -> None:
    """Describe pictures of single things that face a stated way, in DIR/descriptions.jsonl.

    Things and facings (front, back, left, right) come equally often. The sentences are templates', or a model's
    (--describe), which is shown five examples. Edit the file as you like before you draw; what is in it stays, and a
    larger --n adds to it.

    \b
    Examples:
      vantage genai new pictures --n 100
      vantage genai new pictures --n 40 --kind car --kind rabbit
      vantage genai new pictures --describe openai/gpt-5.2 --temperature default --max-cost 1
    """
    from vantage.curate.generated import descriptions
    from vantage.curate.generated.descriptions import PLACES, Planned

    check_out(folder, folder=True)
    plan = Planned(n, seed, kinds or tuple(PLACES), name or "templates")
    descriptions.settled(folder, plan)
    unusable, used = 0, ""
    if name:
        with _asking(name, f"{folder}, described by {name}", options) as who:
            made, unusable = descriptions.described(folder, plan, who)
        used = spent(who.tally)
    else:
        made = descriptions.wanted(plan)
    every = descriptions.write(folder, plan, made)
    words = f"{folder / descriptions.FILE}: {len(every)} descriptions{used}"
    if unusable:
        words += f"; {unusable} replies could not be used, and the same command asks for those again"
    conclude({"path": folder, "descriptions": len(every), "unusable": unusable}, folder, words=words)


@genai.command()
@folder_argument
@click.option("--model", "name", required=True, help="Who draws: openai/NAME.")
@click.option(
    "--base-url", default="", help="Where a server listens that offers OpenAI's images API (/images/generations)."
)
@click.option("--per", type=click.IntRange(1, 20), default=1, show_default=True, help="Pictures of each description.")
@click.option("--limit", type=click.IntRange(1), help="Draw only the first so many descriptions.")
@click.option("--body", default="{}", help='Further fields of each request, such as \'{"size": "1024x1024"}\'.')
@click.option("--price", type=Finite(0), help="US dollars for one picture, to show and bound the cost.")
@click.option("--max-cost", type=Finite(0, min_open=True), help="Stop before so many dollars are spent (--price).")
@click.option("--max-requests", type=click.IntRange(1), help="Stop after so many requests, retries included.")
@click.option("--concurrency", type=click.IntRange(1), default=4, show_default=True, help="Requests at once, at most.")
@click.option("--retries", type=click.IntRange(0), default=2, show_default=True, help="Times to ask again on failure.")
@click.option("--retry-failed", is_flag=True, help="Ask again what failed for good in an earlier sitting.")
@click.option("--timeout", type=Finite(0, min_open=True), default=300.0, show_default=True, help="Seconds per request.")
@result_options
def draw(folder: Path, name: str, per: int, limit: int | None, price: float | None, **options: Any) -> None:
    """Have each description drawn, into DIR/pictures.

    Any server will do that offers OpenAI's images API: OpenAI's own (the key in OPENAI_API_KEY), or one of your own
    that serves open weights, such as Flux or Stable Diffusion behind vLLM-Omni or LocalAI. Pictures must come in the
    reply (b64_json); addresses are not followed. Run it once for each generator: pictures add up.

    \b
    Examples:
      vantage genai draw pictures --model openai/flux --base-url http://localhost:8000/v1 --per 2
      vantage genai draw pictures --model openai/gpt-image-1 --price 0.04 --max-cost 5 --limit 20
      vantage genai draw pictures --model openai/dall-e-3 --body '{"size": "1024x1024"}'
    """
    from vantage.curate.generated import descriptions, painting
    from vantage.curate.generated.replies import Who
    from vantage.models import Settings
    from vantage.running.inquiry import Manner
    from vantage.running.tally import Budget, Tally

    if options["max_cost"] is not None and price is None:
        raise ValueError("--max-cost bounds nothing while it is not known what a picture costs; add --price")
    listed = descriptions.read(folder)[:limit]
    settings = Settings(base_url=options["base_url"], body=options["body"], timeout=options["timeout"])
    painter = painting.Painter(name, settings, folder)
    budget = Budget(requests=options["max_requests"], cost=options["max_cost"])
    limits = {one: options[one] for one in ("concurrency", "retries", "retry_failed")}
    tally = Tally(painting.priced(price))
    with progress_bar(f"{folder}, drawn by {name}") as progress:
        there, failed = painting.draw(
            folder, listed, per, Who(painter, Manner(settings, budget, **limits), tally, progress)
        )
    cost = f", ${tally.cost:.4g} in all" if price else ""
    for why, n in sorted(failed.items(), key=lambda pair: -pair[1])[:3]:
        tell(f"{n} failed: {why} (--retry-failed asks again)")
    words = f"{folder / painting.PICTURES}: {there} pictures by {name}{cost}"
    conclude(
        {"path": folder, "pictures": there, "failed": sum(failed.values()), "cost": tally.cost}, folder, words=words
    )


@genai.command()
@folder_argument
@click.option("--check", "name", default="", shell_complete=judges_named, help="A model that says what it sees, too.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Of the page [any that is free].")
@asked_options
def review(folder: Path, name: str, port: int, **options: Any) -> None:
    """Look at each picture in your browser: keep it and say which way the thing faces, or reject it with a reason.

    The page is served on this machine alone, until Ctrl-C; open the address that is printed. Each answer is on the disk
    (DIR/review.jsonl) before the page goes on, so stop and start again at any time. Your own answer counts. What the
    description asked for, and what a model says (--check), is shown only after it, and where they differ the page
    stays for a second look.

    \b
    Examples:
      vantage genai review pictures
      vantage genai review pictures --check openai/gpt-5.2 --temperature default --max-cost 2
    """
    from vantage.curate.generated import decisions, descriptions, opinions, painting
    from vantage.study import serving, sorting

    serving.check_installed()
    pictures = painting.drawn(folder, descriptions.read(folder))
    if not pictures:
        raise ValueError(f"{folder} holds no pictures; draw some with: vantage genai draw {folder} --model openai/NAME")
    if name:
        with _asking(name, f"{folder}, looked at by {name}", options) as who:
            opinions.asked(folder, pictures, who)
        say(f"{name} was asked about {len(pictures)} pictures{spent(who.tally)}")
    with contextlib.suppress(KeyboardInterrupt):
        sorting.serve(folder, pictures, port, lambda where: say(f"open {where} (Ctrl-C stops)"))
    shown = {one.sha256 for one in pictures}
    found = [one for sha, one in decisions.read(folder).items() if one.said and sha in shown]
    kept = sum(bool(one.facing) for one in found)
    say(f"stopped; {kept} of {len(pictures)} pictures are kept, {len(found) - kept} rejected; everything is stored")


@genai.command()
@folder_argument
@click.option("--out", type=PATH, required=True, help="The folder of the new data set.")
@click.option("--all", "every", is_flag=True, help="Ask about every kept picture, even if most face the same way.")
@click.option("--name", default="genai", show_default=True, help="The suite's name in the items.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Another seed, other turns.")
@click.option("--max-side", type=click.IntRange(0), default=1024, show_default=True, help="Pixels; 0: as they are.")
@click.option("--licence", default="unknown", show_default=True, help="Of the pictures, for the data card.")
@click.option("--credit", multiple=True, help="Whom to credit; may be given several times.")
@result_options
def make(folder: Path, out: Path, every: bool, name: str, seed: int, max_side: int, **owed: Any) -> None:
    """Make items of the kept pictures: which way would the thing face after a turn?

    The key follows from the facing that the person saw. All four facings are asked about equally often, so some kept
    pictures may be left out; with --all none is, and who knows which way most of them face has an advantage. The counts
    of every filter stand in the manifest and on the data card.

    \b
    Examples:
      vantage genai make pictures --out data/genai --licence cc0-1.0
      vantage run data/genai --model openai/gpt-5.2 --temperature default && vantage report runs/genai runs/srbench
    """
    from vantage.curate.generated.items import Wanted, build

    check_out(out, folder=True)
    data, found = build(folder, out, Wanted(name, seed, every, max_side), owed["licence"], owed["credit"])
    _print(folder, found)
    account = {"path": out, "items": len(data), "digest": data.digest, **data.manifest["generated"]}
    conclude(account, out, words=f"{len(data)} items in {out}  (digest {data.digest[:12]})")


def _print(folder: Path, found: Sifted) -> None:
    """Print what each filter left, and what a guess from the words alone could reach where facings are uneven."""
    rows = [[name, str(n), remark] for name, n, remark in found.stages()]
    print_table(f"{folder}: what each filter left", ["filter", "left", ""], rows)
    facings = [one.facing for one in found.asked]
    most = max(facings.count(facing) for facing in facings) / len(facings)
    if most > 0.25:
        tell(f"{most:.0%} of the pictures face the same way: who knows that gets as many right by the turn alone")


@contextlib.contextmanager
def _asking(name: str, title: str, options: dict[str, Any]) -> Iterator[Who]:
    """Prepare to ask a model, and show a progress bar meanwhile."""
    from vantage import models
    from vantage.curate.generated.replies import Who
    from vantage.models import Settings
    from vantage.running.inquiry import Manner
    from vantage.running.prices import price_of
    from vantage.running.tally import Budget, Tally

    settings = Settings(temperature=options["temperature"], base_url=options["base_url"])
    model = models.get(name, settings)
    manner = Manner(settings, Budget(cost=options["max_cost"]), retry_failed=True)
    with progress_bar(title) as progress:
        yield Who(model, manner, Tally(price_of(model.name, base_url=settings.base_url)), progress)

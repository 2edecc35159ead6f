"""The commands of a study with people: make it, serve it, see how it goes, take its answers, close it."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

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

    from vantage.study.database import Database
    from vantage.study.folder import Study

PATH = click.Path(path_type=Path)
COUNT = click.IntRange(0, 100_000)
folder_argument = click.argument("folder", metavar="STUDY", type=PATH)


@commands.group(cls=Commands)
def study() -> None:
    """Ask people: a data set becomes a page in the browser, and their answers runs like any model's.

    \b
    A study from beginning to end:
      vantage study new data/bench --design dise --out studies/dise    then edit studies/dise/study.toml
      vantage study serve studies/dise
      vantage study status studies/dise
      vantage study export studies/dise --out people
      vantage report people/runs runs/bench --out report.html
      vantage study close studies/dise
    """


@study.command()
@click.argument("data", metavar="DATASET", type=PATH)
@click.option("--out", type=PATH, required=True, help="The folder of the new study.")
@click.option("--design", "ready", help="A ready design: dise, scope188 or spin; what else is given changes it.")
@click.option("--people", type=COUNT, help="How many people you expect.")
@click.option("--items", type=COUNT, help="A balanced sample of so many items [60, or all where there are fewer].")
@click.option("--booklets", type=COUNT, help="Deal the items to so many booklets.")
@click.option("--anchors", type=COUNT, help="Items that each booklet shares with the next.")
@click.option("--per-person", type=COUNT, help="Items in a booklet, or in another's part beside an expert.")
@click.option("--experts", type=COUNT, help="People who answer everything.")
@click.option("--practice", type=PATH, help="Another data set to practise on.")
@click.option("--title", default="", help="What people see above every page.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of booklets and orders.")
@result_options
def new(data: Path, out: Path, practice: Path | None, title: str, seed: int, **wanted: Any) -> None:
    """Make a study from a data set: study.toml, which you edit, and the booklets.

    \b
    Examples:
      vantage study new data/bench --design dise --out studies/dise
      vantage study new data/quick --items 60 --people 20 --out studies/first
      vantage study new data/bench --booklets 12 --anchors 8 --people 48 --out studies/linked
      vantage study new data/spin --experts 1 --people 12 --per-person 200 --out studies/spin
    """
    from vantage.study import folder, password
    from vantage.study import new as making

    check_out(out, folder=True)
    making.write(out, data, wanted, seed, title, str(practice or ""))
    with progress_bar("taking items") as progress:
        made = folder.prepare(out, 0, progress)
    _tell_design(made)
    _new_password(out)
    tell(f"wrote {out / 'study.toml'}: edit it, the text of consent above all; then: vantage study serve {out}")
    conclude({"path": out, "booklets": len(made.frozen.booklets), "password_in": password.NAME}, out)


def _tell_design(made: Study) -> None:
    from vantage.study import booklets
    from vantage.study.booklets import Brief

    tell(booklets.identity(made.frozen.booklets))
    briefs = [Brief(one.id, one.task, one.subtype, one.tier, _key(one)) for one in made.frozen.items.values()]
    if len(made.frozen.booklets) > 1:
        rows = [
            [what, name, str(low), str(high)]
            for what, name, low, high in booklets.balance(made.frozen.booklets, briefs)
        ]
        print_table("In each booklet, at least and at most", ["", "", "from", "to"], rows)
    if not made.frozen.practice:
        tell("no items are left over to practise on; name a data set for that with --practice, or under [practice]")


def _key(one: Any) -> str:
    return f"{one.letter} of {len(one.options)}" if one.letter else "number"


def _new_password(out: Path) -> None:
    from vantage.study import password

    tell(f"the lab's password, stored nowhere: {password.make(out)}")


@study.command()
@folder_argument
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 for everyone on your network.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--new-password", is_flag=True, help="Make a new password for the lab.")
def serve(folder: Path, host: str, port: int, new_password: bool) -> None:
    """Serve a study until Ctrl-C; /lab is for you, behind the password that `study new` printed.

    Answers are stored in STUDY/study.db, or in the PostgreSQL database that study.toml or VANTAGE_STUDY_DATABASE names.
    People on the internet need https: put a web server such as Caddy in front, and set url in study.toml.

    \b
    Examples:
      vantage study serve studies/dise
      vantage study serve studies/dise --host 0.0.0.0 --port 8080
    """
    from vantage.study import folder as folders
    from vantage.study import serving

    with serving.alone(_there(folder)):
        with progress_bar("taking items") as progress:
            ready = folders.prepare(folder, _begun(folder), progress)
        if new_password:
            _new_password(folder)
        with suppress(KeyboardInterrupt):
            serving.serve(ready, host, port, say, lambda where: say(f"serving {where}  (lab: {where}/lab)"))
        say("stopped; everything that was acknowledged is stored")


def _there(folder: Path) -> Path:
    from vantage.study import settings

    settings.read(folder)
    return folder


def _begun(folder: Path) -> int:
    """Return how many people have begun, 0 where there is no database yet."""
    from vantage.study import database, serving, settings

    url = serving.url_of(settings.read(folder).server.database)
    if not url and not (folder / database.FILE).exists():
        return 0
    with _connected(folder, url) as db:
        return int(db.rows("SELECT COUNT(*) FROM people WHERE script IS NOT NULL")[0][0])


@contextmanager
def _connected(folder: Path, url: str) -> Iterator[Database]:
    from vantage.study import database

    try:
        db = database.connect(folder, url)
        try:
            yield db
        finally:
            db.close()
    except database.Unavailable as error:
        raise ValueError(str(error)) from None


@contextmanager
def _opened(folder: Path) -> Iterator[tuple[Study, Database]]:
    from vantage.study import folder as folders
    from vantage.study import serving

    found = folders.open_study(folder)
    with _connected(folder, serving.url_of(found.settings.server.database)) as db:
        yield found, db


@study.command()
@folder_argument
@click.option("--number", "-n", type=click.IntRange(1, 10_000), default=1, show_default=True, help="How many people.")
@click.option("--booklet", default="", help="Who comes by these links gets this booklet, such as expert.")
@result_options
def invite(folder: Path, number: int, booklet: str) -> None:
    """Print links, one for each person; a link opens that person's session and no other's.

    \b
    Examples:
      vantage study invite studies/dise -n 54 > links.txt
      vantage study invite studies/spin --booklet expert
    """
    from vantage.names import nearest
    from vantage.study import sessions

    with _opened(folder) as (found, db):
        names = [one.name for one in found.frozen.booklets]
        place = names.index(nearest(booklet, names, "booklet")) if booklet else None
        with db.transaction():
            tokens = [sessions.invite(db, place) for _ in range(number)]
    links = [f"{found.settings.server.url.rstrip('/')}/s/{token}" for token in tokens]
    conclude({"links": links}, words="\n".join(links))


@study.command()
@folder_argument
@result_options
def status(folder: Path) -> None:
    """Show how far each booklet and each person is."""
    from vantage.study import progress, sessions

    with _opened(folder) as (found, db):
        filled, people = progress.filled(db, found), progress.standings(db, found)
        flags, closed = progress.flagged(db), sessions.is_closed(db)
    rows = [
        [one.name, *(str(n) for n in (one.items, one.wanted, one.complete, one.answering, one.ended))] for one in filled
    ]
    print_table("Booklets", ["booklet", "items", "wanted", "complete", "answering", "ended early"], rows)
    lines = [
        [
            str(one.number),
            one.state,
            one.booklet,
            str(one.answered),
            _said(one.seconds),
            str(one.misses),
            ", ".join(one.remarks),
        ]
        for one in people
    ]
    print_table("People", ["person", "state", "booklet", "answered", "median s", "checks failed", "remarks"], lines)
    end = "the study is closed" if closed else "the study is open"
    tell(f"{sum(one.complete for one in filled)} of {sum(one.wanted for one in filled)} sessions are complete, "
         f"{len(flags)} items are flagged; {end}")  # fmt: skip
    conclude({"closed": closed, "booklets": filled, "people": people, "flags": flags})


def _said(seconds: float) -> str:
    return "–" if seconds != seconds else f"{seconds:.1f}"


@study.command()
@folder_argument
@click.option("--out", type=PATH, required=True, help="A new folder, or that of an earlier export, which is replaced.")
@click.option("--complete", is_flag=True, help="Only people who came to the end.")
@click.option("--ids", is_flag=True, help="Write people's Prolific ids into people.csv, to pay them.")
@result_options
def export(folder: Path, out: Path, complete: bool, ids: bool) -> None:
    """Write what people answered: a run for each, and tables of answers with response times, of people and of flags.

    \b
    Examples:
      vantage study export studies/dise --out people
      vantage report people/runs runs/bench --out report.html
      vantage make dise --out data/better --exclude people/flags.jsonl
    """
    from vantage.study import export as exporting

    check_out(out, folder=True)
    with _opened(folder) as (found, db):
        made = exporting.export(db, found, out, complete, ids)
    words = f"wrote {made.runs} runs to {out / exporting.RUNS}, {made.answers} answers to {out / 'answers.csv'}"
    conclude(made, out, words=words)


@study.command()
@folder_argument
@result_options
def close(folder: Path) -> None:
    """Close a study: nobody can begin or answer any more, whether or not it is being served."""
    import time

    with _opened(folder) as (_, db), db.transaction():
        db.rows("INSERT INTO facts VALUES ('closed', ?) ON CONFLICT (name) DO NOTHING", str(int(time.time())))
        (open_,) = db.rows("SELECT COUNT(*) FROM people WHERE state IN ('answering', 'asked')")[0]
    conclude({"closed": True, "unfinished": open_}, words=f"the study is closed; {open_} sessions were unfinished")


@study.command()
@folder_argument
@click.argument("person", type=click.IntRange(1))
@result_options
def delete(folder: Path, person: int) -> None:
    """Delete all that one person said, as they may ask you to; earlier exports still hold it."""
    from vantage.study import sessions

    with _opened(folder) as (_, db), db.transaction():
        if not db.rows("SELECT 1 FROM people WHERE number = ?", person):
            raise ValueError(f"there is no person {person} in this study")
        sessions.erase(db, person)
    conclude({"deleted": person}, words=f"all that person {person} said is deleted; delete earlier exports too")

"""How pages are filled, and the frame of those on results: one file with its style, script, figures and items.

Whatever a model said is untrusted: all of it is escaped, and the page's own policy lets only our script run.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

import vantage
from vantage import plots
from vantage.plots import tables
from vantage.report import browse

LINES = 60  # of a table in the page; files hold all of them
SCRIPTS = ("store.js", "page.js", "report.js")


def filled(template: str, **values: Any) -> str:
    """Return a template filled with values; whatever they say is escaped."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("vantage.report", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {
        "percent": tables.percent,
        "words": tables.words,
        "spelled": tables.spelled,
        "exact": tables.exact,
        "svg": plots.page_svg,
        "pinned": plots.pinned_svg,
        "coded": _coded,
    }
    return environment.get_template(template).render(**values).lstrip()


def page(template: str, items: Mapping[str, Any], **values: Any) -> str:
    """Return a page of results as HTML: a template, filled with values, and the items to browse."""
    style, script = _text("report.css"), "".join(map(_text, SCRIPTS))
    return filled(
        template,
        style=style,
        script=script,
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        version=vantage.__version__,
        lines=LINES,
        items=items,
        embed=browse.embed,
        **values,
    )


def plain_page(template: str, **values: Any) -> str:
    """Return a page without items and without script."""
    return filled(template, style=_text("report.css"), lines=LINES, **values)


def anchors(names: Iterable[str]) -> list[str]:
    """Return for each name a word that an address can end in: Latin letters, digits and hyphens, no two alike."""
    found: list[str] = []
    for name in names:
        plain = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
        taken = (f"{plain}-{number}" if number > 1 else plain for number in itertools.count(1))
        found.append(next(word for word in taken if word not in found))
    return found


def _coded(text: str) -> str:
    """Return a text as HTML, with what is in backticks as code; all else, including names of models, is escaped."""
    import markupsafe

    return markupsafe.Markup(re.sub(r"`([^`\n]+)`", r"<code>\1</code>", str(markupsafe.escape(text))))


def _text(name: str) -> str:
    return resources.files("vantage.report").joinpath("templates", name).read_text("utf-8")

"""The typefaces of files that must carry their own, as a PDF and a contact sheet must; a page leaves it to the browser.

FiraGO has the Latin, Greek, Cyrillic and some more alphabets. Kurinto has Chinese, Japanese and Korean; it is large, so
it is there only with the extra `cjk`. What no typeface has is written as its code, "[6A21]", and never left out: two
names that differ still do. Arabic letters stand unjoined. Both are under the SIL Open Font Licence 1.1.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path

CJK = ("SC", "JP", "KR")  # Han characters, then what else Japanese and Korean are written with


@dataclass(frozen=True, eq=False)
class Face:
    """A typeface in one weight, as the bytes of its file."""

    name: str
    data: bytes

    @cached_property
    def characters(self) -> frozenset[int]:
        """The characters that it has."""
        from fontTools.ttLib import TTFont

        return frozenset(TTFont(io.BytesIO(self.data), lazy=True).getBestCmap())

    def has(self, character: str) -> bool:
        """Return whether it shows this character; it shows none that has no look of its own, as a line break."""
        return ord(character) in self.characters and not unicodedata.category(character).startswith("C")


def runs(text: str, bold: bool = False) -> Iterator[tuple[Face, str]]:
    """Yield a text from left to right, in parts, each with the first typeface that has it."""
    for place, run in groupby(_from_the_left(_written(text, bold)), key=lambda character: _place(character, bold)):
        yield _faces(bold)[place or 0], "".join(run)


def _written(text: str, bold: bool) -> str:
    """Return a text with codes for what no typeface has: nothing invisible is left in it to reorder the rest."""
    return "".join(f"[{ord(one):04X}]" if _place(one, bold) is None else one for one in text)


def _from_the_left(text: str) -> str:
    """Return a text as it is read on paper: Hebrew and Arabic run from the right."""
    from fpdf.bidi import BidiParagraph

    return text if text.isascii() else BidiParagraph(text).get_reordered_string()


def lacking(text: str) -> str:
    """Return the characters of a text that no typeface has, each once."""
    return "".join(dict.fromkeys(character for character in text if _place(character, False) is None))


def complete() -> bool:
    """Return whether the typefaces of the extra `cjk` are there."""
    return importlib.util.find_spec("weblate_fonts") is not None


@cache
def _place(character: str, bold: bool) -> int | None:
    """Return the number of the first face that has a character; the large ones are not opened for the others."""
    if _main(bold).has(character):
        return 0
    return next((place for place, face in enumerate(_faces(bold)) if face.has(character)), None)


@cache
def _main(bold: bool) -> Face:
    weight = "Bold" if bold else "Regular"
    return Face(f"FiraGO{weight}", importlib.import_module(f"pymupdf_fonts.FiraGO_{weight}").fontbuffer)


@cache
def _faces(bold: bool) -> tuple[Face, ...]:
    """Return all faces of a weight, the most wanted first."""
    found = importlib.util.find_spec("weblate_fonts")
    if found is None or found.origin is None:
        return (_main(bold),)
    folder = Path(found.origin).parent / "static/weblate_fonts/kurinto/ttf"
    weight = "Bd" if bold else "Rg"
    files = [folder / f"KurintoSans{script}-{weight}.ttf" for script in CJK]
    return (_main(bold), *(Face(file.stem, file.read_bytes()) for file in files if file.exists()))

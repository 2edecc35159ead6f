"""The fonts for PDF figures and contact sheets, which contain their own; an HTML page uses the browser's.

FiraGO covers Latin, Greek, Cyrillic and some other scripts. Kurinto covers Chinese, Japanese and Korean; it is large,
so it comes with the extra `cjk` only. A character that no font has is written as its code, "[6A21]", so that different
names still look different. Arabic letters are not joined. Both fonts are under the SIL Open Font License 1.1.
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

CJK = ("SC", "JP", "KR")  # all Chinese characters, then those that only Japanese and Korean use


@dataclass(frozen=True, eq=False)
class Face:
    """A font in one weight, as the bytes of its file."""

    name: str
    data: bytes

    @cached_property
    def characters(self) -> frozenset[int]:
        """The codes of all characters in the font."""
        from fontTools.ttLib import TTFont

        return frozenset(TTFont(io.BytesIO(self.data), lazy=True).getBestCmap())

    def has(self, character: str) -> bool:
        """Return whether the font shows this character; control and format characters are never shown."""
        return ord(character) in self.characters and not unicodedata.category(character).startswith("C")


def runs(text: str, bold: bool = False) -> Iterator[tuple[Face, str]]:
    """Yield the parts of a text from left to right, each with the first font that has its characters."""
    for place, run in groupby(_from_the_left(_written(text, bold)), key=lambda character: _place(character, bold)):
        yield _faces(bold)[place or 0], "".join(run)


def _written(text: str, bold: bool) -> str:
    """Return a text with codes in place of characters that no font has; so no invisible character can reorder it."""
    return "".join(f"[{ord(one):04X}]" if _place(one, bold) is None else one for one in text)


def _from_the_left(text: str) -> str:
    """Return a text in the order in which it is drawn: Hebrew and Arabic run from right to left."""
    from fpdf.bidi import BidiParagraph

    return text if text.isascii() else BidiParagraph(text).get_reordered_string()


def lacking(text: str) -> str:
    """Return the characters of a text that no font has, each once."""
    return "".join(dict.fromkeys(character for character in text if _place(character, False) is None))


def complete() -> bool:
    """Return whether the fonts of the extra `cjk` are installed."""
    return importlib.util.find_spec("weblate_fonts") is not None


@cache
def _place(character: str, bold: bool) -> int | None:
    """Return the number of the first font that has a character; the large fonts are opened only when needed."""
    if _main(bold).has(character):
        return 0
    return next((place for place, face in enumerate(_faces(bold)) if face.has(character)), None)


@cache
def _main(bold: bool) -> Face:
    weight = "Bold" if bold else "Regular"
    return Face(f"FiraGO{weight}", importlib.import_module(f"pymupdf_fonts.FiraGO_{weight}").fontbuffer)


@cache
def _faces(bold: bool) -> tuple[Face, ...]:
    """Return all fonts of a weight, in the order in which they are tried."""
    found = importlib.util.find_spec("weblate_fonts")
    if found is None or found.origin is None:
        return (_main(bold),)
    folder = Path(found.origin).parent / "static/weblate_fonts/kurinto/ttf"
    weight = "Bd" if bold else "Rg"
    files = [folder / f"KurintoSans{script}-{weight}.ttf" for script in CJK]
    return (_main(bold), *(Face(file.stem, file.read_bytes()) for file in files if file.exists()))

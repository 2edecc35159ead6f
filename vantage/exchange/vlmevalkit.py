"""To VLMEvalKit and back: a table of our questions that it can ask, and the rows of the result tables that it writes.

VLMEvalKit shows all pictures and then the text. It keeps every column but the pictures, so an item's id and condition
come back with its results.
"""

from __future__ import annotations

import base64
import csv
import json
import os
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vantage.item import Condition, Item, Number, compact, number_text
from vantage.names import install
from vantage.prompts import prompt
from vantage.prompts.prompt import Picture

if TYPE_CHECKING:
    from vantage.data.dataset import DataSet

UNPACKED = 2_000_000_000  # bytes that a workbook may unpack to
FIELD = 4_000_000  # characters of a field in a table of texts
CELL = 32_767  # characters that a cell of a workbook can hold; what is longer was cut off
COLUMNS = 256
HEADER = ("index", "id", "condition", "image", "image_path", "question", "answer")


def export(data: DataSet, condition: Condition, path: Path) -> int:
    """Write the data set as a table for VLMEvalKit, whole or not at all, and return how many rows it has."""
    temporary = path.with_name(f".{path.name}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with temporary.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(HEADER)
            writer.writerows(_row(place, item, condition) for place, item in enumerate(data.items()))
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return len(data)


def _row(place: int, item: Item, condition: Condition) -> Iterable[str]:
    shown = prompt.present(item, condition)
    (*before, user) = shown.messages
    *pictures, text = user.parts
    if before:
        raise ValueError(f"protocol {condition.protocol} has a system message, which VLMEvalKit cannot send")
    if not pictures or not all(isinstance(part, Picture) for part in pictures) or not isinstance(text, str):
        raise ValueError("VLMEvalKit shows pictures first and then the text; export with --images first")
    encoded = [base64.b64encode(part.data).decode() for part in pictures if isinstance(part, Picture)]
    names = [f"{place}_{number}.png" for number in range(len(encoded))]
    answer = shown.item.answer
    key = number_text(answer.value) if isinstance(answer, Number) else answer.letter
    return str(place), item.id, compact(asdict(condition)), _one_or_list(encoded), _one_or_list(names), text, key


def _one_or_list(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else json.dumps(texts)


def rows(path: Path) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the rows of a result table (.tsv or .xlsx) as texts by column, each with its place ("row 3")."""
    lines = _xlsx(path) if path.suffix.lower() == ".xlsx" else _tsv(path)
    header = [_text(value).strip() for value in next(lines, ())]
    if "prediction" not in header or not {"id", "index"} & set(header):
        raise ValueError(f"{path.name} has no columns `index` and `prediction`, so it is no result of VLMEvalKit")
    for number, line in enumerate(lines, 2):
        cells = {name: _text(value) for name, value in zip(header, line)}
        if any(cells.values()):
            yield f"row {number}", {"prediction": "", **cells}


def _text(value: Any) -> str:
    if value is None:
        return ""
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if whole else value)


def _tsv(path: Path) -> Iterator[Sequence[Any]]:
    before = csv.field_size_limit(FIELD)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from csv.reader(file, delimiter="\t")
    except csv.Error as error:
        raise ValueError(f"{path.name} is not a table of texts between tabs: {error}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not UTF-8 text") from None
    finally:
        csv.field_size_limit(before)


def _xlsx(path: Path) -> Iterator[Sequence[Any]]:
    try:
        import openpyxl
    except ImportError:
        raise ValueError(f"workbooks need openpyxl: {install('xlsx')}; or save it as .tsv") from None
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(part.file_size for part in archive.infolist())
        if size > UNPACKED:
            raise ValueError(f"it unpacks to {size:,} bytes; at most {UNPACKED:,} are allowed")
        with warnings.catch_warnings(action="ignore"):  # warnings about styles and the like do not matter
            # Formulas are read as text: an answer that begins with "=" was saved as a formula.
            book = openpyxl.load_workbook(path, read_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # the size that a file states may be wrong
        yield from sheet.iter_rows(max_col=COLUMNS, values_only=True)
        book.close()
    except Exception as error:  # openpyxl fails in many ways on a broken archive
        raise ValueError(f"{path.name} is not a workbook that can be read: {str(error)[:100]}") from None

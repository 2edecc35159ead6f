"""What a study takes from its data set, and how changed data sets and mistaken settings are refused."""

from __future__ import annotations

import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from tests import fabricated, studies
from vantage.study import folder, new, settings
from vantage.study.bare import bare


def said(kind: str, image: Image.Image, **more: Any) -> bytes:
    """A picture whose file tells a secret in EXIF, and after its end."""
    file, tags = io.BytesIO(), Image.Exif()
    tags[0x010E] = "secret key B"
    image.save(file, kind, exif=tags, **more)
    return file.getvalue() + b"secret key B"


def pixels(data: bytes) -> bytes:
    return Image.open(io.BytesIO(data)).convert("RGB").tobytes()


def told_pictures() -> list[bytes]:
    image = Image.open(io.BytesIO(fabricated.items(1, 40)[0].images[0]))
    info = PngImagePlugin.PngInfo()
    info.add_text("answer", "secret key B")
    return [
        said("PNG", image, pnginfo=info),
        said("PNG", image.quantize(16)),
        said("JPEG", image, quality=80, comment=b"secret key B"),
        said("JPEG", image, progressive=True, subsampling=2),
        said("JPEG", image.convert("CMYK")),
        said("WEBP", image, lossless=True, xmp=b"secret key B"),
        said("WEBP", image.convert("RGBA"), quality=60),
    ]


@pytest.mark.parametrize("number", range(7))
def test_pictures_lose_what_their_files_say_and_keep_what_they_show(number: int) -> None:
    image = told_pictures()[number]
    assert b"secret" in image
    data, ending = bare(image)
    assert b"secret" not in data
    assert pixels(data) == pixels(image)
    assert ending in {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}[Image.open(io.BytesIO(image)).format or ""]
    assert bare(data) == (data, ending)


def test_pictures_that_are_cut_off_or_none_are_refused() -> None:
    for image in told_pictures():
        with pytest.raises(ValueError, match="is cut off"):
            bare(image[: len(image) // 3])
    for image in (b"", b"<svg onload=alert(1)>", b"GIF89a"):
        with pytest.raises(ValueError, match="neither PNG nor JPEG nor WebP"):
            bare(image)


def test_only_bare_pictures_are_kept(tmp_path: Path) -> None:
    items = [replace(one, images=(image,)) for one, image in zip(fabricated.items(1, 32), told_pictures())]
    study = studies.made(tmp_path, items, studies.PLAIN)
    held = {path.name: path.read_bytes() for path in (study.folder / folder.PICTURES).iterdir()}
    assert set(held) == study.pictures
    assert not any(b"secret" in data for data in held.values())


def test_a_data_set_that_became_another_is_refused(tmp_path: Path) -> None:
    study = studies.made(tmp_path, fabricated.items(2, 16), studies.PLAIN)
    shutil.rmtree(tmp_path / "data")
    assert folder.open_study(study.folder).frozen == study.frozen, "one that is elsewhere now is no matter"
    fabricated.data_set(tmp_path / "data", fabricated.items(3, 16))
    with pytest.raises(ValueError, match=r"is another one now .* put the old one back, or make a new study"):
        folder.open_study(study.folder)
    (tmp_path / "data" / "test-00000.parquet").write_bytes(b"PAR1")
    with pytest.raises(ValueError, match="has 4 bytes where"):
        folder.open_study(study.folder)


def test_a_changed_design_makes_new_booklets_until_someone_has_begun(tmp_path: Path) -> None:
    study = studies.made(tmp_path, fabricated.items(4, 16), studies.PLAIN, kind="booklets", booklets=3, people=6)
    studies.edit(study.folder, [(r"^booklets = 3", "booklets = 4")])
    with pytest.raises(ValueError, match=r"was changed \(design\) since its booklets were made"):
        folder.open_study(study.folder)
    assert len(folder.prepare(study.folder, 0).frozen.booklets) == 4
    studies.edit(study.folder, [(r"^booklets = 4", "booklets = 6"), (r"^title = .*", 'title = "New"')])
    with pytest.raises(ValueError, match=r"was changed \(design\) after 2 people had begun; put the old settings back"):
        folder.prepare(study.folder, 2)
    studies.edit(study.folder, [(r"^booklets = 6", "booklets = 4")])
    assert folder.prepare(study.folder, 2).settings.title == "New"


def test_lost_pictures_are_taken_again(tmp_path: Path) -> None:
    study = studies.made(tmp_path, fabricated.items(1, 16), studies.PLAIN)
    shutil.rmtree(study.folder / folder.PICTURES)
    before = (study.folder / folder.FROZEN).read_bytes()
    folder.prepare(study.folder, 5)
    assert (study.folder / folder.FROZEN).read_bytes() == before
    assert {path.name for path in (study.folder / folder.PICTURES).iterdir()} == study.pictures


def test_the_same_study_is_made_again_to_the_byte(tmp_path: Path) -> None:
    study = studies.made(tmp_path, fabricated.items(2, 16))
    first = (study.folder / folder.FROZEN).read_bytes()
    (study.folder / folder.FROZEN).unlink()
    folder.prepare(study.folder, 0)
    assert (study.folder / folder.FROZEN).read_bytes() == first


@pytest.mark.parametrize(
    ("pattern", "line", "said"),
    [
        (r"^people = 20", "people = 0", "design.people: expected `int` >= 1"),
        (r"^people = 20", "people = 2.5", "design.people: expected `int`"),
        (r"^people = 20", "people = 99999999999", "design.people: expected `int` <= 100000"),
        (r"^kind = \"all\"", 'kind = "some"', "design.kind: invalid enum value 'some'"),
        (r"^break_every", "brake_every", "page: object contains unknown field `brake_every`"),
        (r"^seconds = 0", "seconds = -3", "page.seconds: expected `float` >= 0"),
        (r"^seconds = 0", "seconds = inf", "page.seconds: expected `float` <= 86400"),
        (r"^seconds = 0", "seconds = nan", "page.seconds"),
        (r"^ahead = 3", "ahead = 0", "page.ahead: expected `int` >= 1"),
        (r'^answer = "C"', 'answer = "E"', "the answer E is none of the 4 options"),
        (r'^kind = "number"', 'kind = "choice"', "the question age is a choice; a choice has options"),
        (r'^name = "age"', 'name = "Age of person"', "questions"),
        (r'^name = "age"', 'name = "remarks"', "two questions have the same name"),
        (r"^url = \S+", 'url = "study"', "url must be an address such as"),
        (r"^database = \S+", 'database = "mysql://x"', "database must be empty or begin with postgresql://"),
        (r"^people = 20", "people = ", "is not TOML"),
    ],
)
def test_mistakes_in_study_toml_are_one_sentence(tmp_path: Path, pattern: str, line: str, said: str) -> None:
    path = tmp_path / "study"
    fabricated.data_set(tmp_path / "data", fabricated.items(1, 8))
    new.write(path, tmp_path / "data", {"kind": "all"})
    studies.edit(path, [(pattern, line)])
    with pytest.raises(ValueError, match=r"study\.toml") as told:
        settings.read(path)
    assert said.lower() in str(told.value).lower()
    assert len(str(told.value).splitlines()) == 1


def test_what_is_no_study_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"is not a study \(it has no study.toml\); make one with"):
        folder.open_study(tmp_path)
    study = studies.made(tmp_path, fabricated.items(1, 8))
    frozen = json.loads((study.folder / folder.FROZEN).read_text())
    (study.folder / folder.FROZEN).write_text(json.dumps({**frozen, "format": 9}))
    with pytest.raises(ValueError, match="has format 9; this Vantage reads format 1"):
        folder.open_study(study.folder)
    (study.folder / folder.FROZEN).write_text("{")
    with pytest.raises(ValueError, match="is not what Vantage wrote"):
        folder.open_study(study.folder)


def test_ready_designs_fit_the_data_set(tmp_path: Path) -> None:
    fabricated.data_set(tmp_path / "data", fabricated.items(20, 8))
    for name, kind in (("dise", "booklets"), ("scope188", "all")):
        new.write(tmp_path / name, tmp_path / "data", {"ready": name, **({"anchors": 3} if name == "dise" else {})})
        assert settings.read(tmp_path / name).design.kind == kind
    with pytest.raises(ValueError, match="per_person must be from 1 to the 60 items, not 200"):
        new.write(tmp_path / "spin", tmp_path / "data", {"ready": "spin"})
    assert not (tmp_path / "spin").exists()
    with pytest.raises(ValueError, match="no ready design is called 'disc'; did you mean 'dise'"):
        new.write(tmp_path / "other", tmp_path / "data", {"ready": "disc"})
    with pytest.raises(ValueError, match="is there already"):
        new.write(tmp_path / "dise", tmp_path / "data", {"kind": "all"})

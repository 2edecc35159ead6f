"""Files from outside are not trusted: one sentence, or a drop that is counted and listed; and nothing is run."""

import csv
import io
import json
import pickle
import tarfile
import zipfile

import pytest
from PIL import Image

from tests import public_files
from tests.public_files import BUILDERS, picture
from tests.test_public import FRAMES
from vantage import public
from vantage.public import archives, importing, tables
from vantage.public.archives import Files
from vantage.public.films import Sampling, places


@pytest.fixture
def mmsi(tmp_path):
    """A hundred and fifty sound questions, to be spoiled."""
    rows = [
        {"id": n, "images": [picture(n)], "question_type": "MSR", "question": f"{n}? Options: A: x, B: y",
         "answer": "A"}
        for n in range(150)
    ]  # fmt: skip

    def spoiled(changes, name="mmsi", allowed=importing.ALLOWED):
        for place, change in changes.items():
            rows[place] |= change
        public_files.parquet(tmp_path / "files" / "MMSI_Bench.parquet", rows)
        return importing.import_benchmark(public.get(name), tmp_path / "files", tmp_path / "data", FRAMES, allowed)

    return spoiled


def bomb():
    """A small PNG that says it has more pixels than are allowed."""
    out = io.BytesIO()
    Image.new("1", (8000, 8000)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"images": [b""]}, "has 0 bytes"),
        ({"images": [b"GIF89a no picture"]}, "is not a PNG, JPEG or WebP"),
        ({"images": [picture(1)[:-30]]}, "does not decode"),
        ({"images": [bomb()]}, "8000 × 8000 pixels"),
        ({"images": [pickle.dumps("a")]}, "is not a PNG, JPEG or WebP"),
        ({"answer": "C"}, "names none of the 2 options"),
        ({"answer": "?"}, "is no letter"),
        ({"answer": None}, "is no letter"),
        ({"id": 6}, "the id '6' was already given in MMSI_Bench.parquet, row 7"),
        ({"question": "No options at all?"}, "names none of the 0 options"),
        ({"question": "<image> <image>? Options: A: x, B: y"}, "2 <image> marks for 1 pictures"),
        ({"question_type": "MRT"}, "no category of mmsi is called 'MRT'"),
        ({"question": "x" * 30_000 + "Options: A: x, B: y"}, "more than 20,000 characters"),
    ],
)
def test_what_is_wrong_with_one_question_drops_it(mmsi, change, why, tmp_path):
    data, drops = mmsi({7: change})
    assert len(data) == 149
    assert len(drops.mistakes) == 1
    assert why in drops.mistakes[0][1]
    with (tmp_path / "data" / importing.DROPPED).open() as file:
        assert list(csv.reader(file))[1][1] == drops.mistakes[0][1]


@pytest.mark.parametrize("change", [{"answer": "C"}, {"images": [b""]}], ids=["read", "shown"])
def test_too_many_drops_are_refused_and_leave_nothing(mmsi, change, tmp_path):
    with pytest.raises(ValueError, match=r"2 of 150 questions of mmsi cannot be used, more than 1%: 2 × .*--drop 0.02"):
        mmsi({7: change, 8: change})
    assert not (tmp_path / "data").exists()
    data, drops = mmsi({}, allowed=0.02)
    assert (len(data), len(drops.mistakes)) == (148, 2)


def refused(name, path, words):
    with pytest.raises(ValueError, match=words) as error:
        importing.import_benchmark(public.get(name), path, path.parent / "data", FRAMES)
    assert "\n" not in str(error.value)
    assert not (path.parent / "data").exists()


def test_files_of_another_benchmark_or_revision(tmp_path):
    BUILDERS["stare"](tmp_path / "stare")
    refused("mmsi", tmp_path / "stare", "holds no MMSI_Bench.parquet or .* it looks like stare")
    public_files.parquet(tmp_path / "old" / "MMSI_Bench.parquet", [{"id": 1, "images": [b""], "question": "?"}])
    refused(
        "mmsi", tmp_path / "old", "has no column question_type, answer, so it is another benchmark or another revision"
    )
    refused("vsi", tmp_path / "nowhere", "is missing; give the folder")
    (tmp_path / "empty").mkdir()
    refused("vsi", tmp_path / "empty", r"holds no test\.jsonl")


def test_broken_tables_are_one_sentence(tmp_path):
    for folder, name, file, data, words in (
        ("a", "mmsi", "MMSI_Bench.parquet", b"PAR1 and no more", "is not a Parquet file"),
        ("b", "vsi", "test.jsonl", b"{", "test.jsonl, line 1 is not JSON"),
        ("c", "vsi", "test.jsonl", b"[1]", "line 1 is not an object"),
        ("d", "viewspatial", "ViewSpatial-Bench.json", b"[" * 100_000, "is not JSON"),
        ("e", "viewspatial", "ViewSpatial-Bench.json", b'["a"]', "where a question should be"),
        ("f", "spatial-dise", "DISE-benchmark.csv", b"\xff\xfe\x00", "is not a table of texts"),
        ("g", "erqa", "erqa.tfrecord", public_files.example({"question": [b"?"]})[:-9], "is not a whole TFRecord"),
        ("h", "erqa", "erqa.tfrecord", (5).to_bytes(8, "little") + b"crc!hellocrc!", "something else than examples"),
        ("i", "erqa", "erqa.tfrecord", (2**60).to_bytes(8, "little") + b"crc!", "is not a whole TFRecord"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / file).write_bytes(data)
        refused(name, tmp_path / folder, words)


# -- archives


def test_a_truncated_archive_is_one_sentence(tmp_path):
    BUILDERS["mindcube"](tmp_path / "z")
    whole = (tmp_path / "z" / "data.zip").read_bytes()
    (tmp_path / "z" / "data.zip").write_bytes(whole[: len(whole) // 2])
    refused("mindcube", tmp_path / "z", "is not a whole zip archive")
    BUILDERS["spatial-dise"](tmp_path / "t")
    shard = tmp_path / "t" / "image" / "shard0.tar"
    shard.write_bytes(shard.read_bytes()[:700])
    refused("spatial-dise", tmp_path / "t", "is not a whole tar archive")


def test_a_damaged_or_locked_entry_is_one_sentence(tmp_path):
    text = "".join(json.dumps(row) + "\n" for row in public_files.vsi_rows())
    for folder, damage in (("crc", lambda data: data.replace(b"about", b"abuot", 1)), ("locked", None)):
        path = tmp_path / folder / "all.zip"
        path.parent.mkdir()
        with zipfile.ZipFile(path, "w") as archive:  # not packed, so that a word in it can be changed
            archive.writestr("test.jsonl", text)
        data = bytearray(path.read_bytes())
        if damage:
            data = bytearray(damage(bytes(data)))
        else:
            for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
                data[data.index(mark) + place] |= 1  # says that it is encrypted
        path.write_bytes(data)
        refused("vsi", path.parent, r"test\.jsonl cannot be unpacked: (Bad CRC|.*encrypted)")


OUTSIDE = ("../up.png", "/etc/up.png", "a/../../up.png", "C:\\up.png", "..\\up.png")


@pytest.mark.parametrize("name", OUTSIDE)
def test_entries_that_lead_out_are_refused(name, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x", b"")
        archive.infolist()[0].filename = name  # as it stands; the writer would mend it
        archive.filelist[0].orig_filename = name
    with pytest.raises(ValueError, match="leads out of its folder"):
        Files(tmp_path / "a.zip")
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        archive.addfile(tarfile.TarInfo(name))
    with pytest.raises(ValueError, match="leads out of its folder"):
        Files(tmp_path / "a.tar")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_are_refused(kind, tmp_path):
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        info = tarfile.TarInfo("a.png")
        info.type, info.linkname = kind, "b.png"
        archive.addfile(info)
    with pytest.raises(ValueError, match="holds a link or a device"):
        Files(tmp_path / "a.tar")


def test_links_in_zips_and_out_of_folders_are_refused(tmp_path):
    (tmp_path / "zip").mkdir()
    with zipfile.ZipFile(tmp_path / "zip" / "a.zip", "w") as archive:
        info = zipfile.ZipInfo("a.png")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    with pytest.raises(ValueError, match="holds a link or a device"):
        Files(tmp_path / "zip")
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret").write_text("x")
    (tmp_path / "folder" / "a.png").symlink_to(tmp_path / "secret")
    with pytest.raises(ValueError, match="is a link that leads out"):
        Files(tmp_path / "folder")


def test_bombs_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "SMALL", 1000)
    public_files.zipped(tmp_path / "a.zip", {"a.json": b"0" * 1_000_000})
    with pytest.raises(ValueError, match="would unpack to 1,000,000 bytes"):
        Files(tmp_path / "a.zip")
    monkeypatch.undo()
    files = Files(tmp_path / "a.zip")
    monkeypatch.setattr(archives, "LARGEST", 1000)
    with pytest.raises(ValueError, match="at most 1,000 are read"):
        files.find("a.json").read()
    files.close()


def test_an_entry_that_lies_about_its_size_is_not_read(tmp_path):
    public_files.zipped(tmp_path / "a.zip", {"a.png": picture(1)})
    files = Files(tmp_path / "a.zip")
    entry = files.find("a.png")
    with pytest.raises(ValueError, match="unpacks to another size"):
        archives.Entry(entry.name, 10, entry.open).read()
    files.close()


def test_names_find_one_file_or_say_why_not(tmp_path):
    public_files.zipped(tmp_path / "a.zip", {"top/x/1.png": b"1", "top/y/1.png": b"2", "top/z.png": b"3"})
    files = Files(tmp_path)
    assert files.find("x/1.png").read() == b"1"
    assert files.find("data/SPACE/x/1.png").read() == b"1"
    assert files.find("z.png").read() == b"3"
    wrong = {
        "1.png": "there are 2 files",
        "q.png": "no file",
        "../z.png": "leads out",
        7: "by its name",
        "": "by its name",
    }
    for name, words in wrong.items():
        with pytest.raises(ValueError, match=words):
            files.find(name)
    files.close()


# -- videos


def test_videos_that_do_not_decode_drop_their_questions(tmp_path):
    BUILDERS["vsi"](tmp_path / "files")
    whole = public_files.film(1)
    films = {"arkitscenes/40.mp4": public_files.film(0), "arkitscenes/41.mp4": b"no film"}
    for broken, why in (
        (b"no film", "does not decode"),
        (whole[: len(whole) // 2], "does not decode|breaks off|no pictures"),
    ):
        public_files.zipped(tmp_path / "files" / "arkitscenes.zip", {**films, "arkitscenes/41.mp4": broken})
        with pytest.raises(ValueError, match=f"cannot be used.*({why})"):
            importing.import_benchmark(public.get("vsi"), tmp_path / "files", tmp_path / "d", FRAMES)
        assert not list(tmp_path.glob(".d*"))
    data, drops = importing.import_benchmark(public.get("vsi"), tmp_path / "files", tmp_path / "d", FRAMES, 0.5)
    assert (len(data), len(drops.mistakes)) == (6, 6)


@pytest.mark.parametrize(
    ("sampling", "frames", "expected"),
    [
        (Sampling(4, "uniform"), 24, [0, 7, 15, 23]),
        (Sampling(3, "uniform-tail"), 24, [0, 11, 23]),
        (Sampling(1, "uniform-tail"), 24, [0, 23]),
        (Sampling(4, "chunk-centre"), 24, [3, 9, 15, 21]),
        (Sampling(16, "1fps"), 30, [0, 12]),
        (Sampling(8, "uniform"), 3, [0, 0, 0, 0, 1, 1, 1, 2]),
        (Sampling(5, "chunk-centre"), 2, [0, 0, 1, 1, 1]),
        (Sampling(16, "1fps"), 5, [0]),
    ],
)
def test_which_frames_are_taken(sampling, frames, expected):
    assert places(sampling, frames, 12.0) == expected


def test_frames_are_pictures_in_order(tmp_path):
    """The block of the film moves to the right; a video is decoded once for all questions about it."""
    BUILDERS["vsi"](tmp_path / "files")
    data, _ = importing.import_benchmark(public.get("vsi"), tmp_path / "files", tmp_path / "d", FRAMES)
    item = data[0]
    lefts = []
    for shown in item.images:
        with Image.open(io.BytesIO(shown)) as image:
            row = [sum(image.getpixel((x, 16))) for x in range(48)]
        lefts.append(next(x for x in range(48) if row[x] > 600))
    assert lefts == sorted(lefts)
    assert len(set(lefts)) == 4
    assert item.question.startswith("<image>" * 4 + "\nThese are frames of a video, in order.\n")
    assert data.manifest["benchmark"]["frames"] == "4 uniform"
    same = [one.images for one in data if one.groups == item.groups or one.situation == item.situation]
    assert all(images == item.images for images in same)


def test_wrong_settings_of_videos():
    with pytest.raises(ValueError, match="no sampling is called 'centre'"):
        Sampling(4, "centre")
    with pytest.raises(ValueError, match="1 to 400 frames"):
        Sampling(0)


def test_lists_as_text_run_nothing():
    from vantage.public import reading

    for text in ("__import__('os').system('true')", "[x for x in ()]", "open('a')", "[1", "(" * 500, "[1]" * 90_000):
        with pytest.raises(ValueError, match=r"is not a list|is not read"):
            reading.literal(text)
    assert reading.literal("{'A': nan, 'B': [1, -2.5, True]}") == {"A": None, "B": [1, -2.5, True]}


def test_tables_stop_at_their_limits(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "JSON", 10)
    monkeypatch.setattr(tables, "LINE", 10)
    public_files.as_json(tmp_path / "a" / "ViewSpatial-Bench.json", [{"question": "a" * 20}])
    refused("viewspatial", tmp_path / "a", "at most 10 of JSON are read")
    public_files.jsonl(tmp_path / "b" / "test.jsonl", [{"id": "a" * 20}])
    refused("vsi", tmp_path / "b", "longer than 10 bytes")
    public_files.separated(tmp_path / "c" / "DISE-benchmark.csv", [{"image": "a" * 20}], ",")
    refused("spatial-dise", tmp_path / "c", "is not a table of texts")
    assert json.loads((tmp_path / "a" / "ViewSpatial-Bench.json").read_text())

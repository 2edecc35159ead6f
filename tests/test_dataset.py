import errno
import json
import re

import pytest

from tests.test_item import item
from vantage.data import dataset, manifest, place, schema
from vantage.item import Number, Option

HEADER = {"suite": "own", "title": "Own items.", "size": "n", "seed": 0, "licence": "cc0-1.0", "credits": []}


def items(n=7, split="test", start=0):
    for i in range(start, start + n):
        options = tuple(
            Option(image=bytes([65 + k]) * 9, label=f"{i}-{k}", rule="near" if k != 2 else "") for k in range(4)
        )
        yield item(id=f"own/t/n-s0/{i:06d}", split=split, situation=str(i), options=options, images=(b"q" * i,))


@pytest.fixture
def folder(tmp_path):
    writer = dataset.Writer(tmp_path / "set", HEADER, rows=3)
    writer.write([*items(4, "train"), *items(7, "test", 4)])
    return tmp_path / "set"


def test_what_is_written_is_read(folder):
    data = dataset.load(folder)
    assert list(data.items()) == [*items(4, "train"), *items(7, "test", 4)]
    assert len(data) == 11
    assert [i.id for i in data.items("train")] == [i.id for i in items(4)]
    assert manifest.counts(data.manifest) == {"train": {"t": 4}, "test": {"t": 7}}


def test_numbers_groups_and_depth_survive(tmp_path):
    one = item(
        options=(),
        answer=Number(2.5, "m", "mra"),
        depth=(b"d",),
        ids=(b"i",),
        groups={"view": ("g", "90")},
        text_form="S.E",
    )
    dataset.write(tmp_path / "set", HEADER, [one])
    assert list(dataset.load(tmp_path / "set").items()) == [one]


def test_a_data_set_from_before_there_were_ids_still_opens(tmp_path):
    import pyarrow.parquet as pq

    data = dataset.write(tmp_path / "set", HEADER, items(3))
    path = tmp_path / "set" / data.manifest["shards"][0]["name"]
    pq.write_table(pq.read_table(path).drop_columns(["ids"]), path)
    entry = {"sha256": dataset.file_digest(path), "bytes": path.stat().st_size}
    damage(tmp_path / "set" / "manifest.json", lambda m: (m.update(format=1), m["shards"][0].update(entry)))
    old = dataset.load(tmp_path / "set")
    assert [*old.items()] == [*items(3)]
    assert [one.id for one in old.head()] == [one.id for one in items(3)]


def test_shards_are_named_by_split(folder):
    assert sorted(path.name for path in folder.iterdir()) == [
        "README.md",
        "manifest.json",
        "test-00000.parquet",
        "test-00001.parquet",
        "test-00002.parquet",
        "train-00000.parquet",
        "train-00001.parquet",
    ]
    assert "| train | t | 4 |" in (folder / "README.md").read_text()


def test_head_leaves_pictures_out(folder):
    for short, whole in zip(dataset.load(folder).head(), dataset.load(folder).items(), strict=True):
        assert short.images == (b"",)
        assert [o.image for o in short.options] == [b""] * 4
        assert (short.id, short.truth, short.answer, short.logical) == (
            whole.id,
            whole.truth,
            whole.answer,
            whole.logical,
        )


def test_get_finds_items_by_id(folder):
    found = dataset.load(folder).get(["own/t/n-s0/000005", "nowhere"])
    assert [*found] == ["own/t/n-s0/000005"]
    assert found["own/t/n-s0/000005"].images == (b"q" * 5,)


def test_a_shared_picture_is_stored_once(tmp_path):
    import numpy as np

    noise = np.random.default_rng(0).bytes(100_000)
    schema.write(str(tmp_path / "many"), [item(id=f"a/b/c/{i}", images=(noise,)) for i in range(50)])
    assert (tmp_path / "many").stat().st_size < 2 * len(noise)


def test_row_groups_stay_small(tmp_path, monkeypatch):
    import pyarrow.parquet as pq

    monkeypatch.setattr(schema, "ROW_GROUP_BYTES", 1000)
    schema.write(str(tmp_path / "x"), [item(id=f"a/b/c/{i}", images=(bytes([i]) * 400,)) for i in range(5)])
    assert pq.ParquetFile(tmp_path / "x").num_row_groups == 3


def test_pictures_that_items_share_count_once_but_for_what_a_reader_holds(tmp_path, monkeypatch):
    import pyarrow.parquet as pq

    monkeypatch.setattr(schema, "ROW_GROUP_BYTES", 1000)
    shared = [item(id=f"a/b/c/{i}", images=(b"p" * 400,)) for i in range(5)]
    schema.write(str(tmp_path / "x"), shared)
    assert pq.ParquetFile(tmp_path / "x").num_row_groups == 1
    monkeypatch.setattr(schema, "MOST_BYTES", 1000)
    schema.write(str(tmp_path / "y"), shared)
    assert pq.ParquetFile(tmp_path / "y").num_row_groups == 3


def test_hugging_face_reads_it_with_no_code_of_ours(tmp_path):
    import datasets
    import PIL.Image

    from vantage.render import flat

    def picture(colour):
        return flat.encode(PIL.Image.new("RGB", (8, 8), colour))

    def shown(i, split):
        options = tuple(Option(image=picture((i, k, 0)), label=str(k)) for k in range(4))
        return item(id=f"own/t/n-s0/{i}", split=split, images=(picture((i, 0, 9)),), options=options)

    splits = ["train", "train", "validation", "test", "test", "test"]
    dataset.write(tmp_path / "set", HEADER, [shown(i, split) for i, split in enumerate(splits)])
    found = datasets.load_dataset("parquet", data_dir=str(tmp_path / "set"), cache_dir=str(tmp_path / "cache"))
    assert {name: len(part) for name, part in found.items()} == {"train": 2, "validation": 1, "test": 3}
    row = found["test"][1]
    assert row["images"][0].getpixel((0, 0)) == (4, 0, 9)
    assert [o["image"].getpixel((0, 0)) for o in row["options"]] == [(4, k, 0) for k in range(4)]
    assert row["answer"]["letter"] == "C"


def test_the_digest_names_the_contents(folder, tmp_path):
    again = dataset.Writer(tmp_path / "again", HEADER, rows=3)
    again.write([*items(4, "train"), *items(7, "test", 4)])
    other = dataset.write(tmp_path / "other", HEADER, items(4))
    assert dataset.load(folder).digest == dataset.load(tmp_path / "again").digest != other.digest


def test_bad_folders_are_told_apart(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("x")
    for name, words in [
        ("nowhere", "is missing"),
        ("file", "a file, not a data set"),
        ("empty", "an empty folder"),
        ("other", "no manifest.json"),
    ]:
        with pytest.raises(ValueError, match=words):
            dataset.load(tmp_path / name)


def damage(path, edit):
    manifest = json.loads(path.read_text())
    edit(manifest)
    path.write_text(json.dumps(manifest))


def test_a_cut_off_shard_is_named(folder):
    shard = folder / "test-00001.parquet"
    shard.write_bytes(shard.read_bytes()[:-10])
    with pytest.raises(ValueError, match=r"shard test-00001.parquet has \d+ bytes where \d+ were written"):
        dataset.load(folder)


def test_a_changed_shard_is_named(folder):
    shard = folder / "train-00000.parquet"
    data = bytearray(shard.read_bytes())
    data[50] ^= 1
    shard.write_bytes(data)
    with pytest.raises(ValueError, match=r"shard train-00000\.parquet has changed"):
        dataset.load(folder)


def test_a_missing_shard_is_named(folder):
    (folder / "test-00002.parquet").unlink()
    with pytest.raises(ValueError, match=r"shard test-00002\.parquet is missing"):
        dataset.load(folder)


def test_a_newer_format_is_refused(folder):
    damage(folder / "manifest.json", lambda m: m.update(format=99))
    with pytest.raises(ValueError, match="format 99, made by a newer Vantage; this one reads up to 2"):
        dataset.load(folder)


def test_a_broken_manifest_is_refused(folder):
    (folder / "manifest.json").write_text('{"format": 1, "sha')
    with pytest.raises(ValueError, match="not a manifest that Vantage wrote"):
        dataset.load(folder)


def test_a_manifest_cannot_lead_out_of_its_folder(folder):
    damage(folder / "manifest.json", lambda m: m["shards"][0].update(name="../../secret.parquet"))
    with pytest.raises(ValueError, match="not a shard's name"):
        dataset.load(folder)


def test_an_unfinished_set_is_not_loaded(folder):
    damage(folder / "manifest.json", lambda m: m.update(complete=False))
    with pytest.raises(ValueError, match="unfinished"):
        dataset.load(folder)


def test_another_data_set_is_not_overwritten(folder, tmp_path):
    with pytest.raises(ValueError, match=r"holds another data set \(seed 0, not 1"):
        dataset.Writer(folder, {**HEADER, "seed": 1})
    with pytest.raises(ValueError, match="already holds a data set, with other items"):
        dataset.write(folder, HEADER, items())
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("x")
    with pytest.raises(ValueError, match="not empty"):
        dataset.Writer(tmp_path / "full", HEADER)


def test_interrupted_writing_goes_on_to_the_same_bytes(folder, tmp_path):
    everything = [*items(4, "train"), *items(7, "test", 4)]

    def interrupted(stop):
        yield from everything[skip:stop]
        raise KeyboardInterrupt

    for stop in (2, 3, 5, 9):
        writer = dataset.Writer(tmp_path / "set2", HEADER, rows=3)
        skip = len(list(writer.finished()))
        with pytest.raises(KeyboardInterrupt):
            writer.write(interrupted(stop))
    writer = dataset.Writer(tmp_path / "set2", HEADER, rows=3)
    kept = list(writer.finished())
    assert [i.id for i in kept] == [i.id for i in everything[:9]], "an interrupt loses nothing that was finished"
    writer.write(everything[9:])
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == {
        p.name: p.read_bytes() for p in (tmp_path / "set2").iterdir()
    }


def test_a_full_disk_leaves_nothing_half_written(folder, tmp_path, monkeypatch):
    def full(file, items):
        file.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device", file.name)

    writer = dataset.Writer(tmp_path / "set2", HEADER, rows=3)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "write", full)
        with pytest.raises(OSError, match="No space left"):
            writer.write(items(7))
    assert not list((tmp_path / "set2").glob("*.parquet"))
    writer = dataset.Writer(tmp_path / "set2", HEADER, rows=3)
    assert not list(writer.finished())
    writer.write(items(7))
    assert len(dataset.load(tmp_path / "set2")) == 7


def test_a_file_is_not_taken_for_a_folder(tmp_path):
    (tmp_path / "report.html").write_text("x")
    with pytest.raises(ValueError, match="is a file; name a folder"):
        dataset.write(tmp_path / "report.html", HEADER, items())


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ({"depth": True}, {}, "depth true, not none"),
        ({"excluded": dict.fromkeys("abcd", 0)}, {"excluded": {"a": 0}}, "excluded a, b, c …, not a"),
        ({"requested": {"test": {"a": 5}}}, {"requested": {"test": {"a": 6}}}, "requested test a 5, not 6"),
        ({"title": "long " * 50}, {"title": ""}, 'title "long long long long long long long lon…, not ""'),
    ],
)
def test_the_setting_in_which_two_sets_differ_is_named_shortly(tmp_path, was, now, words):
    was, now = ({**HEADER, **more} for more in (was, now))
    dataset.Writer(tmp_path / "set", was)
    with pytest.raises(ValueError, match=re.escape(f"holds another data set ({words}); name a new folder")):
        dataset.Writer(tmp_path / "set", now)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_items_twice_do_no_harm_and_an_interrupted_set_is_finished(tmp_path):
    def interrupted():
        yield from items(3)
        raise KeyboardInterrupt

    whole = dataset.write(tmp_path / "whole", HEADER, items())
    with pytest.raises(KeyboardInterrupt):
        dataset.write(tmp_path / "set", HEADER, interrupted())
    for _ in range(2):
        assert dataset.write(tmp_path / "set", HEADER, items()).digest == whole.digest
        assert contents(tmp_path / "set") == contents(tmp_path / "whole")
    for others in (items(6), items(8), items(start=1)):
        with pytest.raises(ValueError, match="with other items"):
            dataset.write(tmp_path / "set", HEADER, others)
    assert contents(tmp_path / "set") == contents(tmp_path / "whole")


def test_a_second_writer_is_refused_and_a_dead_one_is_not_in_the_way(tmp_path):
    with dataset.opened(tmp_path / "set", HEADER) as writer:
        with pytest.raises(ValueError, match="another process is writing the data set"):
            dataset.write(tmp_path / "set", HEADER, items())
        writer.write(items())
    whole = contents(tmp_path / "set")
    assert dataset.LOCK not in whole
    # What kill -9 and, in earlier versions, a second writer may have left.
    (tmp_path / "dead").mkdir()
    for name in (dataset.LOCK, ".manifest.json.part"):
        (tmp_path / "dead" / name).write_bytes(b"")
    dataset.write(tmp_path / "dead", HEADER, items())
    assert contents(tmp_path / "dead") == whole
    for name in (".test-00000.parquet.pending", ".test-00000.parquet.part"):
        (tmp_path / "dead" / name).write_bytes(b"cut")
    dataset.write(tmp_path / "dead", HEADER, items())
    assert contents(tmp_path / "dead") == whole


def test_a_lock_that_its_holder_took_away_in_between_is_no_lock(tmp_path, monkeypatch):
    taken = []

    def flock(file, how, lock=place.fcntl.flock):
        if not taken:
            taken.append((tmp_path / "set" / ".lock").unlink())
        return lock(file, how)

    monkeypatch.setattr(place.fcntl, "flock", flock)
    with dataset.opened(tmp_path / "set", HEADER):
        assert (tmp_path / "set" / ".lock").exists()
        with (
            pytest.raises(ValueError, match="another process is writing the data set"),
            dataset.opened(tmp_path / "set", HEADER),
        ):
            pass
    assert not (tmp_path / "set" / ".lock").exists()


def drop(*path):
    def edit(manifest):
        for part in path[:-1]:
            manifest = manifest[part]
        del manifest[path[-1]]

    return edit


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (drop("shards", 0, "sha256"), "shard 0 has no sha256"),
        (drop("shards", 1, "counts"), "shard 1 has no counts"),
        (drop("shards"), "has no shards"),
        (drop("complete"), "has no complete"),
        (lambda m: m.update(shards=["x"]), "shard 0 has no name"),
        (lambda m: m.update(tasks={"t": 5}), "task 't' has no version"),
        (lambda m: m.update(tasks=[]), "has no tasks"),
        (lambda m: m.update(seed=True), "has no seed"),
        (lambda m: m.update(pixels=0), "pictures are 0 pixels wide"),
        (lambda m: m["shards"][0].update(rows=-4), "counts that Vantage did not write"),
        (lambda m: m["shards"][0].update(counts={"t": "4"}), "counts that Vantage did not write"),
        (lambda m: m["shards"][0].update(split="test"), "split that Vantage did not write"),
        (lambda m: m["shards"][0].update(sha256="x"), "sha256 that Vantage did not write"),
        (lambda m: m["shards"].append(m["shards"][0]), "names a shard twice"),
    ],
)
def test_a_manifest_of_another_shape_is_refused_in_one_sentence(folder, edit, words):
    damage(folder / "manifest.json", edit)
    for use in (dataset.load, lambda folder: dataset.Writer(folder, HEADER)):
        with pytest.raises(ValueError, match=words) as refused:
            use(folder)
        assert "\n" not in str(refused.value)


def test_a_set_without_items_is_refused_and_made_again(folder):
    damage(folder / "manifest.json", lambda m: m.update(shards=[]))
    with pytest.raises(ValueError, match="without items"):
        dataset.load(folder)
    assert not dataset.Writer(folder, HEADER).complete


def test_nothing_in_a_licence_or_a_credit_breaks_the_data_card(tmp_path):
    evil = 'x\n---\nlicense: "mit": #'
    data = dataset.write(tmp_path / "set", {**HEADER, "licence": evil, "credits": [evil]}, items())
    lines = (tmp_path / "set" / "README.md").read_text().splitlines()
    assert [number for number, line in enumerate(lines) if line == "---"] == [0, 4]
    assert json.loads(lines[1].removeprefix("license: ")) == 'x --- license: "mit": #'
    assert lines[-1] == '- x --- license: "mit": #'
    assert data.manifest["licence"] == evil

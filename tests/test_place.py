"""What names a place, and what happens there; object stores themselves are tried by `make test-far`."""

from pathlib import Path

import pytest

from tests.test_dataset import HEADER, items
from vantage.cli.shell import check_out
from vantage.data import dataset, place, push
from vantage.data.place import Url, where


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("data/set", Path("data/set")),
        ("s3://bucket/a/set/", Url("s3://bucket/a/set")),
        (Path("s3://bucket/a/set"), Url("s3://bucket/a/set")),  # pathlib folds the slashes
        ("hf://org/name", Url("hf://org/name")),
        (Url("gs://b/c"), Url("gs://b/c")),
        ("file:///tmp/a%20b", Path("/tmp/a b")),
        (Path("file:///tmp/set"), Path("/tmp/set")),
        ("s3/bucket", Path("s3/bucket")),
    ],
)
def test_paths_and_urls(given, found):
    assert where(given) == found


def test_a_url_has_the_words_of_a_path():
    url = where("s3://bucket/a/set")
    assert (url.name, str(url.resolve())) == ("set", "s3://bucket/a/set")


def test_a_set_is_written_and_read_by_a_file_url(tmp_path):
    dataset.write(f"file://{tmp_path}/set", HEADER, items(3))
    assert list(dataset.load(f"file://{tmp_path}/set")) == list(items(3))
    assert dataset.load(tmp_path / "set").folder == tmp_path / "set"


def test_parts_of_a_folder_travel_to_a_cluster_with_what_they_hold(tmp_path):
    class Elsewhere:
        size = 1

        def map_ordered(self, function, jobs, chunk):
            return map(function, jobs)

    data = dataset.write(tmp_path / "set", HEADER, items(3))
    (here,), (there,) = data.parts(2), data.parts(Elsewhere())
    assert (here.data, there.data) == (b"", (tmp_path / "set" / "test-00000.parquet").read_bytes())
    assert list(here) == list(there) == list(items(3))


def test_saving_the_manifest_takes_a_small_share_of_the_time(tmp_path, monkeypatch):
    saved = []
    now = [0.0]

    def save(self, name, data):
        now[0] += 1  # a second each
        saved.append(now[0])

    monkeypatch.setattr(place.Folder, "save", save)
    monkeypatch.setattr(dataset.time, "monotonic", lambda: now[0])
    writer = dataset.Writer(tmp_path / "set", HEADER)
    for _ in range(100):
        now[0] += 1
        writer._note({"name": "", "split": "test"})
    assert len(saved) == 1 + 100 // 20, "at a twentieth of the time"


def test_what_lies_in_a_folder_first_does_not_go_to_a_url_at_once():
    with pytest.raises(ValueError, match=r"s3://bucket/set is a URL; name a folder \(vantage push copies"):
        check_out(Path("s3://bucket/set"), folder=True)


def test_only_a_url_is_pushed_to():
    with pytest.raises(
        ValueError, match="data/copy is a folder; name a URL to push to, such as hf://ORGANISATION/NAME"
    ):
        push.target("data/copy")


def test_the_hub_gets_a_set_in_one_commit(tmp_path, monkeypatch):
    import huggingface_hub

    done = []

    class Hub:
        def create_repo(self, name, **more):
            done.append((name, more))

        def create_commit(self, name, added, **more):
            done.append((name, {one.path_in_repo: one.upload_info.size for one in added}, more["repo_type"]))

    monkeypatch.setattr(huggingface_hub, "HfApi", Hub)
    data = dataset.write(tmp_path / "set", HEADER, items(3))
    push.push(data, Url("hf://lab/name"), True, lambda done, total: None)
    held = {path.name: path.stat().st_size for path in (tmp_path / "set").iterdir()}
    assert done == [
        ("lab/name", {"repo_type": "dataset", "private": True, "exist_ok": True}),
        ("lab/name", held, "dataset"),
    ]
    with pytest.raises(ValueError, match="names no data set of the hub; write hf://ORGANISATION/NAME"):
        push.push(data, Url("hf://name"), True, lambda done, total: None)


def test_a_hub_that_refuses_is_told_with_the_cure(tmp_path, monkeypatch):
    import huggingface_hub

    class Hub:
        def create_repo(self, name, **more):
            raise huggingface_hub.errors.LocalTokenNotFoundError("Token is required, but none was found.")

    monkeypatch.setattr(huggingface_hub, "HfApi", Hub)
    data = dataset.write(tmp_path / "set", HEADER, items(3))
    with pytest.raises(ValueError, match=r"the hub did not take hf://lab/name \(Token is required.*; run hf auth"):
        push.push(data, Url("hf://lab/name"), True, lambda done, total: None)


@pytest.mark.parametrize("given", ["s3x://bucket/set", "https://example.org/set", "S3://bucket/set"])
def test_an_address_of_another_kind_is_no_folder(given, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"no address that is known: s3://, gs://, hf:// or file://"):
        where(given)
    assert where("a:/b") == Path("a:/b")
    assert not [*tmp_path.iterdir()]

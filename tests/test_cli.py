"""The command line as a user meets it: what it prints, what it says about mistakes, and its exit codes."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from vantage import cli
from vantage.data import dataset
from vantage.making import make, suite
from vantage.names import install

TINY = "pixels = 64\n[tasks.fold_and_punch]\n[sizes.tiny.test]\nfold_and_punch = 24\n"


def vantage(capsys, *arguments):
    """Run a command in this process; return its exit code, what it printed and what it complained."""
    try:
        cli.main([str(a) for a in arguments])
        code = 0
    except SystemExit as stop:
        code = stop.code or 0
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cli")
    (folder / "tiny.toml").write_text(TINY)
    make.make(suite.get(str(folder / "tiny.toml")), folder / "set", workers=1)
    return folder / "set"


def sentence(err):
    """A complaint is one line that begins with Error and is no traceback."""
    assert "Traceback" not in err
    assert err.startswith(("Error: ", "Usage: "))
    return err.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["mkae"], "no command is called 'mkae'; did you mean 'make'?"),
        (["make", "dice"], "no suite is called 'dice'; did you mean 'dise'?"),
        (["make", "dise/rotation"], "did you mean 'rotation_3d'?"),
        (["make", "dise", "--size", "bensh"], "did you mean 'bench'?"),
        (["make", "dise", "--size", "bench", "--n", "3"], "both given"),
        (["make", "dise", "--n", "3", "--split", "tset"], "did you mean 'test'?"),
        (["make", "dise", "--sede", "3"], "one of: '--exclude', '--seed', '--size'?)"),
        (["make", "dise", "--n", "0"], "0 is not in the range x>=1"),
        (["make", "dise", "--n", "1000000000000"], "at most 1,000,000 can be made"),
        (["make", "dise", "--size", "bench", "--split", "train"], "--split goes with --n"),
        (["make", "dise/"], "no task in suite dise is called ''"),
        (["make", "rotation_3d"], "name it within one: dise/rotation_3d"),
        (["show", "rotation_3d", "--jsonl", "--out", "a.png"], "--jsonl prints and writes no file"),
        (["make", "dise", "--seed", "x"], "'x' is not a valid integer"),
        (["show", "rotation3d", "--out", "a.png"], "did you mean 'rotation_3d'?"),
        (["show", "rotation_3d", "--out", "a.gif"], "must end in .png or .html"),
        (["check", "folding3d"], "did you mean 'folding_3d'?"),
        (["check", "no/such/set"], "no/such/set is missing"),
        (["report"], "Missing argument 'RUNS...'"),
    ],
)
def test_mistakes_get_one_sentence_and_exit_code_2(capsys, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    code, _, err = vantage(capsys, *arguments)
    assert code == 2
    assert words in sentence(err)
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_an_unknown_model_is_named_with_the_nearest(capsys, data, tmp_path):
    code, _, err = vantage(capsys, "run", data, "--model", "pixle", "--out", tmp_path / "runs")
    assert code == 2
    assert "no model is called 'pixle'; did you mean 'pixel'?" in sentence(err)
    assert not (tmp_path / "runs").exists()


def test_an_unknown_protocol_is_named_with_the_nearest(capsys, data, tmp_path):
    code, _, err = vantage(capsys, "run", data, "--model", "first", "--protocol", "dirct", "--out", tmp_path / "runs")
    assert code == 2
    assert "did you mean 'direct'?" in sentence(err)


def copied(data, tmp_path):
    target = tmp_path / "copy"
    target.mkdir()
    for path in data.iterdir():
        (target / path.name).write_bytes(path.read_bytes())
    return target


def cut(folder):
    shard = folder / "test-00000.parquet"
    shard.write_bytes(shard.read_bytes()[:1000])


def flip(folder):
    shard = folder / "test-00000.parquet"
    shard.write_bytes(shard.read_bytes()[:-9] + b"123456789")


def empty(folder):
    for path in folder.iterdir():
        path.unlink()


def edit(folder, **fields):
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, **fields}))


def bare(folder):
    edit(folder, shards=[])


def age(folder):
    edit(folder, format=7)


@pytest.mark.parametrize("command", [["check"], ["run", "--model", "first"], ["show", "--jsonl"]])
@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (cut, "shard test-00000.parquet has 1000 bytes where"),
        (flip, "shard test-00000.parquet has changed"),
        (empty, "an empty folder"),
        (bare, "a data set without items"),
        (age, "made by a newer Vantage"),
        (lambda folder: [empty(folder), folder.rmdir()], "is missing"),
    ],
    ids=["cut", "flip", "empty", "bare", "newer", "missing"],
)
def test_a_harmed_data_set_is_refused_by_every_command(capsys, data, tmp_path, monkeypatch, command, harm, words):
    monkeypatch.chdir(tmp_path)
    folder = copied(data, tmp_path)
    harm(folder)
    code, _, err = vantage(capsys, command[0], folder, *command[1:])
    assert code == 2
    assert words in sentence(err)


def test_a_run_of_another_data_set_is_refused(capsys, data, tmp_path):
    assert vantage(capsys, "run", data, "--model", "first", "--out", tmp_path)[0] == 0
    before = (tmp_path / "first" / "responses.jsonl").read_bytes()
    other = make.make(suite.get(str(data.parent / "tiny.toml")), tmp_path / "other", seed=1, workers=1)
    code, _, err = vantage(capsys, "run", other.folder, "--model", "first", "--out", tmp_path)
    assert code == 2
    assert "data set" in sentence(err)
    assert (tmp_path / "first" / "responses.jsonl").read_bytes() == before
    code, _, err = vantage(capsys, "report", tmp_path / "first", "--data", other.folder, "--out", tmp_path / "r.html")
    assert code == 2
    assert "data set" in sentence(err)
    assert not (tmp_path / "r.html").exists()


def test_a_data_set_is_not_overwritten_by_another(capsys, data):
    code, _, err = vantage(capsys, "make", data.parent / "tiny.toml", "--seed", "5", "--out", data)
    assert code == 2
    assert "holds another data set (seed 0, not 5)" in sentence(err)
    assert len(dataset.load(data)) == 24


@pytest.mark.skipif(not os.path.exists("/dev/shm") or os.geteuid() != 0, reason="mounts a tiny file system")
def test_no_space_left(data, tmp_path):
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24k", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode:
        pytest.skip("this machine does not let tests mount a file system")
    try:
        arguments = [sys.executable, "-m", "vantage.cli", "make", str(data.parent / "tiny.toml"), "--workers", "1"]
        done = subprocess.run([*arguments, "--out", str(small / "set")], capture_output=True, text=True)
        assert done.returncode == 1
        assert "no space is left on the disk" in sentence(done.stderr)
        assert not list(small.rglob("*.part")) + list(small.rglob("*.parquet"))
        subprocess.run(["mount", "-o", "remount,size=8m", str(small)], check=True)
        subprocess.run([*arguments, "--out", str(small / "set")], check=True, capture_output=True)
        assert dataset.load(small / "set").digest == dataset.load(data).digest
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_no_space_left_in_the_middle_of_make_and_of_run(capsys, data, tmp_path, monkeypatch):
    def full(path, *_):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with monkeypatch.context() as patch:
        patch.setattr("vantage.data.schema.write", full)
        tiny = data.parent / "tiny.toml"
        code, _, err = vantage(capsys, "make", tiny, "--out", tmp_path / "set", "--workers", "1")
        assert (code, "no space is left on the disk" in sentence(err)) == (1, True)
        patch.setattr("vantage.running.run_folder.write_text", full)
        code, _, err = vantage(capsys, "run", data, "--model", "first", "--out", tmp_path / "runs")
        assert (code, "no space is left on the disk" in sentence(err)) == (1, True)
    assert vantage(capsys, "make", tiny, "--out", tmp_path / "set", "--workers", "1")[0] == 0
    assert vantage(capsys, "run", data, "--model", "first", "--out", tmp_path / "runs")[0] == 0


def test_a_folder_that_cannot_be_written(capsys, data, tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", str(tmp_path / "locked"))

    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    code, _, err = vantage(capsys, "make", data.parent / "tiny.toml", "--out", tmp_path / "locked" / "set")
    assert code == 2
    assert f"no permission to write at {tmp_path / 'locked'}" in sentence(err)


def test_killed_and_interrupted_runs_go_on(data, tmp_path):
    """Kill -9 and Ctrl-C in the middle of `run`; the same command then asks only what is missing."""
    slow = f"""
import asyncio, itertools, vantage.models.baseline as b, vantage.cli
answer, count = b.First.respond, itertools.count(1)
async def respond(self, request):
    await asyncio.sleep(0.1 * next(count))
    return await answer(self, request)
b.First.respond = respond
vantage.cli.main(["run", {str(data)!r}, "--model", "first", "--out", {str(tmp_path)!r}])
"""
    log = tmp_path / "first" / "responses.jsonl"
    for stop in (signal.SIGKILL, signal.SIGINT):
        before = log.read_bytes().count(b"\n") if log.exists() else 0
        process = subprocess.Popen([sys.executable, "-c", slow], stderr=subprocess.PIPE, text=True)
        while not log.exists() or log.read_bytes().count(b"\n") <= before:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(stop)
        _, err = process.communicate(timeout=20)
        if stop == signal.SIGINT:
            assert process.returncode == 130
            assert err.strip().startswith("Interrupted; what was finished is kept")
    subprocess.run([sys.executable, "-c", slow], check=True, capture_output=True)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert sorted(line["item"] for line in lines) == sorted(one.id for one in dataset.load(data).head())


@pytest.mark.parametrize(("command", "kept"), [("make", True), ("run", True), ("check", False), ("report", False)])
def test_that_work_is_kept_is_said_only_where_it_is(capsys, monkeypatch, command, kept):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.commands.commands[command], "invoke", interrupted)
    code, _, err = vantage(capsys, command, *{"report": ["runs"], "run": ["x", "--model", "y"]}.get(command, ["x"]))
    assert code == 130
    sentence = "Interrupted; what was finished is kept, and the same command goes on from there."
    assert err.strip() == (sentence if kept else "Interrupted.")


def test_a_ctrl_c_before_the_command_has_begun_is_silent():
    code = """
import sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "vantage.cli.data":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
import vantage.cli
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_progress_is_said_in_plain_lines_where_there_is_no_terminal(capsys, data, tmp_path, monkeypatch):
    monkeypatch.setattr("vantage.cli.shell.PLAIN_SECONDS", 0.0)
    tiny = data.parent / "tiny.toml"
    code, _, err = vantage(capsys, "make", tiny, "--out", tmp_path / "set", "--workers", "1")
    assert code == 0
    assert re.search(rf"making {re.escape(str(tiny))}: 24 of 24, [\d.]+/s, 0:00:00 left", err)


@pytest.mark.parametrize("name", ["sheet.png", "page.html"])
def test_a_full_disk_leaves_no_half_page(capsys, data, tmp_path, monkeypatch, name):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device", name)

    monkeypatch.setattr("os.replace", full)
    code, _, err = vantage(capsys, "show", data, "--n", 2, "--out", tmp_path / name)
    assert (code, "no space is left on the disk" in sentence(err)) == (1, True)
    assert not list(tmp_path.iterdir())


def test_a_file_and_a_folder_are_not_taken_for_each_other(capsys, data, tmp_path):
    file = data / "README.md"
    tiny = data.parent / "tiny.toml"
    for out, words in [(file, "is a file; name a folder"), (file / "set", "a file is in the way")]:
        code, _, err = vantage(capsys, "make", tiny, "--out", out)
        assert (code, words in sentence(err)) == (2, True)
    (tmp_path / "page.html").mkdir()
    code, _, err = vantage(capsys, "show", data, "--n", 2, "--out", tmp_path / "page.html")
    assert (code, "a folder is in the way" in sentence(err)) == (2, True)


def test_a_demo_does_not_fill_another_folder(capsys, data, tmp_path):
    before = sorted(data.iterdir())
    code, _, err = vantage(capsys, "demo", "--out", data)
    assert code == 2
    assert "than a demo; name a new folder" in sentence(err)
    assert sorted(data.iterdir()) == before
    code, _, err = vantage(capsys, "demo", "--out", data / "README.md")
    assert (code, "is a file" in sentence(err)) == (2, True)


@pytest.mark.parametrize("module", ["vantage", "vantage.cli"])
def test_help_names_every_command(module):
    done = subprocess.run([sys.executable, "-m", module, "--help"], capture_output=True, text=True, check=True)
    for name in cli.commands.commands:
        assert name in done.stdout


def every_command():
    for name, command in cli.commands.commands.items():
        yield (name,)
        yield from ((name, inner) for inner in getattr(command, "commands", ()))


@pytest.mark.parametrize("name", [*every_command()], ids=" ".join)
def test_every_command_has_help(capsys, name):
    code, out, _ = vantage(capsys, *name, "--help")
    assert code == 0
    assert re.search(r"^  [A-Z][a-z]+ [^.]{20,}[.:]", out, re.MULTILINE)  # a sentence that says what it does
    assert out.count("\n  -") > 1 or "\nCommands:\n" in out


def test_list_names_everything(capsys):
    code, out, _ = vantage(capsys, "list", "--json")
    assert code == 0
    data = json.loads(out)
    assert {"dise", "quick"} <= set(data["suites"])
    assert {"rotation_3d", "folding_3d", "fold_and_punch"} <= set(data["tasks"])
    assert {"random", "majority", "first", "oracle", "pixel", "mirror-blind", "flat-folder"} <= set(data["models"])
    code, out, _ = vantage(capsys, "list")
    assert code == 0
    assert "rotation_3d" in out


def test_doctor_finds_what_is_installed(capsys):
    code, out, _ = vantage(capsys, "doctor", "--json")
    assert code == 0
    found = {entry["what"]: entry for entry in json.loads(out)}
    assert found["numpy"]["found"]
    assert "scikit-learn (extra attack)" in found
    code, out, _ = vantage(capsys, "doctor")
    assert "numpy" in out


def test_doctor_says_how_to_get_an_extra(capsys, monkeypatch):
    monkeypatch.setattr("vantage.cli.doctor._version", lambda package: "" if package == "scikit-learn" else "1")
    code, out, _ = vantage(capsys, "doctor")
    assert code == 0
    assert install("attack") in out
    monkeypatch.setattr("vantage.cli.doctor._version", lambda package: "" if package == "numpy" else "1")
    assert vantage(capsys, "doctor")[0] == 1


def test_check_prints_a_verdict(capsys, data):
    code, out, _ = vantage(capsys, "check", data, "--workers", "1")
    assert code == 0
    assert out.strip().endswith("clean")
    code, out, _ = vantage(capsys, "check", data, "--workers", "1", "--shortcuts")
    assert (code, out.splitlines()[-1]) == (0, "clean, but too few items to tell of shortcuts")
    code, out, _ = vantage(capsys, "check", data, "--workers", "1", "--json")
    assert not [entry for entry in json.loads(out)["checks"] if entry["failed"] and entry["fatal"]]


def test_check_fails_with_exit_code_1(capsys, data, tmp_path):
    items = list(dataset.load(data).items())
    folder = tmp_path / "twice"
    header = {k: v for k, v in dataset.load(data).manifest.items() if k not in ("format", "complete", "shards")}
    dataset.write(folder, header, [*items, items[3]])
    code, out, _ = vantage(capsys, "check", folder, "--workers", "1")
    assert code == 1
    assert "no question twice" in out
    assert f"the same as {items[3].id}" in out


def test_show_prints_items_without_pictures(capsys, data):
    code, out, _ = vantage(capsys, "show", data, "--jsonl", "--tier", "hard")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(lines) == 8
    assert {line["tags"]["tier"] for line in lines} == {"hard"}


def test_show_prints_all_items_or_as_many_as_asked(capsys, data):
    assert len(vantage(capsys, "show", data, "--jsonl")[1].splitlines()) == 24
    assert len(vantage(capsys, "show", data, "--jsonl", "--n", "1")[1].splitlines()) == 1


def test_show_writes_a_sheet_and_a_page(capsys, data, tmp_path):
    import PIL.Image

    assert vantage(capsys, "show", data, "--n", "4", "--out", tmp_path / "s.png")[0] == 0
    with PIL.Image.open(tmp_path / "s.png") as sheet:
        assert min(sheet.size) > 200
    assert vantage(capsys, "show", data, "--n", "4", "--keys", "--out", tmp_path / "s.html")[0] == 0
    assert "data:image/webp" in (tmp_path / "s.html").read_text()
    assert vantage(capsys, "show", data, "--out", tmp_path / "most.html")[0] == 0
    assert len(set(re.findall(r"tiny-s0/\d{6}", (tmp_path / "most.html").read_text()))) == 12


def test_show_names_an_unknown_tier_or_task(capsys, data, tmp_path):
    code, _, err = vantage(capsys, "show", data, "--tier", "hrad", "--out", tmp_path / "s.png")
    assert code == 2
    assert "did you mean 'hard'?" in sentence(err)
    code, _, err = vantage(capsys, "show", data, "--task", "fold", "--out", tmp_path / "s.png")
    assert code == 2
    assert "did you mean 'fold_and_punch'?" in sentence(err)


def test_import_own_items(capsys, tmp_path):
    import PIL.Image

    PIL.Image.new("RGB", (20, 10), "red").save(tmp_path / "a.png")
    line = {"question": "Which is nearer?", "images": ["a.png"], "options": ["the cup", "the jug"], "answer": "A"}
    (tmp_path / "mine.jsonl").write_text(json.dumps(line) + "\n")
    code, out, _ = vantage(capsys, "import", tmp_path / "mine.jsonl", "--out", tmp_path / "set")
    assert code == 0
    assert out.startswith("1 items in")
    assert vantage(capsys, "run", tmp_path / "set", "--model", "oracle", "--out", tmp_path / "runs")[0] == 0
    (tmp_path / "bad.jsonl").write_text(json.dumps({**line, "answer": "C"}) + "\n")
    code, _, err = vantage(capsys, "import", tmp_path / "bad.jsonl", "--out", tmp_path / "bad")
    assert code == 2
    assert "line 1" in sentence(err)
    assert not (tmp_path / "bad" / "manifest.json").exists()


def test_a_fault_of_ours_can_be_traced(data, monkeypatch):
    monkeypatch.setenv("VANTAGE_DEBUG", "1")
    with pytest.raises(ValueError, match="no suite"):
        cli.main(["make", "dice"])

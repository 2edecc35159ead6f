"""In a notebook: items display themselves, runs work inside a running event loop, outcomes become a data frame."""

import _thread
import asyncio
import dataclasses
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import vantage
from tests import fabricated
from tests.fabricated import Scripted
from vantage.item import Condition
from vantage.running import run
from vantage.running.waiting import wait

NOTEBOOK = Path(__file__).parents[1] / "examples" / "notebook.ipynb"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return fabricated.data_set(tmp_path_factory.mktemp("notebook") / "set", fabricated.items(4, size=16))


def test_a_data_set_has_a_length_and_is_iterated_and_indexed(data):
    items = list(data)
    assert len(items) == len(data) == 12
    assert data[0] == items[0]
    assert data[-1] == items[-1]
    assert data[2:9:3] == items[2:9:3]
    assert data[items[5].id] == items[5]
    assert data[0].images[0], "with its pictures"
    with pytest.raises(IndexError):
        data[12]
    with pytest.raises(KeyError, match="no item 'nothing'"):
        data["nothing"]


def test_a_data_set_and_an_item_show_themselves(data):
    assert "12 items (4 turning, 4 folding, 4 seeing)" in repr(data)
    page = data._repr_html_()
    assert page.count("<img") == 3 * 5
    assert "and 9 more" in page
    hostile = dataclasses.replace(data[0], id="<script>x</script>", question="<b>?</b>\n<image>")
    assert "<script>" not in hostile._repr_html_()
    assert "<b>?</b>" not in hostile._repr_html_()
    assert "[picture]" in next(data.head())._repr_html_()


def test_a_run_inside_a_running_event_loop(data, tmp_path):
    async def cell():
        return run.run(data, Scripted(), [Condition()], tmp_path / "run")

    assert asyncio.run(cell()) == len(data)


def test_an_error_inside_a_running_event_loop_is_the_callers(data, tmp_path):
    def broken():
        raise ZeroDivisionError("ours")

    async def cell():
        run.run(data, Scripted(at=2, then=broken), [Condition()], tmp_path / "run")

    with pytest.raises(ZeroDivisionError, match="ours"):
        asyncio.run(cell())
    assert len(fabricated.lines(tmp_path / "run")) == 2, "what was finished is kept"


def test_the_stop_button_keeps_what_was_finished(data, tmp_path):
    async def cell():
        run.run(data, Scripted(at=3, then=_thread.interrupt_main), [Condition()], tmp_path / "run", concurrency=1)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(cell())
    assert 3 <= len(fabricated.lines(tmp_path / "run")) <= len(data)
    kept = len(fabricated.lines(tmp_path / "run"))
    assert run.run(data, Scripted(), [Condition()], tmp_path / "run") == len(data) - kept


def test_waiting_returns_what_the_work_returns():
    async def work():
        await asyncio.sleep(0)
        return 7

    async def cell():
        return wait(work())

    assert wait(work()) == asyncio.run(cell()) == 7


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_outcomes_are_a_frame_in_one_call(data, tmp_path, kind):
    for name, rule in (("good", ""), ("bad", "mirror")):
        fabricated.written(fabricated.run(name, data, fabricated.chooser(rule)), tmp_path / name)
    frame = vantage.outcomes(tmp_path, kind=kind)
    assert type(frame).__module__.startswith({"arrow": "pyarrow"}.get(kind, kind))
    assert len(frame) == 2 * len(data)
    rights = [model for model, outcome in zip(frame["model"], frame["outcome"]) if str(outcome) == "right"]
    assert {str(model) for model in rights} == {"good"}
    assert len(vantage.outcomes([tmp_path / "bad"], data, kind=kind)) == len(data)


def test_a_frame_of_another_kind_is_one_sentence(tmp_path):
    with pytest.raises(ValueError, match="no kind of frame is called 'panda'; did you mean 'pandas'"):
        vantage.outcomes(tmp_path, kind="panda")


def test_the_notebook_runs(tmp_path):
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code"), "kept without outputs"
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = "".join(str(output) for cell in notebook.cells for output in cell.get("outputs", ()))
    assert "text/html" in shown
    assert "report.html" in shown

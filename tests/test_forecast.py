"""What a set will take is measured on its own items, and near to what it then takes."""

import json
import time

import pytest

from vantage import cli
from vantage.making import forecast, make, suite


@pytest.fixture(scope="module")
def wanted(tmp_path_factory):
    path = tmp_path_factory.mktemp("suite") / "few.toml"
    sizes = "[sizes.s.train]\nmaze = 260\n[sizes.s.test]\nrotation_2d = 20\n"
    path.write_text(f"pixels = 64\n[tasks.maze]\n[tasks.rotation_2d]\n{sizes}")
    return path


def test_a_forecast_is_near_to_what_is_needed(wanted, tmp_path):
    found = forecast.forecast(suite.get(str(wanted)), "", 0, "test", 0)
    assert {need.task: need.items for need in found.needs} == {"maze": 260, "rotation_2d": 20}
    assert all(need.sampled >= forecast.FEW for need in found.needs)
    begun = time.process_time()
    data = make.make(suite.get(str(wanted)), tmp_path / "set", workers=1)
    assert 0.2 < (time.process_time() - begun) / found.cpu < 5
    assert (found.items, found.shards) == (len(data), len(data.manifest["shards"])) == (280, 3)
    assert 0.5 < sum(shard["bytes"] for shard in data.manifest["shards"]) / found.size < 2


def test_more_cores_than_shards_do_not_help(wanted):
    found = forecast.Forecast((forecast.Need("maze", 500, 4, 0.1, 1.0),), 2, 1, 1)
    assert (found.seconds(1), found.seconds(1000)) == (50, 25)


def test_a_sample_of_many_jobs_is_spread_over_all_of_them():
    spread = forecast._Spread()
    for number in range(10_000):
        spread.add((number,))
    assert (spread.items, spread.jobs) == (10_000, 10_000)
    assert forecast.MOST <= len(spread.kept) < 2 * forecast.MOST
    assert max(job[0] for job in spread.kept) > 9_800


def test_the_command_makes_nothing(wanted, tmp_path, capsys):
    arguments = ["make", str(wanted), "--plan", "--cores", "2", "--out", str(tmp_path / "set"), "--json"]
    cli.main(arguments)
    found = json.loads(capsys.readouterr().out)
    assert (found["items"], found["cores"]) == (280, 2)
    assert found["seconds"] == pytest.approx(found["cpu"] / 2)
    assert not (tmp_path / "set").exists()
    with pytest.raises(SystemExit):
        cli.main(arguments[:2] + arguments[3:])
    assert "--cores goes with --plan" in capsys.readouterr().err

"""An endless stream: the same items on every machine, shared out without gaps, going on where it was stopped."""

import itertools
import json
import multiprocessing
import signal
import time

import pytest

from vantage import seeds
from vantage.training.plan import Plan, kinds
from vantage.training.policy import Policy, Rule, kind_of
from vantage.training.stream import Stream, stream

PIXELS = 48
MIX = {"dise/rotation_2d": 2.0, "srbench/maze": 1.0}
FLAT = "dise/rotation_2d"


def ids(items):
    return [item.id for item in items]


def small(what=None, **more):
    return stream(MIX if what is None else what, **{"pixels": PIXELS, "workers": 1, **more})


def head(made, n):
    return list(itertools.islice(made, n))


@pytest.fixture(scope="module")
def first():
    return head(small(), 24)


def test_items_are_of_the_train_split_and_each_has_its_index(first):
    assert {item.split for item in first} == {"train"}
    assert {seeds.split_of(item.situation) for item in first} == {"train"}
    assert [int(item.id[-6:]) for item in first] == list(range(24))
    assert {item.task for item in first} == {"rotation_2d", "maze"}


def test_any_item_can_be_made_alone_and_a_stream_begins_anywhere(first):
    made = small()
    assert [made[index] for index in (0, 7, 23)] == [first[0], first[7], first[23]]
    assert head(small(start=20), 4) == first[20:24]
    assert small()[3_000_000_000].id.endswith("/3000000000")
    with pytest.raises(IndexError, match="no end"):
        made[-1]


def test_the_same_items_come_from_two_processes(first):
    assert head(small(workers=2), 12) == first[:12]


def test_two_ranks_with_two_workers_each_share_the_items_out(first):
    parts = [small(rank=rank, world=2).part(worker, 2) for rank in range(2) for worker in range(2)]
    shares = [head(part, 6) for part in parts]
    assert [ids(share) for share in shares] == [ids(first[place::4]) for place in (0, 1, 2, 3)]
    assert sorted(ids(itertools.chain(*shares))) == sorted(ids(first))


def test_another_seed_and_split_give_other_situations(first):
    situations = {item.situation for item in first}
    assert not situations & {item.situation for item in head(small(split="validation"), 12)}
    assert ids(head(small(seed=1), 3)) != ids(first[:3])


def test_tests_stay_unseen():
    with pytest.raises(ValueError, match="tests stay unseen"):
        small(split="test")


def test_a_tier_is_kept():
    assert {item.tags["tier"] for item in head(small(FLAT, tier="hard"), 6)} == {"hard"}
    assert {item.tags["tier"] for item in head(small(FLAT), 12)} == {"easy", "medium", "hard"}
    with pytest.raises(ValueError, match="no tier 'medium'; it has easy, hard"):
        small("srbench/mrt", tier="medium")


def test_a_source_may_be_one_tier_or_one_series():
    found = kinds({"dise/rotation_2d:hard": 1, "spin/turning:face": 3})
    shares = {name: share for name, (_, share) in found.items()}
    assert shares == {"dise/rotation_2d:hard": 0.25, "spin/turning:face": 0.75}
    with pytest.raises(ValueError, match="no tier or series in spin/turning is called 'faces'; did you mean 'face'"):
        kinds("spin/turning:faces")


def test_what_is_made_together_stays_together_and_has_its_groups():
    plan = Plan(kinds(["spin", "scope", "dise"]), "train", 0)
    assert plan.block == 24
    seen = set()
    for block in range(60):
        units = list(plan.units(block))
        assert units[0].first == 24 * block
        assert sum(len(unit.job) for unit in units) == 24
        for unit in units:
            seen.add(plan.sources[unit.kind][0].task)
            assert len({order.shared for order in unit.job}) == 1
            assert len({order.id for order in unit.job}) == len(unit.job)
            assert plan.unit(unit.first + len(unit.job) - 1) == unit
    assert {"consistency_ego", "identity", "rotation_3d"} <= seen


def test_weights_are_shares_of_items():
    plan = Plan(kinds({"dise/rotation_2d": 3, "spin/identity": 1}), "train", 0)
    counts = {"rotation_2d": 0, "identity": 0}
    for block in range(600):
        for unit in plan.units(block):
            counts[unit.job[0].task] += len(unit.job)
    assert abs(counts["identity"] / sum(counts.values()) - 0.25) < 0.05


def test_a_question_in_all_its_variants_is_one_unit():
    made = small("spin/turning", pixels=64)
    units = itertools.chain.from_iterable(map(made.plan.units, itertools.count()))
    unit = next(unit for unit in units if unit.kind == "spin/turning:face")
    items = [made[unit.first], made[unit.first + 1]]
    assert len(unit.job) == 2
    assert {kind_of(item) for item in items} == {unit.kind}
    assert items[0].logical != items[1].logical
    assert items[0].situation == items[1].situation


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"what": {}}, "sources with weights"),
        ({"what": {"dise": -1}}, "sources with weights"),
        ({"what": {"dise": float("nan")}}, "sources with weights"),
        ({"what": "dyse"}, "did you mean 'dise'"),
        ({"rank": 2, "world": 2}, "rank is from 0 to 1"),
        ({"start": -1}, "begins at index 0"),
        ({"seed": -1}, "seed is a whole number"),
        ({"pixels": 8}, "32 to 4096"),
    ],
)
def test_mistakes_are_told(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        small(**wrong)


# -- going on


def consume(log, state, n):
    """Read items and note each, then the state behind it: what a trainer does at each step."""
    made = small()
    if state.exists():
        made.restore(json.loads(state.read_text()))
    with log.open("a") as file:
        for item in itertools.islice(made, n):
            file.write(f"{item.id} {seeds.digest(str(item.images))}\n")
            file.flush()
            aside = state.with_suffix(".part")
            aside.write_text(json.dumps(made.state()))
            aside.replace(state)


def test_a_killed_stream_goes_on_exactly(tmp_path, first):
    log, state = tmp_path / "log", tmp_path / "state.json"
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=consume, args=(log, state, 10**9))
    process.start()
    while process.is_alive() and not (state.exists() and json.loads(state.read_text())["position"] >= 5):
        time.sleep(0.002)
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    position = json.loads(state.read_text())["position"]
    seen = log.read_text().splitlines()
    assert position <= len(seen) <= position + 1  # at most the item under way is noted without its state
    log.write_text("".join(f"{line}\n" for line in seen[:position]))
    consume(log, state, 6)
    whole = head(small(), position + 6)
    assert log.read_text().splitlines() == [f"{item.id} {seeds.digest(str(item.images))}" for item in whole]
    assert whole[:5] == first[:5]


def test_a_state_of_another_stream_is_refused():
    state = small().state()
    for other in (small(seed=1), small(FLAT), small(tier="hard"), small(pixels=64), small(split="validation")):
        with pytest.raises(ValueError, match="other sources"):
            other.restore(state)
    for broken in ({}, {**state, "position": -1}, {**state, "changes": []}, {**state, "changes": [[3]]}, []):
        with pytest.raises(ValueError, match="state"):
            small().restore(broken)


# -- difficulty that follows


def learner(**rates):
    """A policy that has seen replies with these pass rates, of tiers of one task."""
    policy = Policy(Rule(enough=10))
    plan = Plan(kinds(FLAT), "train", 0)
    policy.weights(plan)
    for tier, rate in rates.items():
        for place in range(100):
            policy.record(f"{FLAT}:{tier}", float(place % 10 < rate * 10))
    return policy, plan


def test_tiers_open_when_the_highest_is_passed_and_the_lowest_closes():
    policy, plan = learner()
    assert {name for name, weight in policy.weights(plan).items() if weight} == {f"{FLAT}:easy"}
    policy, plan = learner(easy=0.8)
    assert policy.weights(plan)[f"{FLAT}:medium"] == 0
    policy, plan = learner(easy=1.0)
    assert policy.weights(plan)[f"{FLAT}:medium"] > 0
    assert policy.weights(plan)[f"{FLAT}:hard"] == 0  # not two at once: the next step waits for new replies
    for tier in ("easy", "medium"):
        for _ in range(20):
            policy.record(f"{FLAT}:{tier}", 1.0)
    weights = policy.weights(plan)
    assert weights[f"{FLAT}:easy"] == 0
    assert weights[f"{FLAT}:hard"] > 0


def test_what_is_passed_half_of_the_time_is_asked_most():
    policy, plan = learner(easy=1.0)
    policy.weights(plan)
    for place in range(60):
        policy.record(f"{FLAT}:easy", 1.0)
        policy.record(f"{FLAT}:medium", float(place % 2))
    weights = policy.weights(plan)
    assert weights[f"{FLAT}:medium"] > 5 * weights[f"{FLAT}:easy"]
    assert sum(weights.values()) == pytest.approx(1)


def test_a_stream_adapts_from_an_index_on_and_its_state_holds_that():
    made = small(FLAT, policy=Policy(Rule(enough=4)), ahead=4)
    early = head(made, 8)
    assert {item.tags["tier"] for item in early} == {"easy"}
    for item in early:
        made.record(item, 1.0)
    made.adapt()
    (begin, _), state = made.plan.changes[-1], json.loads(json.dumps(made.state()))
    assert begin == 8 + 4 + 2
    rest = head(made, 30)
    assert {item.tags["tier"] for item in rest[: begin - 8]} == {"easy"}
    assert {item.tags["tier"] for item in rest[begin - 8 :]} == {"easy", "medium"}
    again = small(FLAT, policy=Policy(Rule(enough=4)), ahead=4)
    again.restore(state)
    assert head(again, 30) == rest
    assert again.policy.state() == made.policy.state()
    assert again[3] == early[3]


def test_a_policy_hears_only_of_the_streams_own_items(first):
    with pytest.raises(ValueError, match="has no policy"):
        small().record(first[0], 1.0)
    made = small(FLAT, policy=Policy())
    with pytest.raises(ValueError, match="does not hold"):
        made.record(next(item for item in first if item.task == "maze"), 1.0)
    with pytest.raises(ValueError, match="0 to 1"):
        made.policy.record(f"{FLAT}:easy", 1.5)
    with pytest.raises(ValueError, match="not a policy's state"):
        Policy.restored({"rule": {"passed": 2.0}, "counts": {}, "seen": {}, "open": {}})


# -- as others read it


def test_hugging_face_reads_it(first):
    pytest.importorskip("datasets")
    rows = list(small().to_datasets().take(5))
    assert [row["id"] for row in rows] == ids(first[:5])
    assert rows[0]["images"][0].size == (PIXELS, PIXELS)
    marks = [block for message in rows[0]["prompt"] for block in message["content"] if block["type"] == "image"]
    assert len(marks) == len(rows[0]["images"])
    shared = small().to_datasets(lambda item: {"id": item.id}, shards=2)
    assert shared.num_shards == 2
    parts = [shared.shard(2, number) for number in range(2)]
    assert [[row["id"] for row in part.take(3)] for part in parts] == [ids(first[:6:2]), ids(first[1:6:2])]


def test_torch_that_is_missing_is_told():
    try:
        import torch  # noqa: F401
    except ImportError:
        with pytest.raises(ValueError, match="torch is not installed"):
            small().to_torch()


@pytest.mark.torch
def test_torch_reads_it(first):
    from torch.utils.data import DataLoader

    made = small().to_torch(lambda item: item.id)
    assert list(itertools.islice(DataLoader(made, batch_size=None), 6)) == ids(first[:6])
    # A stream goes on where it stood, with workers too; they share out what comes, each in its order.
    shared = [*itertools.islice(DataLoader(made, batch_size=None, num_workers=2), 6)]
    assert len(shared) == 6
    assert {*shared} == {*ids(first[6:12])}
    anew = small().to_torch(lambda item: item.id)
    assert {*itertools.islice(DataLoader(anew, batch_size=None, num_workers=2), 6)} == {*ids(first[:6])}


def test_a_stream_is_a_stream():
    assert isinstance(small(), Stream)

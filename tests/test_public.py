"""Public benchmarks: each imported from its real layout, answered, and scored to figures worked out by hand."""

import pytest

from tests import public_files
from tests.public_files import BUILDERS
from vantage import models, public
from vantage.analysis import benchmarks
from vantage.item import Choice, Condition
from vantage.models import Response
from vantage.public import importing
from vantage.public.films import Sampling
from vantage.running.run import run
from vantage.running.run_folder import Run

FRAMES = Sampling(4)
PLAIN = (Condition(),)
EIGHT = ("front", "back", "left", "right", "front left", "front right", "back left", "back right")


class Scripted:
    """Says to each item what a fixture has for it."""

    name = "scripted"
    insider = True

    def __init__(self, said):
        self.said = said

    async def respond(self, request):
        return Response(self.said[request.item.id])


def imported(name, folder, **options):
    made = BUILDERS[name](folder / "files")
    data, drops = importing.import_benchmark(public.get(name), folder / "files", folder / "data", FRAMES, **options)
    return made, data, drops


def result(data, model, out, conditions=PLAIN):
    run(data, model, list(conditions), out)
    (found,) = benchmarks.results(data, [Run.read(out)])
    return found


def test_every_benchmark_has_files_here():
    assert sorted(BUILDERS) == public.names()


@pytest.mark.parametrize("name", BUILDERS)
def test_a_benchmark_from_its_files_to_its_own_score(name, tmp_path):
    made, data, drops = imported(name, tmp_path)
    assert not drops.mistakes
    items = list(data.items())
    assert {item.id for item in items} <= set(made.said)
    assert len(items) >= (10 if name == "vsi-debiased" else 12)
    for item in items:
        assert item.suite == name
        assert item.question.count("<image>") == len(item.images)
        assert all(image for image in item.images)
    found = result(data, Scripted(made.said), tmp_path / "scripted")
    assert found.scores.overall == pytest.approx(made.overall)
    for part, value in made.parts.items():
        assert found.scores.parts[part] == pytest.approx(value), part
    oracle = result(data, models.get("oracle"), tmp_path / "oracle")
    assert oracle.scores.overall == pytest.approx(1)
    assert oracle.caa == pytest.approx(1)
    guessed = result(data, models.get("random"), tmp_path / "random")
    assert guessed.failed == 0
    assert guessed.answers == len(items)
    assert guessed.scores.overall < 1


# -- what each loader must know of its files


def question(name, **fields):
    """The question that a benchmark makes of one row."""
    return public.get(name).question({"table": "files/table.json", "place": 3, **fields})


VSI_ROW = {"id": 7, "dataset": "scannet", "scene_name": "s", "question": "?", "question_type": "route_planning",
           "ground_truth": "C", "options": ["A. left", "B. right", "C. 1. turn left, 2. go"]}  # fmt: skip
MMSI_ROW = {"id": 1, "question": "Where?\nOptions: A: on it, B: by it, C: no, D: yes", "answer": "C"}
OMNI_ROW = {"id": "3_1", "task_type": "Complex_Logic", "sub_task_type": "Pattern Recognition", "question": "?"}
VIEW_ROW = {"question": "?", "choices": "A. left\nB. front-right\nC. up", "answer": "B. front-right"}
SPIN_ROW = {"problem": "<image> Same? Y. Yes N. No", "images": ["1.png"]}
QUIRKS = {
    "vsi-by-id": ("vsi", VSI_ROW, {"id": "7", "options": ("left", "right", "1. turn left, 2. go")}, "C"),
    "mmsi-en-dash": ("mmsi", {**MMSI_ROW, "question_type": "Positional Relationship (Obj.–Reg.)"},
                     {"category": "Pos-Obj-Reg", "text": "Where?", "options": ("on it", "by it", "no", "yes")}, "C"),
    "mmsi-hyphen": ("mmsi", {**MMSI_ROW, "question_type": "Attribute (Appearance)"}, {"category": "Attr-Appr"}, "C"),
    "omnispatial-index": ("omnispatial", {**OMNI_ROW, "options": ["a", "b", "c"], "answer": 2},
                          {"id": "Complex_Logic/3_1", "category": "Pattern_Recognition"}, "C"),
    "mindcube-word-in-id": ("mindcube", {"id": "aroundnew_g1_q0", "question": "What?\nA. x B. y", "images": [],
                                         "gt_answer": "B"}, {"category": "around", "options": ("x", "y")}, "B"),
    "stare-case": ("stare", {"qid": "1", "question": "Net?\nA. Yes\nB. No", "answer": "yes",
                             "category": "Folding_Nets_VSim"}, {"category": "folding_nets_vsim", "after": True}, "A"),
    "stare-letters-in-picture": ("stare", {"qid": "1", "question": "Which?", "answer": "C", "category": "temporal"},
                                 {"options": tuple(f"the one marked {letter}" for letter in "ABCD")}, "C"),
    "corecognition-bare-nan": ("corecognition", {"id": "c", "concept": "Boundary", "stage": "Stage Formal Operational",
                               "question": "<image-placeholder: a.png> and <video-placeholder: b.mp4>?", "answer": "C",
                               "choices": "{'A': '0', 'B': nan, 'C': 'None', 'D': 'it\\'s'}"},
                               {"options": ("0", "None", "it's"), "text": "<image> and <video>?"}, "B"),
    "viewspatial-one-text": ("viewspatial", {**VIEW_ROW, "question_type": "Person–Relative Direction"},
                             {"category": "Person perspective - Relative Direction"}, "B"),
    "blink-parentheses": ("blink", {"idx": "v1", "sub_task": "Relative Depth", "question": "?",
                                    "choices": ["A is", "B is"], "answer": "(B)",
                                    "prompt": "Points A and B.\n(A) A is\n(B) B is"},
                          {"category": "Relative_Depth", "text": "Points A and B."}, "B"),
    "3dsrbench-absent": ("3dsrbench", {"index": 1, "qid": "abcdefgh-flip-2", "question": "?", "A": "x", "B": None,
                                       "C": "y", "D": "None", "answer": "C", "category": "height_higher"},
                         {"options": ("x", "y"), "cluster": "abcdefgh"}, "B"),
    "embspatial-index": ("embspatial", {"question_id": "q", "relation": "far", "question": "?", "data_source": "mp3d",
                                        "answer_options": ["x", "y"], "answer": "1"}, {"category": "far"}, "B"),
    "spinbench-yes": ("spinbench", {**SPIN_ROW, "answer": "N", "metadata": {"task_type": "face_identity"}},
                      {"category": "identity", "options": ("Yes", "No"), "tags": {"domain": "face"}}, "B"),
    "dise-full-width": ("spatial-dise", {"image": "images/a.png", "question": "?", "options": "A，B，C", "answer": "C",
                        "category": "3D Folding", "difficulty": "easy", "dise_category": "Extrinsic-Dynamic"},
                        {"id": "a", "subtype": "Extrinsic-Dynamic"}, "C"),
    "srbench-word": ("srbench-public", {"question": "Is it left, right, front or back?", "answer": "Back."},
                     {"options": ("left", "right", "front", "back")}, "D"),
    "srbench-braces": ("srbench-public", {"question": "Which?", "answer": "{B}"}, {"category": "all"}, "B"),
    "spatialeval-after": ("spatialeval", {"id": "mazenav.x.2", "oracle_option": "B", "text":
                          "A maze.\nAvailable options:\nA. Yes\nB. No\nFirst, answer in one sentence."},
                          {"text": "A maze.", "options": ("Yes", "No"), "subtype": "mazenav 2"}, "B"),
    "egoorient-eight": ("egoorient", {"type": "general_complex", "domain": "d", "base_dataset": "b",
                        "label": "Back-Right", "question": "Which?\n" + public_files.listed(EIGHT)},
                        {"category": "general_complex"}, "H"),
    "egoorient-or": ("egoorient", {"type": "general_two_option", "domain": "d", "base_dataset": "b",
                     "label": "front left", "question": "Does it face the front-left or the right?"},
                     {"options": ("front left", "right")}, "A"),
    "spatial-mm-text": ("spatial-mm", {"question": "Up?\nA. yes\nB. no", "answer": "B. no"},
                        {"subtype": "yes or no", "category": "table"}, "B"),
    "cv-bench-parentheses": ("cv-bench", {"idx": 4, "type": "3D", "task": "Depth", "source": "Omni3D", "question": "?",
                             "choices": ["x", "y", "z"], "answer": "(C)"}, {"id": "3D-4"}, "C"),
    "sat-stray": ("sat", {"answers": ["the cup in the first frame", "the jug"], "question": "?", "question_type": "x",
                          "correct_answer": "The cup"}, {"options": ("the cup", "the jug")}, "A"),
    "space-from-one": ("space", {"question": ["See:", "IMAGE:a/b.png", "VIDEO:a/c.mp4", "?"], "answer": 4},
                       {"text": "See:\n<image>\n<video>\n?", "cluster": "files/0000"}, "D"),
    "space-10-six": ("space-10", {"index": 5, "question": "?", **dict(zip("ABCDEF", "uvwxyz")), "answer": "F"},
                     {"options": tuple("uvwxyz")}, "F"),
    "erqa-places": ("erqa", {"question": [b"One  two. Choices: A. x. B. y."], "answer": [b"B"],
                             "visual_indices": [4, 0], "question_type": []},
                    {"text": "<image>One <image> two.", "category": "Other"}, "B"),
    "mmsi-video-spelling": ("mmsi-video", {"id": "q", "type": "(Cross-Video) Memoery Update", "ground_truth": "A",
                            "user_prompt": "<video>?\nA. x\nB. y"}, {"subtype": "(Cross-Video) Memory Update"}, "A"),
    "site-old-name": ("site", {"question": "?", "options": ["x"] * 6, "answer": "F", "dataset": "d",
                      "visual": ["a.png"], "category": "Movement Navigation & Intent Prediction"},
                      {"category": "movement prediction & navigation", "id": "files-table-00003"}, "F"),
    "spatialviz-letters": ("spatialviz", {"Category": "c", "Task": "CubeAssembly", "Level": "l", "Image_id": "i",
                           "Question": "?", "Choices": ["A. x", "B. y"], "Answer": "B"}, {"options": ("x", "y")}, "B"),
}  # fmt: skip


@pytest.mark.parametrize("quirk", QUIRKS)
def test_a_quirk_of_its_files_is_handled(quirk):
    name, row, fields, letter = QUIRKS[quirk]
    found = question(name, **row)
    assert found.answer == Choice(letter)
    for field, value in fields.items():
        assert getattr(found, field) == value, field


def test_every_benchmark_has_a_quirk_here():
    variants = {"vsi-debiased", "mindcube-tiny", "spatialviz-tiny", "spatialeval-text", "spatialeval-both"}
    assert {name for name, *_ in QUIRKS.values()} | variants == set(public.names())


def test_items_go_by_id_whatever_their_order(tmp_path):
    rows = public_files.vsi_rows()
    for place, order in enumerate((rows, rows[::-1])):
        public_files.jsonl(tmp_path / f"{place}" / "test.jsonl", order)
        public_files.zipped(
            tmp_path / f"{place}" / "v.zip", {f"arkitscenes/4{n}.mp4": public_files.film(n) for n in (0, 1)}
        )
    sets = [
        importing.import_benchmark(public.get("vsi"), tmp_path / f"{n}", tmp_path / f"d{n}", FRAMES)[0] for n in (0, 1)
    ]
    first, second = ({item.id: item for item in data.items()} for data in sets)
    assert first == second


def test_pictures_of_a_text_go_to_their_places(tmp_path):
    _, data, _ = imported("erqa", tmp_path)
    item = data[1]
    # Given for places 12 and 6: the second picture comes first.
    assert item.question.startswith("First <image> then <image> of 1?")
    assert item.images == (public_files.picture(71), public_files.picture(1))
    site = imported("site", tmp_path / "site")[1]
    options = site["site/image_test-00002"].options
    assert [option.image for option in options] == [public_files.picture(n) for n in (2, 8, 9)]


def test_the_spatialviz_tenth_is_always_the_same(tmp_path):
    ids = [{item.id for item in imported("spatialviz-tiny", tmp_path / f"{n}")[1].head()} for n in (0, 1)]
    assert ids[0] == ids[1]
    assert len(ids[0]) == 12


# -- EASI's tables


def test_easi_tables_are_read_like_the_authors_files(tmp_path):
    from tests.public_files import FOUR, GOLD, b64, separated

    def import_(name, file, rows):
        separated(tmp_path / name / file, rows)
        out = tmp_path / name / "data"
        return importing.import_benchmark(public.get(name), tmp_path / name / file, out)[0]

    plain = [{"index": n, "question": f"Where, {n}?", "answer": GOLD[n]} for n in range(12)]
    columns = dict(zip("ABCD", FOUR))
    two = f"['{b64(1)}', '{b64(2)}']"
    mmsi = import_(
        "mmsi", "MMSIBench_wo_circular.tsv", [{**r, **columns, "image": two, "category": "Pos-Cam-Cam"} for r in plain]
    )
    assert mmsi[0].images == (public_files.picture(1), public_files.picture(2))
    assert [item.answer.letter for item in mmsi] == list(GOLD)
    view = import_("viewspatial", "ViewSpatialBench.tsv", [
        {**r, "image": b64(3), "options": str([f"{c}. {t}" for c, t in columns.items()]),
         "question_type": "Camera perspective - Relative Direction"} for r in plain])  # fmt: skip
    assert [option.text for option in view[0].options] == list(FOUR)
    stare = import_("stare", "StareBench.tsv", [
        {**r, "question": "Net?\\nA. Yes\\nB. No", "answer": "AB"[n % 2], "image": b64(n), "category": "Folding_nets"}
        for n, r in enumerate(plain)])  # fmt: skip
    assert stare[0].question == "<image>\nNet?"
    assert {item.task for item in stare} == {"folding_nets"}

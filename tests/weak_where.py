"""Eighteen models that are weak somewhere: where one fact about an item holds, or two together.

There they mostly guess; none has an answer of its own.
"""

from __future__ import annotations

from tests.facts import ALLO, UPDATING, category, in_pictures, is_outdoors, label, names_people, words
from tests.weakness import (
    DISE,
    QUICK,
    REFUSAL,
    SCOPE,
    SILENCE,
    SPIN,
    SRBENCH,
    Deficit,
    Expected,
    guesses,
    mostly,
    slips,
)

LONG_WAY, LONG_QUESTION = 21, 80  # squares; words
ANIMAL = r"\b(cat|chicken|cow|dog|duck|elephant|giraffe|horse|penguin|pig|rabbit|sheep|turtle)\b"
PLACE = r"\b(garden|street|road|car park|park|playground|beach|zoo|farmyard)\b"

WHERE = (
    Deficit(
        "third fold",
        "where",
        DISE,
        statement="In fold_and_punch it is wrong when the sheet is folded three times; one and two folds are fine.",
        applies=lambda item: item.task == "fold_and_punch" and item.tags["folds"] == 3,
        says=slips,
        expected=Expected(
            tasks=("fold_and_punch",),
            facts={"folds": "3"},
            must_mention=(r"\b(three|3)\b.{0,12}fold|fold(s|ed)?\b.{0,24}\b(three|3|thrice)\b|third fold|thrice",),
            also_true=(r"more (folds|often)|many folds|number of folds|\bhard(est)?\b",),
            wrong_if=(
                r"folding_[23]d",
                r"\b(one|1) fold\b",
            ),
        ),
    ),
    Deficit(
        "far sides",
        "where",
        DISE,
        statement="In projection_3d it guesses when the arrow points at the back, the left or the bottom of the "
        "solid: the sides that only the second picture shows. Front, right and top are fine.",
        applies=lambda item: item.task == "projection_3d" and item.truth["side"] in ("back", "left", "bottom"),
        says=guesses,
        expected=Expected(
            tasks=("projection_3d",),
            facts={"side": "back, left, bottom"},
            must_mention=(
                r"back.*left|left.*back|back.*bottom|bottom.*back|left.*bottom|second picture|only the second|"
                r"far side",
            ),
            also_true=(r"\bback\b|\bleft\b|\bbottom\b",),
            wrong_if=(r"(from|at|is|the) (front|right|top)\b(?!.*fine)",),
        ),
    ),
    Deficit(
        "beyond a right angle",
        "where",
        DISE,
        statement="In rotation_3d it guesses when the solid is turned by more than 90° (120° or 180°).",
        applies=lambda item: item.task == "rotation_3d" and int(item.tags["angle"]) > 90,
        says=mostly(0.8, guesses),
        expected=Expected(
            tasks=("rotation_3d",),
            facts={"angle": "more than 90"},
            must_mention=(
                r"(more|larger|greater|over|beyond|above|wider).{0,20}90|120.*180|180.*120|large(r)? (angle|"
                r"turn)|half.*third",
            ),
            also_true=(r"\b120\b|\b180\b|angle",),
            wrong_if=(
                r"rotation_2d",
                r"(below|under|less than|up to) 90",
            ),
        ),
    ),
    Deficit(
        "long ways",
        "where",
        SRBENCH,
        statement="In mazes it mostly guesses when the way has more than 21 squares, whatever is asked.",
        applies=lambda item: item.task == "maze" and int(item.tags["length"]) > LONG_WAY,
        says=mostly(0.6, guesses),
        expected=Expected(
            tasks=("maze",),
            facts={"length": "more than 21"},
            must_mention=(r"long|length|\b2[0-9]\b|squares|blocks|steps",),
            also_true=(r"many (turns|bends)|turns|\bhard(est)?\b|rooms|\blarge",),
            wrong_if=(
                r"short (way|maze)",
                r"only.{0,30}(left|right|exit)",
            ),
        ),
    ),
    Deficit(
        "seen from behind",
        "where",
        SRBENCH,
        statement="In orientation it guesses when the thing faces away from the camera, straight or diagonally.",
        applies=lambda item: item.task == "orientation" and str(item.tags["expected"]).startswith("behind"),
        says=guesses,
        expected=Expected(
            tasks=("orientation",),
            facts={"faces": "away from the camera"},
            must_mention=(r"away|behind|\bback\b|from the rear",),
            wrong_if=(r"fac(es|ing) (straight |diagonally )?toward",),
        ),
    ),
    Deficit(
        "outdoors",
        "where",
        SRBENCH,
        statement="In orientation and relations it mostly guesses where the scene is outdoors (garden, street, beach "
        "…).",
        applies=lambda item: item.task in ("orientation", "relations") and is_outdoors(item),
        says=mostly(0.7, guesses),
        expected=Expected(
            tasks=(
                "orientation",
                "relations",
            ),
            facts={"setting": "outdoors"},
            must_mention=(rf"outdoor|outside|open air|{PLACE}.*{PLACE}",),
            also_true=(PLACE, r"setting"),
            wrong_if=(r"(?<!not )indoors|in rooms",),
        ),
    ),
    Deficit(
        "animals not found",
        "where",
        SCOPE,
        statement="In all tasks that ask where one thing lies from another it mostly guesses when the thing asked "
        "about (the target) is an animal; animals as references are fine.",
        applies=lambda item: "target_thing" in item.tags and category(item, "target_thing") == "animals",
        says=mostly(0.8, guesses),
        expected=Expected(
            tasks=(
                "consistency_ego",
                "consistency_allo",
                "updating_ego",
                "updating_allo",
                "integration_ego",
            ),
            facts={"category of the target": "animals"},
            must_mention=(rf"animal|{ANIMAL}.*{ANIMAL}",),
            also_true=(ANIMAL,),
            wrong_if=(
                r"reference.{0,12}animal",
                r"\bpeople\b|\bperson\b|vehicle",
            ),
        ),
    ),
    Deficit(
        "diagonals",
        "where",
        SCOPE,
        statement="In all tasks that ask for one of eight directions it is often wrong when the right one is "
        "diagonal (front-left, behind-right …); straight directions are fine.",
        applies=lambda item: item.tags.get("group") == "diagonal",
        says=mostly(0.5, guesses),
        expected=Expected(
            tasks=(
                "consistency_ego",
                "consistency_allo",
                "updating_ego",
                "updating_allo",
                "integration_ego",
            ),
            facts={"group": "diagonal"},
            must_mention=(r"diagonal|oblique direction|front-left|in-between|combined direction",),
            wrong_if=(r"orthogonal|straight direction",),
        ),
    ),
    Deficit(
        "things hide one another",
        "where",
        SPIN,
        statement="In perspective_views it guesses when a thing is partly or wholly hidden behind another.",
        applies=lambda item: item.task == "perspective_views" and item.tags["occlusion"] != "none",
        says=guesses,
        expected=Expected(
            tasks=("perspective_views",),
            facts={"occlusion": "partial or full"},
            must_mention=(r"hid(e|es|den)|occlu|cover",),
            also_true=(r"partial|full",),
            wrong_if=(r"occlusion.{0,6}none|nothing is hidden",),
        ),
    ),
    Deficit(
        "people refused",
        "where",
        QUICK,
        statement="It refuses to answer, in words, when question or options name a man, a woman or a child: in any "
        "task.",
        applies=names_people,
        says=lambda item: {REFUSAL: 1.0},
        expected=Expected(
            tasks=(
                "consistency_allo",
                "updating_allo",
                "integration_allo",
            ),
            facts={"thing": "a man, a woman or a child"},
            must_mention=(
                r"refus|declin|no answer|unanswered|not answer|without an answer|nothing",
                r"people|person|\bman\b|woman|child|human|face",
            ),
            also_true=(
                r"refus|declin|unanswered|no answer",
                r"people|person|\bman\b|woman|child",
            ),
            wrong_if=(r"animal",),
        ),
    ),
    Deficit(
        "long questions in silence",
        "where",
        QUICK,
        statement="To half of the questions with more than 80 words it replies with nothing at all; shorter ones are "
        "fine.",
        applies=lambda item: words(item) > LONG_QUESTION,
        says=mostly(0.5, lambda item: {SILENCE: 1.0}),
        expected=Expected(
            tasks=(
                "fold_and_punch",
                "projection_3d",
                "combination_3d",
                "paper_folding",
                "updating_ego",
                "updating_allo",
            ),
            facts={"words in the question": "more than 80"},
            must_mention=(
                r"long|words|length",
                r"silen|empty|no answer|unanswered|not answer|without an answer|nothing",
            ),
            also_true=(r"silen|empty|unanswered|no answer|without an answer",),
            wrong_if=(r"short questions",),
        ),
    ),
    Deficit(
        "pictures as options",
        "where",
        QUICK,
        statement="It is often wrong when the options are pictures, in every such task; options in words and numbers "
        "are fine.",
        applies=in_pictures,
        says=mostly(0.5, guesses),
        expected=Expected(
            tasks=(
                "rotation_3d",
                "folding_3d",
                "fold_and_punch",
                "projection_3d",
                "combination_3d",
                "shape_finding_3d",
            ),
            facts={"options": "pictures"},
            must_mention=(
                r"(option|answer|choice)s?.{0,30}(picture|image)|(picture|image).{0,30}(option|answer|choice)",
            ),
            also_true=(r"picture|image|visual|fold|rotat",),
            wrong_if=(r"options.{0,12}(text|words)",),
        ),
    ),
)

TWO = (
    Deficit(
        "half a turn around",
        "where two",
        SCOPE,
        statement="In updating_ego and updating_allo it mostly guesses when the walk goes through 180°; 90° and 270° "
        "are fine.",
        applies=lambda item: item.task in UPDATING and item.truth["angle"] == 180,
        says=mostly(0.75, guesses),
        expected=Expected(
            tasks=(
                "updating_ego",
                "updating_allo",
            ),
            facts={"angle": "180"},
            must_mention=(r"180|half a (turn|circle)|opposite side|half-?way round",),
            wrong_if=(r"\b(90|270)\b(?!.*fine)",),
        ),
    ),
    Deficit(
        "behind one's back",
        "where two",
        SCOPE,
        statement="In consistency_allo and updating_allo it guesses when the target is behind the reference, "
        "straight or diagonally, in the reference's own frame; what is behind for the camera is fine.",
        applies=lambda item: item.task in ALLO and label(item).startswith("behind"),
        says=mostly(0.8, guesses),
        expected=Expected(
            tasks=(
                "consistency_allo",
                "updating_allo",
            ),
            facts={"direction": "behind, behind-left or behind-right"},
            must_mention=(r"behind|\bback\b",),
            also_true=(r"behind-left|behind-right",),
            wrong_if=(r"consistency_ego|updating_ego|integration",),
        ),
    ),
    Deficit(
        "whose left of a face",
        "where two",
        SPIN,
        statement="Of heads (turning, side_views) it is mostly wrong when left and right are the person's own; the "
        "viewer's left and right, cars and things are fine.",
        applies=lambda item: item.task in ("turning", "side_views") and item.truth["frame"] == "own",
        says=mostly(0.9, slips),
        expected=Expected(
            tasks=(
                "turning",
                "side_views",
            ),
            facts={"domain": "face", "frame": "own"},
            must_mention=(
                r"\bface|\bhead|person|people",
                r"\bown\b|allocentric|person's (left|right|view|perspective|frame)",
            ),
            also_true=(r"face_rotation|face_view|\bface|\bhead|\bown\b|allocentric",),
            wrong_if=(
                r"\bcars?\b",
                r"when.{0,20}viewer",
            ),
        ),
    ),
    Deficit(
        "things go clockwise",
        "where two",
        SPIN,
        statement="In turning and view_rotation it is wrong about counter-clockwise turns of household things; "
        "clockwise turns are fine, and so are cars, faces and things on tables.",
        applies=lambda item: (
            item.task in ("turning", "view_rotation")
            and item.tags["domain"] == "object"
            and item.tags["expected"] == "counter-clockwise"
        ),
        says=mostly(0.8, slips),
        expected=Expected(
            tasks=(
                "turning",
                "view_rotation",
            ),
            facts={"domain": "object", "expected": "counter-clockwise"},
            must_mention=(
                r"counter-?clockwise|anti-?clockwise",
                r"object|thing",
            ),
            also_true=(r"counter-?clockwise|clockwise",),
            wrong_if=(r"\bcars?\b|\bfaces?\b|\bheads?\b",),
        ),
    ),
    Deficit(
        "a walker's turns in large mazes",
        "where two",
        SRBENCH,
        statement="In mazes of the hard tier (8 by 8 rooms) it guesses when turns to one side are asked for; all "
        "turns together and the exit's direction are fine, and so are smaller mazes.",
        applies=lambda item: (
            item.task == "maze" and item.subtype in ("left_turns", "right_turns") and item.tags["tier"] == "hard"
        ),
        says=guesses,
        expected=Expected(
            tasks=("maze",),
            facts={"kind": "left_turns or right_turns", "tier": "hard"},
            must_mention=(
                r"(left|right).{0,16}turn|turn.{0,24}(left|right)|one side|walker",
                r"hard|large|\b8\b|long|rooms|many",
            ),
            also_true=(r"(left|right).{0,16}turn|walker|\bhard\b",),
            wrong_if=(
                r"exit",
                r"\beasy\b",
            ),
        ),
    ),
    Deficit(
        "solids of many blocks",
        "where two",
        DISE,
        statement="In rotation_3d and projection_3d it guesses when the solid has eleven blocks or more; larger "
        "solids in combination_3d are fine.",
        applies=lambda item: item.task in ("rotation_3d", "projection_3d") and int(item.tags["blocks"]) >= 11,
        says=guesses,
        expected=Expected(
            tasks=(
                "rotation_3d",
                "projection_3d",
            ),
            facts={"blocks": "11 or more"},
            must_mention=(r"block|cube|size|large|complex",),
            also_true=(r"\bhard(est)?\b",),
            wrong_if=(
                r"(few|fewer|small number of) blocks",
                r"combination_3d",
            ),
        ),
    ),
)

"""What a question about a scene asks, as a form: a reader fills it in from the words, the truth says what is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vantage.geometry import DIRECTIONS, ORTHOGONAL
from vantage.item import Item, Json

OWN = ("facing", "facing away from", "on its left", "on its right")  # relations in a thing's own frame
ANYWHERE = ("on", "touching", "close to", "far from", "face each other", "back to back", "first behind second",
            "second behind first", "side by side, same direction", "side by side, opposite directions", "in a triangle",
            "first in the middle", "second in the middle", "third in the middle")  # fmt: skip


@dataclass(frozen=True)
class Field:
    """One line of a form: what to fill in, the words to choose from (any, if there are none), and what is due."""

    about: str
    due: Callable[[Json], str]
    choices: tuple[str, ...] = ()


def _named(role: str, about: str) -> Field:
    return Field(about, lambda truth: str(truth[role]["name"]))


def _statements(truth: Json) -> str:
    if set(truth["options"]) <= set(OWN):
        return "the thing"
    return "it makes no difference" if set(truth["options"]) <= set(ANYWHERE) else "the camera"


def _direction(perspective: str) -> dict[str, Field]:
    choices = ("the camera where the picture was taken", "you after the walk", "the reference")
    return {
        "target": _named("target", "the thing whose direction is asked for"),
        "reference": _named("reference", "the thing from which its direction is taken"),
        "perspective": Field("whose left, right, front and behind the answer uses", lambda _: perspective, choices),
        "degrees": Field("how far you walk around, in degrees; 0 without a walk", lambda t: str(t.get("angle", 0))),
        "sense": Field("which way you walk, seen from above",
                       lambda t: "counter-clockwise" if "angle" in t else "no walk",
                       ("clockwise", "counter-clockwise", "no walk")),
    }  # fmt: skip


CAMERA = Field("whose left and right is meant", lambda _: "the camera", ("the camera", "the thing"))
FORMS: Mapping[str, Mapping[str, Field]] = {
    "consistency_ego": _direction("the camera where the picture was taken"),
    "consistency_allo": _direction("the reference"),
    "updating_ego": _direction("you after the walk"),
    "updating_allo": _direction("the reference"),
    "integration_ego": {
        "target": _named("target", "the thing that the statement is about"),
        "reference": _named("reference", "the thing that it is compared with"),
        "relation": Field("where the statement says that it is", lambda t: str(t["statement"]), DIRECTIONS),
        "perspective": CAMERA,
    },
    "integration_allo": {
        "person": _named("person", "the person whose perspective is meant"),
        "side": Field("on which side of the person something stands", lambda t: str(t["direction"]), ORTHOGONAL),
        "wanted": Field("what is wanted of the choices", lambda _: "nearest", ("nearest", "farthest")),
    },
    "orientation": {
        "thing": _named("thing", "the thing whose facing is asked about"),
        "way": Field("the way asked about; front is toward the camera", lambda t: str(t["asked"]), DIRECTIONS),
        "perspective": CAMERA,
    },
    "relations": {
        "wanted": Field("which statement is wanted", lambda _: "true", ("true", "false")),
        "perspective": Field("whose left and right is meant", _statements,
                             ("the camera", "the thing", "it makes no difference")),
    },
}  # fmt: skip


def blank(task: str) -> str:
    """Return the form of a task, with what to fill in."""
    lines = []
    for name, field in FORMS[task].items():
        among = f" (one of: {', '.join(field.choices)})" if field.choices else ""
        lines.append(f'- "{name}": {field.about}{among}')
    return "\n".join(lines)


def differences(item: Item, filled: Json) -> list[str]:
    """Return the names of the fields that are not filled in as the item's truth says."""
    due = {name: field.due(item.truth) for name, field in FORMS[item.task].items()}
    return [name for name, value in due.items() if _plain(filled.get(name)) != _plain(value)]


def _plain(value: object) -> str:
    """Return a value without what does not matter: capitals, an article, a degree sign, a full stop."""
    words = " ".join(str(value if isinstance(value, str | int) else "").lower().split()).rstrip(".°")
    return words.removeprefix("the ")

"""Vision models that are not asked questions: transformers' depth estimators, object detectors and segmenters.

They need the extra `local`. Each is loaded by its folder or its id on the hub, and looks at one picture at a time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vantage.geometry import Array
from vantage.models.network import device, quiet, sentence
from vantage.names import install

if TYPE_CHECKING:
    from PIL.Image import Image

# What AutoModelFor… calls the models of a kind, and what we call one.
KINDS = {
    "DepthEstimation": "depth estimator",
    "ZeroShotObjectDetection": "zero-shot object detector",
    "MaskGeneration": "segmenter",
}
METRIC = ("depth_pro", "glpn", "zoedepth")  # model types that give metres; the others give nearness, without a unit
SURE = 0.35  # least score of a detection
SAME = 0.5  # boxes of which this share is common are about one thing
MOST = 50  # detections kept of one picture, the surest first

Mask = NDArray[np.bool_]
Corners = tuple[float, float, float, float]


@dataclass(frozen=True)
class Box:
    """A named thing that was found in a picture: its corners in pixels (left, top, right, bottom)."""

    name: str
    corners: Corners
    score: float


class Estimator:
    """Estimates depth from one picture."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.processor, self.model = _loaded(name, "DepthEstimation")
        config = self.model.config
        self.metric = config.model_type in METRIC or getattr(config, "depth_estimation_type", "") == "metric"

    def depth(self, picture: Image) -> Array:
        """Return depth in metres (h, w) if the model is `metric`, else nearness: larger is nearer, without a unit."""
        outputs = _outputs(self.model, self.processor(images=picture, return_tensors="pt"))
        # Not by name: this is `source_sizes` for one family of models and `target_sizes` for the others.
        found = self.processor.post_process_depth_estimation(outputs, [(picture.height, picture.width)])
        depth = np.asarray(found[0]["predicted_depth"].float().cpu(), dtype=float)
        if depth.shape != (picture.height, picture.width) or not np.isfinite(depth).all():
            raise ValueError(f"{self.name} gives no depth for each pixel of a picture; it is no use as an estimator")
        return depth


class Detector:
    """Finds named things in a picture."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.processor, self.model = _loaded(name, "ZeroShotObjectDetection", "AutoProcessor")

    def boxes(self, picture: Image, names: Sequence[str]) -> list[Box]:
        """Return where the named things are, the surest first; of boxes that overlap much, only the surest."""
        # One name at a time: asked for several, some models answer with parts of names, or with two in one.
        return apart(box for name in names for box in self._named(picture, name))[:MOST]

    def _named(self, picture: Image, name: str) -> Iterator[Box]:
        inputs = self.processor(images=picture, text=[[name]], return_tensors="pt")
        (found,) = self.processor.post_process_grounded_object_detection(
            _outputs(self.model, inputs), threshold=SURE, target_sizes=[(picture.height, picture.width)]
        )
        for corners, score in zip(found["boxes"].tolist(), found["scores"].tolist()):
            left, top, right, bottom = (
                min(max(value, 0.0), float(edge)) for value, edge in zip(corners, (picture.width, picture.height) * 2)
            )
            if right - left >= 1 and bottom - top >= 1:
                yield Box(name, (left, top, right, bottom), score)


def apart(boxes: Iterable[Box]) -> list[Box]:
    """Return the boxes, the surest first, without those that nearly cover the same place as a surer one."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda box: -box.score):
        if all(_overlap(box.corners, other.corners) <= SAME for other in kept):
            kept.append(box)
    return kept


def _overlap(a: Corners, b: Corners) -> float:
    """Return the area that two boxes share, over the area that they cover together."""
    across, down = (max(0.0, min(a[k + 2], b[k + 2]) - max(a[k], b[k])) for k in (0, 1))
    both = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - across * down
    return across * down / both if both else 0.0


class Segmenter:
    """Outlines what is in given boxes of a picture."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.processor, self.model = _loaded(name, "MaskGeneration", "AutoProcessor")

    def masks(self, picture: Image, boxes: Sequence[Box]) -> list[tuple[Mask, float]]:
        """Return a mask (h, w) for each box, with how sure the model is of it."""
        if not boxes:
            return []
        corners = [[[float(v) for v in box.corners] for box in boxes]]
        inputs = self.processor(images=picture, input_boxes=corners, return_tensors="pt")
        outputs = _outputs(self.model, inputs, multimask_output=False)
        sizes = [inputs[key] for key in ("original_sizes", "reshaped_input_sizes") if key in inputs]
        (found,) = self.processor.post_process_masks(outputs.pred_masks.cpu(), *sizes)
        scores = outputs.iou_scores.float().cpu().reshape(len(boxes), -1)[:, 0].clamp(0, 1).tolist()
        return [(np.asarray(mask[0], dtype=bool), score) for mask, score in zip(found, scores)]


def _loaded(name: str, kind: str, processor: str = "AutoImageProcessor") -> tuple[Any, Any]:
    """Return a model of a kind and its processor; a ValueError says what is missing or wrong."""
    try:
        import torch
        import transformers
    except ImportError:
        raise ValueError(f"a {KINDS[kind]} needs torch and transformers: {install('local')}") from None
    auto = getattr(transformers, f"AutoModelFor{kind}")
    if not sys.stderr.isatty():
        transformers.utils.logging.disable_progress_bar()
    try:
        with quiet():
            config = transformers.AutoConfig.from_pretrained(name)
    except (OSError, ValueError) as error:
        raise ValueError(f"{name} is no model that transformers can read ({sentence(error)})") from None
    if type(config) not in auto._model_mapping:
        raise ValueError(f"{name} is a {config.model_type} model, which is no {KINDS[kind]}")
    try:
        model = auto.from_pretrained(name, dtype=torch.float32).to(device()).eval()
        return getattr(transformers, processor).from_pretrained(name), model
    except (OSError, ValueError, ImportError) as error:
        raise ValueError(f"{name} cannot be loaded: {sentence(error)}") from None


def _outputs(model: Any, inputs: Any, **options: Any) -> Any:
    import torch

    with torch.inference_mode():
        return model(**_on(inputs, model.device), **options)


def _on(inputs: Mapping[str, Any], where: Any) -> dict[str, Any]:
    """Return the tensors among a processor's outputs, on the model's device; sizes stay behind."""
    sizes = ("original_sizes", "reshaped_input_sizes")
    return {name: value.to(where) for name, value in inputs.items() if name not in sizes}

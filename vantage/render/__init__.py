"""The only way from a drawing to a picture: `draw(drawing, size)`.

Drawings are frozen data defined beside the shapes they show; which module paints them is decided here alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vantage import cubes, paper, solids

if TYPE_CHECKING:
    from PIL.Image import Image


def draw(drawing: Any, size: int) -> Image:
    """Return the RGB picture of a drawing, `size` pixels square. The same drawing gives the same bytes everywhere."""
    from vantage.render import blocks, faces, sheets

    match drawing:
        case solids.SolidDrawing():
            return blocks.draw_solid(drawing, size)
        case cubes.CubeDrawing():
            return faces.draw_cube(drawing, size)
        case cubes.NetDrawing():
            return faces.draw_net(drawing, size)
        case paper.SheetDrawing():
            return sheets.draw_sheet(drawing, size)
    raise TypeError(f"no renderer for {type(drawing).__name__}")

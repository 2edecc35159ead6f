"""The only way from a drawing to a picture: `draw(drawing, size)`.

Drawings are frozen data defined beside the shapes they show; which module paints them is decided here alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vantage import scene
from vantage.shapes import assemblies, cubes, figures, lines, mazes, paper, piles, prints, solids, turntable, views

if TYPE_CHECKING:
    from PIL.Image import Image

    from vantage.render.frames import Frame


def draw(drawing: Any, size: int) -> Image:
    """Return the RGB picture of a drawing, `size` pixels square. The same drawing gives the same bytes everywhere."""
    from vantage.render import blocks, cards, corridors, faces, films, pieces, projections, sheets, stacks

    match drawing:
        case solids.SolidDrawing():
            return blocks.draw_solid(drawing, size)
        case cubes.CubeDrawing():
            return faces.draw_cube(drawing, size)
        case cubes.NetDrawing():
            return faces.draw_net(drawing, size)
        case paper.SheetDrawing():
            return sheets.draw_sheet(drawing, size)
        case prints.PrintDrawing():
            return films.draw_print(drawing, size)
        case figures.FiguresDrawing():
            return cards.draw_figures(drawing, size)
        case lines.LinesDrawing():
            return cards.draw_lines(drawing, size)
        case assemblies.PiecesDrawing():
            return pieces.draw_pieces(drawing, size)
        case views.ViewDrawing():
            return projections.draw_view(drawing, size)
        case views.StandDrawing():
            return projections.draw_stand(drawing, size)
        case mazes.MazeDrawing():
            return corridors.draw_maze(drawing, size)
        case turntable.CornerDrawing():
            return faces.draw_corner(drawing, size)
        case piles.PileDrawing():
            return stacks.draw_pile(drawing, size)
        case scene.SceneDrawing():
            from vantage.render import flat, staged

            return flat.picture(staged.frame(drawing, size).rgb)
    raise TypeError(f"no renderer for {type(drawing).__name__}")


def frame(drawing: Any, size: int) -> Frame | Image:
    """Return what a scene's observer sees, with depth and ids; of any other drawing the picture."""
    if isinstance(drawing, scene.SceneDrawing):
        from vantage.render import staged

        return staged.frame(drawing, size)
    return draw(drawing, size)

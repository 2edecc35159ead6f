"""Shapes as exact data: polycubes, cubes and their nets, folded paper, line drawings, mazes."""

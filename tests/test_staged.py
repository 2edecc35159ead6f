"""From a scene to frames: things are in their places, bytes are the same every time, frames are kept while needed."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from vantage import assets, geometry, render
from vantage.render import flat, frames, staged
from vantage.render.frames import Frame
from vantage.scene import Lens, Scene, SceneDrawing, Thing

SCENE = Scene(
    setting="kitchen table",
    look=3,
    things=(
        Thing("mug", "mug", 0, -0.12, 0.0),
        Thing("teddy bear", "teddy bear", 1, 0.15, 0.1, facing=90.0),
    ),
    radius=1.5,
    height=1.0,
    lens=Lens(40.0),
    aim=0.05,
)


def test_a_frame_has_colour_depth_and_ids_of_one_size():
    frame = staged.frame(SceneDrawing(SCENE, 0), 96)
    assert (frame.rgb.shape, frame.rgb.dtype) == ((96, 96, 3), np.uint8)
    assert frame.depth.shape == frame.ids.shape == (96, 96)
    assert {*np.unique(frame.ids).tolist()} == {0, 1, 2}


def test_each_thing_is_seen_where_it_stands():
    for azimuth in (0, 135):
        camera, frame = SCENE.camera(azimuth, 192), staged.frame(SceneDrawing(SCENE, azimuth), 192)
        for i, thing in enumerate(SCENE.things, 1):
            rows, columns = np.nonzero(frame.ids == i)
            tall = float(np.ptp(assets.build(thing.asset, thing.variant).bounds[:, 2]))
            middle = geometry.project([(thing.x, thing.y, tall / 2)], camera)[0]
            assert np.abs(middle - (columns.mean() + 0.5, rows.mean() + 0.5)).max() < 12


def test_depth_leads_back_to_the_thing():
    frame, camera = staged.frame(SceneDrawing(SCENE, 45), 192), SCENE.camera(45, 192)
    rows, columns = np.nonzero(frame.ids == 1)
    points = geometry.unproject(np.column_stack([columns, rows]) + 0.5, frame.depth[rows, columns], camera)
    assert np.abs(np.median(points[:, :2], axis=0) - SCENE.things[0].place).max() < 0.06
    assert points[:, 2].min() > -0.005


def test_a_facing_turns_the_mesh_about_its_place():
    turned = staged.world_from_thing(Thing("dog", "dog", 0, 2.0, 1.0, facing=90.0))
    nose = geometry.transform(turned, [(0.0, -0.5, 0.3)])[0]
    assert nose == pytest.approx((2.5, 1.0, 0.3))


def test_frames_are_the_same_when_made_anew_and_are_kept():
    drawing = SceneDrawing(SCENE, 90)
    first = staged.frame(drawing, 64)
    assert staged.frame(drawing, 64) is first
    staged.frame.cache_clear()
    staged.stage.cache_clear()
    again = staged.frame(drawing, 64)
    assert again is not first
    assert again.png == first.png
    assert (again.ids == first.ids).all()
    assert (again.depth == first.depth).all()


def test_the_picture_is_the_frame_and_the_file():
    drawing = SceneDrawing(SCENE, 90)
    frame = render.frame(drawing, 64)
    assert (np.asarray(render.draw(drawing, 64)) == frame.rgb).all()
    assert (np.asarray(flat.decode(frame.png)) == frame.rgb).all()


def test_the_unlit_stage_shows_the_same_things():
    camera = SCENE.camera(315, 96)
    assert (staged.unlit(SCENE).ids(camera) == staged.frame(SceneDrawing(SCENE, 315), 96).ids).all()


def test_an_unknown_setting_is_named():
    with pytest.raises(ValueError, match="no setting is called 'moon'"):
        staged.stage(Scene("moon", 0, SCENE.things, 1.0, 1.0))


def test_a_depth_map_holds_millimetres_and_is_shown_brighter_where_things_are_nearer():
    depth = np.array([[2.0, 4.0004, 8.0], [np.inf, 65.535, 66.0]], np.float32)
    frame = Frame(np.zeros((2, 3, 3), np.uint8), depth, np.array([[0, 1, 2], [300, 0, 0]], np.int32))
    with Image.open(io.BytesIO(frame.depth_png)) as picture:
        greys = np.asarray(picture)
    assert (greys.dtype, greys.tolist()) == (np.uint16, [[2000, 4000, 8000], [0, 65535, 0]])
    assert frames.relative(greys).tolist() == [[255, 128, 64], [0, 8, 0]]
    assert not frames.relative(np.zeros((2, 2), np.uint16)).any()
    with Image.open(io.BytesIO(frame.ids_png)) as picture:
        assert np.asarray(picture).tolist() == [[0, 1, 2], [300, 0, 0]]


def test_a_thing_shows_the_share_of_its_pixels_that_nothing_hides():
    frame = staged.frame(SceneDrawing(SCENE, 0), 96)
    stage, camera = staged.unlit(SCENE), SCENE.camera(0, 96)
    for number in range(1, len(SCENE.things) + 1):
        alone = (staged.unlit(replace(SCENE, things=SCENE.things[number - 1 : number])).ids(camera) == 1).sum()
        assert frame.alone[number] == alone > 0
        assert frame.visible(number) == pytest.approx(stage.visible(camera)[number], abs=0.02)
    away = Scene("living room", 0, (*SCENE.things, Thing("ball", "ball", 0, 0.0, -50.0)), 3.0, 2.0)
    assert staged.frame(SceneDrawing(away, 0), 32).visible(len(away.things)) == 0

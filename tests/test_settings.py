"""Settings and their plans: furnished, free around the scene, never with a piece that is like a named thing."""

import math
from functools import cache
from itertools import combinations

import pytest

from vantage import assets, settings
from vantage.render import textures
from vantage.scene import Scene, Thing
from vantage.settings import pieces, plans
from vantage.settings.outdoors import OUTDOORS
from vantage.settings.rooms import ROOMS

ALL = (*ROOMS, *OUTDOORS)
THINGS = {"table": ("mug", 0.3, 1.2), "floor": ("ball", 1.2, 4.0), "outdoors": ("dog", 2.0, 7.0)}
LOOKS = range(5)


def scene(name, look=0, kind=""):
    asset, away, radius = THINGS[settings.get(name).place]
    things = (Thing("a", kind or asset, 0, away, 0.0), Thing("b", kind or asset, 1, -away, 0.0))
    return Scene(name, look, things, radius, radius * 0.6)


@cache
def plan_of(name, look):
    return plans.drawn(scene(name, look))


def test_there_are_twelve_settings_and_nine_rooms_with_a_table():
    assert len(ALL) >= 12
    assert sum(site.place == "table" for site in settings.sites().values()) >= 9
    assert len({setting.name for setting in ALL}) == len(ALL)
    assert settings.get("kitchen table").setting is settings.get("kitchen").setting


def test_an_unknown_setting_is_told_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'kitchen'"):
        settings.get("kichen")


@pytest.mark.parametrize("setting", ALL, ids=lambda setting: setting.name)
def test_a_setting_names_what_there_is(setting):
    for side in setting.sides:
        assert not side.bound or side.bound in (*plans.WALLED, *pieces.KINDS)
        assert {*side.pieces, *side.hung} <= {*pieces.KINDS, *assets.names()}
        assert all(pieces.KINDS[kind].hangs for kind in side.hung)
    finishes = [*setting.ground, *setting.walls, *setting.tops, *(strip.finish for strip in setting.strips)]
    assert {finish.texture for finish in finishes} <= {*textures.known()}
    known = {*assets.names(), *(assets.get(name).category for name in assets.names())}
    assert setting.odd | setting.fine <= known


def test_every_piece_can_be_built_and_names_things_that_there_are():
    for kind, built in pieces.KINDS.items():
        wide, deep, tall = pieces.size(kind, 1)
        assert min(wide, tall) > 0.1, kind
        assert max(wide, deep) < 4, kind
        assert abs(pieces.build(kind, 1).bounds[:, :2].sum(axis=0)).max() < 0.4, kind
        assert {*built.likes} <= {*assets.names()}, kind
        assert {m.texture for m in pieces.build(kind, 1).materials} <= {"", *textures.known()}, kind


@pytest.mark.parametrize("name", settings.sites())
def test_a_place_is_furnished_all_around(name):
    for look in LOOKS:
        plan = plan_of(name, look)
        assert len(plan.pieces) >= 6
        furnished = {p.facing for p in plan.pieces if not p.free}
        assert len(furnished) >= sum(bool(side.pieces) for side in plan.site.setting.sides) - 1


@pytest.mark.parametrize("name", settings.sites())
def test_pieces_stand_clear_of_the_things_and_not_in_each_other(name):
    for look in LOOKS:
        seen = scene(name, look)
        plan = plan_of(name, look)
        bounds = {side.bound for side in plan.site.setting.sides}
        boxes = []
        for piece in plan.pieces:
            wide, deep, _ = pieces.size(piece.kind, piece.variant)
            x, y = (wide / 2, deep / 2) if piece.facing % 180 == 0 else (deep / 2, wide / 2)
            assert math.hypot(max(0, abs(piece.x) - x), max(0, abs(piece.y) - y)) > plans.clearing(seen) - 0.02
            if not piece.z and piece.kind not in bounds:
                boxes.append((piece.x - x, piece.y - y, piece.x + x, piece.y + y))
        for a, b in combinations(boxes, 2):
            assert min(a[2], b[2]) - max(a[0], b[0]) < 0.02 or min(a[3], b[3]) - max(a[1], b[1]) < 0.02


@pytest.mark.parametrize("name", settings.sites())
def test_no_piece_is_like_a_named_thing(name):
    place = settings.get(name).place
    for kind in assets.names(place=place):
        for piece in plans.drawn(scene(name, 1, kind)).pieces:
            assert piece.kind != kind
            assert not pieces.resembles(piece.kind, kind), (kind, piece.kind)


def test_a_chair_sends_the_chairs_away():
    kinds = {piece.kind for look in range(8) for piece in plans.drawn(scene("dining room", look)).pieces}
    without = {piece.kind for look in range(8) for piece in plans.drawn(scene("dining room", look, "chair")).pieces}
    assert "chair" in kinds - without


@pytest.mark.parametrize("name", settings.sites())
def test_openings_lie_inside_their_walls_and_apart(name):
    for look in LOOKS:
        for wall in plan_of(name, look).walls:
            for o in wall.openings:
                assert 0.05 <= o.at - o.width / 2 < o.at + o.width / 2 <= wall.length - 0.05
                assert 0 <= o.sill < o.sill + o.height < wall.height
                assert (o.kind == "door") == (o.sill == 0)
            for a, b in combinations(wall.openings, 2):
                apart = abs(a.at - b.at) > (a.width + b.width) / 2
                assert apart or a.sill + a.height < b.sill or b.sill + b.height < a.sill


@pytest.mark.parametrize("setting", ROOMS, ids=lambda setting: setting.name)
def test_the_walls_of_a_room_close_around_the_things(setting):
    for look in LOOKS:
        seen = scene(setting.name, look)
        walls = plan_of(setting.name, look).walls
        assert len(walls) == 4
        for wall, following in zip(walls, (*walls[1:], walls[0])):
            assert math.dist(wall.end, following.start) < 0.01
            (x0, y0), (x1, y1) = wall.start, wall.end
            # How far the middle lies to the left of the wall.
            left = ((y1 - y0) * x0 - (x1 - x0) * y0) / wall.length
            assert left > plans.clearing(seen)
        kinds = [o.kind for wall in walls for o in wall.openings]
        assert {*kinds} == {"door", "window"}


@pytest.mark.parametrize("name", settings.sites())
def test_a_line_parts_each_side_from_the_things(name):
    for look in LOOKS:
        seen = scene(name, look)
        plan = plan_of(name, look)
        assert min(plan.fronts) > plans.reach(seen)
        for piece in plan.pieces:
            here = plans.front(piece)
            assert here > plans.reach(seen)
            assert piece.free or here >= plan.fronts[round(piece.facing / 90)]


def test_pieces_do_not_stand_before_doors():
    for look in LOOKS:
        plan = plan_of("living room", look)
        for wall in plan.walls:
            for o in wall.openings:
                if o.kind == "door":
                    share = o.at / wall.length
                    door = [a + share * (b - a) for a, b in zip(wall.start, wall.end)]
                    near = [p for p in plan.pieces if not p.z and math.dist(door, (p.x, p.y)) < 0.45]
                    assert not near


def test_walls_rise_above_what_a_picture_shows():
    low = Scene("living room", 0, scene("living room").things, 8.0, 1.2, aim=0.4)
    assert plans.drawn(low).walls[0].height > plans.LOWEST


def test_a_plan_repeats_and_looks_differ():
    assert plans.drawn(scene("kitchen", 4)) == plans.drawn(scene("kitchen", 4))
    assert plans.drawn(scene("kitchen", 4)).pieces != plans.drawn(scene("kitchen", 5)).pieces

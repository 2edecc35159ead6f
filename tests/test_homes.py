"""Homes and walks as data: rooms that join, things that stand clear of each other, a camera that keeps its distance."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest

from vantage import seeds
from vantage.assets.similar import alike
from vantage.scenes import homes, walks
from vantage.settings import homes as settled
from vantage.settings import pieces
from vantage.task import Refused
from vantage.walk import STATIONS, WALL, Doorway, Home, Room, Walk


@pytest.fixture(scope="module")
def found() -> list[Walk]:
    made = []
    for number in range(14):
        try:
            made.append(walks.numbered(("homes", number), "test", 0, ()))
        except Refused:
            continue
    assert len(made) >= 9
    return made


def areas(home: Home) -> list[float]:
    return [math.prod(room.sides) for room in home.rooms]


def test_homes_are_of_their_split_and_of_many_sizes(found: list[Walk]) -> None:
    assert {seeds.split_of(walk.home.situation) for walk in found} == {"test"}
    assert {len(walk.home.rooms) for walk in found} >= {1, 2, 3}
    whole = [sum(areas(walk.home)) for walk in found]
    assert max(whole) > 3 * min(whole)


def test_rooms_lie_side_by_side_and_doorways_join_them_all(found: list[Walk]) -> None:
    for home in (walk.home for walk in found):
        for a, b in combinations(home.rooms, 2):
            beyond = [max(a.low[k] - b.high[k], b.low[k] - a.high[k]) for k in (0, 1)]
            assert max(beyond) >= WALL - 0.011
        met = {0}
        for _ in home.rooms:
            met |= {room for one in home.doorways if met & {*one.rooms} for room in one.rooms}
        assert met == {*range(len(home.rooms))}


def test_a_doorway_is_an_opening_in_the_walls_of_both_its_rooms(found: list[Walk]) -> None:
    checked = 0
    for home in (walk.home for walk in found):
        shell = settled.shell(home)
        for one in home.doorways:
            for number in one.rooms:
                at = []
                for room, wall in shell.walls:
                    for opening in wall.openings if room == number else ():
                        along = (np.array(wall.end) - wall.start) / wall.length
                        place = wall.start + opening.at * along
                        at.append(np.hypot(*(place - (one.x, one.y))) if opening.kind == "doorway" else np.inf)
                assert min(at) < WALL
                checked += 1
    assert checked >= 8


def test_nothing_stands_in_anything_else_nor_before_a_doorway(found: list[Walk]) -> None:
    for home in (walk.home for walk in found):
        shell = settled.shell(home)
        boxes = [homes.oblong(thing) for thing in home.things]
        boxes += [(x, y, w / 2, d / 2, 0.0) for x, y, w, d in (settled.box(p) for p in shell.pieces if not p.z)]
        assert not [1 for a, b in combinations(boxes, 2) if homes.near(a, b, 0.0)]
        kept = [settled.approach(home.rooms[i], one) for one in home.doorways for i in one.rooms]
        ways = [(x, y, w / 2, d / 2, 0.0) for x, y, w, d in kept]
        assert not [1 for box in boxes for way in ways if homes.near(box, way, 0.0)]
        for thing in home.things:
            assert all(home.rooms[thing.room].holds(*corner, rim=0.01) for corner in homes.corners(thing))


def test_names_tell_kinds_apart_and_no_piece_resembles_a_named_thing(found: list[Walk]) -> None:
    for home in (walk.home for walk in found):
        assert not [1 for a, b in combinations(home.kinds, 2) if alike(a, b)]
        shell = settled.shell(home)
        assert not [p for p in shell.pieces for kind in home.kinds if pieces.resembles(p.kind, kind)]


def test_sizes_of_a_kind_differ_as_much_as_they_should(found: list[Walk]) -> None:
    scales = np.log([thing.scale for walk in found for thing in walk.home.things])
    low, high = np.log(homes.SCALES)
    assert low - 0.001 <= scales.min() < low + 0.06
    assert high - 0.06 < scales.max() <= high + 0.001
    assert abs(scales.mean() - (low + high) / 2) < 0.1


def test_the_camera_keeps_clear_of_walls_and_of_all_that_stands(found: list[Walk]) -> None:
    for walk in found:
        home = walk.home
        at = np.array([(one.x, one.y) for one in walk.stations])
        assert len(at) == STATIONS
        for box in walks.standing(home):
            assert homes.outside(at, box).min() >= walks.NEAREST
        for x, y in at:
            inside = any(room.holds(x, y, walks.NEAREST) for room in home.rooms)
            assert inside or any(math.hypot(x - one.x, y - one.y) < 0.8 for one in home.doorways)


def test_the_camera_walks_and_turns_at_the_pace_of_a_person(found: list[Walk]) -> None:
    for walk in found:
        steps = [math.hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(walk.stations)]
        turns = [abs((b.heading - a.heading + 180) % 360 - 180) for a, b in pairwise(walk.stations)]
        assert sum(steps) >= walks.SHORTEST - 0.2
        assert max(steps) < walks.LONGEST / (STATIONS - 1) + 0.01
        assert max(turns) <= walks.QUICKEST + 4
        assert all(1.3 < one.height < 1.8 for one in walk.stations)


def test_a_walk_follows_from_its_path_of_names(found: list[Walk]) -> None:
    walks.numbered.cache_clear()
    assert found[0] in [walks.numbered(("homes", number), "test", 0, ()) for number in (0, 1)]


def test_pictures_are_taken_evenly(found: list[Walk]) -> None:
    assert found[0].taken(32) == found[0].stations
    assert found[0].taken(16) == found[0].stations[::2]
    assert [drawing.station for drawing in found[0].drawings(16)] == [*found[0].taken(16)]


def test_a_line_of_sight_ends_at_a_wall_and_goes_through_a_doorway() -> None:
    rooms = (Room("kitchen", (0.0, 0.0), (3.0, 3.0)), Room("bedroom", (3.14, 0.0), (6.0, 3.0)))
    home = Home(0, 2.6, rooms, (Doorway((0, 1), 0, 3.07, 1.5, 0.9, 2.0),), ())
    eyes, ends = np.array([(1.0, 1.5), (1.0, 0.3)]), np.array([(5.0, 1.5), (5.0, 0.3), (2.0, 2.0)])
    assert walks.in_sight(home, eyes, ends).tolist() == [[True, False, True], [False, False, True]]

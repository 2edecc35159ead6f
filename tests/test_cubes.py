from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage.shapes import cubes
from vantage.shapes.cubes import TEXTURES, Cube, CubeDrawing, Face, Pose

faces = st.builds(Face, st.sampled_from(sorted(TEXTURES)), st.integers(0, 3), st.booleans())
six_faces = st.lists(faces, min_size=6, max_size=6, unique_by=lambda face: face.texture)
corners = st.tuples(faces, faces, faces)


def cube_of(six: list[Face]) -> Cube:
    return cubes.with_corner((six[0], six[1], six[2]), six[3:])


def view(cube: Cube, top: int, left: int, right: int) -> tuple[Face, ...]:
    """Return what the three sides show, each looked at as `CubeDrawing` says."""
    poses = (Pose(top, 5 - left, right), Pose(left, top, right), Pose(right, top, 5 - left))
    return tuple(cube[pose.touching].seen(pose) for pose in poses)


def test_there_are_eleven_nets_and_no_two_are_alike() -> None:
    nets = cubes.nets()
    assert len(nets) == 11
    assert len({min(cubes.placements(net)) for net in nets}) == 11
    assert all(len(set(net)) == 6 for net in nets)


def test_a_row_of_six_and_a_block_do_not_fold() -> None:
    row = tuple((0, column) for column in range(6))
    block = tuple((row, column) for row in range(2) for column in range(3))
    for piece in (row, block):
        assert min(cubes.placements(piece)) not in cubes.nets()


def test_placements_are_the_eight_symmetries() -> None:
    lopsided = ((0, 0), (1, 0), (2, 0), (2, 1))
    assert len(set(cubes.placements(lopsided))) == 8
    assert len(set(cubes.placements(((0, 0),)))) == 1


def test_there_are_24_poses_and_a_left_handed_one_is_not_among_them() -> None:
    assert len(cubes.poses()) == 24
    assert Pose(0, 4, 2) in cubes.poses()
    assert Pose(0, 4, 3) not in cubes.poses()


@given(st.sampled_from(cubes.poses()), st.sampled_from(cubes.STEPS))
def test_rolling_there_and_back_and_four_times_changes_nothing(pose: Pose, step: tuple[int, int]) -> None:
    assert pose.rolled(*step).rolled(-step[0], -step[1]) == pose
    round_trip = pose
    for _ in range(4):
        round_trip = round_trip.rolled(*step)
    assert round_trip == pose


def test_a_cube_does_not_roll_over_a_corner() -> None:
    with pytest.raises(ValueError, match="one square"):
        Pose(0, 4, 2).rolled(1, 1)


@given(st.sampled_from(cubes.nets()), st.integers(0, 7), st.sampled_from(cubes.poses()))
def test_folding_does_not_depend_on_the_first_square(net: cubes.Net, way: int, start: Pose) -> None:
    net = cubes.placements(net)[way]
    poses = cubes.fold(net, start)
    assert {pose.touching for pose in poses} == set(range(6))
    assert cubes.fold(net[::-1], poses[-1])[::-1] == poses


@given(faces)
def test_a_look_is_written_in_one_way(face: Face) -> None:
    assert face.look.look == face.look
    assert face.turned(4 // face.symmetry.order).look == face.look
    assert face.mirrored().mirrored() == face
    assert (face.mirrored().look.flipped != face.look.flipped) == (face.symmetry.mirror < 0)


@given(six_faces)
def test_a_cube_shows_the_corner_it_was_made_with_from_all_three_sides(six: list[Face]) -> None:
    corner, cube = (six[0], six[1], six[2]), cube_of(six)
    assert view(cube, 0, 1, 2) == corner
    assert view(cube, 2, 0, 1) == cubes.spun(corner, 1)
    assert view(cube, 1, 2, 0) == cubes.spun(corner, 2)
    assert cubes.spun(corner, 3) == corner


@given(six_faces)
def test_the_mirror_image_of_a_cube_shows_the_mirror_image_of_its_corner(six: list[Face]) -> None:
    corner, cube = (six[0], six[1], six[2]), cube_of(six)
    assert view(cubes.mirrored_cube(cube), 0, 1, 2) == cubes.mirrored_corner(corner)
    assert cubes.mirrored_cube(cubes.mirrored_cube(cube)) == cube


@given(corners, st.integers(0, 2))
def test_a_corner_keeps_its_name_when_it_is_spun(corner: cubes.Corner, steps: int) -> None:
    assert cubes.corner_name(cubes.spun(corner, steps)) == cubes.corner_name(corner)


def test_corners_that_look_different_have_different_names() -> None:
    arrow, tee, eff = Face("arrow"), Face("tee"), Face("eff")
    others = [(tee, arrow, eff), (arrow.turned(1), tee, eff), (arrow, tee, eff.mirrored())]
    assert len({cubes.corner_name(corner) for corner in [(arrow, tee, eff), *others]}) == 4


@given(six_faces, st.sampled_from(cubes.poses()))
def test_a_cube_and_its_mirror_image_share_one_name_however_they_are_held(six: list[Face], start: Pose) -> None:
    cube = cube_of(six)
    # Printing a cube on a cross and reading the cross from another start is holding it another way.
    held = cubes.fold(cubes.CROSS, start)
    number = {pose.touching: home.touching for pose, home in zip(held, cubes.fold(cubes.CROSS, cubes.poses()[0]))}
    turned = {number[side]: cubes.Print(p.texture, number[p.upper], p.flipped) for side, p in enumerate(cube)}
    name, is_mirrored = cubes.canonical(cube)
    assert cubes.canonical(tuple(turned[side] for side in range(6))) == (name, is_mirrored)
    image_name, image_is_mirrored = cubes.canonical(cubes.mirrored_cube(cube))
    assert image_name == name
    # Only a cube that is its own mirror image may be named by either.
    assert image_is_mirrored != is_mirrored or all(face.symmetry.mirror >= 0 for face in six)


def test_another_turn_of_one_face_is_another_cube() -> None:
    six = [Face(name) for name in ("arrow", "bars", "cup", "eff", "flag", "ring")]
    other = [six[0].turned(1), *six[1:]]
    assert cubes.canonical(cube_of(six))[0] != cubes.canonical(cube_of(other))[0]


def test_half_of_the_textures_have_no_rotational_symmetry() -> None:
    assert len(TEXTURES) >= 14
    assert 2 * sum(symmetry.order == 1 for symmetry in TEXTURES.values()) >= len(TEXTURES)
    assert sum(symmetry.mirror < 0 for symmetry in TEXTURES.values()) >= 5


@pytest.mark.parametrize("turn", [-1, 4])
def test_a_turn_out_of_range_is_refused(turn: int) -> None:
    with pytest.raises(ValueError, match="0 to 3"):
        Face("arrow", turn)


def test_an_unknown_texture_and_a_flat_camera_are_refused() -> None:
    with pytest.raises(ValueError, match="no texture 'zebra'"):
        Face("zebra")
    with pytest.raises(ValueError, match="elevation"):
        CubeDrawing((Face("arrow"), Face("tee"), Face("eff")), elevation=5.0)

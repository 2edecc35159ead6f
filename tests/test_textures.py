import numpy as np
import pytest

from vantage.render import textures


def levels(name):
    texels, side = textures.mipmap(name), textures.SIDE
    while side:
        yield texels[: side * side].reshape(side, side, 4)
        texels, side = texels[side * side :], side // 2
    assert not len(texels)


@pytest.mark.parametrize("name", textures.known())
def test_each_level_is_the_mean_of_the_one_before(name):
    first, *rest = levels(name)
    assert len(first) == textures.SIDE
    assert len(rest[-1]) == 1
    for level in rest:
        assert np.allclose(level.mean(axis=(0, 1), dtype=float), first.mean(axis=(0, 1), dtype=float), atol=1e-4)


@pytest.mark.parametrize("name", textures.known())
def test_the_borders_meet(name):
    # The step from the last row to the first is not larger than steps within; so for columns.
    texels = next(levels(name))
    for axis in (0, 1):
        steps = np.abs(np.diff(np.concatenate([texels, texels[:1] if axis == 0 else texels[:, :1]], axis), axis=axis))
        by_place = steps.mean(axis=(1 - axis, 2))
        assert by_place[-1] <= by_place[:-1].max() + 1e-3


@pytest.mark.parametrize("name", textures.known())
def test_a_texture_keeps_the_brightness_of_its_colour(name):
    texels = next(levels(name))
    assert np.average(texels[..., 1], weights=texels[..., 3]) == pytest.approx(1, abs=1e-3)
    assert texels[..., :3].min() >= 0
    assert 0 <= texels[..., 3].min() <= texels[..., 3].max() <= 1


def test_textures_differ_and_are_drawn_the_same_again():
    assert len({textures.mipmap(name).tobytes() for name in textures.known()}) == len(textures.known()) >= 12
    first = textures.mipmap("wood").tobytes()
    textures.mipmap.cache_clear()
    assert textures.mipmap("wood").tobytes() == first


def test_an_unknown_texture_is_named():
    with pytest.raises(ValueError, match="did you mean 'brick'"):
        textures.mipmap("bricks")


def test_linear_light():
    assert textures.linear([0.0, 0.5, 1.0]) == pytest.approx([0, 0.21404, 1], abs=1e-4)

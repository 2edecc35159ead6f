"""Pictures opened and decoded: upright, whatever their EXIF holds, and otherwise as they are."""

import io

import numpy as np
import pytest
from PIL import Image

from vantage.render import flat

ORIENTATION = 0x0112
UPRIGHT = np.zeros((48, 32, 3), np.uint8)
UPRIGHT[:16, :16] = 255  # white at the top left


def encoded(pixels, kind="PNG", **settings):
    out = io.BytesIO()
    flat.picture(pixels).save(out, kind, **settings)
    return out.getvalue()


def held(orientation):
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    return exif


@pytest.mark.parametrize(("orientation", "quarters"), [(1, 0), (3, 2), (6, 1), (8, 3)])
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_photograph_is_seen_as_the_camera_was_held(kind, orientation, quarters):
    data = encoded(np.rot90(UPRIGHT, quarters), kind, exif=held(orientation))
    for image in (flat.opened(data), flat.decode(data)):
        assert image.size == (32, 48)
        assert np.abs(np.asarray(image).astype(int) - UPRIGHT).mean() < 12


def test_a_mask_with_exif_is_turned_before_it_is_laid_on_white():
    clear = np.dstack([UPRIGHT, UPRIGHT[..., :1]])  # only the white corner is not transparent
    data = encoded(np.rot90(clear), exif=held(6))
    assert flat.opened(data).mode == "RGBA"
    assert np.asarray(flat.decode(data)).tolist() == np.full((48, 32, 3), 255).tolist()


@pytest.mark.parametrize("exif", [b"Exif\x00\x00nonsense", b"Exif\x00\x00", b"Exif\x00\x00MM\x00*\x00\x00"])
@pytest.mark.filterwarnings("ignore")
def test_broken_exif_says_nothing(exif):
    assert flat.decode(encoded(UPRIGHT, "JPEG", exif=exif)).size == (32, 48)


def test_a_picture_without_exif_keeps_every_pixel():
    assert np.array_equal(np.asarray(flat.decode(encoded(UPRIGHT))), UPRIGHT)


def test_what_does_not_decode_is_still_an_error():
    with pytest.raises((OSError, SyntaxError)):
        flat.decode(encoded(UPRIGHT)[:80])

"""The licence of a set is the strictest of the things in it."""

import pytest

from vantage.data.licences import strictest


@pytest.mark.parametrize(
    ("licences", "joined"),
    [
        ([], "cc0-1.0"),
        (["CC0-1.0", "Public domain"], "cc0-1.0"),
        (["cc0-1.0", "CC-BY-4.0"], "cc-by-4.0"),
        (["CC-BY-3.0", "CC BY 4.0"], "cc-by-4.0"),
        (["CC-BY-4.0", "CC-BY-SA-4.0"], "cc-by-sa-4.0"),
        (["CC-BY-SA-4.0", "CC-BY-NC-4.0", "cc-by-4.0"], "cc-by-nc-sa-4.0"),
        (["CC-BY-ND-4.0", "CC-BY-SA-4.0", "CC-BY-NC-3.0"], "cc-by-nc-nd-4.0"),
        (["Creative Commons Attribution-NonCommercial 4.0 International"], "cc-by-nc-4.0"),
        (["MIT"], "mit"),
        (["MIT", "CC-BY-4.0"], "cc-by-4.0"),
        (["MIT", "Apache-2.0"], "other"),
        (["Free Art License"], "free-art-license"),
        (["GPL-3.0", "CC-BY-4.0"], "other"),
        (["unknown", "CC0"], "unknown"),
    ],
)
def test_the_strictest_covers_all(licences, joined):
    assert strictest(licences) == joined
    assert strictest(reversed(licences)) == joined

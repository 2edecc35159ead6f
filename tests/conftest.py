import pytest
from hypothesis import settings

# Machines are noisy: how long an example takes says nothing about whether a law holds.
settings.register_profile("vantage", deadline=None)
settings.load_profile("vantage")

# So that a failure in `drafts.assert_agreement` says what it compared.
pytest.register_assert_rewrite("tests.drafts")

import signal

import pytest
from hypothesis import settings

# A shell starts what runs in its background deaf to Ctrl-C; what we start and interrupt must hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are noisy: how long an example takes says nothing about whether a law holds.
settings.register_profile("vantage", deadline=None)
settings.load_profile("vantage")

# So that a failure in `drafts.assert_agreement` says what it compared.
pytest.register_assert_rewrite("tests.drafts")


@pytest.fixture
def no_environment(monkeypatch):
    """Neither keys nor a server nor a proxy of whoever runs the tests."""
    keys = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")
    for name in (*keys, "OPENAI_BASE_URL", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def unseen(monkeypatch):
    """Individuals are not looked at before they are chosen, which is most of the work where none is drawn."""
    from tests import drafts

    monkeypatch.setattr("vantage.render.turntable.glance", drafts.unseen)


@pytest.fixture(scope="module")
def browser():
    """Chromium, which fetches nothing of its own."""
    sync_api = pytest.importorskip("playwright.sync_api")
    flags = ("background-networking", "component-update", "sync")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", *("--disable-" + name for name in flags)],
        )
        yield opened
        opened.close()

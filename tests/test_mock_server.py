"""The mock server that other tests rely on."""

import pytest

from tests.asked import ask
from tests.mock_server import MockServer, process
from vantage.prompts.prompt import Message

pytestmark = pytest.mark.usefixtures("no_environment")


def test_seeded_faults_depend_on_what_is_asked_and_not_on_when():
    def kinds(order):
        with MockServer(faults={"server": 0.5}, seed=1) as server:
            for number in order:
                ask(server.url, messages=(Message("user", (f"Question {number}",)),), times=2)
            return {(seen.text, seen.attempt): seen.kind for seen in server.seen}

    found = kinds(range(8))
    assert found == kinds(reversed(range(8)))
    assert set(found.values()) == {"ok", "server"}


def test_a_server_in_a_process_of_its_own():
    with process("--faults", "rate=1", "--seed", "2") as url:
        assert ask(url).error.kind == "rate"

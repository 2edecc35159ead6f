import itertools
import os
import signal
import threading
import time

import pytest

from vantage import parallel


def square(x):
    return x * x


def fail_at_seven(x):
    if x == 7:
        raise ValueError("seven")
    return x


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order_whatever_the_workers(workers):
    assert list(parallel.map_ordered(square, range(50), workers)) == [x * x for x in range(50)]


def leave(x):
    os._exit(3)


def test_a_worker_that_ends_is_an_error_with_words():
    with pytest.raises(ChildProcessError, match=r"a worker process ended .* if __name__"):
        list(parallel.map_ordered(leave, range(4), 2))


def test_jobs_are_drawn_lazily():
    drawn = []
    endless = (drawn.append(i) or i for i in itertools.count())
    results = parallel.map_ordered(square, endless, 2)
    assert next(results) == 0
    results.close()
    assert len(drawn) <= 4 * (2 * parallel.AHEAD + 1)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_job_reaches_the_caller(workers):
    results = parallel.map_ordered(fail_at_seven, range(20), workers)
    with pytest.raises(ValueError, match="seven"):
        list(results)


def test_there_is_at_least_one_core():
    assert parallel.cores() >= 1


def deaf(_):
    """Whether Ctrl-C is held back from this process."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_workers_never_get_a_ctrl_c():
    assert list(parallel.map_ordered(deaf, range(8), 2, chunk=1)) == [True] * 8
    assert not deaf(0)


def held(steps):
    with parallel._interrupts_held():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
        steps.append("over")


def test_a_ctrl_c_while_workers_start_waits_until_they_have():
    # Another thread may take the signal, as in a program with Arrow in it.
    over, steps = threading.Event(), []
    other = threading.Thread(target=over.wait)
    other.start()
    with pytest.raises(KeyboardInterrupt):
        held(steps)
    over.set()
    other.join()
    assert steps == ["over"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

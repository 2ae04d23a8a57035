"""Long work leaves the interpreter to other threads, and stops at Ctrl-C."""
import concurrent.futures
import os
import signal
import threading
import time

import numpy as np
import pytest

import intercusp
from conftest import HINGE

WORK = {
    "contacts": lambda case: intercusp.contacts(case, bite_poses=60),
    "surface_distance": intercusp.surface_distance,
    "clearance_map": lambda case: intercusp.clearance_map(case, pixel_mm=0.015),
    "validate": lambda case: intercusp.validate(case, rays_per_pixel=4),
    "articulate": lambda case: intercusp.articulate(case, sensitivity=4),
    "first_contact": lambda case: intercusp.first_contact(case, axis=HINGE, pixel_mm=0.01),
}


def longest_wait(work):
    """Share of the work's time for which a thread that only sleeps could not wake."""
    stop, wakes = threading.Event(), []

    def watch():
        while not stop.is_set():
            time.sleep(0.0005)
            wakes.append(time.perf_counter())

    watcher = threading.Thread(target=watch)
    watcher.start()
    start = time.perf_counter()
    work()
    end = time.perf_counter()
    stop.set()
    watcher.join()
    assert end - start > 0.005  # otherwise it proves nothing; on a fast machine some work takes 18 ms
    during = [start, *(wake for wake in wakes if start < wake < end), end]
    return max(b - a for a, b in zip(during, during[1:])) / (end - start)


@pytest.mark.parametrize("work", WORK)
def test_other_threads_run_meanwhile(case, work):
    """Another program may delay the sleeping thread sometimes; the interpreter's lock would delay it always."""
    assert any(longest_wait(lambda: WORK[work](case)) < 0.5 for _ in range(50))


def test_several_threads_give_the_numbers_of_one(case, upper, lower, scans):
    def numbers(i):
        if i % 4 == 0:
            return intercusp.clearance_map(case, pixel_mm=0.2).clearance_mm.tobytes()
        if i % 4 == 1:
            return intercusp.surface_distance(case).lower_mm.tobytes()
        if i % 4 == 2:
            jaw = intercusp.read_jaw(scans / "lower.ply", "lower")
            return intercusp.Case(upper, jaw).lower_teeth.tobytes() + jaw.vertices.tobytes()
        report = intercusp.contacts(case, pixel_mm=0.4, bite_poses=0).report()
        return repr([report["areas"], report["contacts"]])

    alone = [numbers(i) for i in range(4)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(numbers, range(12))) == alone * 3


def test_opengl_in_several_threads(case):
    def clearance(_):
        return intercusp.clearance_map(case, pixel_mm=0.4, engine="stencil").clearance_mm.copy()

    alone = clearance(0)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for other in pool.map(clearance, range(8)):
            assert np.array_equal(other, alone, equal_nan=True)


def test_views_are_read_in_several_threads(case):
    picture = intercusp.clearance_map(case, pixel_mm=0.2)
    wanted = float(np.nanmin(picture.clearance_mm))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: float(np.nanmin(picture.clearance_mm)), range(200))) == {wanted}


ENDLESS = {
    "contacts": lambda case: intercusp.contacts(case, bite_poses=100_000),
    "validate": lambda case: intercusp.validate(case, rays_per_pixel=4000),
    "articulate": lambda case: intercusp.articulate(case, sensitivity=100_000),
}


@pytest.mark.parametrize("work", ENDLESS)
def test_ctrl_c_stops_long_work(case, work):
    timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        ENDLESS[work](case)
    assert time.perf_counter() - start < 30  # the whole of it takes hours
    timer.join()
    assert intercusp.clearance_map(case, pixel_mm=0.4).shape[0] > 0  # the module still works

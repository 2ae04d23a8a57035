"""The interpreter ends cleanly while threads compute, and an object that its class never made is refused."""
import copy
import inspect
import pathlib
import pickle
import subprocess
import sys
import time

import pytest

import intercusp

WORK_AT_EXIT = """
import os, sys, threading, time
sys.path.insert(0, {module!r})
import intercusp
case = intercusp.Case(intercusp.read_jaw({folder!r} + "/upper.ply", "upper"), intercusp.read_jaw({folder!r} + "/lower.ply", "lower"))
for work in (lambda: intercusp.contacts(case, bite_poses=100_000), lambda: intercusp.validate(case, rays_per_pixel=4000),
             lambda: intercusp.articulate(case, sensitivity=100_000), lambda: [intercusp.surface_distance(case) for _ in iter(int, 1)],
             lambda: [intercusp.contacts(case, bite_poses=0).report() for _ in iter(int, 1)]):
    threading.Thread(target=work, daemon=True).start()
time.sleep({delay})
print("leaving", flush=True)
"""


@pytest.mark.parametrize("delay", [0, 0.5, 1.3])
def test_the_interpreter_ends_while_threads_compute(scans, delay):
    script = WORK_AT_EXIT.format(module=str(pathlib.Path(intercusp.__file__).parent), folder=str(scans), delay=delay)
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "leaving\n", "")
    assert time.perf_counter() - start < 60  # the whole of it takes hours


CLASSES = [each for each in vars(intercusp).values() if inspect.isclass(each) and not issubclass(each, Exception)]


def test_every_class_is_seen():
    assert {"Jaw", "Case", "ClearanceMap", "Interference"} <= {each.__name__ for each in CLASSES}


@pytest.mark.parametrize("bound", CLASSES, ids=lambda each: each.__name__)
def test_an_object_that_was_never_made_is_refused(bound):
    never_made = bound.__new__(bound)
    asked = 0
    for name in vars(bound):
        if name.startswith("__") and name != "__repr__":
            continue
        with pytest.raises(TypeError):
            value = getattr(never_made, name)
            value() if name != "write" else value("never")
        asked += 1
    assert asked > 0


def test_never_made_objects_are_refused_as_arguments(upper):
    never_made = intercusp.Jaw.__new__(intercusp.Jaw)
    with pytest.raises(TypeError):
        intercusp.Case(upper, never_made)
    with pytest.raises(TypeError):
        intercusp.interfere([upper, never_made])
    with pytest.raises(TypeError):
        intercusp.clearance_map(intercusp.Case.__new__(intercusp.Case))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda jaw: pickle.loads(pickle.dumps(jaw))],
                         ids=["copy", "deepcopy", "pickle"])
def test_copies_hold_nothing_and_say_so(upper, copied):
    with pytest.raises(TypeError):
        copied(upper).vertices


@pytest.mark.parametrize("function, argument, value", [
    ("validate", "rays_per_pixel", 0), ("validate", "rays_per_pixel", 65537), ("validate", "sectors", 33),
    ("contacts", "bite_poses", 100_001), ("contacts", "bite_poses", -1), ("contacts", "sectors", 0), ("contacts", "sectors", 2**31 - 1),
    ("articulate", "sensitivity", 100_001), ("articulate", "sensitivity", -1)])
def test_counts_have_the_limits_of_the_program(case, function, argument, value):
    with pytest.raises(ValueError, match=argument):
        getattr(intercusp, function)(case, **{argument: value})


@pytest.mark.parametrize("pose", ["abc", object(), [[1, 2], [3]], {"upper_from_lower": 1}])
def test_a_pose_that_is_no_array_of_numbers(upper, lower, pose):
    with pytest.raises(TypeError, match="upper_from_lower"):
        intercusp.Case(upper, lower, pose)


def test_vertices_that_are_no_array_of_numbers(upper):
    with pytest.raises(TypeError, match="vertices"):
        intercusp.Jaw([[1, 2], [3]], upper.faces)


FORKED_AT_WORK = """
import os, sys, threading, time
sys.path.insert(0, {module!r})
import intercusp
case = intercusp.Case(intercusp.read_jaw({folder!r} + "/upper.ply", "upper"), intercusp.read_jaw({folder!r} + "/lower.ply", "lower"))
if {works}:
    threading.Thread(target=lambda: intercusp.contacts(case, bite_poses=100_000), daemon=True).start()
    time.sleep(0.5)
child = os.fork()
if child == 0:
    try:
        intercusp.clearance_map(case, pixel_mm=0.5)
        print("computed", flush=True)
    except RuntimeError as error:
        print("refused" if "spawn" in str(error) else error, flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""


@pytest.mark.parametrize("works, said", [(True, "refused\n"), (False, "computed\n")])
def test_a_process_forked_amid_work_refuses_to_compute(scans, works, said):
    script = FORKED_AT_WORK.format(module=str(pathlib.Path(intercusp.__file__).parent), folder=str(scans), works=works)
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
    assert (done.stdout, done.stderr) == (said, "")

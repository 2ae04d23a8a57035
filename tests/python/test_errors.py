"""Each exception and its contents."""
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import intercusp

CUBE = np.array([[x, y, z] for x in (0, 30) for y in (0, 30) for z in (0, 30)], dtype=float)
SIDES = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
                  [1, 5, 7], [1, 7, 3]])


def test_all_errors_are_of_one_family():
    for error in (intercusp.InputError, intercusp.EngineError, intercusp.OutputError):
        assert issubclass(error, intercusp.Error) and issubclass(error, Exception)
    assert not issubclass(intercusp.InputError, intercusp.EngineError)


def test_a_missing_file(tmp_path):
    with pytest.raises(intercusp.InputError, match="missing.stl") as caught:
        intercusp.read_jaw(tmp_path / "missing.stl")
    assert caught.value.values == {} or isinstance(caught.value.values, dict)


def test_a_name_that_is_no_text_stands_in_the_message(tmp_path):
    file = pathlib.Path(os.fsdecode(os.fsencode(tmp_path) + b"/jaw\xff.stl"))
    with pytest.raises(intercusp.InputError, match="jaw"):
        intercusp.read_jaw(file)


def test_a_damaged_file(tmp_path):
    (tmp_path / "jaw.ply").write_bytes(b"ply\nformat ascii 1.0\nelement vertex 3\n")
    with pytest.raises(intercusp.InputError, match="jaw.ply"):
        intercusp.read_jaw(tmp_path / "jaw.ply")


@pytest.mark.parametrize("factor, unit", [(0.001, "m"), (1000, "um"), (0.1, "cm")])
def test_an_odd_scale_has_its_code_and_values(factor, unit):
    with pytest.raises(intercusp.InputError, match="unit") as caught:
        intercusp.Jaw(CUBE * factor, SIDES)
    assert caught.value.code == "odd_scale"
    assert unit in caught.value.values["units"].split(",")
    assert caught.value.values["extent"] == pytest.approx(30 * factor)
    assert intercusp.Jaw(CUBE * factor, SIDES, unit=unit).vertices.max() == pytest.approx(30)


def test_no_faces():
    with pytest.raises(intercusp.InputError, match="a name"):
        intercusp.Jaw(CUBE, np.zeros((0, 3), int), name="a name")


@pytest.mark.parametrize("pose", [np.diag([2, 2, 2, 1]), np.diag([-1, 1, 1, 1]), np.full((4, 4), np.nan), np.ones((4, 4))])
def test_a_pose_that_is_not_rigid(upper, lower, pose):
    with pytest.raises(intercusp.InputError, match="upper_from_lower") as caught:
        intercusp.Case(upper, lower, pose)
    assert caught.value.code == "unusable_pose"


def test_a_case_without_axes():
    case = intercusp.Case(*(intercusp.Jaw(CUBE, SIDES, teeth="none") for _ in range(2)))
    assert case.superior is None
    with pytest.raises(intercusp.InputError):
        intercusp.articulate(case)


def run_without_opengl(code, scans):
    """In a separate process, because a context is searched only once."""
    environment = dict(os.environ, __EGL_VENDOR_LIBRARY_DIRS="/nowhere", __EGL_VENDOR_LIBRARY_FILENAMES="/nowhere", DISPLAY="")
    start = (f"import intercusp; folder = {str(scans)!r}\n"
             "case = intercusp.Case(*(intercusp.read_jaw(f'{folder}/{n}.ply', n) for n in ('upper', 'lower')))\n")
    return subprocess.run([sys.executable, "-c", start + code], env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)


def test_no_opengl(scans):
    done = run_without_opengl("intercusp.clearance_map(case, engine='stencil')", scans)
    assert done.returncode == 1 and "intercusp.EngineError" in done.stderr, done.stderr


def test_nothing_but_the_stencil_engine_needs_opengl(scans):
    done = run_without_opengl("print(intercusp.clearance_map(case, pixel_mm=0.4).engine,"
                              " intercusp.contacts(case, pixel_mm=0.4, bite_poses=0).report()['engine'])", scans)
    assert done.stdout.split() == ["zlist", "zlist"], done.stderr


def test_files_of_others_are_not_replaced(case, tmp_path):
    result = intercusp.contacts(case, pixel_mm=0.8, bite_poses=0)
    result.write(tmp_path)
    result.write(tmp_path)  # the module's own
    (tmp_path / "contacts.csv").write_text("mine")
    with pytest.raises(intercusp.OutputError, match="contacts.csv"):
        result.write(tmp_path)
    assert (tmp_path / "contacts.csv").read_text() == "mine"


def test_a_folder_that_cannot_be_written(case, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(intercusp.OutputError, match="file"):
        intercusp.contacts(case, pixel_mm=0.8, bite_poses=0).write(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "in the way"


def test_too_little_memory(scans):
    done = run_without_opengl("import resource; resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))\n"
                              "intercusp.clearance_map(case, pixel_mm=0.006, direction=(0, 0, 1))", scans)
    assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith("MemoryError"), done.stderr


USAGE = {
    "engine": lambda case: intercusp.clearance_map(case, engine="voxels"),
    "pixel": lambda case: intercusp.clearance_map(case, pixel_mm=0),
    "pixel nan": lambda case: intercusp.clearance_map(case, pixel_mm=float("nan")),
    "too many pixels": lambda case: intercusp.clearance_map(case, pixel_mm=1e-4),
    "pixel of a kilometre": lambda case: intercusp.clearance_map(case, pixel_mm=1e308),
    "direction": lambda case: intercusp.clearance_map(case, direction=(0, 0, 0)),
    "direction beyond numbers": lambda case: intercusp.clearance_map(case, direction=(0, 0, 1e308)),
    "threshold beyond numbers": lambda case: intercusp.contacts(case, thresholds_mm=[1e308]),
    "too many thresholds": lambda case: intercusp.contacts(case, thresholds_mm=[i / 100 for i in range(33)]),
    "too many sectors": lambda case: intercusp.contacts(case, sectors=33),
    "bite error beyond numbers": lambda case: intercusp.contacts(case, bite_error=(0, 1e308)),
    "too many poses": lambda case: intercusp.contacts(case, bite_poses=100_001),
    "too many rays": lambda case: intercusp.validate(case, rays_per_pixel=65_537),
    "axis beyond numbers": lambda case: intercusp.first_contact(case, axis=(1e308, 0, 0, 1, 0, 0)),
    "way beyond numbers": lambda case: intercusp.first_contact(case, along=(0, 0, 1), max_mm=1e308),
    "too many settings": lambda case: intercusp.articulate(case, sensitivity=100_001),
    "condyles beyond numbers": lambda case: intercusp.articulate(case, condyles=[(0, 0, 1e308), (0, 0, 0)]),
    "direction of two": lambda case: intercusp.clearance_map(case, direction=(0, 1)),
    "direction of words": lambda case: intercusp.clearance_map(case, direction="up"),
    "threshold": lambda case: intercusp.contacts(case, thresholds_mm=[-1]),
    "sectors": lambda case: intercusp.contacts(case, sectors=0),
    "area error": lambda case: intercusp.contacts(case, area_error_percent=0),
    "bite error": lambda case: intercusp.contacts(case, bite_error=(-1, 0)),
    "poses": lambda case: intercusp.contacts(case, bite_poses=-1),
    "rays": lambda case: intercusp.validate(case, rays_per_pixel=0),
    "no motion": intercusp.first_contact,
    "two motions": lambda case: intercusp.first_contact(case, axis=(0, 0, 0, 1, 0, 0), along=(0, 0, 1)),
    "axis": lambda case: intercusp.first_contact(case, axis=(0, 0, 0, 0, 0, 0)),
    "angle": lambda case: intercusp.first_contact(case, axis=(0, 0, 0, 1, 0, 0), max_angle_deg=-1),
    "inclination": lambda case: intercusp.articulate(case, inclination_deg=200),
    "condyles": lambda case: intercusp.articulate(case, condyles=np.zeros((2, 3))),
    "contact": lambda case: intercusp.articulate(case, threshold_mm=3),
    "one solid": lambda case: intercusp.interfere([case.upper]),
    "jaw": lambda case: intercusp.Jaw(CUBE, SIDES, jaw="both"),
    "unit": lambda case: intercusp.Jaw(CUBE, SIDES, unit="feet"),
    "shape of vertices": lambda case: intercusp.Jaw(CUBE[:, :2], SIDES),
    "shape of faces": lambda case: intercusp.Jaw(CUBE, SIDES.ravel()),
    "count of labels": lambda case: intercusp.Jaw(CUBE, SIDES, labels=[11, 12]),
    "shape of a pose": lambda case: intercusp.Case(case.upper, case.lower, np.eye(3)),
}


@pytest.mark.parametrize("usage", USAGE)
def test_wrong_values(case, usage):
    with pytest.raises(ValueError):
        USAGE[usage](case)


TYPES = {
    "faces of floats": lambda case: intercusp.Jaw(CUBE, SIDES.astype(float)),
    "vertices of words": lambda case: intercusp.Jaw(CUBE.astype(str), SIDES),
    "complex vertices": lambda case: intercusp.Jaw(CUBE.astype(complex), SIDES),
    "labels of floats": lambda case: intercusp.Jaw(CUBE, SIDES, labels=np.zeros(8)),
    "no case": lambda case: intercusp.clearance_map(case.upper),
    "None": lambda case: intercusp.clearance_map(None),
    "no jaw": lambda case: intercusp.Case(case.upper, None),
    "no solid": lambda case: intercusp.interfere([case.upper, None]),
    "no such option": lambda case: intercusp.clearance_map(case, pixels=3),
    "by place": lambda case: intercusp.clearance_map(case, "zlist"),
    "solids of both kinds": lambda case: intercusp.interfere([case.upper, "lower.stl"]),
}


@pytest.mark.parametrize("usage", TYPES)
def test_wrong_types(case, usage):
    with pytest.raises(TypeError):
        TYPES[usage](case)


@pytest.mark.parametrize("index", [8, -1, 2**40, 2**63])
def test_indices_of_no_vertex_are_refused(index):
    wrong = SIDES.astype(np.uint64 if index == 2**63 else np.int64)
    wrong[5, 1] = index
    for faces in (wrong, np.hstack([np.full((12, 1), 3, wrong.dtype), wrong]).ravel()):
        with pytest.raises(ValueError, match="faces.*from 0 to 7"):
            intercusp.Jaw(CUBE, faces)


@pytest.mark.parametrize("label", [-1, 2**40, 2**63, 1_000_000])
def test_labels_that_cannot_be_tooth_numbers_are_refused(label):
    labels = np.zeros(8, np.uint64 if label == 2**63 else np.int64)
    labels[3] = label
    with pytest.raises(ValueError, match="labels"):
        intercusp.Jaw(CUBE, SIDES, labels=labels)
    with pytest.raises(ValueError, match="labels"):
        intercusp.compare((CUBE, SIDES, labels), (CUBE, SIDES))

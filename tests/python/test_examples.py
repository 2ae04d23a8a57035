"""The examples run and show the module's results."""
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import intercusp

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "python" / "examples"


def run(name, *arguments):
    return subprocess.run([sys.executable, "-B", EXAMPLES / name, *map(str, arguments)], stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def test_map_with_matplotlib(scans, case, tmp_path):
    pytest.importorskip("matplotlib")
    text = run("map_with_matplotlib.py", scans / "upper.ply", scans / "lower.ply", tmp_path / "map.png")
    assert f"least {np.nanmin(intercusp.clearance_map(case).clearance_mm):.3f} mm" in text
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_distances_on_a_mesh(scans, case, tmp_path):
    vtk = pytest.importorskip("vtkmodules.vtkIOXML")
    from vtkmodules.util.numpy_support import vtk_to_numpy
    run("distances_on_a_mesh.py", scans / "upper.ply", scans / "lower.ply", tmp_path / "lower.vtp")
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(str(tmp_path / "lower.vtp"))
    reader.Update()
    mesh = reader.GetOutput()
    assert mesh.GetNumberOfPolys() == case.lower.anatomy_faces
    read = vtk_to_numpy(mesh.GetPointData().GetArray("surface_distance_mm"))
    assert np.array_equal(read, intercusp.surface_distance(case).lower_mm, equal_nan=True)


def test_the_lines_of_the_documentation(scans, case):
    code = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "PYTHON.md").read_text(), re.S)[1].replace(".stl", ".ply")
    printed = subprocess.run([sys.executable, "-B", "-c", code], cwd=scans, stdout=subprocess.PIPE, text=True, check=True).stdout
    least, teeth = printed.splitlines()[0].split(" ", 1)
    assert float(least) == intercusp.surface_distance(case).least_mm and re.search(r"\d\d", teeth)


def test_the_documentation_names_every_function():
    text = (ROOT / "docs" / "PYTHON.md").read_text()
    named = set(re.findall(r"^\| `(\w+)\(", text, re.M))
    assert named == {name for name in dir(intercusp) if name.islower() and not name.startswith("_")} | {"Jaw", "Case"}

"""The generated dentition that the tests look at, and the program to compare with."""
import json
import os
import pathlib
import subprocess

import pytest

import intercusp

HINGE = (0, 60, 34, -1, 0, 0)


@pytest.fixture(scope="session")
def program():
    return os.environ["INTERCUSP_PROGRAM"]


@pytest.fixture(scope="session")
def ask(program):
    """What a command prints with --json."""

    def run(*arguments):
        done = subprocess.run([program, *map(str, arguments), "--json"], stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def scans(program, tmp_path_factory):
    """Folder with upper.ply and lower.ply, labelled, and with open.json, a pose 3 mm lower."""
    folder = tmp_path_factory.mktemp("scans")
    subprocess.run([program, "generate", "dentition", "--triangles", "12000", "--out", str(folder), "--quiet"], check=True)
    pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -3, 0, 0, 0, 1]
    (folder / "open.json").write_text(json.dumps({"upper_from_lower": pose}))
    return folder


@pytest.fixture(scope="session")
def upper(scans):
    return intercusp.read_jaw(scans / "upper.ply", "upper")


@pytest.fixture(scope="session")
def lower(scans):
    return intercusp.read_jaw(scans / "lower.ply", "lower")


@pytest.fixture(scope="session")
def case(upper, lower):
    return intercusp.Case(upper, lower)


@pytest.fixture(scope="session")
def open_case(upper, lower, scans):
    return intercusp.Case(upper, lower, json.loads((scans / "open.json").read_text())["upper_from_lower"])


@pytest.fixture(scope="session")
def data():
    """Real scans, if available."""
    for folder in (os.environ.get("INTERCUSP_DATA"), pathlib.Path(__file__).parents[3] / "shared" / "data"):
        if folder and (pathlib.Path(folder) / "case-a").is_dir():
            return pathlib.Path(folder)
    pytest.skip("no real scans: set INTERCUSP_DATA")

"""The module and the program give the same report, to the last bit and word, timings aside."""
import json
import math
import subprocess

import numpy as np
import pytest

import intercusp
from conftest import HINGE

COARSE = {"pixel_mm": 0.1, "bite_poses": 8}
COARSE_OPTIONS = ("--pixel", 0.1, "--bite-poses", 8)


def differences(module, program, place=""):
    if place.endswith(".timings_ms"):
        return
    if isinstance(module, dict) and isinstance(program, dict):
        if list(module) != list(program):
            yield place, sorted(set(module) ^ set(program))
        for key in module.keys() & program.keys():
            yield from differences(module[key], program[key], f"{place}.{key}")
    elif isinstance(module, list) and isinstance(program, list) and len(module) == len(program):
        for i, (a, b) in enumerate(zip(module, program)):
            yield from differences(a, b, f"{place}[{i}]")
    elif type(module) is not type(program) or module != program:
        yield place, module, program


def numbers_in(report):
    if isinstance(report, dict):
        return sum(numbers_in(entry) for entry in report.values())
    if isinstance(report, list):
        return sum(numbers_in(entry) for entry in report)
    return isinstance(report, (int, float)) and not isinstance(report, bool)


def assert_same(module, program, least_numbers):
    assert list(differences(module, program)) == []
    assert numbers_in(program) >= least_numbers


def both(scans):
    return scans / "upper.ply", scans / "lower.ply"


def test_contacts_are_those_of_inspect(ask, scans, case):
    assert_same(intercusp.contacts(case, **COARSE).report(), ask("inspect", *both(scans), *COARSE_OPTIONS), 1000)


def test_defaults_are_those_of_inspect(ask, scans, case):
    assert_same(intercusp.contacts(case, bite_poses=0).report(), ask("inspect", *both(scans), "--bite-poses", 0), 1000)


def test_every_option_of_contacts_is_that_of_inspect(ask, scans, case):
    made = intercusp.contacts(case, thresholds_mm=[0.02, 0.2], engine="ray", pixel_mm=0.2, sectors=3, area_error_percent=5,
                              bite_error=(0.03, 0.1), bite_poses=4, bite_seed=7, exact=True)
    asked = ask("inspect", *both(scans), "--threshold", 0.02, "--threshold", 0.2, "--engine", "ray", "--pixel", 0.2, "--sectors",
                3, "--area-error", 5, "--bite-error", "0.03,0.1", "--bite-poses", 4, "--bite-seed", 7, "--exact")
    assert_same(made.report(), asked, 300)


def test_a_pose_and_a_direction(ask, scans, open_case):
    made = intercusp.contacts(open_case, direction=(0, 0.1, 2), **COARSE)
    asked = ask("inspect", *both(scans), "--pose", scans / "open.json", "--direction", "0,0.1,2", *COARSE_OPTIONS)
    assert_same(made.report(), asked, 50)


def test_unlabelled_scans(ask, scans, upper, lower, tmp_path):
    files = []
    for name, jaw in (("upper", upper), ("lower", lower)):
        with open(tmp_path / f"{name}.obj", "w") as file:
            count = jaw.anatomy_faces
            file.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in jaw.vertices.tolist())
            file.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in jaw.faces[:count].tolist())
        files.append(tmp_path / f"{name}.obj")
    unlabelled = intercusp.Case(intercusp.read_jaw(files[0], "upper"), intercusp.read_jaw(files[1], "lower"))
    report = intercusp.contacts(unlabelled, **COARSE).report()
    assert_same(report, ask("inspect", *files, *COARSE_OPTIONS), 1000)
    assert report["labels_estimated"] and unlabelled.upper.estimated_teeth == report["upper"]["estimated_teeth"]


def test_arrays_are_the_numbers_of_the_report(case):
    made = intercusp.contacts(case, **COARSE)
    report, picture = made.report(), made.clearance_map
    assert np.float32(report["min_clearance_mm"]) == np.float32(made.min_clearance_mm)
    least = np.nanmin(picture.clearance_mm)  # of pixel centres, between which the report looks as well
    assert least - 0.05 < report["min_clearance_mm"] <= least
    assert made.min_surface_distance_mm == report["min_surface_distance_mm"]
    whole = report["projections"][0]
    assert picture.shape == (whole["height"], whole["width"]) and picture.spacing == (whole["pixel_mm"],) * 2
    for mine, theirs in ((picture.direction, "direction"), (picture.right, "right"), (picture.down, "down")):
        assert mine.tolist() == whole[theirs]
    assert intercusp.surface_distance(case).least_mm == report["min_surface_distance_mm"]
    alone = intercusp.clearance_map(case, pixel_mm=0.1)
    assert np.array_equal(alone.clearance_mm, picture.clearance_mm, equal_nan=True)


def test_arrays_are_the_bytes_of_the_program_s_map(program, scans, case, tmp_path):
    subprocess.run([program, "inspect", *both(scans), *map(str, COARSE_OPTIONS), "--out", tmp_path, "--quiet"], check=True)
    header, _, raw = (tmp_path / "map.nrrd").read_bytes().partition(b"\n\n")
    picture = intercusp.clearance_map(case, pixel_mm=0.1)
    fields = dict(line.split(": ", 1) for line in header.decode().splitlines() if ": " in line)
    assert fields["encoding"] == "raw", fields
    rows, columns = picture.shape
    assert fields["sizes"].split()[-2:] == [str(columns), str(rows)] or fields["sizes"].split()[:2] == [str(columns), str(rows)]
    values = np.frombuffer(raw, "<f4")[: rows * columns].reshape(rows, columns)
    assert np.array_equal(values, picture.clearance_mm, equal_nan=True)
    origin = np.array([float(x) for x in fields["space origin"].strip("()").split(",")])
    corner = origin - picture.origin
    assert np.linalg.norm(np.cross(corner, picture.direction)) < 1e-9  # on the same line


@pytest.mark.parametrize("engine", ["zlist", "ray", "stencil"])
def test_validate(ask, scans, case, engine):
    made = intercusp.validate(case, rays_per_pixel=4, pixel_mm=0.4, engine=engine)
    report = made.report()
    assert_same(report, ask("validate", *both(scans), "--rays", 4, "--pixel", 0.4, "--engine", engine), 200)
    errors = np.concatenate([error[np.isfinite(error)] for error in made.mean_error_mm]).astype(float)
    assert errors.size == report["pixels"] and math.isclose(np.sqrt(np.mean(errors**2)), made.rms_mm, rel_tol=1e-6)
    assert made.point_rms_mm == report["point_rms_mm"] and made.point_max_mm == report["point_max_mm"]


def test_close(ask, scans, open_case):
    made = intercusp.first_contact(open_case, axis=HINGE, pixel_mm=0.2)
    asked = ask("close", *both(scans), "--pose", scans / "open.json", "--axis", ",".join(map(str, HINGE)), "--pixel", 0.2)
    assert_same(made.report(), asked, 100)
    assert made.first_contact_deg == asked["first_contact_deg"] > 0 and made.first_contact_mm is None
    assert made.point_mm.tolist() == asked["point_mm"]
    assert made.pose_at_contact.ravel().tolist() == asked["pose_at_contact"]
    assert np.nanmin(made.travel_mm) >= 0 and made.travel_mm.shape == (asked["map"]["height"], asked["map"]["width"])


def test_slide(ask, scans, open_case):
    made = intercusp.first_contact(open_case, along=(0, 0, 1), pixel_mm=0.2, max_mm=10)
    asked = ask("slide", *both(scans), "--pose", scans / "open.json", "--along", "0,0,1", "--pixel", 0.2, "--max", 10)
    assert_same(made.report(), asked, 100)
    assert made.first_contact_mm == asked["first_contact_mm"] > 0 and made.first_contact_deg is None


def test_a_start_in_overlap(ask, scans, case):
    made = intercusp.first_contact(case, along=(0, 0, 1), pixel_mm=0.4)
    asked = ask("slide", *both(scans), "--along", "0,0,1", "--pixel", 0.4)
    assert_same(made.report(), asked, 30)
    assert made.starts_overlapping == asked["starts_overlapping"] and made.first_contact_mm == asked["first_contact_mm"]


def test_articulate(ask, scans, case):
    made = intercusp.articulate(case, bennett_deg=(10, 12), side_shift_mm=0.2, sensitivity=3)
    asked = ask("articulate", *both(scans), "--bennett", "10,12", "--side-shift", 0.2, "--sensitivity", 3)
    assert_same(made.report(), asked, 1000)
    assert made.intercuspation.ravel().tolist() == asked["intercuspation"]["upper_from_lower"]
    for movement in asked["movements"]:
        path = made.paths[movement["name"]]
        assert path.shape == (len(movement["path"]), 4, 4)
        for guidance in movement["guidance"]:  # those poses are among the path's
            assert (path.reshape(-1, 16) == guidance["upper_from_lower"]).all(axis=1).any()


def test_articulate_by_default(ask, scans, case):
    assert_same(intercusp.articulate(case).report(), ask("articulate", *both(scans)), 1000)


def test_find_bite(ask, scans, upper, lower):
    made = intercusp.find_bite(upper, lower)
    asked = ask("bite", *both(scans))
    assert_same(made.report(), asked, 50)
    assert made.determined and made.method == "arches"
    poses = [candidate["upper_from_lower"] for candidate in asked["candidates"]]
    assert made.candidates.reshape(-1, 16).tolist() == poses and made.upper_from_lower.ravel().tolist() == poses[0]
    assert made.scores.tolist() == [candidate["score"] for candidate in asked["candidates"]]


def test_find_bite_of_scans_that_show_no_jaw(ask, scans, upper, lower):
    made = intercusp.find_bite(upper, lower, buccal=[scans / "lower.ply"])
    assert_same(made.report(), ask("bite", *both(scans), "--buccal", scans / "lower.ply"), 5)
    assert not made.determined and made.method == "buccal" and made.upper_from_lower is None


def test_model(ask, scans, case, lower):
    asked = ask("model", *both(scans))
    assert_same(intercusp.model(case).report(), asked, 500)
    assert {measure["unit"] for measure in asked["measures"]} >= {"mm", "deg", "%", "class", "bool"}
    assert_same(intercusp.model(lower).report(), ask("model", scans / "lower.ply"), 200)


def test_settle(ask, scans, case):
    made = intercusp.settle(case, tolerance_mm=0.02, max_motion_mm=1)
    asked = ask("settle", *both(scans), "--tolerance", 0.02, "--max-motion", 1)
    assert_same(made.report(), asked, 50)
    assert made.settled == asked["settled"] and made.place_found.ravel().tolist() == asked["upper_from_lower_found"]


def test_play(ask, scans, case, tmp_path):
    track = tmp_path / "track.json"
    poses = [{"time_s": 0.1 * i, "upper_from_lower": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.1 * i, 0, 0, 0, 1]} for i in range(4)]
    track.write_text(json.dumps({"schema": "intercusp-track/1", "units": "mm", "poses": poses}))
    made = intercusp.play(case, track, pixel_mm=0.2, threshold_mm=0.15)
    assert_same(made.report(), ask("play", *both(scans), "--track", track, "--pixel", 0.2, "--threshold", 0.15), 50)
    assert made.times_s.tolist() == [pose["time_s"] for pose in poses]
    assert made.upper_from_lower.reshape(-1, 16).tolist() == [pose["upper_from_lower"] for pose in poses]
    assert made.contact_mm2[0] > made.contact_mm2[-1] >= 0 and (np.diff(made.least_mm) > 0).all()


def test_segment(ask, scans):
    made = intercusp.segment(scans / "lower.ply")
    asked = ask("segment", scans / "lower.ply")
    assert_same(made.report(), asked, 50)
    assert made.jaw == "lower" and set(made.labels.tolist()) - {0} == {tooth["fdi"] for tooth in asked["teeth"]}


def test_segment_of_arrays(ask, scans, lower):
    count = lower.anatomy_faces
    used = int(lower.faces[:count].max()) + 1
    made = intercusp.segment(lower.vertices[:used], lower.faces[:count], jaw="lower").report()
    asked = ask("segment", scans / "lower.ply", "--jaw", "lower")
    assert made["teeth"] == asked["teeth"] and made["neighbours"] == asked["neighbours"]


@pytest.fixture(scope="module")
def worn(scans, lower, tmp_path_factory):
    """The lower scan turned, its tooth 36 ground down by 0.3 mm."""
    vertices, labels, count = lower.vertices.copy(), lower.labels, lower.anatomy_faces
    top = np.quantile(vertices[labels == 36, 2], 0.98) - 0.3
    ground = (labels == 36) & (vertices[:, 2] > top)
    vertices[ground, 2] = top
    turn = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]])
    return vertices @ turn.T + (1, 2, 3), lower.faces[:count], labels


def test_compare(ask, scans, worn):
    made = intercusp.compare(scans / "lower.ply", worn)
    pose = made.before_from_after
    moved = worn[0] @ pose[:3, :3].T + pose[:3, 3]
    assert made.determined and np.abs(moved - intercusp.read_jaw(scans / "lower.ply", "lower").vertices)[:, :2].max() < 0.01
    teeth = {tooth["fdi"]: tooth for tooth in made.report()["teeth"]}
    assert teeth[36]["lost_mm3"] > 0.1 and [fdi for fdi, tooth in teeth.items() if tooth["lost_mm3"]] == [36]
    assert np.nanmin(made.after_change_mm) == pytest.approx(-0.3, abs=0.2) and made.after_change_mm.shape == worn[2].shape
    registered = intercusp.register(scans / "lower.ply", worn)
    assert registered.determined and registered.reason_code is None and registered.kept_share > 0.8
    assert intercusp.register(scans / "lower.ply", scans / "upper.ply").reason_code == "other_jaw"


def test_compare_is_the_command(ask, scans):
    upper = scans / "upper.ply"
    pose = json.loads((scans / "open.json").read_text())["upper_from_lower"]
    assert_same(intercusp.compare(upper, scans / "lower.ply").report(), ask("compare", upper, scans / "lower.ply"), 5)
    asked = ask("compare", upper, scans / "lower.ply", "--pose", scans / "open.json")
    assert_same(intercusp.compare(upper, scans / "lower.ply", before_from_after=pose).report(), asked, 50)
    by_teeth = intercusp.compare(upper, upper, region_teeth=[16, 26])
    assert_same(by_teeth.report(), ask("compare", upper, upper, "--region-teeth", "16,26"), 50)
    assert np.nanmax(np.abs(by_teeth.before_change_mm)) == 0
    with pytest.raises(ValueError):
        intercusp.compare(upper, upper, region_teeth=[16], before_from_after=pose)
    repeats = intercusp.repeats(upper, [upper, upper], scale_um=50).report()
    assert_same(repeats, ask("compare", upper, upper, upper, "--repeats", "--scale-um", "50"), 50)
    assert repeats["repeats"]["precision_um"] == 0 and repeats["comparisons"][1]["scale_um"] == 50
    with pytest.raises(ValueError):
        intercusp.repeats(upper, [upper])
    with pytest.raises(intercusp.InputError):
        intercusp.compare(upper, upper, region_teeth=[36])


def test_interfere(ask, scans):
    files = both(scans)
    made = intercusp.interfere(files, pixel_mm=0.1)
    asked = ask("interfere", *files, "--pixel", 0.1)
    assert_same(made.report(), asked, 10)
    assert made.pairs_interfering == [(0, 1, asked["pairs"][0]["depth_mm"])]


@pytest.mark.parametrize("engine", ["zlist", "cinder", "ray"])
def test_interfere_of_bodies(ask, tmp_path, engine):
    pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    moved = [*pose[:3], 7.5, *pose[4:]]
    bodies = [{"name": "ball", "kind": "sphere", "pose": pose, "size_mm": [5]},
              {"name": "other", "kind": "sphere", "pose": moved, "size_mm": [3]}]
    (tmp_path / "bodies.json").write_text(json.dumps({"bodies": bodies}))
    made = intercusp.interfere([tmp_path / "bodies.json"], engine=engine)
    assert_same(made.report(), ask("interfere", tmp_path / "bodies.json", "--engine", engine), 10)
    assert made.pairs_interfering[0][2] == pytest.approx(0.5, abs=0.01)  # 5 + 3 - 7.5


def test_interfere_of_arrays(scans, upper, lower):
    of_files = intercusp.interfere(both(scans), pixel_mm=0.1)
    assert intercusp.interfere([upper, lower], pixel_mm=0.1).pairs_interfering == of_files.pairs_interfering


def test_files_written_are_those_of_the_program(program, scans, open_case, tmp_path):
    intercusp.first_contact(open_case, along=(0, 0, 1), pixel_mm=0.4).write(tmp_path / "module")
    subprocess.run([program, "slide", *both(scans), "--pose", scans / "open.json", "--along", "0,0,1", "--pixel", "0.4", "--out",
                    tmp_path / "program", "--quiet"], check=True)
    written = sorted(file.name for file in (tmp_path / "program").iterdir())
    assert sorted(file.name for file in (tmp_path / "module").iterdir()) == written
    for name in written:
        if name != "slide.json":  # holds timings
            assert (tmp_path / "module" / name).read_bytes() == (tmp_path / "program" / name).read_bytes(), name


@pytest.mark.parametrize("name", ["case-a", "case-b"])
def test_real_scans(ask, data, name):
    files = data / name / "upper.stl", data / name / "lower.stl"
    case = intercusp.Case(intercusp.read_jaw(files[0], "upper"), intercusp.read_jaw(files[1], "lower"))
    assert_same(intercusp.contacts(case, **COARSE).report(), ask("inspect", *files, *COARSE_OPTIONS), 1000)

#!/usr/bin/env python3
"""Cohorts of generated cases, some of them broken, computed undisturbed and disturbed: the tables must be the same.

cohort.py PROGRAM [quick|local|slurm|collect ...] [--cases N]
  quick    a dozen cases, two runs killed, repeats: part of ./run test
  local    200 cases; runs killed at random moments, jobs killed, a full disk
  slurm    200 cases by a Slurm of one node; jobs, runs and slurmd killed
  collect  10 000 case folders: seconds and memory of `cohort collect`
"""
import csv
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import slurm

TABLES = ("cases.csv", "teeth.csv", "contacts.csv", "dictionary.csv", "summary.html")
OPTIONS = ("--", "--pixel", "0.3", "--bite-poses", "2")
PROGRAM = None
CASES = 200


def call(*words, expect, environment=None):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, env=environment)
    assert done.returncode == expect, f"{words}: exit {done.returncode}, not {expect}\n{done.stdout}{done.stderr}"
    return done.stdout


def identity(shift=0.0):
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, shift, 0, 0, 0, 1]


def write_pose(file, numbers):
    file.write_text(json.dumps({"upper_from_lower": numbers}))


# The defects of the ten broken cases, and the code that cases.csv must have for each.
def broken_cases():
    def missing(folder):
        (folder / "lower.ply").unlink()

    def empty(folder):
        (folder / "upper.ply").write_bytes(b"")

    def truncated(folder):
        data = (folder / "upper.ply").read_bytes()
        (folder / "upper.ply").write_bytes(data[: len(data) // 2])

    def no_mesh(folder):
        (folder / "lower.ply").write_text("a letter to the dentist\n")

    def no_faces(folder):
        (folder / "lower.ply").write_text(
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
            "element face 0\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n")

    def folder_for_file(folder):
        (folder / "pose.json").unlink()
        (folder / "pose.json").mkdir()

    def mirrored(folder):
        write_pose(folder / "pose.json", [-1] + identity()[1:])

    def no_pose(folder):
        (folder / "pose.json").write_text('{"upper_from_lower": [1, 2]}')

    def not_json(folder):
        (folder / "pose.json").write_text('{"upper_from_lower"')

    def not_scanned(folder):
        return {"lower": ""}

    return [(missing, "missing_file"), (empty, "empty_file"), (truncated, "damaged_mesh"), (no_mesh, "unknown_format"),
            (no_faces, "no_faces"), (folder_for_file, "not_a_file"), (mirrored, "unusable_pose"), (no_pose, "unusable_pose"),
            (not_json, "unusable_pose"), (not_scanned, "no_scan_named")]


def make_cohort(folder, count):
    """`count` cases, the last ten broken. Returns the manifest and the expected codes, by subject."""
    call("generate", "dentition", "--out", folder / "scans", "--triangles", 3000, expect=0)
    rows, codes = ["subject,session,upper,lower,pose"], {}
    breakers = broken_cases()
    for i in range(count):
        case = folder / f"P{i:03}"
        case.mkdir()
        for jaw in ("upper.ply", "lower.ply"):
            os.link(folder / "scans" / jaw, case / jaw)
        write_pose(case / "pose.json", identity(-0.005 * (i % 40)))
        cells = {"lower": f"P{i:03}/lower.ply"}
        if i >= count - len(breakers):
            damage, code = breakers[i - count + len(breakers)]
            for jaw in ("upper.ply", "lower.ply"):  # a link would damage all cases
                (case / jaw).unlink()
                shutil.copy(folder / "scans" / jaw, case / jaw)
            cells.update(damage(case) or {})
            codes[f"P{i:03}"] = code
        rows.append(f"P{i:03},1,P{i:03}/upper.ply,{cells['lower']},P{i:03}/pose.json")
    manifest = folder / "manifest.csv"
    manifest.write_text("\n".join(rows) + "\n")
    return manifest, codes


def tables(out):
    call("cohort", "collect", out, expect=0)
    return {name: (out / name).read_bytes() for name in TABLES}


def check_codes(out, codes):
    lines = [line.split(",") for line in (out / "cases.csv").read_text().splitlines()[1:]]
    found = {line[0]: line[3] for line in lines if line[2] == "failed"}
    assert found == codes, f"failed cases {found}, not {codes}"


def run_words(manifest, out, *more):
    return ["cohort", "run", manifest, "--out", out, *more, *OPTIONS]


def same(expected, out, what):
    got = tables(out)
    for name in TABLES:
        assert got[name] == expected[name], f"{what}: {name} differs from that of the undisturbed run"


def job_processes():
    """Processes that compute a case now."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except (OSError, NotADirectoryError):
            continue
        if len(words) > 2 and words[0] == os.fsencode(PROGRAM) and words[1:3] == [b"cohort", b"case"]:
            found.append(int(entry.name))
    return found


def killed_runs(manifest, out, times, seconds, rng, more=(), environment=None):
    """Starts the run, kills it or one of its jobs with -9 at a random moment, `times` times; the last run finishes."""
    kills = {"run": 0, "job": 0}
    for _ in range(times):
        run = subprocess.Popen([PROGRAM, *map(str, run_words(manifest, out, *more))], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=environment)
        time.sleep(rng.uniform(0.3, seconds))
        jobs = job_processes()
        if jobs and rng.random() < 0.5:
            try:
                os.kill(rng.choice(jobs), signal.SIGKILL)
                kills["job"] += 1
            except ProcessLookupError:
                pass
            time.sleep(0.3)
        run.send_signal(signal.SIGKILL)
        kills["run"] += 1
        run.wait()
    # A job that was killed counts as a case that crashed, which --retry computes again.
    call(*run_words(manifest, out, "--retry", *more), expect=3, environment=environment)
    return kills


def undisturbed(manifest, out, codes, more=(), environment=None):
    start = time.time()
    call(*run_words(manifest, out, *more), expect=3, environment=environment)
    seconds = time.time() - start
    expected = tables(out)
    check_codes(out, codes)
    start = time.time()
    call(*run_words(manifest, out, *more), expect=3, environment=environment)
    assert tables(out) == expected, "a second run changed the tables"
    cases = len(manifest.read_text().splitlines()) - 1
    print(f"{cases} cases in {seconds:.1f} s, {3600 * cases / seconds:.0f} an hour; again without changes in {time.time() - start:.2f} s")
    return expected


def full_disk(folder):
    """A separate small file system fills up in the middle of the run."""
    manifest, codes = make_cohort(folder, 20)
    expected = undisturbed(manifest, folder / "out", codes)
    with tempfile.TemporaryDirectory() as disk:
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", disk], capture_output=True).returncode != 0:
            print("skipped: a full disk (no file system can be mounted)")
            return
        try:
            out = pathlib.Path(disk) / "out"
            done = subprocess.run([PROGRAM, *map(str, run_words(manifest, out))], capture_output=True, text=True)
            assert done.returncode in (3, 5), f"full disk: exit {done.returncode}\n{done.stderr}"
            records = list(out.glob("cases/*/case.json"))
            for record in records:
                json.loads(record.read_text())
            subprocess.run(["mount", "-o", "remount,size=4g", disk], check=True)
            call(*run_words(manifest, out), expect=3)
            same(expected, out, "full disk")
            print(f"full disk: stopped with {len(records)} cases, went on to the same tables")
        finally:
            subprocess.run(["umount", disk])


def wrong_usage(manifest, folder):
    call("cohort", "run", manifest, "--out", manifest.parent, expect=2)  # its results would replace the manifest
    call("cohort", "run", manifest, "--out", folder / "none", "--", "--out", "elsewhere", expect=2)
    call("cohort", "run", manifest, "--out", folder / "none", "--", "--pixel", "-1", expect=2)
    call("cohort", "run", manifest, "--out", folder / "none", "--profile", "unknown", expect=2)
    call("cohort", "run", folder / "missing.csv", "--out", folder / "none", expect=3)
    call("cohort", "collect", folder / "missing", expect=3)
    call("cohort", "check", manifest, expect=3)
    call("cohort", "check", manifest, "--out", manifest.parent, expect=2)
    call("cohort", "init", folder / "missing", expect=3)


def quick(folder):
    manifest, codes = make_cohort(folder, 12)
    expected = undisturbed(manifest, folder / "out", codes)
    kills = killed_runs(manifest, folder / "killed", 2, 2, random.Random(1))
    same(expected, folder / "killed", "killed")
    print(f"killed {kills}: the same tables")
    repeats(folder)
    links(folder)
    analyses(folder)
    wrong_usage(manifest, folder)
    example(folder / "out")
    failures_are_tried_again_when_asked(manifest, folder / "out")
    small = folder / "small"
    small.mkdir()
    hostile(small)


def generated_sessions(folder):
    """Two subjects with two sessions. In the second of A, tooth 16 has moved by 0.5 mm, and there is no lower; B is unchanged."""
    rows = ["subject,session,upper,lower"]
    for seed, subject in ((1, "A"), (2, "B")):
        for session in ("2023-01-01", "2024-01-01"):
            scans = folder / subject / session
            call("generate", "dentition", "--out", scans, "--triangles", 20000, "--seed", seed, "--varied", expect=0)
            lower = f"{subject}/{session}/lower.ply"
            rows.append(f"{subject},{session},{subject}/{session}/upper.ply,{'' if (subject, session) == ('A', '2024-01-01') else lower}")
    moved = folder / "A" / "2024-01-01" / "upper.ply"
    head, body = moved.read_bytes().split(b"end_header\n", 1)
    count = int(re.search(rb"element vertex (\d+)", head).group(1))
    vertices = bytearray(body[: 16 * count])
    for i in range(count):
        x, y, z, label = struct.unpack_from("<fffi", vertices, 16 * i)
        if label == 16:
            struct.pack_into("<f", vertices, 16 * i, x - 0.5)
    moved.write_bytes(head + b"end_header\n" + bytes(vertices) + body[16 * count :])
    shutil.copy(folder / "B" / "2023-01-01" / "upper.ply", folder / "B" / "2024-01-01" / "upper.ply")
    (folder / "C").mkdir()
    (folder / "C" / "empty.ply").write_bytes(b"")
    rows.append("C,1,C/empty.ply,C/empty.ply")
    manifest = folder / "sessions.csv"
    manifest.write_text("\n".join(rows) + "\n")
    return manifest


def rows_of(file):
    with open(file, encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def same_number(cell, value, what):
    """A cell of a table and what the command wrote for it."""
    if value is None:
        assert cell == "", f"{what}: {cell}, not empty"
    elif isinstance(value, (bool, str)):
        assert cell == (str(value).lower() if isinstance(value, bool) else value), f"{what}: {cell}, not {value}"
    else:
        assert float(cell) == value, f"{what}: {cell}, not {value}"


def without_times(json_file):
    result = json.loads(json_file.read_text())
    for key in ("timings_ms", "written", "record_sha256"):
        result.pop(key)
    return result


def run_analysis(manifest, out, analysis):
    call("cohort", "run", manifest, "--out", out, "--analysis", analysis, expect=3)  # C is empty
    call("cohort", "collect", out, expect=0)
    cases = {(row["subject"], row["session"]): row for row in rows_of(out / "cases.csv")}
    assert len(cases) == 5 and cases["C", "1"]["status"] == "failed", cases
    assert cases["C", "1"]["reason_code"] == "empty_file", cases["C", "1"]
    defined = {(row["file"], row["column"]) for row in rows_of(out / "dictionary.csv")}
    for table in ("cases.csv", "teeth.csv"):
        if (out / table).exists():
            missing = [column for column in (out / table).read_text().splitlines()[0].split(",") if (table, column) not in defined]
            assert not missing, f"{table}: {missing} are not in the dictionary"
    assert not (out / "contacts.csv").exists()
    return cases


def compare_sessions(manifest, folder):
    out, alone = folder / "compared", folder / "alone"
    cases = run_analysis(manifest, out, "compare")
    first, later = cases["A", "2023-01-01"], cases["A", "2024-01-01"]
    assert first["status"] == later["status"] == "done" and first["compared_with"] == "", cases
    assert later["compared_with"] == "2023-01-01" and later["lower_determined"] == "", later
    dates = ["--date", "2023-01-01", "--date", "2024-01-01"]
    scans = [folder / "A" / session / "upper.ply" for session in ("2023-01-01", "2024-01-01")]
    call("compare", *scans, "--jaw", "upper", *dates, "--out", alone, expect=0)
    result = without_times(alone / "compare.json")
    assert result == without_times(out / "cases" / "sub-A_ses-2024-01-01" / "upper" / "compare.json")
    for key in ("determined", "explanation", "residual_mm", "kept_share", "distortion_mm"):
        same_number(later["upper_" + key], result[key], key)
    same_number(later["upper_scale_low"], result["scale"]["interval"][0], "scale")
    states = [tooth["state"] for tooth in result["teeth"]]
    for state in ("unchanged", "changed", "missing_after", "not_measured"):
        assert int(later["upper_teeth_" + state]) == states.count(state), state
    teeth = {(row["subject"], row["jaw"], row["fdi"]): row for row in rows_of(out / "teeth.csv")}
    moved = teeth["A", "upper", "16"]
    assert moved["state"] == "changed" and 0.4 < float(later["upper_most_moved_mm"]) < 0.6, (moved, later)
    for tooth in result["teeth"]:
        row = teeth["A", "upper", str(tooth["fdi"])]
        for key in ("state", "reason", "lost_mm3", "gained_mm3", "deepest_loss_mm"):
            same_number(row[key], tooth[key], key)
        for key, name in (("lost_mm3", "lost_low_mm3"), ("gained_mm3", "gained_low_mm3")):
            same_number(row[name], tooth["measured"][key] and tooth["measured"][key]["interval"][0], name)
        measured = tooth["measured"]["moved_mm"]
        for way in ("buccal", "mesial", "occlusal"):
            same_number(row[f"moved_{way}_mm"], tooth["moved_mm"] and tooth["moved_mm"][way], way)
            same_number(row[f"measured_moved_{way}_mm"], measured and measured[way]["value"], way)
            same_number(row[f"measured_moved_{way}_high_mm"], measured and measured[way]["interval"][1], way)
    assert {row["state"] for key, row in teeth.items() if key[0] == "B"} == {"unchanged"}
    assert cases["B", "2024-01-01"]["upper_teeth_changed"] == "0" and cases["B", "2024-01-01"]["lower_determined"] == "true"
    (folder / "A" / "2023-01-01" / "upper.ply").write_bytes((folder / "A" / "2024-01-01" / "upper.ply").read_bytes())
    records = {name: out / "cases" / name / "case.json" for name in ("sub-A_ses-2024-01-01", "sub-B_ses-2024-01-01", "sub-C_ses-1")}
    before = {name: record.stat().st_mtime_ns for name, record in records.items()}
    cases = run_analysis(manifest, out, "compare")
    again = {name for name, record in records.items() if record.stat().st_mtime_ns != before[name]}
    assert again == {"sub-A_ses-2024-01-01"}, f"the first session of A has changed, and computed again was {again}"
    assert cases["A", "2024-01-01"]["upper_teeth_changed"] == "0", cases["A", "2024-01-01"]
    return out


def segment_sessions(manifest, folder):
    out, alone = folder / "found", folder / "segmented"
    cases = run_analysis(manifest, out, "segment")
    later = cases["A", "2024-01-01"]
    assert later["status"] == "done" and later["lower_teeth"] == "" and later["lower_sha256"] == "", later
    call("segment", folder / "A" / "2024-01-01" / "upper.ply", "--jaw", "upper", "--out", alone, expect=0)
    result = without_times(alone / "segment.json")
    assert result == without_times(out / "cases" / "sub-A_ses-2024-01-01" / "upper" / "segment.json")
    rows = [row for row in rows_of(out / "teeth.csv") if (row["subject"], row["session"]) == ("A", "2024-01-01")]
    assert len(rows) == len(result["teeth"]) == int(later["upper_teeth"]) > 10, later
    for row, tooth in zip(rows, result["teeth"]):
        assert row["jaw"] == "upper"
        for key in ("fdi", "confidence", "sure", "mesiodistal_mm"):
            same_number(row[key], tooth[key], key)
        for axis, value in zip("xyz", tooth["centre_mm"]):
            same_number(row[f"centre_{axis}_mm"], value, axis)


def bite_sessions(manifest, folder, out):
    """In the folder of another analysis, whose results go."""
    cases = run_analysis(manifest.parent / "pairs.csv", out, "bite")
    assert not list(out.glob("cases/*/upper/compare.json")) and not (out / "teeth.csv").exists()
    case = out / "cases" / "sub-B_ses-2024-01-01"
    result = json.loads((case / "bite.json").read_text())
    row = cases["B", "2024-01-01"]
    for key in ("determined", "reason", "method", "certainty"):
        same_number(row[key], result[key], key)
    assert int(row["candidates"]) == len(result["candidates"]) > 0
    for key in ("score", "contacts", "max_penetration_mm", "residual_mm", "overlap_share"):
        same_number(row[key], result["candidates"][0][key], key)


def model_sessions(manifest, folder):
    out = folder / "model"
    cases = run_analysis(manifest.parent / "pairs.csv", out, "model")
    case = out / "cases" / "sub-B_ses-2024-01-01"
    measures = json.loads((case / "model.json").read_text())["measures"]
    ratio, = (measure["value"] for measure in measures if measure["key"] == "bolton_overall")
    same_number(cases["B", "2024-01-01"]["bolton_overall"], ratio, "bolton_overall")
    rows = [row for row in csv.DictReader((out / "measures.csv").open(newline="")) if (row["subject"], row["session"]) == ("B", "2024-01-01")]
    assert len(rows) == len(measures)
    for row, measure in zip(rows, measures):
        assert row["key"] == measure["key"] and row["unit"] == measure["unit"]
        same_number(row["value"], measure["value"], measure["key"])


def analyses(folder):
    folder = folder / "sessions"
    manifest = generated_sessions(folder)
    call("cohort", "check", manifest, "--analysis", "segment", expect=3)
    out = compare_sessions(manifest, folder)
    segment_sessions(manifest, folder)
    pairs = manifest.read_text().replace("A/2024-01-01/upper.ply,", "A/2024-01-01/upper.ply,A/2024-01-01/lower.ply")
    (folder / "pairs.csv").write_text(pairs)
    bite_sessions(manifest, folder, out)
    model_sessions(manifest, folder)
    call("cohort", "run", manifest, "--out", folder / "none", "--analysis", "compare", "--", "--jaw", "upper", expect=2)
    call("cohort", "run", manifest, "--out", folder / "none", "--analysis", "segment", "--", "--pixel", "1", expect=2)
    call("cohort", "run", manifest, "--out", folder / "none", "--analysis", "wear", expect=2)
    print("compare, segment, bite and model: tables as the commands write")


def digests(folder):
    return {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.rglob("*") if file.is_file()}


def study(folder, *subjects):
    """A manifest in a separate folder, whose scans lie where the results of a cohort in `folder` would be written."""
    rows = ["subject,session,upper,lower"]
    for subject in subjects:
        case = folder / "cases" / f"sub-{subject}"
        case.mkdir(parents=True)
        for jaw in ("upper.ply", "lower.ply"):
            shutil.copy(folder.parent / "scans" / jaw, case / jaw)
        rows.append(f"{subject},,../{folder.name}/cases/sub-{subject}/upper.ply,../{folder.name}/cases/sub-{subject}/lower.ply")
    manifest = folder.parent / "manifests" / f"{folder.name}.csv"
    manifest.parent.mkdir(exist_ok=True)
    manifest.write_text("\n".join(rows) + "\n")
    return manifest


def hostile(folder):
    """Folders, names and plans that would lose data or stop a cohort."""
    call("generate", "dentition", "--out", folder / "scans", "--triangles", 2000, expect=0)
    inputs_in_the_folder_of_results(folder)
    manifest = study(folder / "in", "A", "x" * 30, "{wildcards.name}", "-rf")
    out = folder / "results"
    call(*run_words(manifest, out), expect=0)
    expected = tables(out)
    lost_and_damaged_rows(manifest, out, expected)
    plan_meanwhile(manifest, out)
    files_of_others(manifest, out)
    crashed_job(manifest, out)
    plans_from_elsewhere(out, folder)
    print("hostile folders, names and plans: nothing lost, nothing stopped")


def inputs_in_the_folder_of_results(folder):
    manifest = study(folder / "study", "01", "02")
    (folder / "alias").symlink_to(folder / "study")
    (folder / "linked").mkdir()
    (folder / "linked" / "cases").symlink_to(folder / "study" / "cases")
    before = digests(folder)
    for out in ("study", "study/cases", "alias", "linked"):
        for words in (run_words(manifest, folder / out), ["cohort", "plan", manifest, "--out", folder / out],
                      ["cohort", "check", manifest, "--out", folder / out]):
            call(*words, expect=2)
    assert digests(folder) == before, "a refused cohort has changed files"


def lost_and_damaged_rows(manifest, out, expected):
    case = out / "cases" / "sub-A"
    for spoil in (lambda file: file.unlink(), lambda file: file.write_text("something else\n")):
        for name in ("cohort_teeth.csv", "cohort_contacts.csv", "case.json"):
            spoil(case / name)
            lines = tables(out)["cases.csv"].decode().splitlines()
            assert lines[1].startswith("A,,failed,"), f"without {name}: {lines[1]}"
            call(*run_words(manifest, out), expect=0)
            same(expected, out, f"{name} spoilt")
    kept = {file.name.split(".kept")[0] for file in case.glob("*.kept*")}
    assert kept == {"case.json", "cohort_contacts.csv", "cohort_teeth.csv"}, kept


def plan_meanwhile(manifest, out):
    run = subprocess.Popen([PROGRAM, *map(str, run_words(manifest, out)), "--sectors", "2"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    while not job_processes():
        assert run.poll() is None, "the run ended before it began a job"
        time.sleep(0.02)
    call("cohort", "plan", manifest, "--out", out, "--", "--pixel", "2", expect=5)
    assert run.wait() == 0
    options = {line.split("inspect ")[1].split(",")[0] for line in tables(out)["cases.csv"].decode().splitlines()[1:]}
    assert len(options) == 1, f"rows of several sets of options: {options}"


def files_of_others(manifest, out):
    report = out / "cases" / "sub-A" / "report.html"
    report.write_text("edited by hand")
    before = digests(out)
    call(*run_words(manifest, out), "--bite-seed", "5", expect=2)
    assert digests(out) == before, "a refused run has changed files"
    call(*run_words(manifest, out, "--force"), "--bite-seed", "5", expect=0)
    assert report.read_text() != "edited by hand"


def crash_one_job():
    """A job may end between being found and being killed, so it is stopped first."""
    for job in job_processes():
        try:
            os.kill(job, signal.SIGSTOP)
            if job in job_processes():
                os.kill(job, signal.SIGSEGV)
                os.kill(job, signal.SIGCONT)
                return True
        except ProcessLookupError:
            pass
    return False


def crashed_job(manifest, out):
    words = [*run_words(manifest, out, "--jobs", "1"), "--bite-seed", "6"]
    run = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not crash_one_job():
        assert run.poll() is None, "the run ended before it began a job"
        time.sleep(0.01)
    status = run.wait()
    assert status == 3, f"a run with a crashed job ends with {status}"
    rows = [line.split(",") for line in tables(out)["cases.csv"].decode().splitlines()[1:]]
    crashed = [row for row in rows if row[2] == "failed"]
    assert len(crashed) == 1 and crashed[0][3] == "crashed" and "signal 11" in crashed[0][4], crashed
    call(*words, expect=3)  # like every failed case it stays failed
    call(*run_words(manifest, out, "--retry"), "--bite-seed", "6", expect=0)


def plans_from_elsewhere(out, folder):
    victim = folder / "victim"
    victim.mkdir()
    (victim / "a.txt").write_text("precious")
    call("cohort", "plan", folder / "manifests" / "in.csv", "--out", out, "--", "--bite-seed", "7", expect=0)
    plan = json.loads((out / "plan.json").read_text())
    forged = folder / "forged"
    forged.mkdir()
    for change in ({"name": str(victim)}, {"name": "../../victim"}, {"name": "sub-B"}):
        other = json.loads(json.dumps(plan))
        other["cases"][0].update(change)
        (forged / "plan.json").write_text(json.dumps(other))
        call("cohort", "case", forged, change["name"], expect=3)
    for options in (["--out", str(victim)], [f"--out={victim}"], ["--no-such-option"]):
        (forged / "plan.json").write_text(json.dumps({**plan, "options": options}))
        call("cohort", "case", forged, plan["cases"][0]["name"], expect=3)
    (forged / "plan.json").write_text(json.dumps({**plan, "options": ["--pixel", "2"]}))
    call("cohort", "case", forged, plan["cases"][0]["name"], expect=3)  # the key is that of other options
    (forged / "plan.json").write_text('{"schema": "intercusp-cohort-plan/1"}')
    call("cohort", "case", forged, "sub-A", expect=3)
    assert digests(victim) == {victim / "a.txt": hashlib.sha256(b"precious").hexdigest()}


def repeats(folder):
    """Two subjects, each measured twice on the same scans: nothing differs between the sessions."""
    rows = ["subject,session,upper,lower,pose,repeat"]
    for subject, pose in (("A", "P000"), ("B", "P001")):
        rows += [f"{subject},{i},scans/upper.ply,scans/lower.ply,{pose}/pose.json,same" for i in (1, 2)]
    manifest = folder / "repeats.csv"
    manifest.write_text("\n".join(rows) + "\n")
    call(*run_words(manifest, folder / "repeats"), expect=0)
    call("cohort", "collect", folder / "repeats", expect=0)
    table = {line.split(",")[0]: line.split(",") for line in (folder / "repeats" / "reliability.csv").read_text().splitlines()}
    area = table["contact_area_mm2"]
    assert area[1:3] == ["2", "2"] and float(area[3]) == 1 and float(area[6]) == 0, f"repeats of the same scans: {area}"


def links(folder):
    """Nothing is removed or written through a link in the folder of results."""
    manifest, out, archive = folder / "repeats.csv", folder / "repeats", folder / "archive"
    one = out / "cases" / "sub-A_ses-1"
    one.rename(archive)
    one.symlink_to(archive)
    before = digests(archive)
    call(*run_words(manifest, out), "--threshold", "0.3", expect=2)
    assert before and digests(archive) == before, "a result was removed through a link"
    call("cohort", "plan", manifest, "--out", out, "--", "--pixel", "1", expect=2)
    one.unlink()
    archive.rename(one)
    victim = folder / "victim.txt"
    victim.write_text("precious")
    (out / ".reliability.csv.part").symlink_to(victim)
    call("cohort", "collect", out, expect=0)
    assert victim.read_text() == "precious", "collect writes through a link"


def example(out):
    """The researcher's example script prints something about every part of the tables."""
    script = pathlib.Path(__file__).parents[2] / "python" / "examples" / "cohort_with_pandas.py"
    said = subprocess.run(["/usr/bin/python3", script, out], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    for words in (r"unusable_pose +3\n", r"contact_area_mm2", r"Mean contact area of each tooth, mm2:\ntooth\n11 "):
        assert re.search(words, said.stdout), f"no {words!r} in:\n{said.stdout}"


def failures_are_tried_again_when_asked(manifest, out):
    record = out / "cases" / "sub-P002_ses-1" / "case.json"
    before = record.stat().st_mtime_ns
    call(*run_words(manifest, out), expect=3)
    assert record.stat().st_mtime_ns == before, "a failed case was computed again although nothing changed"
    call(*run_words(manifest, out, "--retry"), expect=3)
    assert record.stat().st_mtime_ns > before, "--retry did not compute the failed case again"


def local(folder):
    manifest, codes = make_cohort(folder, CASES)
    expected = undisturbed(manifest, folder / "out", codes)
    kills = killed_runs(manifest, folder / "killed", 20, 8, random.Random(2))
    same(expected, folder / "killed", "killed")
    print(f"killed {kills}: the same tables")
    small = folder / "small"
    small.mkdir()
    full_disk(small)


def by_slurm(folder):
    if not slurm.installed():
        print("skipped: Slurm is not installed, or not for this user: apt install slurm-wlm munge")
        return
    manifest, codes = make_cohort(folder, CASES)
    expected = undisturbed(manifest, folder / "local", codes)
    try:
        with slurm.Slurm(folder / "slurm") as cluster:
            disturb_slurm(folder, manifest, codes, expected, cluster)
    except slurm.NotStarted as why:
        print(f"skipped: Slurm does not start here:\n{why}")


def disturb_slurm(folder, manifest, codes, expected, cluster):
    more, environment = ("--profile", "slurm", "--jobs", "8"), cluster.environment
    undisturbed(manifest, folder / "out", codes, more, environment)
    same(expected, folder / "out", "Slurm")
    run = subprocess.Popen([PROGRAM, *map(str, run_words(manifest, folder / "node", *more))], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, env=environment)
    time.sleep(20)
    cluster.kill_node()
    time.sleep(5)
    cluster.start_node()
    time.sleep(10)
    run.send_signal(signal.SIGKILL)
    run.wait()
    kills = killed_runs(manifest, folder / "node", 5 if CASES > 20 else 2, 25, random.Random(3), more, environment)
    same(expected, folder / "node", "slurmd killed")
    print(f"slurmd killed once, killed {kills}: the same tables")


def collect_many(folder):
    manifest, _ = make_cohort(folder, 20)
    out = folder / "out"
    call(*run_words(manifest, out), expect=3)
    rows = ["subject,session,upper,lower"]
    done = [path.parent for path in sorted(out.glob("cases/*/cohort_teeth.csv"))]
    for i in range(10000):
        case = out / "cases" / f"sub-N{i}_ses-1"
        case.mkdir()
        for name in ("case.json", "cohort_teeth.csv", "cohort_contacts.csv"):
            os.link(done[i % len(done)] / name, case / name)
        rows.append(f"N{i},1,u.ply,l.ply")
    (out / "manifest.csv").write_text("\n".join(rows) + "\n")
    start = time.time()
    process = subprocess.Popen([PROGRAM, "cohort", "collect", str(out)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.time() - start
    assert status == 0, f"collect ended with {status}"
    lines = sum(1 for _ in open(out / "cases.csv"))
    assert lines == 10001, f"cases.csv has {lines} lines"
    size = sum((out / name).stat().st_size for name in TABLES) / 1e6
    print(f"collect: 10 000 cases in {seconds:.2f} s, {usage.ru_maxrss / 1000:.0f} MB; {size:.0f} MB of tables")


def main():
    global PROGRAM, CASES
    asked = sys.argv[1:]
    if "--cases" in asked:
        at = asked.index("--cases")
        CASES = int(asked[at + 1])
        del asked[at : at + 2]
    PROGRAM = os.path.realpath(asked[0])
    parts = {"quick": quick, "local": local, "slurm": by_slurm, "collect": collect_many}
    for name in asked[1:] or ["local", "slurm", "collect"]:
        with tempfile.TemporaryDirectory(prefix="intercusp_cohort_") as folder:
            parts[name](pathlib.Path(folder))


if __name__ == "__main__":
    main()

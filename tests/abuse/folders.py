"""Random runs into one folder: it never shows two cases, no file of others is lost, and each record lists what its run wrote.

Two cases of two boxes each, a few commands with random options, and between the runs a user who edits, adds and links files.
A sequence is made from (seed, number) alone.
"""
import hashlib
import json
import random
import shutil

import shapes
from program import common_faults, run

SECONDS = 60
RUNS = 12
RECORDS = {"inspect": "report.json", "slide": "slide.json", "play": "play.json", "interfere": "interfere.json", "segment": "segment.json", "settle": "settle.json"}
UP = ["--direction", "0,0,1"]
OPTIONS = {"inspect": ["--pdf", "--dicom", "--exchange"], "play": ["--frames"], "slide": ["--max=1", "--max=20"], "interfere": ["--engine=ray"], "settle": ["--tolerance=0.1"], "segment": ["--label-format=faces"]}
ALWAYS = {"inspect": [*UP, "--pixel", "1", "--bite-poses", "0"], "play": [*UP, "--pixel", "1"], "slide": ["--along", "0,0,1", "--pixel", "1"], "interfere": [], "settle": UP, "segment": []}


def digests(folder):
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink()}


def make_inputs(folder):
    for case, low in (("a", -4.2), ("b", -4.3)):
        (folder / case).mkdir()
        shapes.write_stl(folder / case / "upper.stl", shapes.cube(6))
        shapes.write_stl(folder / case / "lower.stl", shapes.cube(low))
    shapes.write_stl(folder / "b" / "upper.stl", shapes.cube(6.5))
    for name, rows in (("short", 1), ("long", 3)):
        (folder / f"{name}.csv").write_text("time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n" + "".join(f"{i},0,0,{i / 10},1,0,0,0\n" for i in range(rows)))
    (folder / "archive").mkdir()
    (folder / "archive" / "report.dcm").write_text("archived")


def words_of(command, case, rng):
    scans = [f"{case}/upper.stl"] if command == "segment" else [f"{case}/upper.stl", f"{case}/lower.stl"]
    options = [option for option in OPTIONS[command] if rng.random() < 0.4]
    if command == "slide":
        options = options[:1]
    if command == "play":
        options += ["--track", rng.choice(["short.csv", "long.csv"])]
    return [command, *scans, *ALWAYS[command], *options, "--unit", "mm", "--quiet", "--out", "out"]


def disturb(folder, rng):
    """What a user does between two runs. Returns the names of the files that are no longer the program's."""
    files = [name for name in digests(folder / "out") if not name.endswith(".json")]
    what = rng.random()
    if what < 0.15 and files:
        name = rng.choice(files)
        (folder / "out" / name).write_text("edited")
        return {name}
    if what < 0.25:
        (folder / "out").mkdir(exist_ok=True)
        (folder / "out" / "notes.txt").write_text("mine")
        return {"notes.txt"}
    if what < 0.3 and not (folder / "out" / "dicom").exists():
        (folder / "out").mkdir(exist_ok=True)
        (folder / "out" / "dicom").symlink_to(folder / "archive")
    return set()


def record_of(folder, command):
    file = folder / "out" / RECORDS[command]
    return json.loads(file.read_text()) if file.exists() else None


def faults_of(done, folder, before, mine, shown, case, forced):
    """`before`: digests of the folder; `mine`: files of the user in it; `shown`: the case of each command's results."""
    command = done.words[0]
    after, found = digests(folder / "out"), common_faults(done)
    if done.status != 0:
        if after != before:
            found.append(f"exit {done.status} changes {sorted(set(after.items()) ^ set(before.items()))[:3]}")
        if done.status != 2:
            found.append(f"exit {done.status}: {done.stderr.strip()[-200:]}")
        return found
    if not forced and shown.get(command, case) != case:
        found.append("results of another case were replaced without --force")
    record = record_of(folder, command)
    if "replaces" in record:
        found.append("the record of a run that has not finished")
    for name, digest in record["written"].items():
        file = folder / "out" / name
        if not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            found.append(f"written lists {name}, which is not that file")
    lost = [name for name in mine if name in before and name not in after]
    found += [f"lost {name} of the user" for name in lost]
    listed = set().union(*(record_of(folder, each)["written"] for each in RECORDS if record_of(folder, each)))
    unlisted = [name for name in after if name not in listed and name not in RECORDS.values() and name not in mine and name not in done.stderr]
    found += [f"{name} is of no run and not named" for name in unlisted]
    found += [f"{name} went and is not named" for name in before if name not in after and name not in done.stderr]
    return found


def passed_and_failed(program, folder, seed, numbers, slow=1.0):
    """Each number is one folder and RUNS runs into it."""
    counts = {True: 0, False: 0}
    for number in numbers:
        make_inputs(folder)
        rng = random.Random(f"folders {seed}/{number}")
        mine, shown, found = set(), {}, []
        commands = rng.sample(list(RECORDS), 2)
        for step in range(RUNS):
            mine |= disturb(folder, rng)
            before, case, command = digests(folder / "out"), rng.choice("aab"), rng.choice(commands)
            archived = digests(folder / "archive").keys()
            forced = rng.random() < 0.3
            done = run(program, words_of(command, case, rng) + ["--force"] * forced, folder, SECONDS * slow)
            found = faults_of(done, folder, before, mine, shown, case, forced)
            if done.status == 0:
                shown[command] = case
                mine -= set(record_of(folder, command)["written"])
            found += [f"removed {name} through a link" for name in archived - digests(folder / "archive").keys()]
            counts[not found] += 1
            if found:
                print(f"{'; '.join(found)}\n  step {step}: {done.line()}\n  repeat: abuse.py PROGRAM folder {seed} {number}", flush=True)
                break
        for name in ("a", "b", "archive", "out"):
            shutil.rmtree(folder / name, ignore_errors=True)
    print(f"{len(numbers)} folders: {counts[True]} runs, {counts[False]} with faults")
    return counts[True], counts[False]

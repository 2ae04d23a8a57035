#!/usr/bin/env python3
"""Runs every command with two builds of the program and compares what they write, field by field.

    tests/compare_programs.py BEFORE AFTER [DATA] [--cache FOLDER]

BEFORE and AFTER are programs; DATA is a folder of real scans (case-a, case-b). Numbers must be equal to the last digit.
Timings are left out; wording (sentences) is counted apart. Files of other kinds (VTP, NRRD, PNG, HTML) are compared as
bytes and only listed. Exit status 1 where a number, a file name or an exit status differs.
"""
import argparse
import concurrent.futures
import filecmp
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent / "support"))
import commands

TIMINGS = {"timings_ms", "stages_ms", "map_ms", "import_ms", "seconds", "written", "record_sha256"}  # the last two digest files with timings
WORDING = {"remarks", "remark", "method", "definition", "definitions", "engine_reason", "reason", "note", "notes", "purpose",
           "message", "findings", "title", "measures"}


Y_UP = {"0,60,34,-1,0,0": "0,34,-60,-1,0,0", "0,0,1": "0,1,0"}  # values of options for the frame of the real scans


def lines(table, data, scans):
    """A name and the words of each run."""
    pairs = {"dentition": (scans / "upper.ply", scans / "lower.ply")}
    for case in ("case-a", "case-b"):
        if data and (data / case).is_dir():
            pairs[case] = (data / case / "upper.stl", data / case / "lower.stl")
            pairs[case + "-open"] = (data / case / "upper_open.ply", data / case / "lower_open.ply")
            pairs[case + "-posed"] = (data / case / "upper_unregistered.obj", data / case / "lower_unregistered.obj",
                                      "--pose", data / case / "pose.json")
    for case, pair in pairs.items():
        files = {"upper": pair[0], "later": pair[0], "lower": pair[1], "track": "TRACK"}
        yield f"inspect-{case}", ["inspect", *pair, "--bite-poses", "20"]
        if case.endswith(("-open", "-posed")):
            continue
        yield f"inspect-validated-{case}", ["inspect", *pair, "--validate", "--exact", "--engine", "zlist", "--sectors", "1",
                                            "--bite-poses", "0", "--pixel", "0.1", "--rays", "4"]
        for command in table.values():
            if command.name not in ("inspect", "measure") and "{upper}" in command.arguments and "--out" in command.options:
                words = command.words(files, quick=command.name == "validate")
                yield f"{command.name}-{case}", words if case == "dentition" else [Y_UP.get(word, word) for word in words]


def run(program, arguments, out):
    out.mkdir(parents=True)
    done = subprocess.run([program, *map(str, arguments), "--out", str(out), "--quiet"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    (out / "exit_status.json").write_text(json.dumps({"exit_status": done.returncode}))
    (out / "stderr.txt").write_text(done.stderr)


def differences(a, b, place=""):
    key = place.rsplit(".", 1)[-1].split("[")[0]
    if key in TIMINGS:
        return
    if key in WORDING:
        if a != b:
            yield ("wording", place, a, b)
    elif isinstance(a, dict) and isinstance(b, dict):
        for name in [*a, *(n for n in b if n not in a)]:
            if name not in a or name not in b:
                if name not in WORDING:
                    yield ("field", f"{place}.{name}", a.get(name, "missing"), b.get(name, "missing"))
            else:
                yield from differences(a[name], b[name], f"{place}.{name}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (left, right) in enumerate(zip(a, b)):
            yield from differences(left, right, f"{place}[{index}]")
    elif a != b or type(a) is not type(b):
        sentence = isinstance(a, str) and isinstance(b, str) and (" " in a or " " in b)
        yield ("wording" if sentence else "number", place, a, b)


def compare(before, after):
    names = sorted({p.relative_to(root).as_posix() for root in (before, after) for p in root.rglob("*") if p.is_file()})
    for name in names:
        left, right = before / name, after / name
        if not left.exists() or not right.exists():
            yield ("file", name, left.exists(), right.exists())
        elif name.endswith(".json"):
            for kind, place, a, b in differences(json.loads(left.read_text()), json.loads(right.read_text())):
                yield (kind, f"{name}{place}", a, b)
        elif not filecmp.cmp(left, right, shallow=False):
            kind = "number" if name.endswith(".csv") else "other"
            detail = ("", "")
            if kind == "number":
                rows = zip(left.read_text().splitlines(), right.read_text().splitlines())
                detail = next(((a, b) for a, b in rows if a != b), ("length", "length"))
                if detail[0].startswith("#"):
                    kind = "wording"
            yield (kind, name, *detail)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("data", nargs="?", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path, help="keeps what BEFORE wrote for the next comparison")
    parser.add_argument("--only", default="", help="commands whose name contains this")
    options = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp())
    before = options.cache or work / "before"
    scans = before / "scans"
    if not scans.exists():
        subprocess.run([options.before, "generate", "dentition", "--out", scans, "--quiet"], check=True)
    failed = False
    rest = []
    played = []
    for name, arguments in lines(commands.commands(options.after), options.data, scans):
        if options.only in name:
            (played if "TRACK" in arguments else rest).append((name, arguments))

    def both(item):
        name, arguments = item
        if "TRACK" in arguments:
            track = before / name.replace("play", "articulate") / "laterotrusion_left.csv"
            arguments = [track if a == "TRACK" else a for a in arguments]
        if not (before / name).exists():
            run(options.before, arguments, before / name)
        run(options.after, arguments, work / "after" / name)
        return name, list(compare(before / name, work / "after" / name))

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for batch in (rest, played):
            for name, found in pool.map(both, batch):
                kinds = {kind: [f for f in found if f[0] == kind] for kind in ("number", "field", "file", "wording", "other")}
                serious = kinds["number"] + kinds["field"] + kinds["file"]
                failed |= bool(serious)
                print(f"{name}: {len(serious)} differences, {len(kinds['wording'])} of wording, "
                      f"{len(kinds['other'])} files of other kinds {[f[1] for f in kinds['other']]}")
                for kind, place, a, b in serious[:12]:
                    print(f"  {kind} {place}: {str(a)[:120]} | {str(b)[:120]}")
    shutil.rmtree(work)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

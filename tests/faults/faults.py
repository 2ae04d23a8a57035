#!/usr/bin/env python3
"""Makes one call after another of the program fail, kills it at random moments, and checks the remaining files.

faults.py PROGRAM LIBRARY [quick | WORD...] [--kills N]: LIBRARY is what fail_on_purpose.cpp becomes. Words are kinds (write, open, new,
thread, gl: a context, memory, a shader or a framebuffer that OpenGL refuses, kill) and commands, all unless named; `save` is what the
viewer saves, autosaves and exports (save_and_export.cpp), `auto` an inspection where the engine is chosen and finds a graphics card. `quick` takes one command and three kinds.
The n-th call fails, for n = 1, 2, 3 ... until a run makes fewer; of memory, which is taken thousands of times, a sample. Each
run writes over files that are there already. Wanted: the exit status of an error and a message, or a result as good as any; every
file the old one or a whole new one; no temporary file. Ends with 1 where a run did otherwise, and names it.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

OLD = b"a result of yesterday\n"
ERRORS = {3, 4, 5}
KINDS = ["write", "open", "new", "thread", "gl", "kill"]
TRACK = "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,-1,1,0,0,0\n0.1,0,0,-0.5,1,0,0,0\n0.2,0,0,0,1,0,0,0\n"
QUICK = ["--pixel", "0.5", "--quiet"]


def commands(folder, results):
    """The words of each command, and the folder that it writes to."""
    upper, lower = folder / "upper.ply", folder / "lower.ply"
    (folder / "track.csv").write_text(TRACK)
    made = {
        "inspect": ["inspect", upper, lower, *QUICK, "--sectors", "1", "--bite-poses", "2", "--direction", "0,0,1",
                    "--area-error", "50", "--exchange"],
        "stencil": ["inspect", upper, lower, *QUICK, "--bite-poses", "2", "--direction", "0,0,1", "--engine", "stencil"],
        "auto": ["inspect", upper, lower, *QUICK, "--bite-poses", "0", "--direction", "0,0,1"],
        "segment": ["segment", upper, "--quiet"],
        "compare": ["compare", upper, upper, "--quiet"],
        "play": ["play", upper, lower, "--track", folder / "track.csv", *QUICK],
        "close": ["close", upper, lower, "--axis", "0,-80,0,1,0,0", *QUICK],
        "spray": ["spray", upper, lower, "--nozzle", "0,0,60,0,0,-1", "--particles", "2000", "--quiet"],
    }
    made["save"] = [upper, lower]
    made = {name: [*words, *([] if name == "save" else ["--force"]), "--out", results / name] for name, words in made.items()}
    made["view"] = ["view", upper, lower, "--size", "640x480", "--force", "--screenshot", results / "view" / "view.png"]
    return made


def is_autosave(name):
    """The viewer removes it at a normal end; after a kill it must be whole."""
    return re.fullmatch(r"autosave/autosave-\d+-\d+\.json", name)


def bytes_of(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def is_whole(name, data, good):
    """Some files contain times, so a new one differs each time."""
    if data in (OLD, good):
        return True
    if name.endswith(".json"):
        try:
            return bool(json.loads(data))
        except ValueError:
            return False
    return len(data) > 0.9 * len(good) and data.rstrip()[-8:] == good.rstrip()[-8:]


class Trial:
    def __init__(self, program, library, words, out):
        self.program, self.library, self.words, self.out = program, library, [str(word) for word in words], out
        self.mark = out.parent / "made"
        self.out.mkdir()
        begun = time.monotonic()
        status, message = self.run()
        if status != 0:
            sys.exit(f"{self.program.name} ends with {status} without any fault: {message.decode(errors='replace')}")
        self.seconds = time.monotonic() - begun
        self.good = bytes_of(self.out)

    def start(self, fault=""):
        environment = dict(os.environ)
        if fault:
            environment |= {"LD_PRELOAD": str(self.library), "INTERCUSP_FAULT": fault, "INTERCUSP_FAULT_MADE": str(self.mark)}
        if self.out.name == "auto":
            environment["INTERCUSP_FAULT_GPU"] = "1"
        return subprocess.Popen([self.program, *self.words], env=environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    def put_old_files(self):
        shutil.rmtree(self.out, ignore_errors=True)
        for name in self.good:
            (self.out / name).parent.mkdir(parents=True, exist_ok=True)
            (self.out / name).write_bytes(OLD)

    def run(self, fault=""):
        self.mark.unlink(missing_ok=True)
        process = self.start(fault)
        try:
            message = process.communicate(timeout=120)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            return None, process.communicate()[1]
        return process.returncode, message

    def faults_of_files(self, all_new):
        left = bytes_of(self.out)
        for name in sorted(left.keys() | self.good.keys()):
            if is_autosave(name):
                if left[name] == OLD or not is_whole(name, left[name], b""):
                    yield f"cuts {name} short"
            elif name not in self.good:
                yield f"leaves {name}"
            elif name not in left:
                yield f"loses {name}"
            elif not is_whole(name, left[name], self.good[name]):
                yield f"cuts {name} short"
            elif all_new and left[name] == OLD:
                yield f"does not write {name}"

    def fail(self, fault):
        """What is wrong after that fault; None if the program makes fewer such calls."""
        self.put_old_files()
        status, message = self.run(fault)
        if not self.mark.exists():
            return None
        wrong = list(self.faults_of_files(all_new=status == 0))
        if status is None:
            wrong.append("hangs")
        elif status < 0:
            wrong.append(f"ends by {signal.Signals(-status).name}")
        elif status not in ERRORS | {0}:
            wrong.append(f"exit status {status}")
        if status in ERRORS and b"intercusp: " not in message:
            wrong.append("says nothing")
        if status in ERRORS and fault.startswith("thread") and b"thread" not in message:
            wrong.append("does not say that threads are missing")
        if self.out.name == "auto" and fault.startswith("gl") and status != 0:
            wrong.append("does not go on without OpenGL")
        if b"--engine" in message and self.words[0] == "view":
            wrong.append("recommends an option that it does not have")
        return wrong

    def kill(self, seconds):
        self.put_old_files()
        process = self.start()
        try:
            process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        return [wrong for wrong in self.faults_of_files(all_new=False) if not wrong.endswith(".tmp")]

    def run_after_kills(self):
        """Removes files left by killed runs once they are older than a minute."""
        for file in self.out.rglob(".*.tmp"):
            os.utime(file, (0, 0))
        self.run()
        return self.faults_of_files(all_new=True)


def numbers(kind):
    n = 1
    while True:
        yield n
        n += max(1, n // 8) if kind == "new" else 1


def fail_all(trial, kind):
    made, wrong = 0, collections.defaultdict(list)
    for number in numbers(kind):
        for after in ("", "+") if kind == "write" else ("",):
            found = trial.fail(f"{kind} {number}{after}")
            if found is None:
                return made, wrong
            made += 1
            for what in found:
                wrong[what].append(f"{number}{after}")


def kill_often(trial, kills):
    seconds = random.Random(1)
    wrong = collections.defaultdict(list)
    for kill in range(kills):
        for what in trial.kill(seconds.uniform(0, 1.1 * trial.seconds)):
            wrong[what].append(str(kill + 1))
        if any(trial.out.rglob(".*.tmp")):
            for what in trial.run_after_kills():
                wrong[f"{what} in the next run"].append(str(kill + 1))
    return kills, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--kills", type=int, default=40)
    chosen = parser.parse_args()
    program, library = chosen.program.resolve(), chosen.library.resolve()
    quick = chosen.words == ["quick"]
    kinds = ["write", "open", "thread"] if quick else [word for word in chosen.words if word in KINDS] or KINDS
    names = {"close"} if quick else set(chosen.words) - set(KINDS)
    failed, faults = False, collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        subprocess.run([program, "generate", "dentition", "--triangles", "2000", "--out", scratch / "case", "--quiet"], check=True)
        print(f"{'command':8} {'kind':7} {'faults':>6} {'wrong':>6}", flush=True)
        for name, words in commands(scratch / "case", scratch).items():
            if names and name not in names:
                continue
            used = program if name != "save" else program.with_name("intercusp_save_and_export")
            trial = Trial(used, library, words, scratch / name)
            for kind in kinds:
                made, wrong = kill_often(trial, chosen.kills) if kind == "kill" else fail_all(trial, kind)
                print(f"{name:8} {kind:7} {made:6} {sum(map(len, wrong.values())):6}", flush=True)
                for what, which in sorted(wrong.items()):
                    print(f"    {what}: {kind} {', '.join(which)}", flush=True)
                failed |= bool(wrong)
                faults[kind] += made
    for kind in kinds:
        if faults[kind] == 0:
            print(f"no call of kind {kind} could be made to fail")
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

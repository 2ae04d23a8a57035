#!/usr/bin/env python3
"""Runs the fuzz targets in BUILD/bin for the given seconds each, one per processor at a time.

fuzz.py BUILD [quick | TARGET...] [SECONDS]: all targets for 10 s, all but the reports, or those named. What was learnt stays in BUILD/corpus and is used by the
next run; inputs that break a property lie in BUILD/findings. Ends with 1 if there are any.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

LIMITS = [
    "-max_len=8192",
    "-rss_limit_mb=2048",  # AddressSanitizer keeps what was freed
    "-print_final_stats=1",
    "-verbosity=1",
]
PROGRAMS = {
    "meshes": ["stl", "ply", "obj", "off", "vtp", "vtk", "glb", "3mf", "dcm"],
    "case_files": ["labels", "pose", "track", "bodies", "edits"],
    "viewer_files": ["session", "settings"],
    "cohort_files": ["manifest", "csv"],
    "repair": ["repair"],
    "import": ["import"],
    "engines": ["engines"],
    "exact": ["exact"],
    "text": ["text"],
    "dicom": ["dicom"],
    "reports": ["reports"],
}
PROGRAM_OF = {target: program for program, targets in PROGRAMS.items() for target in targets}
SECONDS_PER_INPUT = {"engines": 20, "exact": 20, "repair": 5, "import": 20, "reports": 30}  # others: 1
UNSEEN_LEAKS = pathlib.Path(__file__).resolve().parent.parent / "unseen_by_leak_sanitizer.txt"
MB_AT_ONCE = {"import": 64, "reports": 256}  # others: 4, for a file of 8 kB. The search for teeth makes a finer mesh; an inspection has maps


def run(build, target, seconds):
    corpus, findings = build / "corpus" / target, build / "findings"
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    words = [build / "bin" / f"fuzz_{PROGRAM_OF[target]}", *LIMITS, f"-timeout={SECONDS_PER_INPUT.get(target, 1)}",
             f"-malloc_limit_mb={MB_AT_ONCE.get(target, 4)}",
             f"-max_total_time={seconds}", f"-artifact_prefix={findings}/{target}-",
             f"-dict={pathlib.Path(__file__).parent / 'words.dict'}", corpus, build / "seeds" / target]
    environment = dict(os.environ, ASAN_OPTIONS="allocator_may_return_null=0:quarantine_size_mb=16:external_symbolizer_path=/usr/bin/addr2line", UBSAN_OPTIONS="halt_on_error=1",
                       LSAN_OPTIONS=f"print_suppressions=0:suppressions={UNSEEN_LEAKS}", INTERCUSP_FUZZ_TARGET=target)
    ended = subprocess.run([str(word) for word in words], stderr=subprocess.PIPE, env=environment, check=False)
    log = ended.stderr.decode(errors="replace")
    (build / f"{target}.log").write_text(log)
    executions = re.search(r"number_of_executed_units: (\d+)", log)
    edges = re.findall(r"cov: (\d+)", log)
    return target, int(executions[1]) if executions else 0, int(edges[-1]) if edges else 0, ended.returncode


def main():
    build = pathlib.Path(sys.argv[1])
    words = sys.argv[2:]
    seconds = int(words.pop()) if words and words[-1].isdigit() else 10
    if words == ["quick"]:
        words = [target for target in PROGRAM_OF if target != "reports"]
    targets = words or list(PROGRAM_OF)
    subprocess.run([build / "bin/fuzz_seeds", build / "seeds"], check=True)
    print(f"{'target':10} {'executions':>11} {'edges':>7}  {seconds} s each", flush=True)
    failed = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for target, executions, edges, status in pool.map(lambda target: run(build, target, seconds), targets):
            print(f"{target:10} {executions:>11} {edges:>7}  {'ok' if status == 0 else f'failed, see {build}/{target}.log'}", flush=True)
            if status != 0:
                failed.append(target)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

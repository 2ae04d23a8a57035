#!/usr/bin/env python3
"""Prints how many lines of each folder the seeds and the inputs learnt by the fuzzers reach.

coverage.py BUILD CORPUS: BUILD counts lines (preset coverage), CORPUS has a folder for each target (build-asan/corpus).
"""
import collections
import json
import os
import pathlib
import subprocess
import sys

from fuzz import PROGRAMS, PROGRAM_OF

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("io/", "viewer/app", "occlusion/exact", "occlusion/engines/zlist", "occlusion/engines/rays")


def run_corpus(build, corpus, target):
    """Runs each input once. An input that breaks its property ends the run, which is an error here."""
    profile = build / "profiles" / f"{target}.profraw"
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(profile), INTERCUSP_FUZZ_TARGET=target)
    folders = [folder for folder in (corpus / target, build / "seeds" / target) if folder.is_dir()]
    subprocess.run([build / "bin" / f"fuzz_{PROGRAM_OF[target]}", "-runs=0", *folders], env=environment, stderr=subprocess.DEVNULL, check=True)
    return profile


def lines_of_files(build, profiles):
    merged = build / "profiles" / "all.profdata"
    subprocess.run(["llvm-profdata-16", "merge", "-o", merged, *profiles], check=True)
    programs = [build / "bin" / f"fuzz_{name}" for name in PROGRAMS]
    objects = [word for program in programs[1:] for word in ("-object", program)]
    listing = subprocess.run(["llvm-cov-16", "export", "-summary-only", "-instr-profile", merged, programs[0], *objects],
                             stdout=subprocess.PIPE, check=True)
    for file in json.loads(listing.stdout)["data"][0]["files"]:
        path = pathlib.Path(file["filename"])
        if path.is_relative_to(ROOT):
            yield path.relative_to(ROOT).as_posix(), file["summary"]["lines"]


def main():
    build, corpus = map(pathlib.Path, sys.argv[1:])
    subprocess.run([build / "bin/fuzz_seeds", build / "seeds"], check=True)
    (build / "profiles").mkdir(exist_ok=True)
    profiles = [run_corpus(build, corpus, target) for target in PROGRAM_OF]
    folders = collections.defaultdict(lambda: [0, 0])
    for path, lines in lines_of_files(build, profiles):
        if path.startswith(FOLDERS):
            sums = folders[str(pathlib.PurePosixPath(path).parent)]
            sums[0] += lines["covered"]
            sums[1] += lines["count"]
    print(f"{'folder':26} {'reached':>8} {'lines':>7}")
    for folder, (covered, count) in sorted(folders.items()):
        print(f"{folder:26} {covered:>8} {count:>7} {100 * covered / count:5.1f} %")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compiles each source by itself, without unity builds and precompiled headers: every file includes what it uses.

    cmake/compile_alone.py BUILD [SINCE [SECONDS]]

BUILD is configured with the preset `alone`. No objects are written and ccache is not asked: most of the time goes into
reading headers. With SINCE, a commit, only sources and headers that changed since; a header is compiled by itself, too. After
SECONDS no further file is begun, and the last line says how many are left out.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output_of(*command, cwd=ROOT):
    return subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE, check=True).stdout


def make_generated_headers(build):
    targets = output_of("ninja", "-t", "targets", "all", cwd=build)
    headers = re.findall(r"^(\S*embedded/[^/\s]+\.h): CUSTOM_COMMAND$", targets, re.M)
    for header in headers:  # not by building them: that would build the libraries before theirs, too
        command = output_of("ninja", "-t", "commands", "-s", header, cwd=build)
        subprocess.run(command, cwd=build, shell=True, check=True, stdout=subprocess.DEVNULL)


def commands(build):
    """Source, relative to ROOT → call of the compiler without input and output."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        call = shlex.split(entry["command"])
        call = call[next(i for i, word in enumerate(call) if word.endswith(("/c++", "/g++", "/clang++"))):]
        if source.is_relative_to(ROOT) and not source.is_relative_to(build):  # what is generated there holds nothing
            output = call.index("-o")
            found.setdefault(source.relative_to(ROOT), call[:output] + ["-fsyntax-only", "-x", "c++"])
    return found


def changed_files(since):
    names = output_of("git", "diff", "--name-only", "--diff-filter=d", since).split()
    return [pathlib.Path(name) for name in names if name.endswith((".h", ".cpp"))]


def to_compile(build, since):
    """File → call of the compiler. A header is compiled like a source of its folder."""
    of_sources = commands(build)
    if since is None:
        return of_sources
    of_folders = {source.parent: call for source, call in of_sources.items()}
    calls = {}
    for name in changed_files(since):
        call = of_sources.get(name) or (of_folders.get(name.parent) if name.suffix == ".h" else None)
        if call:
            calls[name] = call
    return calls


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    calls = to_compile(build, sys.argv[2] if len(sys.argv) > 2 else None)
    limit_s = float(sys.argv[3]) if len(sys.argv) > 3 else float("inf")
    make_generated_headers(build)
    start = time.monotonic()

    def compile_one(name):
        if time.monotonic() - start > limit_s:
            return None
        # A header is not a main file: g++ warns of its `#pragma once`.
        source, text = ("-", f'#include "{name}"\n') if name.suffix == ".h" else (str(name), "")
        done = subprocess.run(calls[name] + [source], cwd=ROOT, text=True, input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.stdout:
            print(f"{name}:\n{done.stdout}", flush=True)
        return done.returncode == 0

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(compile_one, calls))
    failed, left_out = results.count(False), results.count(None)
    print(f"{len(results) - left_out} files compiled alone in {time.monotonic() - start:.0f} s, {failed} failed, "
          f"{left_out} left out")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

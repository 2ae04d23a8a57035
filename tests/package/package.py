#!/usr/bin/env python3
"""Installs the Debian packages into an empty folder by dpkg, uses them there and removes them: package.py FOLDER [VERSION]

FOLDER holds the packages (./run package). Their libraries are those of this machine, which must have all packages they depend
on. Ends with 1 and says what went wrong.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ("intercusp", "python3-intercusp", "libintercusp-dev")


def run(*command, **more):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def check(holds, what):
    if not holds:
        sys.exit(f"wrong: {what}")


class Root:
    """An empty system with a database of dpkg's own."""

    def __init__(self, folder):
        self.folder = folder
        for part in ("info", "updates", "triggers"):
            (folder / "var/lib/dpkg" / part).mkdir(parents=True)
        (folder / "var/lib/dpkg/status").touch()

    def dpkg(self, *arguments):
        return run("dpkg", f"--root={self.folder}", "--force-not-root", "--force-depends", "--log=/dev/null", *arguments)

    def files(self):
        return sorted(path.relative_to(self.folder) for path in self.folder.rglob("*")
                      if not path.is_dir() and "var/lib/dpkg" not in str(path))


def check_dependencies(file):
    """Every package that this one depends on is available in the required version."""
    for wanted in filter(None, run("dpkg-deb", "-f", file, "Depends").strip().split(", ")):
        name, relation, version = re.match(r"(\S+)(?: \((\S+) (\S+)\))?$", wanted).groups()
        have = run("dpkg-query", "-W", "-f=${Version}", name)
        if version:
            run("dpkg", "--compare-versions", have, relation.replace("<<", "lt").replace(">=", "ge"), version)


def use_program(root, scratch):
    program = root / "usr/bin/intercusp"
    check(run(program, "--version").startswith("intercusp "), "--version")
    run(program, "generate", "dentition", "--triangles", "4000", "--out", scratch / "scans", "--quiet")
    run(program, "inspect", scratch / "scans/upper.ply", scratch / "scans/lower.ply", "--bite-poses", "0", "--out",
        scratch / "report", "--quiet")
    report = json.loads((scratch / "report/report.json").read_text())
    check(report["interference"] in (True, False) and report["areas"], "report.json")
    return program, report


def use_cohort(program, scratch):
    """Runs as far as possible without Snakemake, and checks that the workflow is where the program looks."""
    for name in ("upper", "lower"):
        (scratch / "cohort/p1/s1").mkdir(parents=True, exist_ok=True)
        shutil.copy(scratch / f"scans/{name}.ply", scratch / f"cohort/p1/s1/{name}.ply")
    run(program, "cohort", "init", scratch / "cohort")
    check("p1" in (scratch / "cohort/manifest.csv").read_text(), "cohort init")
    workflow = program.parent.parent / "share/intercusp/workflow"
    check((workflow / "Snakefile").is_file() and os.access(workflow / "reliability.py", os.X_OK), "the workflow")


def commands_of(program):
    listed = run(program, "--help").split("Subcommands:")[1].split("\n\n")[0]
    return re.findall(r"^  (\w+) ", listed, re.M)


def check_manuals(root, program):
    for page in ("intercusp", *(f"intercusp-{command}" for command in commands_of(program))):
        file = root / f"usr/share/man/man1/{page}.1.gz"
        check(file.is_file(), f"{file} is missing")
        text = run("zcat", file)
        check("SYNOPSIS" in text and f".TH {page.upper()} 1" in text, f"{file} must be a manual page")
    inspect = run("zcat", root / "usr/share/man/man1/intercusp-inspect.1.gz").replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
    check("--threshold" in inspect, "the manual of inspect lacks --threshold")


def completions(root, *words):
    script = (f"source {root}/usr/share/bash-completion/completions/intercusp; COMP_WORDS=({' '.join(map(repr, words))});"
              f" COMP_CWORD={len(words) - 1}; _intercusp; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    return run("bash", "-c", script).split()


def check_completion(root, program):
    commands = commands_of(program)
    check(completions(root, "intercusp", "") == [*commands, "--help", "--version"], "completion of commands")
    for command in commands:
        listed = [name for names in re.findall(r"^  (-\S+)", run(program, command, "--help"), re.M) for name in names.split(",")]
        check(completions(root, "intercusp", command, "-") == listed, f"completion of options of {command}")
    check(completions(root, "intercusp", "cohort", "in") == ["init"], "completion of cohort")
    check(completions(root, "intercusp", "inspect", "--engine", "z") == ["zlist"], "completion of --engine")


def use_module(root, scratch, report):
    code = ("import intercusp, sys; f = sys.argv[1]\n"
            "case = intercusp.Case(intercusp.read_jaw(f + '/upper.ply', 'upper'), intercusp.read_jaw(f + '/lower.ply', 'lower'))\n"
            "print(intercusp.__file__); print(repr(intercusp.contacts(case, bite_poses=0).min_surface_distance_mm))")
    folder = root / "usr/lib/python3/dist-packages"
    printed = run("/usr/bin/python3", "-B", "-c", code, scratch / "scans", env=dict(os.environ, PYTHONPATH=str(folder))).split("\n")
    check(printed[0].startswith(str(folder)), f"{printed[0]} is not the module installed")
    check(float(printed[1]) == report["min_surface_distance_mm"], "the module gives other numbers")
    check((folder / "intercusp.pyi").is_file(), "the stub is missing")


def use_library(root, scratch):
    """Without our sources: the package contains everything that the headers include."""
    run("cmake", "-G", "Ninja", "-S", HERE / "example", "-B", scratch / "example", f"-DCMAKE_PREFIX_PATH={root}/usr")
    run("cmake", "--build", scratch / "example")
    printed = run(scratch / "example/example")
    check(printed.endswith(" mm deep, 1 contact\n") and abs(float(printed.split()[0]) - 2) < 0.02, f"the example printed {printed}")


def main():
    with tempfile.TemporaryDirectory() as made:
        scratch = pathlib.Path(made)
        root = Root(scratch / "root")
        for package in PACKAGES:
            found = sorted(pathlib.Path(sys.argv[1]).glob(f"{package}_*.deb"))
            check(len(found) == 1, f"{len(found)} packages {package}, not one")
            check_dependencies(found[0])
            root.dpkg("--install", found[0])
            print(f"{found[0].name}: {found[0].stat().st_size / 1e6:.1f} MB, installed "
                  f"{int(run('dpkg-deb', '-f', found[0], 'Installed-Size')) / 1000:.1f} MB")
        for name in ("applications/intercusp.desktop", "mime/packages/intercusp.xml", "icons/hicolor/scalable/apps/intercusp.svg"):
            check((root.folder / "usr/share" / name).is_file(), f"{name} is missing")
        program, report = use_program(root.folder, scratch)
        use_cohort(program, scratch)
        check_manuals(root.folder, program)
        check_completion(root.folder, program)
        use_module(root.folder, scratch, report)
        use_library(root.folder, scratch)
        for package in PACKAGES:
            check((root.folder / "usr/share/doc" / package / "copyright").is_file(), f"{package} has no copyright")
        root.dpkg("--purge", *PACKAGES)
        check(not root.files(), f"left after removal: {root.files()[:5]}")
    print("installed, used and removed")


if __name__ == "__main__":
    main()

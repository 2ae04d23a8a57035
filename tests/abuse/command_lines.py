"""Random command lines: each ends with an exit status of the program, and keeps its promises on messages, files and JSON.

A line is made from (seed, number) and --help alone, so that it can be repeated. Every option of --help is drawn: OPTIONS has for each option values that fit every command
and scan ("valid"), and values that may be refused or be too much ("odd"). Half of the lines have valid values only: they end with 0.
"""
import collections
import hashlib
import json
import random
import shutil
import subprocess
from dataclasses import dataclass

import commands
import shapes
from program import common_faults, run, strict_json

SECONDS = 120
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
NUMBERS = ["0", "-1", "nan", "inf", "1e308", "1e-300", "1e-320", "1e9", "", "abc", "0,5", "0x1p-2", "-0.0"]
POINTS = ["", "1,2", "nan,0,0,1,0,0", "0,0,0,0,0,0", "1e308,0,0,1,0,0", "0,0,0,1e308,1e308,1e308", "1e300,0,0,1,0,0", "0,0,0,0,0,1", "0,0,1e7,0,0,-1"]
VECTORS = ["", "0,0,0", "1,2", "1,2,3,4", "nan,0,1", "inf,0,0", "0,0,1e308", "1e308,1e308,1e308", "1e-320,0,0", "0,0,1e-3", " 0 , 0 , 1 ", "1,0,0", "0,0,-1"]
PAIRS = ["", "1,2,3", "nan", "-90,90", "-1", "0", "89", "90", "1e308", "1e-300,0"]
COUNTS = ["0", "-1", "1.5", "1e3", "", "abc", "99999999999999999999"]
WORDS = ["", "?", "MM", "gpu", "none,", "auto "]
TEXTS = ["", "\x1b[31mred", "a\nb", "=1+1", "\u202eabc", "x'\"`$(id)", "x" * 5000, "a\\b", "<script>alert(1)</script>"]
FILES = ["in/empty.stl", "in/letter.stl", "in/absent.stl", "/dev/null", "in", ".", "", ",", "in/upper.ply,", "in/upper.ply,in/upper.ply", "in/series.csv", "in/pose.json", "in/bodies.json",
         "in/scaled.json", "in/labels.json", "in/case.dcm", "in/upper.vtp", "-", "~", "in/manifest.csv", "in/results"]

OPTIONS = {  # name: (valid, odd); a flag has no values
    "--area-error": (["0.5", "5", "100"], NUMBERS),
    "--analysis": (["inspect"], WORDS + ["compare", "bite", "segment", "model"]),
    "--along": (["0,0,1", "0.3,0.2,1"], VECTORS),
    "--axis": (["0,40,20,1,0,0", "0,60,30,-1,0,0"], POINTS),
    "--balkwill": (["22.5", "15"], NUMBERS + ["-89", "89", "90", "180"]),
    "--bennett": (["15", "10,20"], PAIRS),
    "--bite-error": (["0.02,0.05", "0,0", "0.1,1"], PAIRS + ["1e308,1e308", "0,1e308", "100,360"]),
    "--bite-poses": (["0", "1", "3"], COUNTS),
    "--bite-seed": (["0", "18446744073709551615"], COUNTS),
    "--bonwill-arm": (["105"], NUMBERS + ["1", "60"]),
    "--buccal": ([], FILES),
    "--case": (["Müller 7", "日本語", "x" * 300], TEXTS),
    "--checkbite": (["in/checkbite.json"], ["", "in", "in/absent.json", "in/pose.json", "in/upper.ply"]),
    "--condyles": (["-55,90,30,55,90,30"], POINTS + ["55,90,30,-55,90,30", "1e308,0,0,-1e308,0,0"]),
    "--cone": (["15", "90", "180"], NUMBERS + ["181"]),
    "--date": (["2026-11-27", "2024-02-29"], ["2025-02-29", "27.11.2026", "", "0000-00-00", "9999-99-99"]),
    "--dicom": None,
    "--direction": (["auto", "0,0,1", "0.1,0,1"], VECTORS),
    "--disc": (["1", "20"], NUMBERS),
    "--edits": (["in/edits.json"], FILES),
    "--ended": ([], COUNTS),
    "--engine": (["zlist", "ray"], WORDS + ["auto", "stencil", "cinder"]),
    "--exact": None,
    "--exchange": None,
    "--force": None,
    "--frames": None,
    "--gravity": (["0,0,-9810", "0,0,0"], VECTORS + ["1e30,0,0"]),
    "--inclination": (["35", "30,40"], PAIRS),
    "--intercondylar": (["110"], NUMBERS + ["1", "209", "1000"]),
    "--jaw": (["auto", "upper"], WORDS + ["lower"]),
    "--jobs": (["1", "2"], COUNTS),
    "--json": None,
    "--label-format": (["teeth3ds", "faces", "slicer"], WORDS),
    "--kit": None,
    "--labels": ([], FILES),
    "--label-colours": ([], FILES),
    "--landmarks": ([], FILES),
    "--lang": (["en", "de"], WORDS),
    "--light": None,
    "--like": ([], FILES),
    "--max": (["1", "20"], NUMBERS),
    "--max-angle": (["5", "30"], NUMBERS + ["180", "181", "360"]),
    "--max-motion": (["0.5", "2"], NUMBERS + ["100"]),
    "--measure": None,
    "--mend-rotations": None,
    "--nozzle": (["0,0,30,0,0,-1", "0,-60,0,0,1,0"], POINTS + ["0,0,0.95,0,0,1"]),
    "--numbering": (["auto", "fdi", "universal"], WORDS),
    "--out": (["out", "new/folder"], ["in", "in/upper.ply", "in/absent/deep", "", "/dev/null", "/proc/none", "."]),
    "--paper": (["a4", "letter"], WORDS),
    "--particles": (["1", "2000"], COUNTS + ["1000000"]),
    "--patient-id": (["P1", "Ü-7"], TEXTS + ["x" * 65]),
    "--patient-name": (["Doe^Jane", "山田^太郎", "Müller^Jörg^^Dr."], TEXTS + ["^^^^^^^", "a=b=c=d"]),
    "--pdf": None,
    "--pixel": (["0.5", "1", "5"], NUMBERS + ["0.02", "100", "1e5", "1e-9"]),
    "--pose": (["in/pose.json"], FILES),
    "--poses": (["1", "3"], COUNTS),
    "--profile": ([], ["", "unknown", "in", "in/absent"]),
    "--quiet": None,
    "--rate": (["10", "20"], NUMBERS + ["0.001", "1e5"]),
    "--rays": (["1", "4"], COUNTS + ["65537", "65"]),
    "--record": (["centric=in/pose.json"], ["", "centric", "centric=", "left=in/pose.json", "open2=in/upper.ply", "centric=in/upper.ply,in/lower.ply", "centric=in/absent.stl", "centric=in/scaled.json"]),
    "--region": (["in/upper.ply"], FILES),
    "--region-teeth": (["16,26", "11"], WORDS + ["", "99", "16,,17", "16;17", "1e2"]),
    "--repeats": None,
    "--retry": None,
    "--scale-um": (["50", "1000"], NUMBERS),
    "--scan-error": (["10", "10,50"], PAIRS),
    "--screenshot": (["picture.png"], ["in/upper.ply", "", "absent/a.png", "/dev/null", "picture.xyz", "in"]),
    "--sectors": (["1", "5", "32"], COUNTS + ["33"]),
    "--seed": (["0", "7"], COUNTS),
    "--bounces": (["0", "3"], COUNTS),
    "--restitution": (["0.5", "1"], NUMBERS),
    "--sensitivity": (["1", "2"], NUMBERS + ["2.5"]),
    "--side-shift": (["0", "0.5,0"], PAIRS + ["100"]),
    "--size": (["100x100", "640x400"], ["", "0x0", "1x1", "-1x5", "16385x1", "100000x100000", "100x", "1e2x100", "2x3"]),
    "--speed": (["1000", "100"], NUMBERS),
    "--study-uid": (["1.2.3"], ["", "1..2", "01.2", "1.2." + "3" * 70, "1.2.3.", "3.2.1", "abc"]),
    "--teeth": (["auto", "file", "none"], WORDS),
    "--threshold": (["0", "0.1", "0.3"], NUMBERS + ["50", "1000"]),
    "--tolerance": (["0.01", "0.1"], NUMBERS + ["100", "1e20"]),
    "--track": (["in/series.csv"], FILES),
    "--track-rate": ([], NUMBERS),
    "--track-unit": (["mm"], WORDS),
    "--triangles": (["2000", "5000"], COUNTS + ["1", "1999", "2001"]),
    "--unit": (["mm"], WORDS + ["m", "um", "inch"]),
    "--validate": None,
    "--variant": (["missing", "palate", "missing,worn"], WORDS + ["missing,missing"]),
    "--varied": None,
    "--view": (["frontal", "upper_occlusal", "map", "section", "window"], WORDS),
}

JAWS = [["in/upper.ply", "in/lower.ply"]] * 4 + [["in/upper.vtp", "in/lower.vtp"], ["in/box_u.stl", "in/box_l.stl"], ["in/sphere_u.stl", "in/sphere_l.stl"]]
DENTITION = JAWS[:5]
SOLIDS = [["in/box_u.stl", "in/box_l.stl"], ["in/sphere_u.stl", "in/sphere_l.stl", "in/box_u.stl"], ["in/upper.ply", "in/lower.ply"]]
@dataclass
class Command:
    weight: int
    files: list  # the first arguments: one of these lists
    always: dict  # options that always have a value: those that the command needs or that make it quick
    options: dict = None  # of --help


COMMANDS = {
    "inspect": Command(8, JAWS, {"--pixel": "0.5", "--bite-poses": "2"}),
    "segment": Command(3, [["in/upper.ply"]], {}),
    "model": Command(2, DENTITION + [["in/upper.ply"]], {}),
    "compare": Command(2, [["in/upper.ply", "in/upper.ply"], ["in/upper.ply", "in/upper.vtp", "in/upper.ply"], ["in/upper.ply", "in/upper.vtp"], ["in/upper.ply", "in/lower.ply"]], {}),
    "close": Command(3, JAWS, {"--axis": "0,40,20,1,0,0", "--pixel": "0.5"}),
    "slide": Command(3, JAWS, {"--along": "0,0,1", "--pixel": "0.5"}),
    "settle": Command(3, JAWS, {}),
    "bite": Command(2, DENTITION, {}),
    "checkbite": Command(2, DENTITION, {"--record": "centric=in/pose.json"}),
    "articulate": Command(2, JAWS[:1], {}),
    "play": Command(3, JAWS, {"--track": "in/series.csv", "--pixel": "0.5"}),
    "validate": Command(3, JAWS, {"--pixel": "0.5", "--rays": "4"}),
    "interfere": Command(3, SOLIDS + [["in/bodies.json"], ["in/bodies.json", "in/box_u.stl"]], {}),
    "spray": Command(3, SOLIDS, {"--nozzle": "0,0,30,0,0,-1", "--particles": "500"}),
    "measure": Command(1, JAWS, {"--pixel": "0.5", "--poses": "1"}),
    "generate": Command(2, [["dentition"], ["myszkowski-a"], ["knott-boxes"], ["shinya-meshes"]], {"--out": "out", "--triangles": "2000"}),
    "view": Command(2, DENTITION, {"--screenshot": "picture.png"}),
    "doctor": Command(1, [[]], {}),
    "cohort init": Command(1, [["in/scans"]], {}),
    "cohort check": Command(1, [["in/manifest.csv"]], {}),
    "cohort plan": Command(1, [["in/manifest.csv"]], {"--out": "out"}),
    "cohort run": Command(1, [["in/manifest.csv"]], {"--out": "out"}),
    "cohort case": Command(1, [["in/results", "sub-A_ses-1"]], {}),
    "cohort collect": Command(1, [["in/results"]], {}),
}
FITS = {  # where an option is valid, as far as --help does not say so
    "--date": lambda command, files: command != "compare",  # which wants one for each scan
    "--kit": lambda command, files: False,  # takes a minute
    "--measure": lambda command, files: False,  # excludes --screenshot
    "--repeats": lambda command, files: len(files) > 2,
    "--variant": lambda command, files: files == ["dentition"],
    "--varied": lambda command, files: files == ["dentition"],
}


def read_options(program):
    """The options of each command; a command or an option that this file lacks is an error."""
    known = commands.commands(program)
    missing = (set(known) ^ set(COMMANDS)) | {option for command in known.values() for option in command.options if option not in OPTIONS}
    if missing:
        raise SystemExit(f"tests/abuse/command_lines.py lacks {sorted(missing)}")
    for name, command in known.items():
        COMMANDS[name].options = command.options
        if "--frames" in command.options:
            command.options["--frames"] = (["--out"], [])


@dataclass
class Line:
    words: list
    files: list
    values: dict
    valid: bool

    @property
    def command(self):
        return " ".join(self.words[:2]) if self.words[0] == "cohort" else self.words[0]


def drawn_options(command, files, rng):
    """Options of a line, each with a valid value; options without one are left out."""
    share = rng.choice([0.1, 0.3])
    options, always = COMMANDS[command].options, COMMANDS[command].always
    names = [name for name in options if rng.random() < share and (OPTIONS[name] is None or OPTIONS[name][0]) and FITS.get(name, lambda *_: True)(command, files)]
    for name in names:  # grows
        names += [needed for needed in options[name][0] if needed not in names]
    for name in list(names):
        if name in names:
            names = [other for other in names if other not in options[name][1]]
    values = dict(always)
    values |= {name: OPTIONS[name] and rng.choice(OPTIONS[name][0]) for name in names}
    if any(".stl" in name for name in files) and "--direction" in options:
        values["--direction"] = "0,0,1"  # boxes have no arch
    if any(".stl" in name for name in files) and "--unit" in options:
        values["--unit"] = "mm"
    return values


def spoil(command, files, values, rng):
    """One to three values become odd."""
    names = [name for name in COMMANDS[command].options if OPTIONS[name]]
    for _ in range(rng.choice([1, 1, 2, 3])):
        if files and (not names or rng.random() < 0.15):
            files[rng.randrange(len(files))] = rng.choice(FILES)
        elif names:
            name = rng.choice(names)
            values[name] = rng.choice(OPTIONS[name][1])


def line_of(seed, number):
    rng = random.Random(f"{seed}/{number}")
    command = rng.choices(list(COMMANDS), [c.weight for c in COMMANDS.values()])[0]
    files = list(rng.choice(COMMANDS[command].files))
    values = drawn_options(command, files, rng)
    valid = rng.random() < 0.5
    if not valid:
        spoil(command, files, values, rng)
    options = []
    for name, value in values.items():
        options += [name] if value is None else [f"{name}={value}"] if rng.random() < 0.5 else [name, value]
    if command in ("cohort plan", "cohort run"):
        words = files + options + ["--", "--pixel=1", "--bite-poses=0", "--teeth=none"]
    else:
        words = files + options if rng.random() < 0.7 else options + ["--"] + files
    return Line(command.split() + words, files, values, valid)


def call(program, *words, folder):
    subprocess.run([program, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def make_inputs(program, folder):
    """The folder `in` of every line; some inputs have the names of results."""
    inputs = folder / "in"
    inputs.mkdir()
    call(program, "generate", "dentition", "--triangles", "2000", "--out", "in/scans", "--quiet", folder=folder)
    call(program, "inspect", "in/scans/upper.ply", "in/scans/lower.ply", "--pixel", "1", "--bite-poses", "0", "--dicom", "--out", "results", "--quiet", folder=folder)
    for source, name in (("in/scans/upper.ply", "upper.ply"), ("in/scans/lower.ply", "lower.ply"), ("results/upper.vtp", "upper.vtp"), ("results/lower.vtp", "lower.vtp"),
                         ("results/dicom/upper.dcm", "case.dcm")):
        shutil.copy(folder / source, inputs / name)
    for name, triangles in (("box_u", shapes.cube(6)), ("box_l", shapes.cube(-4.1)), ("sphere_u", shapes.sphere((0, 0, 5.05), 5)), ("sphere_l", shapes.sphere((0, 0, -5), 5))):
        shapes.write_stl(inputs / f"{name}.stl", triangles)
    deeper = IDENTITY[:11] + [-0.2] + IDENTITY[12:]
    bodies = [{"name": kind, "kind": kind, "pose": IDENTITY, "size_mm": size} for kind, size in (("sphere", [3]), ("torus", [5, 2]), ("box", [4, 4, 4]))]
    for name, content in (("pose", {"upper_from_lower": deeper}), ("scaled", {"upper_from_lower": [2] + IDENTITY[1:]}), ("bodies", {"bodies": bodies}),
                          ("edits", {"edits": [{"do": "missing", "tooth": 16}]}), ("labels", {"labels": [0] * 1000})):
        (inputs / f"{name}.json").write_text(json.dumps(content))
    (inputs / "series.csv").write_text("time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n" + "".join(f"{i / 10},0,0,{i / 10 - 0.3},1,0,0,0\n" for i in range(6)))
    (inputs / "manifest.csv").write_text("subject,session,upper,lower\nA,1,upper.ply,lower.ply\n")
    (inputs / "empty.stl").touch()
    (inputs / "letter.stl").write_text("a letter to the dentist\n")
    call(program, "cohort", "plan", "in/manifest.csv", "--out", "in/results", "--", "--pixel", "1", "--bite-poses", "0", "--teeth", "none", folder=folder)
    call(program, "cohort", "case", "in/results", "sub-A_ses-1", folder=folder)


def contents(folder):
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.rglob("*")) if file.is_file()}


def is_input(name, line):
    """A cohort's commands may change its results, and lines that write to the folder of inputs may change those there."""
    if name.startswith("in/results/"):
        return False
    if line.command == "cohort init" and "--force" in line.values and name == "in/manifest.csv":
        return False  # it reads scans and writes the manifest next to them
    return line.values.get("--out") != "in" or "in" in line.files or any(name in word for word in line.words)


def file_faults(line, status, before, after):
    lost = [name for name in before if after.get(name) != before[name] and is_input(name, line)]
    new = [name for name in after if name not in before and not (line.command in ("cohort run", "cohort case") and status == 3)]
    faults = [f"input changed: {name}" for name in lost]
    faults += [f"temporary file left: {name}" for name in new if "tmp" in name.rsplit("/", 1)[-1]]
    return faults + ([f"left after exit {status}: {' '.join(new[:4])}"] if status != 0 and new else [])


def json_faults(line, done, folder):
    texts = [("stdout", done.stdout)] if "--json" in line.values else []
    texts += [(str(file.relative_to(folder)), file.read_bytes()) for file in folder.rglob("*.json") if not file.is_relative_to(folder / "in")]
    faults = []
    for name, text in texts:
        try:
            strict_json(text)
        except ValueError as why:
            faults.append(f"{name}: {why}")
    return faults


def faults_of(line, done, folder, before):
    faults = common_faults(done) + file_faults(line, done.status, before, contents(folder))
    if line.valid and done.status != 0:
        faults.append(f"exit {done.status} though all values are valid: {done.stderr.strip()[-300:]}")
    if done.status != 0 and done.stdout.strip() and line.command not in ("cohort check", "cohort run"):  # these list what failed
        faults.append(f"stdout beside exit {done.status}: {done.stdout[:80]!r}")
    if done.status == 0:
        faults += json_faults(line, done, folder)
        if "--quiet" in line.values and "--json" not in line.values and (done.stdout + done.stderr.encode()).strip():
            faults.append(f"printed though --quiet: {(done.stdout + done.stderr.encode())[:200]!r}")
    return faults


def passed_and_failed(program, folder, seed, numbers, slow=1.0):
    read_options(program)
    make_inputs(program, folder)
    counts, failed = collections.Counter(), 0
    for number in numbers:
        line, place = line_of(seed, number), folder / f"line-{number}"
        shutil.copytree(folder / "in", place / "in")
        before = contents(place)
        done = run(program, line.words, place, SECONDS * slow)
        faults = faults_of(line, done, place, before)
        counts[line.command, done.status] += 1
        failed += bool(faults)
        if faults or len(numbers) == 1:
            print(f"{'; '.join(faults)}\n  {done.line()[:1000]}\n  exit {done.status} after {done.seconds:.1f} s; repeat: abuse.py PROGRAM line {seed} {number}", flush=True)
        shutil.rmtree(place)
    for (command, status), count in sorted(counts.items()):
        print(f"{command}: {count} with exit {status}")
    return len(numbers) - failed, failed

#!/usr/bin/env python3
"""What `./run check` checks: includes go downward only, shared folders know no analysis, one library per folder, sources of build files
exist, no type hides another, shaders mix floats, only occlusion/case/fdi.h takes tooth numbers apart, and no folder has more lines of code
than its budget.

The order of the folders in the table of docs/ARCHITECTURE.md is the order of the layers: a file may include files of its own folder and
of folders before it. The table's last column is the budget: lines without blank ones and comments.
"""
import pathlib
import re
import subprocess
import sys

# Part of the folder above them: the same library.
INNER = ("kernels", "software")

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rows():
    """The folders of each row of the table and the row's budget, where it has one."""
    table = (ROOT / "docs/ARCHITECTURE.md").read_text().split("| folder | contents |", 1)[1].split("\n\n", 1)[0]
    for row in table.splitlines()[2:]:
        cells = row.split("|")
        budget = cells[4].strip().replace(" ", "")
        yield re.findall(r"`([\w/]+)`", cells[1]), int(budget) if budget else None


def order():
    """The folders that the table names, in its order."""
    return [folder for folders, _ in rows() for folder in folders]


def layer_of(path):
    folder = path.parent
    return (folder.parent if folder.name in INNER else folder).as_posix()


def sources():
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cpp"], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
    return [pathlib.Path(line) for line in listed.stdout.split() if not line.startswith(("tests/", "bench/"))]


def upward_includes():
    rank = {folder: place for place, folder in enumerate(order())}
    for path in sources():
        if layer_of(path) not in rank:
            yield f"{path}: {layer_of(path)} is not in the table of docs/ARCHITECTURE.md"
            continue
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            match = re.match(r'#include "([^"]+)"', line)
            if not match or not (ROOT / match[1]).exists():
                continue  # system and generated headers
            if rank.get(layer_of(pathlib.Path(match[1])), -1) > rank[layer_of(path)]:
                yield f"{path}:{number}: includes {match[1]}, which lies above {layer_of(path)}"


# What io/results reports. Words, pictures and writers that all of it shares know none of it.
ANALYSIS = re.compile(r"occlusion/(inspect\.h|(model|particles|registration|several|teeth|validation|motion/(articulator|checkbite|closing|seating|tracks))/)")
SHARED = ("io/wording", "io/picture", "io/report", "io/pdf", "io/dicom")


def included(path):
    """The project's files that a file includes."""
    names = re.findall(r'^#include "([^"]+)"', (ROOT / path).read_text(), re.M)
    return [name for name in names if (ROOT / name).exists()]


def analyses_in_shared_folders():
    """A file of a shared folder that includes the header of an analysis, be it through other headers."""
    for path in sources():
        if layer_of(path) not in SHARED:
            continue
        through = {path.as_posix(): None}  # each file reached, and the one that includes it
        for file in (reached := [path.as_posix()]):
            if ANALYSIS.match(file):
                yield f"{path}: knows an analysis: {through[file]} includes {file}"
                continue
            new = [name for name in included(file) if name not in through]
            through.update(dict.fromkeys(new, file))
            reached += new


def tool_of(path):
    """The tool that a file is part of; none for shared code and for the list of tools."""
    parts = path.parts
    return parts[2] if parts[:2] == ("viewer", "tools") and len(parts) > 3 else None


def includes_of_tools():
    """A file that includes a tool which it is not part of: only viewer/tools/all.cpp knows them, by name."""
    for path in sources():
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            match = re.match(r'#include "(viewer/tools/[^"]+)"', line)
            tool = match and tool_of(pathlib.Path(match[1]))
            if tool and tool != tool_of(path):
                yield f"{path}:{number}: includes {match[1]}; only the tool {tool} may"


def folders_without_one_library():
    for folder in {layer_of(path) for path in sources()}:
        file = ROOT / folder / "CMakeLists.txt"
        libraries = re.findall(r"^\s*(?:add_library|pybind11_add_module)\(", file.read_text(), re.M) if file.exists() else []
        if len(libraries) != 1:
            yield f"{folder}: {len(libraries)} libraries, not one (CMakeLists.txt)"


def missing_sources():
    """A source that a build file names and that does not exist: also in files that only some presets read."""
    listed = subprocess.run(["git", "ls-files", "*CMakeLists.txt"], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
    for file in map(pathlib.Path, listed.stdout.split()):
        for number, line in enumerate((ROOT / file).read_text().splitlines(), 1):
            for name in re.findall(r"(?<![\w./{}])(\$\{root\}/|\$\{CMAKE_SOURCE_DIR\}/)?([\w./]+\.cpp)\b", line.split("#")[0]):
                folder = ROOT if name[0] else ROOT / file.parent
                if not (folder / name[1]).exists():
                    yield f"{file}:{number}: {name[1]} does not exist"


def hidden_types():
    """A type of a namespace that has the name of a type of a namespace around it."""
    places = {}
    for path in sources():
        if path.suffix != ".h":
            continue
        text = (ROOT / path).read_text()
        space = re.search(r"^namespace ([\w:]+) \{", text, re.M)
        for name in re.findall(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^\n]*)? \{", text, re.M):
            places.setdefault(name, {})[space[1] if space else ""] = path
    for name, spaces in sorted(places.items()):
        for inner in spaces:
            for outer in spaces:
                if inner.startswith(outer + "::"):
                    yield f"{spaces[inner]}: {inner}::{name} hides {outer}::{name} ({spaces[outer]})"


def whole_numbers_mixed():
    """NVIDIA's driver refuses mix(1, x, y); glslangValidator and Mesa take it, as GLSL allows it."""
    for path in sorted((ROOT / "shaders").rglob("*.*")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(r"\b(mix|step|smoothstep)\(\d+,|\bmix\([^()]*, \d+[,)]", line):
                yield f"{path.relative_to(ROOT)}:{number}: a whole number where NVIDIA's driver wants a float, as 1.0"


def tooth_arithmetic():
    """A division by a whole ten, or a tooth's number compared with that of a quadrant or moved by tens, outside fdi.h. Lengths, counts
    and digits may be divided; any other share is written 10.0."""
    divided = re.compile(r"([\w.>\[\]()-]*) ?(?://?|%)=? ?10\b(?!['.])")
    no_tooth = re.compile(r"_(mm|px)\b|size\(\)|^carry$|^[\d.]+$")
    compared = re.compile(r"\b(fdi|tooth|teeth|label|labels|group|quadrant)(\[\w+\])? ?([<>]=? ?\d\d\b|[+-] ?[1-8]0\b)")
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cpp", "*.js", "*.py"], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
    for path in listed.stdout.split():
        if path in ("occlusion/case/fdi.h", "cmake/check_tree.py"):
            continue
        comment = r"#.*" if path.endswith(".py") else r"//.*|^ *\*.*"
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            code = re.sub(comment, "", re.sub(r'"(?:[^"\\]|\\.)*"', '""', line))
            is_compared = compared.search(code) and not path.startswith("tests/")
            if is_compared or any(not no_tooth.search(operand) for operand in divided.findall(code)):
                yield f"{path}:{number}: takes a tooth number apart; occlusion/case/fdi.h does that (a share is written 10.0)"


CODE = ("*.h", "*.cpp", "*.py", "*.pyi", "*.js", "*.glsl", "*.vert", "*.frag", "*.comp", "*Snakefile")


def lines_of_code(path):
    """Lines that are neither blank nor all comment."""
    hashed = path.suffix in (".py", ".pyi") or path.name == "Snakefile"
    text = (ROOT / path).read_text()
    if not hashed:
        text = re.sub(r"^\s*/\*.*?\*/\s*$", "", text, flags=re.M | re.S)
    comment = "#" if hashed else "//"
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith(comment))


def lines_of_folders():
    """Lines of code by the folder of the table that is nearest above each file."""
    listed = subprocess.run(["git", "ls-files", *CODE], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
    known, lines = set(order()), {}
    for path in map(pathlib.Path, listed.stdout.split()):
        folder = next((above.as_posix() for above in path.parents if above.as_posix() in known), None)
        if folder and (ROOT / path).exists():
            lines[folder] = lines.get(folder, 0) + lines_of_code(path)
    return lines


def over_budget():
    lines = lines_of_folders()
    for folders, budget in rows():
        used = sum(lines.get(folder, 0) for folder in folders)
        if budget is not None and used > budget:
            yield f"{', '.join(folders)}: {used} lines of code, budget {budget} (docs/ARCHITECTURE.md); simplify what the change touches, or raise the budget and say why"


if __name__ == "__main__":
    faults = [*upward_includes(), *analyses_in_shared_folders(), *includes_of_tools(), *sorted(folders_without_one_library()), *missing_sources(), *hidden_types(), *whole_numbers_mixed(), *tooth_arithmetic(), *over_budget()]
    print("\n".join(faults) or "Includes go downward only; shared folders know no analysis; one library per folder; sources of build files exist; no type hides another; shaders mix floats; only fdi.h takes tooth numbers apart; folders keep their budgets.")
    sys.exit(1 if faults else 0)

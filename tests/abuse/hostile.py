"""Hostile inputs beside the meshes: each ends with a result or a refusal, soon, in little memory; and a program ended by SIGTERM leaves no temporary file."""
import json
import math
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import time

import shapes
from bodies import RESIDENT, SECONDS
from program import GIB, common_faults, run

IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
JAWS = ("g/upper.ply", "g/lower.ply")
SLIDE = ("slide", *JAWS, "--along", "0,0,1", "--teeth", "none")


def deep(text, brackets="[]"):
    levels = 100_000
    opening = brackets[0] if brackets == "[]" else '{"a":'
    return text.replace("DEEP", opening * levels + "1" + brackets[1] * levels)


def deep_json(folder):
    """Every JSON file that a command reads, with brackets in brackets where a number, a text or nothing is expected."""
    row = ",".join(["1"] * 15)
    files = {
        "pose": ('{"upper_from_lower":[%s,DEEP]}' % row, (*SLIDE, "--pose")),
        "unit": ('{"units":DEEP}', (*SLIDE, "--pose")),
        "bare": ("DEEP", (*SLIDE, "--pose")),
        "after": ('{"before_from_after":[%s,DEEP]}' % row, ("compare", JAWS[0], JAWS[0], "--pose")),
        "edits": ('{"edits":[{"do":"remove","tooth":DEEP}]}', ("segment", JAWS[1], "--edits")),
        "track": ('{"schema":"intercusp-track/1","units":"mm","poses":[{"time_s":0,"translation_mm":[0,0,DEEP],"quaternion_wxyz":[1,0,0,0]}]}', ("play", *JAWS, "--track")),
        "bodies": ('{"bodies":[{"name":"s","kind":"sphere","pose":%s,"size_mm":[DEEP]}]}' % json.dumps(IDENTITY), ("interfere", JAWS[1])),
        "labels": ('{"labels":[DEEP]}', ("inspect", *JAWS, "--pixel", "1", "--bite-poses", "0", "--labels")),
        "session": ('{"schema":"intercusp-session/1","case":DEEP}', ("view", "--screenshot", "v.png")),
    }
    for name, (text, words) in files.items():
        for kind, brackets in (("lists", "[]"), ("objects", "{}")):
            file = folder / f"{name}-{kind}.json"
            file.write_text(deep(text, brackets))
            yield f"deep-json/{name}-{kind}", (*words, file.name), {}, {3}
    (folder / "deep.csv").write_text(f"subject,session,upper,lower,pose\na,1,{JAWS[0]},{JAWS[1]},pose-lists.json\n")
    yield "deep-json/cohort-check", ("cohort", "check", "deep.csv"), {}, {3}


def catalogue(head, texts=b"", magic=0x950412DE):
    return struct.pack("<7I", magic, *head) + texts


def broken_catalogues(program, folder):
    whole = (pathlib.Path(program).parent.parent / "share/intercusp/locale/de/LC_MESSAGES/intercusp.mo").read_bytes()
    numbers = random.Random(1)
    head = b"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=" + b"(" * 200_000 + b"n" + b")" * 200_000 + b";\n"
    kinds = {
        "empty": b"", "cut": whole[: len(whole) // 2], "wrong-mark": b"\0" + whole[1:], "offset": whole[:12] + struct.pack("<I", 1) + whole[16:],
        "count": whole[:8] + struct.pack("<I", 0x7FFFFFFF) + whole[12:], "same-tables": whole[:12] + whole[16:20] + whole[16:],
        "deep-plural": catalogue((0, 1, 28, 36, 0, 44), struct.pack("<4I", 0, 44, len(head), 45) + b"\0" + head + b"\0"),
        "hashes": whole[:20] + struct.pack("<2I", 2, 0xFFFFFFF0) + whole[28:],
    }
    for i in range(40):
        damaged = bytearray(whole)
        for _ in range(8):
            damaged[numbers.randrange(28 if i % 2 else len(damaged))] = numbers.randrange(256)
        kinds[f"random-{i}"] = bytes(damaged)
    for name, content in kinds.items():
        place = folder / f"locale-{name}/xx/LC_MESSAGES"
        place.mkdir(parents=True)
        (place / "intercusp.mo").write_bytes(content)
        yield f"catalogue/{name}", (*SLIDE, "--lang", "xx"), {"INTERCUSP_LOCALE": str(folder / f"locale-{name}")}, {0, 2}


def xml(attributes=0, arrays=0):
    field = "<FieldData" + "".join(f' a{i}="x"' for i in range(attributes)) + "/>"
    data = "<PointData>" + "".join(f'<DataArray type="Int8" Name="a{i}" format="ascii">0 0 0</DataArray>' for i in range(arrays)) + "</PointData>"
    return (f'<?xml version="1.0"?><VTKFile type="PolyData" version="1.0" byte_order="LittleEndian"><PolyData><Piece NumberOfPoints="3" NumberOfPolys="1">{field}{data}'
            '<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 10 0 0 0 10 0</DataArray></Points><Polys>'
            '<DataArray type="Int64" Name="connectivity" format="ascii">0 1 2</DataArray><DataArray type="Int64" Name="offsets" format="ascii">3</DataArray></Polys></Piece></PolyData></VTKFile>')


def crowded_vtp(folder):
    for name, text in (("attributes", xml(attributes=200_000)), ("arrays", xml(arrays=100_000))):
        (folder / f"{name}.vtp").write_text(text)
        yield f"vtp/{name}", ("segment", f"{name}.vtp", "--unit", "mm"), {}, {0, 3}


def turned(point):
    """By 70 degrees about (1, 2, 3), and moved."""
    angle, axis = math.radians(70), [c / math.sqrt(14) for c in (1, 2, 3)]
    cosine, sine, along = math.cos(angle), math.sin(angle), sum(x * y for x, y in zip(axis, point))
    across = [axis[(i + 1) % 3] * point[(i + 2) % 3] - axis[(i + 2) % 3] * point[(i + 1) % 3] for i in range(3)]
    return tuple(point[i] * cosine + across[i] * sine + axis[i] * along * (1 - cosine) + (5, 3, 1)[i] for i in range(3))


def tube(ring, radius):
    def point(i, j):
        around, along = math.pi * i / 40, math.pi * j / 40
        return ((ring + radius * math.cos(along)) * math.cos(around), (ring + radius * math.cos(along)) * math.sin(around), radius * math.sin(along))

    return shapes.grid(point, 80, 80)


SLIDING = {
    "ball": lambda: shapes.sphere((0, 0, 0), 20, 40),
    "large_ball": lambda: shapes.sphere((0, 0, 0), 35, 120),
    "half_ball": lambda: [t for t in shapes.sphere((0, 0, 0), 20, 40) if min(p[2] for p in t) > -1e-9],
    "wavy_plane": lambda: shapes.grid(lambda i, j: (i / 2 - 20, j / 2 - 20, math.sin(i / 4)), 80, 80),
    "plane": lambda: shapes.grid(lambda i, j: (i / 2 - 20, j / 2 - 20, 0), 80, 80),
    "cylinder": lambda: shapes.grid(lambda i, j: (10 * math.cos(math.pi * i / 40), 10 * math.sin(math.pi * i / 40), j / 2 - 20), 80, 80),
    "torus": lambda: tube(20, 6),
}


def sliding_pairs(folder):
    for name, make in SLIDING.items():
        triangles = make()
        shapes.write_stl(folder / f"{name}-a.stl", triangles)
        shapes.write_stl(folder / f"{name}-b.stl", [tuple(map(turned, t)) for t in triangles])
        yield f"compare/{name}", ("compare", f"{name}-a.stl", f"{name}-b.stl", "--unit", "mm"), {}, {0}


# A search for the depth that ends at its limit of pieces takes up to 15 s, and layers of a plate of 100 m take 1.6 GB.
EXTREME_SECONDS, EXTREME_RESIDENT = 4 * SECONDS, 2 * RESIDENT
NOT_QUICK = ("extreme", "compare/large_ball", "catalogue/random-1", "catalogue/random-2", "catalogue/random-3")
EXTREME = {"plate": ("box", [0.001, 1e5, 1e5]), "rod": ("box", [0.001, 0.001, 1e5]), "foil": ("ellipsoid", [0.001, 1e5, 1e5]), "wire": ("cylinder", [0.001, 1e5]), "disc": ("cylinder", [1e5, 0.001]),
           "ring": ("torus", [1e5, 1]), "fat_ring": ("torus", [1e5, 9e4]), "globe": ("sphere", [1e5])}


def extreme_bodies(folder):
    """Through a jaw, a ball and each other."""
    names = list(EXTREME)
    for name, (kind, size) in EXTREME.items():
        at = IDENTITY[:3] + [size[0] if kind in ("torus", "sphere") else 0] + IDENTITY[4:]
        body = {"name": name, "kind": kind, "pose": at, "size_mm": size}
        other_kind, other_size = EXTREME[names[names.index(name) - 1]]
        for with_name, words, bodies in (("jaw", (JAWS[1],), [body]), ("ball", (), [body, {"name": "ball", "kind": "sphere", "pose": IDENTITY, "size_mm": [5]}]),
                                         ("other", (), [body, {"name": "other", "kind": other_kind, "pose": IDENTITY, "size_mm": other_size}])):
            (folder / f"{name}-{with_name}.json").write_text(json.dumps({"bodies": bodies}))
            yield f"extreme/{name}-{with_name}", ("interfere", f"{name}-{with_name}.json", *words), {}, {0, 3}


def cases(program, folder):
    yield from deep_json(folder)
    yield from broken_catalogues(program, folder)
    yield from crowded_vtp(folder)
    yield from sliding_pairs(folder)
    yield from extreme_bodies(folder)


def faults(done, statuses, most_seconds, most_resident):
    found = common_faults(done)
    if not found and done.status not in statuses:
        found.append(f"exit {done.status}: {done.stderr.strip()[-200:]}")
    if done.processor_seconds > most_seconds:
        found.append(f"{done.processor_seconds:.1f} s of processors")
    if done.resident > most_resident:
        found.append(f"{done.resident / GIB:.2f} GB")
    return found


def temporary_files(folder):
    return [file.name for file in folder.rglob("*.tmp")] if folder.exists() else []


def ended_at_random(program, folder, seed):
    """SIGTERM soon after the first temporary file is there. Names of those left."""
    out, numbers = folder / "ended", random.Random(seed)
    process = subprocess.Popen([program, "inspect", *JAWS, "--pixel", "1", "--bite-poses", "0", "--pdf", "--dicom", "--quiet", "--out", out], cwd=folder)
    while process.poll() is None and not temporary_files(out):
        pass
    time.sleep(numbers.choice((0, 1e-4, 1e-3, 1e-2)) * numbers.random())
    process.send_signal(signal.SIGTERM)
    process.wait()
    left = temporary_files(out)
    shutil.rmtree(out, ignore_errors=True)
    return left


def passed_and_failed(program, folder, quick=False, slow=1.0, only=None):
    """`only`: a case as in deep-json/pose-lists."""
    subprocess.run([program, "generate", "dentition", "--triangles", "2000", "--out", "g", "--quiet"], cwd=folder, check=True)
    passed = failed = 0
    for name, words, environment, statuses in cases(program, folder):
        if only not in (None, name) or (quick and name.startswith(NOT_QUICK)):
            continue
        most_seconds, most_resident = (EXTREME_SECONDS, EXTREME_RESIDENT) if name.startswith("extreme") else (SECONDS, RESIDENT)
        most_seconds *= slow
        done = run(program, [*words, "--quiet"] if words[0] != "view" else words, folder, 6 * most_seconds, environment=environment)
        found = faults(done, statuses, *((math.inf, math.inf) if quick else (most_seconds, most_resident)))
        passed, failed = passed + (not found), failed + bool(found)
        if found:
            print(f"{'; '.join(found)}\n  {done.line()}\n  repeat: abuse.py PROGRAM hostile {name}", flush=True)
        elif only:
            print(f"{name}: exit {done.status}, {done.processor_seconds:.1f} s of processors, {done.resident / GIB:.2f} GB {done.stderr.strip()}")
    for seed in range(0 if only else 4 if quick else 40):
        left = ended_at_random(program, folder, seed)
        passed, failed = passed + (not left), failed + bool(left)
        if left:
            print(f"left after SIGTERM {seed}: {' '.join(left)}", flush=True)
    return passed, failed

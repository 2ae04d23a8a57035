#!/usr/bin/env python3
"""How far the landmarks of `segment` and `inspect` lie from the truth of generated dentitions.

landmarks.py PROGRAM [quick] [--from SEED] [--patients N] [--triangles N]... [--jobs N]
  quick          two patients of 16 000 triangles a jaw: part of ./run test
  --from SEED    first seed of the varied dentitions (default 1001)
  --patients N   as many of them (10)
  --triangles N  per jaw, repeatable (16000 and 200000)

Prints for each landmark, with the labels that `segment` finds and with the true ones (through `inspect`): how many there are, the share that is found, the
median and the 95 % quantile of the distance to the truth, and the share of truths within the radius; the error of the widths; and mAP and mAR as the challenge
3DTeethLand scores them: classes as in its files, detections by falling certainty, over distances of 0.5 to 3 mm. Fails where fewer than 80 % of all landmarks
are found or fewer than 85 % of those found lie within their radius.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

CLASSES = {"contact_mesial": "Mesial", "contact_distal": "Distal", "facial_axis": "FacialPoint", "gum_facial": "OuterPoint", "gum_lingual": "InnerPoint"}
DISTANCES_MM = (0.5, 1, 2, 3)


def call(program, *words):
    done = subprocess.run([program, *map(str, words), "--quiet"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr}")


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


def class_of(name):
    return "Cusp" if name.startswith("cusp") else CLASSES.get(name)


def jaws_of(program, seed, triangles, folder):
    """Per jaw and source of the labels: truth and findings of its teeth."""
    call(program, "generate", "dentition", "--varied", "--seed", seed, "--triangles", triangles, "--out", folder)
    scene = json.loads((folder / "scene.json").read_text())
    call(program, "inspect", folder / "upper.ply", folder / "lower.ply", "--pixel", 0.2, "--bite-poses", 0, "--sectors", 1, "--out", folder / "i")
    report = json.loads((folder / "i/report.json").read_text())
    for jaw in ("upper", "lower"):
        truth = scene["known"][jaw]["teeth"]
        numbers = {tooth["fdi"] for tooth in truth}
        call(program, "segment", folder / f"{jaw}.ply", "--jaw", jaw, "--out", folder / jaw)
        found = json.loads((folder / jaw / "segment.json").read_text())
        yield "found", truth, found["landmarks"], {each["fdi"]: each["mesiodistal_mm"] for each in found["teeth"]}
        yield "true", truth, [each for each in report["landmarks"] if each["fdi"] in numbers], {
            each["tooth"]: each["mesiodistal_mm"] for each in report["tooth_axes"]}


def measured(program, seed, triangles):
    with tempfile.TemporaryDirectory() as folder:
        return triangles, list(jaws_of(program, seed, triangles, pathlib.Path(folder)))


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def average_precision(jaws, kind, reach_mm):
    """AP and recall of one class: each detection takes the nearest truth unless a surer one has it."""
    truths = [[mark["position_mm"] for tooth in truth for mark in tooth["landmarks"] if class_of(mark["name"]) == kind] for truth, _ in jaws]
    detections = sorted((mark["radius_mm"], i, mark["position_mm"]) for i, (_, found) in enumerate(jaws) for mark in found if class_of(mark["name"]) == kind)
    total = sum(map(len, truths))
    taken, hits, curve = set(), 0, []
    for number, (_, i, place) in enumerate(detections, 1):
        away, best = min(((distance(place, each), j) for j, each in enumerate(truths[i])), default=(1e9, -1))
        if away < reach_mm and (i, best) not in taken:
            taken.add((i, best))
            hits += 1
        curve.append((hits / total, hits / number))
    area, last = 0, 0
    for at, (recall, _) in enumerate(curve):
        area += (recall - last) * max((precision for _, precision in curve[at:]), default=0) if recall > last else 0
        last = recall
    return area, hits / total


def table(jaws, widths):
    errors, missing, inside, extra = collections.defaultdict(list), collections.Counter(), collections.Counter(), 0
    for truth, found in jaws:
        places = {(mark["fdi"], mark["name"]): mark for mark in found}
        for tooth in truth:
            for mark in tooth["landmarks"]:
                mine = places.pop((tooth["fdi"], mark["name"]), None)
                if mine is None:
                    missing[mark["name"]] += 1
                    continue
                away = distance(mine["position_mm"], mark["position_mm"])
                errors[mark["name"]].append(away)
                inside[mark["name"]] += away <= mine["radius_mm"]
        extra += len(places)
    print(f"{'landmark':15} {'N':>5} {'found %':>8} {'median':>7} {'95 %':>6} {'within radius %':>16}")
    for name in [*sorted(errors), "cusps", "contacts", "all"]:
        names = [each for each in errors if name in (each, "all") or (name == "cusps" and each.startswith("cusp")) or (name == "contacts" and each.startswith("contact"))]
        values = [value for each in names for value in errors[each]]
        count = len(values) + sum(missing[each] for each in names)
        within = sum(inside[each] for each in names)
        print(f"{name:15} {count:5} {100 * len(values) / count:8.1f} {quantile(values, 0.5):7.3f} {quantile(values, 0.95):6.2f} {100 * within / len(values):16.1f}")
    print(f"not in the truth: {extra}; width: median error {quantile([abs(w) for w in widths], 0.5):.3f}, 95 % {quantile([abs(w) for w in widths], 0.95):.2f}, "
          f"mean {sum(widths) / len(widths):+.3f} mm, N {len(widths)}")
    scores = [[average_precision(jaws, kind, reach) for kind in (*CLASSES.values(), "Cusp")] for reach in DISTANCES_MM]
    for title, which in (("mAP", 0), ("mAR", 1)):
        print(title, ", ".join(f"{sum(pair[which] for pair in row) / len(row):.3f} at {reach} mm" for reach, row in zip(DISTANCES_MM, scores)))
    return len(values) / count, within / len(values)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("quick", nargs="?", choices=["quick"])
    parser.add_argument("--from", dest="first", type=int, default=1001)
    parser.add_argument("--patients", type=int, default=10)
    parser.add_argument("--triangles", type=int, action="append")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    patients = 2 if options.quick else options.patients
    sizes = [16000] if options.quick else options.triangles or [16000, 200000]
    jaws, widths = collections.defaultdict(list), collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = [pool.submit(measured, options.program, options.first + i, size) for size in sizes for i in range(patients)]
        for task in tasks:
            size, found = task.result()
            for labels, truth, marks, width in found:
                jaws[size, labels].append((truth, marks))
                widths[size, labels] += [width[t["fdi"]] - t["mesiodistal_mm"] for t in truth if width.get(t["fdi"]) is not None]
    fails = False
    for size, labels in sorted(jaws):
        print(f"\n{size} triangles, {labels} labels, {len(jaws[size, labels])} jaws")
        share, covered = table(jaws[size, labels], widths[size, labels])
        fails = fails or share < 0.8 or covered < 0.85
    return 1 if fails else 0


if __name__ == "__main__":
    sys.exit(main())

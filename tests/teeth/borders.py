#!/usr/bin/env python3
"""How well `segment` finds the borders of crowns on labelled arches.

borders.py PROGRAM ARCHES [--jobs N]: ARCHES holds NAME_upper.ply, NAME_lower.ply and truth/NAME_JAW.json ({"labels": [FDI per vertex, 0 = gum]}).

Prints two figures per kind of scan, the part of NAME before the first digit. Both are means over the true teeth, each with the found one that covers most of
it; 0 where none is found.
  band       IoU of the crowns among the vertices, gum included, within 0.5 mm of the true border
  boundary   boundary IoU (Cheng et al. 2021, CVPR): IoU of the vertices of the crowns within 0.5 mm of their own borders
A border is the middles of the edges whose ends differ; these ends belong to it whatever the edge's length. On edges of 1 mm either is one vertex wide.
"""
import argparse
import array
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

WIDTH_MM = 0.5


def read_ply(path):
    """Vertices and triangles of a binary PLY with three floats a vertex."""
    raw = path.read_bytes()
    end = raw.index(b"end_header\n") + 11
    count = {word: int(number) for word, number in re.findall(r"element (\w+) (\d+)", raw[:end].decode("latin-1"))}
    numbers = array.array("f", raw[end:end + 12 * count["vertex"]])
    places = list(zip(*[iter(numbers)] * 3))
    start = end + 12 * count["vertex"]
    faces = [array.array("I", raw[start + 13 * i + 1:start + 13 * i + 13]) for i in range(count["face"])]
    return places, faces


def cell_of(place):
    return tuple(int(value // WIDTH_MM) for value in place)


def near_borders(places, edges, labels):
    """The vertices at the border of each tooth, on both sides of it."""
    middles, near = collections.defaultdict(list), collections.defaultdict(set)
    for a, b in edges:
        if labels[a] == labels[b]:
            continue
        middle = tuple((x + y) / 2 for x, y in zip(places[a], places[b]))
        middles[cell_of(middle)].append((middle, {labels[a], labels[b]}))
        for tooth in (labels[a], labels[b]):
            near[tooth] |= {a, b}
    around = [(i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)]
    for v, place in enumerate(places):
        cell = cell_of(place)
        for middle, teeth in (pair for shift in around for pair in middles.get(tuple(map(sum, zip(cell, shift))), ())):
            if sum((x - y) ** 2 for x, y in zip(place, middle)) <= WIDTH_MM**2:
                for tooth in teeth:
                    near[tooth].add(v)
    return near


def iou(a, b):
    return len(a & b) / max(1, len(a | b))


def borders(scan, want, got):
    """Band and boundary of each true tooth."""
    places, faces = read_ply(scan)
    edges = {tuple(sorted((face[i], face[i - 1]))) for face in faces for i in range(3)}
    near_true, near_found = near_borders(places, edges, want), near_borders(places, edges, got)
    shares = []
    for tooth in sorted(set(want) - {0}):
        true = {v for v, label in enumerate(want) if label == tooth}
        under = collections.Counter(got[v] for v in true if got[v] != 0)
        other = under.most_common(1)[0][0] if under else None
        found = {v for v, label in enumerate(got) if label == other}
        shares.append((iou(true & near_true[tooth], found & near_true[tooth]), iou(true & near_true[tooth], found & near_found[other])))
    return shares


def score(program, arches, name):
    with tempfile.TemporaryDirectory(prefix="intercusp_borders_") as folder:
        scan = arches / f"{name}.ply"
        words = [program, "segment", scan, "--jaw", name.rsplit("_", 1)[1], "--out", f"{folder}/out", "--quiet"]
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{name}: {done.stderr}")
        got = json.loads(pathlib.Path(folder, "out", "labels.json").read_text())["labels"]
    return borders(scan, json.loads((arches / "truth" / f"{name}.json").read_text())["labels"], got)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("arches", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    names = sorted(path.stem for path in asked.arches.glob("truth/*.json"))
    if not names:
        print(f"skipped: {asked.arches} holds no truth")
        return
    kinds = collections.defaultdict(list)

    def show(name, shares):
        band, boundary = (sum(share[i] for share in shares) / len(shares) for i in (0, 1))
        print(f"{name}: {len(shares)} teeth, band {band:.3f}, boundary {boundary:.3f}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for name, shares in zip(names, pool.map(lambda one: score(asked.program, asked.arches, one), names)):
            kinds[re.match(r"[^\d_]*", name)[0].strip("-")] += shares
            show(f"  {name}", shares)
    for kind, shares in kinds.items():
        show(kind, shares)


if __name__ == "__main__":
    main()

"""Compares the figures of bench/PAPERS.md, "Tables and curves", with bench/results/paper_tables.csv; with --update writes
them. What the papers say stands in the text alone."""
import csv
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
text_file = root / "bench/PAPERS.md"


def rows_of_csv():
    lines = (root / "bench/results/paper_tables.csv").read_text().splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


rows = rows_of_csv()


def times(item, what=""):
    """The medians of an item's curve, by x; of those whose description contains `what`."""
    return {float(row["x"]): float(row["ours_ms"]) for row in rows
            if row["item"] == item and what in row["what"] and row["what"] != "growth"}


def exponent(item):
    return next(float(row["ours_ms"]) for row in rows if row["item"] == item and row["what"] == "growth")


def two(value):
    """Two digits, as 0.89, 1.1, 110."""
    return f"{value:.0f}" if value >= 9.95 else f"{value:.2g}" if value < 0.995 else f"{value:.1f}"


def listed(curve):
    return ", ".join(two(ms) for ms in curve.values())


def ends(curve):
    return f"{two(min(curve.values()))} to {two(max(curve.values()))} ms"


def growth_between(curve, low, high):
    from math import log
    return log(curve[high] / curve[low]) / log(high / low)


knott_15, tests, lists = (times("Knott figure 4.15"), times("Shinya figure 5", "every edge"),
                          times("Shinya figure 5", "z-lists"))
busy, free = times("Knott table 4.2", "interfering"), times("Knott table 4.2", "free")
stages = {row["what"][11]: row for row in rows if row["item"] == "Myszkowski table 1"}
errors = [re.search(r"RMS ([\d.]+) mm, at pixel centres ([\d.]+)", row["result"]).groups()
          for row in rows if row["item"] == "Myszkowski figure 7"]


def stage_list(scene):
    parts = re.findall(r"(pass\d|overlap|layers) ([\d.]+) ms", stages[scene]["result"])
    total = float(stages[scene]["ours_ms"])
    return ", ".join(f"{name} {float(ms):.0f}" for name, ms in parts) + f", total {total:.0f} ms"


# The column "here", by the first two columns of the row.
here = {
    ("Myszkowski 1, fig. 3a", None): stage_list("a"),
    ("fig. 3b", None): stage_list("b"),
    ("fig. 3c", None): stage_list("c"),
    ("Myszkowski 7", None): ", ".join(f"{float(mean):.2f}" for mean, _ in errors) + " mm; at pixel centres "
        + ", ".join(f"{float(centre):.5f}" for _, centre in errors) + " mm",
    ("Knott 4.1", None): "; ".join(two(ms) for ms in times("Knott table 4.1").values()) + " ms",
    ("Knott 4.2", "606, 1076, 1734, 2580 polygons, interfering"): listed(busy) + " ms",
    ("Knott 4.2", "the same, free"): listed(free) + " ms",
    ("Knott 4.15", None): f"{ends(knott_15)}, exponent {exponent('Knott figure 4.15'):.2f}: "
        f"{growth_between(knott_15, 40, 80):.1f} from 40 to 80, {growth_between(knott_15, 120, 200):.1f} from 120 to 200",
    ("Knott 4.16", None): f"{ends(times('Knott figure 4.16'))}, exponent {exponent('Knott figure 4.16'):.2f}",
    ("Shinya 3", None): f"{ends(times('Shinya figure 3'))}, exponent {exponent('Shinya figure 3'):.2f}",
    ("Shinya 5", None): f"{two(tests[1000])} ms, {tests[1000] / lists[1000]:.0f} times as long as z-lists; "
        f"exponent {exponent('Shinya figure 5'):.2f}",
    ("Shinya 6", None): f"{ends(times('Shinya figure 6'))}, exponent {exponent('Shinya figure 6'):.2f}",
}
# Figures inside the notes below the table: text around each, up to its number.
notes = [
    (r"makes slopes steeper \(([\d.]+) times the error\)", f"{float(errors[1][0]) / float(errors[0][0]):.1f}"),
    (r"free scenes take ([\d]+ to [\d]+) % longer", f"{100 * min(free[x] / busy[x] - 1 for x in free):.0f} to "
                                                   f"{100 * max(free[x] / busy[x] - 1 for x in free):.0f}"),
    (r"z-lists of 128 × 128 pixels take ([\d.]+ to [\d.]+ ms)", ends(lists)),
    (r"ratio of 1000 is reached only at 20 000 polygons \(([\d]+) times as long\)",
     f"{tests[20000] / lists[20000]:.0f}"),
]


def updated(text):
    seen = set()

    def cells(match):
        first, setting, paper, old = [cell.strip() for cell in match.group(0).strip("|").split("|")]
        key = (first, setting) if (first, setting) in here else (first, None)
        if key not in here:
            return match.group(0)
        seen.add(key)
        return f"| {first} | {setting} | {paper} | {here[key]} |".replace("|  |", "| |")

    start = text.index("## Tables and curves")
    head, tail = text[:start], text[start:]
    tail = re.sub(r"^\|[^|\n]*\|[^|\n]*\|[^|\n]*\|[^|\n]*\|$", cells, tail, flags=re.M)
    missing = sorted(str(key) for key in set(here) - seen)
    for pattern, value in notes:
        found = re.search(pattern, tail)
        if not found:
            missing.append(pattern)
            continue
        tail = tail[:found.start(1)] + value + tail[found.end(1):]
    if missing:
        sys.exit("bench/PAPERS.md lacks the rows or notes " + "; ".join(missing))
    return head + tail


text = text_file.read_text()
new = updated(text)
if "--update" in sys.argv:
    text_file.write_text(new)
elif new != text:
    for old_line, new_line in zip(text.splitlines(), new.splitlines()):
        if old_line != new_line:
            print(f"bench/PAPERS.md: {old_line}\n   by paper_tables.csv: {new_line}")
    sys.exit("bench/PAPERS.md disagrees with bench/results/paper_tables.csv: python3 cmake/check_papers.py --update")

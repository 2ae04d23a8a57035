#!/usr/bin/python3
"""The tables of a cohort in pandas: cohort_with_pandas.py RESULTS, the folder of `intercusp cohort collect`."""
import pathlib
import sys

import pandas


def main():
    folder = pathlib.Path(sys.argv[1])
    names = {"subject": str, "session": str}
    cases = pandas.read_csv(folder / "cases.csv", dtype=names)
    teeth = pandas.read_csv(folder / "teeth.csv", dtype=names)

    print("Cases that failed, by reason:")
    print(cases[cases.status == "failed"].groupby("reason_code").size().to_string())

    done = cases[cases.status == "done"]
    print("\nFigures of the others:")
    print(done[["contact_area_mm2", "contacts", "left_share", "min_surface_distance_mm"]].describe().round(3).to_string())

    # Contact area per tooth at the threshold of the report's first page. Teeth without contact have rows with 0, so that means are right.
    area = teeth[(teeth.measure == "surface_distance") & (teeth.threshold_mm == 0.1) & teeth.tooth_sure.ne(False)]
    print("\nMean contact area of each tooth, mm2:")
    print(area.groupby("tooth").surface_mm2.mean().round(2).to_string())


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""How well repeated measurements of a cohort agree: reliability.py FOLDER TABLE reads FOLDER/cases.csv and writes TABLE.

Sessions of one subject with the same text in the column `repeat` repeat one measurement. For every figure: ICC(2,1), two-way random
effects, absolute agreement, single measurement, with its 95 % interval (Shrout and Fleiss 1979; McGraw and Wong 1996, table 7), from
the mean squares of statsmodels' analysis of variance; and between the first two sessions the mean difference with the limits of
agreement, mean +- 1.96 standard deviations (Bland and Altman 1986).
"""
import pathlib
import sys

import numpy
import pandas
from scipy.stats import f as f_distribution
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

NO_MEASUREMENT = {"upper_triangles", "lower_triangles", "contact_threshold_mm"}
COLUMNS = ["figure", "subjects", "sessions", "icc_2_1", "icc_low", "icc_high", "mean_difference", "limit_low", "limit_high"]


def icc_2_1(table):
    """Coefficient and its 95 % interval for an array (subjects, sessions); NaN if nothing varies."""
    subjects, sessions = table.shape
    long = pandas.DataFrame({"value": table.ravel(), "subject": numpy.repeat(range(subjects), sessions),
                             "session": numpy.tile(range(sessions), subjects)})
    if long.value.nunique() == 1:
        return (float("nan"),) * 3
    anova = anova_lm(ols("value ~ C(subject) + C(session)", data=long).fit())
    between, columns, error = anova["mean_sq"][["C(subject)", "C(session)", "Residual"]]
    error = max(error, 0.0)
    icc = (between - error) / (between + (sessions - 1) * error + sessions * (columns - error) / subjects)
    if icc > 1 - 1e-12:  # only the subjects vary
        return icc, icc, icc
    a = sessions * icc / (subjects * (1 - icc))
    b = 1 + sessions * icc * (subjects - 1) / (subjects * (1 - icc))
    freedom = (a * columns + b * error) ** 2 / ((a * columns) ** 2 / (sessions - 1) + (b * error) ** 2 / ((subjects - 1) * (sessions - 1)))
    low_f = f_distribution.ppf(0.975, subjects - 1, freedom)
    high_f = f_distribution.ppf(0.975, freedom, subjects - 1)
    others = sessions * columns + (sessions * subjects - sessions - subjects) * error
    return (icc, subjects * (between - low_f * error) / (low_f * others + subjects * between),
            subjects * (high_f * between - error) / (others + subjects * high_f * between))


def limits_of_agreement(table):
    differences = table[:, 1] - table[:, 0]
    mean, spread = differences.mean(), differences.std(ddof=1)
    return mean, mean - 1.96 * spread, mean + 1.96 * spread


def repeats_of(cases, figure):
    """Array (subjects, sessions) of the subjects with the figure in at least two sessions, cut to the sessions that all have."""
    known = cases[cases[figure].notna()]
    rows = [group[figure].to_numpy(dtype=float) for _, group in known.groupby(["subject", "repeat"], sort=True) if len(group) > 1]
    sessions = min((len(row) for row in rows), default=0)
    return numpy.array([row[:sessions] for row in rows])


def reliability(cases):
    cases = cases[(cases.status == "done") & cases.repeat.notna()]
    rows = []
    for figure in cases.columns[cases.columns.get_loc("repeat") + 1:]:
        kind = cases[figure].dtype
        if figure in NO_MEASUREMENT or not pandas.api.types.is_numeric_dtype(kind) or kind == bool:
            continue
        table = repeats_of(cases, figure)
        if len(table) > 1:
            rows.append([figure, *table.shape, *icc_2_1(table), *limits_of_agreement(table)])
    return pandas.DataFrame(rows, columns=COLUMNS)


def main():
    folder = pathlib.Path(sys.argv[1])
    cases = pandas.read_csv(folder / "cases.csv", dtype={"subject": str, "session": str, "repeat": str})
    reliability(cases).to_csv(sys.argv[2], index=False)


if __name__ == "__main__":
    main()

"""The reliability of repeats against published figures and data without error."""
import math
import os
import pathlib
import sys

import numpy
import pandas
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "workflow"))
import reliability

# Shrout and Fleiss 1979, table 2: six targets, four judges.
SHROUT_FLEISS = numpy.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float)


def test_icc_is_that_of_shrout_and_fleiss():
    icc, low, high = reliability.icc_2_1(SHROUT_FLEISS)
    assert icc == pytest.approx(0.29, abs=0.005)
    assert low == pytest.approx(0.02, abs=0.005)
    assert high == pytest.approx(0.76, abs=0.005)


def test_equal_sessions_agree_fully_and_a_constant_says_nothing():
    assert reliability.icc_2_1(SHROUT_FLEISS[:, [0, 0]]) == (1, 1, 1)
    assert math.isnan(reliability.icc_2_1(numpy.ones((4, 2)))[0])


def test_a_constant_shift_lowers_agreement_and_is_the_mean_difference():
    first = SHROUT_FLEISS[:, 0]
    table = numpy.column_stack([first, first + 2])
    assert reliability.icc_2_1(table)[0] < 0.7
    assert reliability.limits_of_agreement(table) == pytest.approx((2, 2, 2))


def test_limits_of_agreement_are_196_standard_deviations_of_the_differences():
    differences = numpy.array([0.1, -0.2, 0.3, 0.0])
    table = numpy.column_stack([numpy.zeros(4), differences])
    mean, low, high = reliability.limits_of_agreement(table)
    assert mean == pytest.approx(0.05)
    assert high - low == pytest.approx(2 * 1.96 * numpy.std(differences, ddof=1))


def test_only_done_cases_marked_as_repeats_count():
    cases = pandas.DataFrame(
        {"subject": ["A", "A", "B", "B", "C", "C", "D"], "session": ["1", "2"] * 3 + ["1"],
         "status": ["done"] * 5 + ["failed", "done"], "repeat": ["x"] * 6 + [None], "area": [1.0, 1.1, 2.0, 2.1, 9.0, None, 50.0]})
    row = reliability.reliability(cases).iloc[0]
    assert (row.figure, row.subjects, row.sessions) == ("area", 2, 2)
    assert row.mean_difference == pytest.approx(0.1)


def test_files_are_read_and_written(tmp_path, monkeypatch):
    (tmp_path / "cases.csv").write_text("subject,session,status,repeat,area\nA,1,done,x,1\nA,2,done,x,1.1\nB,1,done,x,2\nB,2,done,x,2.1\n")
    monkeypatch.setattr(sys, "argv", ["reliability.py", str(tmp_path), str(tmp_path / "reliability.csv")])
    reliability.main()
    assert list(pandas.read_csv(tmp_path / "reliability.csv").columns) == reliability.COLUMNS
    assert not os.path.exists(tmp_path / "reliability.csv.part")

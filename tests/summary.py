#!/usr/bin/env python3
"""Adds up what the test programs wrote (GTEST_OUTPUT=json:FOLDER/…) and names the tests that were skipped."""
import collections
import json
import pathlib
import sys


def results(folder):
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        for suite in json.loads(file.read_text())["testsuites"]:
            for test in suite["testsuite"]:
                name = f"{suite['name']}.{test['name']}"
                if test["result"] == "SKIPPED":
                    yield name, "skipped"
                elif test["status"] == "RUN":
                    yield name, "failed" if "failures" in test else "passed"


def main():
    found = list(results(sys.argv[1]))
    for kind in ("skipped", "failed"):
        for name in sorted(name for name, result in found if result == kind):
            print(f"{kind}: {name}")
    counts = collections.Counter(result for _, result in found)
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    sys.exit(1 if counts["failed"] or not counts["passed"] else 0)


if __name__ == "__main__":
    main()

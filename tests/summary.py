#!/usr/bin/env python3
"""Adds up the results of the test programs (GTEST_OUTPUT=json:FOLDER/…) and pytest (--junitxml), and names the tests that were
skipped."""
import collections
import json
import pathlib
import sys
import xml.etree.ElementTree


def results(folder):
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        for suite in json.loads(file.read_text())["testsuites"]:
            for test in suite["testsuite"]:
                name = f"{suite['name']}.{test['name']}"
                if test["result"] == "SKIPPED":
                    yield name, "skipped"
                elif test["status"] == "RUN":
                    yield name, "failed" if "failures" in test else "passed"
    for file in sorted(pathlib.Path(folder).glob("*.xml")):
        for test in xml.etree.ElementTree.parse(file).iter("testcase"):
            kinds = {entry.tag for entry in test}
            result = "skipped" if "skipped" in kinds else "failed" if kinds & {"failure", "error"} else "passed"
            yield f"{test.get('classname')}.{test.get('name')}", result


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

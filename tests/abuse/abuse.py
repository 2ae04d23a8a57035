#!/usr/bin/env python3
"""Random command lines, odd bodies, hostile inputs and runs into one folder: nothing crashes, hangs, loses an input or ends without a message, and no
folder shows two cases.

abuse.py PROGRAM [quick] [SEED] [N] [--slow F]   N lines made from SEED (default 1 and 300), all bodies and inputs, N/20 folders
  quick                20 lines, a few bodies, most inputs and folders, no limits of time: part of ./run test
abuse.py PROGRAM line SEED NUMBER                one line again
abuse.py PROGRAM body NAME[/COMMAND]             one body again
abuse.py PROGRAM hostile NAME                    one input again
abuse.py PROGRAM folder SEED NUMBER              the runs into one folder again
  --slow F             a machine F times slower: all limits of time are F times as long
"""
import os
import pathlib
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "support")]
import bodies
import command_lines
import folders
import hostile


def parts(program, folder, words, slow):
    """Runs the requested parts and returns each one's numbers of passed and failed runs."""
    if words[:1] == ["line"]:
        number = int(words[2])
        return [command_lines.passed_and_failed(program, folder, int(words[1]), range(number, number + 1), slow)]
    if words[:1] == ["body"]:
        return [bodies.passed_and_failed(program, folder, only=words[1], slow=slow)]
    if words[:1] == ["hostile"]:
        return [hostile.passed_and_failed(program, folder, only=words[1], slow=slow)]
    if words[:1] == ["folder"]:
        number = int(words[2])
        return [folders.passed_and_failed(program, folder, int(words[1]), range(number, number + 1), slow)]
    quick = words[:1] == ["quick"]
    seed, count = (list(map(int, words[quick:])) + [1, 20 if quick else 300][len(words) - quick:])[:2]
    return [command_lines.passed_and_failed(program, folder, seed, range(count), slow), bodies.passed_and_failed(program, folder, quick, slow),
            hostile.passed_and_failed(program, folder, quick, slow), folders.passed_and_failed(program, folder, seed, range(count // 20), slow)]


def main():
    words = sys.argv[1:]
    slow = 1.0
    if "--slow" in words:
        at = words.index("--slow")
        slow = float(words[at + 1])
        del words[at : at + 2]
    if not words:
        sys.exit(__doc__)
    start = time.time()
    with tempfile.TemporaryDirectory(prefix="intercusp_abuse_") as folder:
        counts = parts(os.path.realpath(words[0]), pathlib.Path(folder), words[1:], slow)
    passed, failed = map(sum, zip(*counts))
    print(f"{time.time() - start:.0f} s\n{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

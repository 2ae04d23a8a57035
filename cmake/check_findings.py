#!/usr/bin/env python3
"""What `./run check` checks about findings: each code has a sentence in io/wording/findings.cpp, each sentence a code, and
the placeholders of a sentence are values that are set where its code is.

A code is the first string of a `Finding`, or of a call to a function that takes a `code` to make one. A refusal (the finding of
an error that is thrown) has a message of its own and needs no sentence.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = "io/wording/findings.cpp"
MADE = re.compile(r'(?:Finding\{\s*|(?:remarks|findings)\.push_back\(\{\s*|\{\s*(?="\w+",\s*Severity::))(?:\w+ \? "(\w+)" : )?"(\w+)"')
COMPARED = re.compile(r'\bcode [!=]= "|find_code\([^;"]*"')
TAKES_CODE = re.compile(r"\b(\w+)\([^;{}()]*(?:const char\*|std::string_view|std::string&) code[,)]")


def sources():
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cpp"], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True)
    files = [line for line in listed.stdout.split() if not line.startswith(("tests/", "bench/"))]
    return {file: (ROOT / file).read_text() for file in files}


def sentences(text):
    """By code, or code/reason."""
    entries = re.findall(r'\{"([\w/]+)",\s*Text\(((?:\s*"(?:[^"\\]|\\.)*")+)', text)
    return {code: "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', parts)) for code, parts in entries}


def codes_made(text):
    text = re.sub(r'"((?:[^"\\\n]|\\.)*)"', lambda word: word[0] if word[1].isidentifier() else '""', text)  # signs in sentences
    for match in MADE.finditer(text):
        statement = text[max(text.rfind(sign, 0, match.start()) for sign in ";}"):match.start()]
        if not re.search(r"\bthrow\b|Error\(|Finding refusal", statement):
            yield from filter(None, match.groups())
    if "Finding" in text:
        for function in set(TAKES_CODE.findall(text)):
            yield from re.findall(rf'\b{function}\(\s*"(\w+)"', text)


def told(file, files, depth=2):
    """The text of a file and of those that its headers declare, whose functions may add values to its findings."""
    parts = [files.get(file, "")]
    for header in re.findall(r'#include "([^"]+)"', parts[0]) if depth else []:
        parts += [told(header, files, depth - 1), files.get(header.removesuffix(".h") + ".cpp", "")]
    return "".join(parts)


def main():
    faults = [f"{file}: compares a finding's code with a text instead of a name of finding_codes.h"
              for file, text in sources().items() if COMPARED.search(text)]
    files = {file: re.sub(r"\bcodes::(\w+)", r'"\1"', text) for file, text in sources().items()}  # each is its own name
    wording = files.pop(TABLE)
    table = sentences(wording)
    codes = {key.split("/")[0] for key in table} | set(re.findall(r'finding\.code == "(\w+)"', wording))
    for file, text in files.items():
        faults += [f'{file}: the finding "{code}" has no sentence in {TABLE}' for code in codes_made(text) if code not in codes]
    for key, sentence in table.items():
        code = key.split("/")[0]
        places = [told(file, files) for file, text in files.items() if f'"{code}"' in text]
        if not places:
            faults.append(f'{TABLE}: no finding has the code "{code}"')
        for name in re.findall(r"\{(\w+)", sentence):
            if places and not any(f'"{name}"' in place for place in places):
                faults.append(f'{TABLE}: the finding "{code}" has no value "{name}"')
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{len(table)} sentences belong to {len(codes)} findings.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""A third language is one file: a made-up catalogue with every text in brackets gives a program in that language.

pseudo.py PROGRAM

What people read of an inspection is then bracketed, and files for programs are as in English.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "cmake"))
import check_languages as catalogues


def bracketed(english):
    """The texts of the German catalogue, which is complete, with brackets around the English ones."""
    blocks = [english.split("\n\n", 1)[0]]
    for (context, text), _ in catalogues.entries_of(english).items():
        said = {"name of the language": "Pseudo", "decimal mark": "'"}.get(context, re.sub(r"^(\s*)(.*?)(\s*)$", r"\1⟦\2⟧\3", text, flags=re.S))
        if text:
            lines = [f"msgctxt {catalogues.quoted(context)}"] if context else []
            blocks.append("\n".join(lines + [f"msgid {catalogues.quoted(text)}", f"msgstr {catalogues.quoted(said)}"]))
    return "\n\n".join(blocks) + "\n"


def main():
    program = os.path.realpath(sys.argv[1])
    passed = failed = 0

    def check(holds, what):
        nonlocal passed, failed
        passed, failed = passed + bool(holds), failed + (not holds)
        if not holds:
            print("FAILED:", what)

    with tempfile.TemporaryDirectory(prefix="intercusp_pseudo_") as name:
        folder = pathlib.Path(name)
        messages = folder / "locale" / "xx" / "LC_MESSAGES"
        messages.mkdir(parents=True)
        (folder / "xx.po").write_text(bracketed((ROOT / "po/de.po").read_text()))
        subprocess.run(["msgfmt", "-o", messages / "intercusp.mo", folder / "xx.po"], check=True)

        def run(*words):
            return subprocess.run([program, *words], cwd=folder, env=dict(os.environ, INTERCUSP_LOCALE=str(folder / "locale")), text=True, capture_output=True)

        run("generate", "dentition", "--triangles", "2000", "--out", "scans", "--quiet")
        inspect = ["inspect", "scans/upper.ply", "scans/lower.ply", "--pixel", "1", "--bite-poses", "0"]
        english, pseudo = run(*inspect, "--out", "en"), run(*inspect, "--out", "xx", "--lang", "xx")
        check(english.returncode == 0 and "⟦" not in english.stdout, "English without the option")
        check(pseudo.returncode == 0, f"--lang xx: {pseudo.stderr}")
        bare = [line for line in pseudo.stdout.splitlines() if re.search(r"[A-Za-z]{3}", line) and "⟦" not in line]
        check(pseudo.stdout.count("⟦") > 10 and not bare, f"lines of the summary without translation: {bare}")
        check(re.search(r"\d'\d", pseudo.stdout) and not re.search(r"\d\.\d+ mm", pseudo.stdout), "the decimal mark of the catalogue")
        check('lang="xx"' in (folder / "xx/report.html").read_text(), "the page says its language")
        reports = [json.loads((folder / lang / "report.json").read_text()) for lang in ("en", "xx")]
        for report in reports:
            for own in ("timings_ms", "written", "record_sha256", "created"):
                report.pop(own, None)
        check(reports[0] == reports[1], "report.json is the same in every language")
        check("xx" not in run("inspect", "--help").stdout.split("--lang")[0] and "xx" in run("inspect", "--help").stdout, "--help lists the language")
        (messages / "intercusp.mo").write_text("no catalogue")
        damaged = run(*inspect, "--json")
        check(damaged.returncode == 0 and "left out" in damaged.stderr, f"a damaged catalogue is left out: {damaged.stderr}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

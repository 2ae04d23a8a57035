#!/usr/bin/env python3
"""`./run check` checks translations: every English text has one in every po/<code>.po, none is superfluous, and both have
the same places for values.

check_languages.py --update   writes the catalogues anew, in the order of the sources: new texts without a translation, lost ones gone

xgettext finds the English texts: the literals in Text("…") and phrase("…", …). A text without words, such as "{}, {}", may
do without a translation. A translation may number its places to change their order: "{1} of {0}".
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ("cli/*.cpp", "io/*.h", "io/*.cpp", "viewer/*.h", "viewer/*.cpp")
KEYWORDS = ("Text", "phrase", "translated:1,1t", "translated:1c,2,2t")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
ESCAPES = {"\\": "\\", '"': '"', "\n": "n", "\t": "t"}
UNITS = {"mm", "mm²", "mm³", "µm", "s", "ms", "x", "y", "z"}


def unquoted(literals):
    joined = "".join(LITERAL.findall(literals))
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), joined)


def quoted(text):
    return '"' + "".join("\\" + ESCAPES[c] if c in ESCAPES else c for c in text) + '"'


def entries_of(text):
    """(context, English) -> (translation, comments) of a catalogue or template, in its order."""
    entries = {}
    for block in re.split(r"\n{2,}", text):
        comments = re.findall(r"^#[:.].*$", block, re.M)
        part = {name: unquoted(lines)
                for name, lines in re.findall(r'^(msgctxt|msgid|msgstr) ((?:".*"\n?)+)', block, re.M)}
        if "msgid" in part:
            entries[part.get("msgctxt"), part["msgid"]] = part.get("msgstr", ""), comments
    return entries


def template():
    """The texts of the sources, each with the files that use it."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *SOURCES], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True).stdout.split()
    with tempfile.NamedTemporaryFile("r", suffix=".pot") as file:
        subprocess.run(["xgettext", "-C", "--from-code=UTF-8", "--no-wrap", "--add-location=file", "--keyword", *(f"--keyword={word}" for word in KEYWORDS), "-o", file.name,
                        *(name for name in listed if (ROOT / name).exists())], cwd=ROOT, check=True)
        entries = entries_of(file.read())
    del entries[None, ""]
    return entries


def places_of(text):
    """Number and format of each place, in any order."""
    places = re.findall(r"\{([^{}:]*)(:[^{}]*)?\}", text.replace("{{", "").replace("}}", ""))
    return sorted((name or str(number), form) for number, (name, form) in enumerate(places))


def has_words(key):
    words = re.findall(r"[^\W\d_]+[²³]?", re.sub(r"\{[^{}]*\}", " ", key[1]))
    return key[0] is not None or any(word not in UNITS for word in words)


def faults_of(file, english):
    name = file.relative_to(ROOT)
    formats = subprocess.run(["msgfmt", "--check-format", "-o", "/dev/null", file], text=True, stderr=subprocess.PIPE)
    yield from formats.stderr.splitlines() if formats.returncode else []
    catalogue = entries_of(file.read_text())
    del catalogue[None, ""]
    for key in english:
        if has_words(key) and not catalogue.get(key, ("",))[0]:
            yield f'{name}: no translation of "{key[1]}"'
    for key, (translation, _) in catalogue.items():
        if key not in english:
            yield f'{name}: "{key[1]}" is in no source'
        if translation and places_of(key[1]) != places_of(translation):
            yield f'{name}: "{key[1]}" and "{translation}" have different places'


def update(file, english):
    old = entries_of(file.read_text())
    blocks = [file.read_text().split("\n\n", 1)[0]]
    for key, (_, comments) in english.items():
        translation = old.get(key, ("",))[0]
        if not has_words(key) and not translation:
            continue
        context = [f"msgctxt {quoted(key[0])}"] if key[0] else []
        blocks.append("\n".join(comments + context + [f"msgid {quoted(key[1])}", f"msgstr {quoted(translation)}"]))
    file.write_text("\n\n".join(blocks) + "\n")


def main():
    english = template()
    catalogues = sorted((ROOT / "po").glob("*.po"))
    if sys.argv[1:] == ["--update"]:
        for file in catalogues:
            update(file, english)
    faults = [fault for file in catalogues for fault in faults_of(file, english)]
    print("\n".join(faults) or f"{sum(map(has_words, english))} texts are translated into: {', '.join(file.stem for file in catalogues)}.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

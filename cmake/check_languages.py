#!/usr/bin/env python3
"""What `./run check` checks of translations: every English text has one in every language, none is left over, and both have
the same places for values.

English texts are the literals in Text name("…"), Text("…"), phrase("…", …) and translated("…"). A text without words, such as
"{} mm", needs no translation. A translation may number its places to change their order: "{1} of {0}".
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = sorted(file.stem for file in (ROOT / "io/language").glob("*.cpp") if "to_array<Translation>" in file.read_text())

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
LITERALS = rf"{LITERAL}(?:\s*{LITERAL})*"
COMMENT = re.compile(rf"({LITERAL})|//[^\n]*")
ENGLISH = re.compile(rf"\b(?:Text(?:\s+\w+)?|phrase|translated)\(\s*({LITERALS})")
PAIR = re.compile(rf"\{{\s*({LITERALS})\s*,\s*({LITERALS})\s*\}}")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
UNITS = {"mm", "mm²", "mm³", "µm", "s", "ms", "x", "y", "z"}


def text_of(literals):
    """The text that the compiler makes of literals one after the other."""
    joined = "".join(literal[1:-1] for literal in re.findall(LITERAL, literals))
    return ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else {"n": "\n", "t": "\t"}.get(m[2], m[2]), joined)


def places_of(text):
    """Number and format of each place, in whatever order."""
    places = re.findall(r"\{([^{}:]*)(:[^{}]*)?\}", text.replace("{{", "").replace("}}", ""))
    return sorted((name or str(number), form) for number, (name, form) in enumerate(places))


def has_words(text):
    words = re.findall(r"[^\W\d_]+[²³]?", re.sub(r"\{[^{}]*\}", " ", text))
    return any(word not in UNITS for word in words)


def english_texts():
    """Each with a place where it stands."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "cli/*.cpp", "io/*.h", "io/*.cpp", "viewer/*.h", "viewer/*.cpp"], cwd=ROOT, text=True,
                            stdout=subprocess.PIPE, check=True).stdout.split()
    texts = {}
    for name in listed:
        if not (ROOT / name).exists():
            continue
        source = COMMENT.sub(lambda m: m[1] or "", (ROOT / name).read_text())
        for match in ENGLISH.finditer(source):
            texts.setdefault(text_of(match[1]), name)
    return texts


def faults_of(language, english):
    file = f"io/language/{language}.cpp"
    pairs = [(text_of(a), text_of(b)) for a, b in PAIR.findall(COMMENT.sub(lambda m: m[1] or "", (ROOT / file).read_text()))]
    translated = dict(pairs)
    for text in (text for text in english if has_words(text) and text not in translated):
        yield f"{file}: no translation of \"{text}\" ({english[text]})"
    known = set()
    for text, translation in pairs:
        if text not in english:
            yield f"{file}: \"{text}\" is in no source"
        if text in known:
            yield f"{file}: \"{text}\" is translated twice"
        known.add(text)
        if places_of(text) != places_of(translation):
            yield f"{file}: \"{text}\" and \"{translation}\" have different places"


def main():
    english = english_texts()
    faults = [fault for language in LANGUAGES for fault in faults_of(language, english)]
    print("\n".join(faults) or f"{sum(map(has_words, english))} texts are translated into: {', '.join(LANGUAGES)}.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

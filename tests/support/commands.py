"""Every command of `intercusp --help`, the options of its own --help, and the arguments that commands.json gives it."""
import json
import pathlib
import re
import subprocess
from dataclasses import dataclass, field


@dataclass
class Command:
    name: str
    arguments: str  # what it needs, with names of files in braces
    quick: str = ""  # options that make it quick
    needs_teeth: bool = False  # boxes are no input
    options: dict = field(default_factory=dict)  # of --help: (the options that each needs, those that it excludes)

    def words(self, files, quick=True):
        """The command line; `files` names a file for each name in braces."""
        line = f"{self.arguments} {self.quick if quick else ''}".split()
        return self.name.split() + [re.sub(r"{(\w+)}", lambda name: str(files[name[1]]), word) for word in line]


def help_of(program, name):
    return subprocess.run([program, *name.split(), "--help"], text=True, capture_output=True, check=True).stdout


def names_in(text):
    return re.findall(r"^  ([a-z]+) ", text.partition("Subcommands:")[2], re.M)


def options_in(text):
    options = {}
    for name, rest in re.findall(r"^  (?:-\w,)?(--[\w-]+)(.*)$", text, re.M):
        needs, excludes = (re.search(rf"{what}:((?: --[\w-]+)+)", rest) for what in ("Needs", "Excludes"))
        options[name] = (needs[1].split() if needs else [], excludes[1].split() if excludes else [])
    del options["--help"]
    return options


def commands(program):
    """By name; a command that commands.json lacks is an error."""
    table = json.loads(pathlib.Path(__file__).with_suffix(".json").read_text())
    names = [" ".join(filter(None, (name, below))) for name in names_in(help_of(program, "")) for below in names_in(help_of(program, name)) or [""]]
    if set(names) != set(table):
        raise SystemExit(f"tests/support/commands.json and --help differ in {sorted(set(names) ^ set(table))}")
    return {name: Command(name, **table[name], options=options_in(help_of(program, name))) for name in names}

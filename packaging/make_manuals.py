#!/usr/bin/env python3
"""Manual pages and bash completion from the program's --help: make_manuals.py PROGRAM VERSION FOLDER

Writes FOLDER/man1/intercusp.1.gz, one page per command (intercusp-inspect.1.gz, …) and FOLDER/completions/intercusp.
"""
import gzip
import pathlib
import re
import subprocess
import sys

COMPLETION = """# bash completion of intercusp, made from its --help.
_intercusp() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "{commands}" -- "$word"))
    return
  fi
  case "$command $before" in
{values}
  esac
  [[ $word == -* ]] || return  # files, by -o default
  case $command in
{options}
  esac
}}
complete -o default -F _intercusp intercusp
"""


def help_of(program, *command):
    return subprocess.run([program, *command, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout


def commands_of(text):
    return re.findall(r"^  (\w+) +(.+)$", text.split("Subcommands:")[1].split("\n\n")[0], re.M)


def options_of(text):
    """(names, words that may follow) of every option; the words in braces are the only ones allowed."""
    for line in re.findall(r"^  (-.*)$", text, re.M):
        names = re.match(r"-\S+", line)[0].split(",")
        words = re.match(r"-\S+ \w+:\{([^}]*)\}", line)
        yield names, words[1].split(",") if words else []


def completion(program, commands):
    options, values = [], []
    for command, _ in commands:
        names, text = [], help_of(program, command)
        for of_option, words in options_of(text):
            names += of_option
            if words:
                places = "|".join(f'"{command} {name}"' for name in of_option)
                values.append(f'    {places}) COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$word")); return ;;')
        if "Subcommands:" in text:
            below = " ".join([name for name, _ in commands_of(text)] + names)
            values.append(f'    "{command} {command}") COMPREPLY=($(compgen -W "{below}" -- "$word")); return ;;')
        options.append(f'    {command}) COMPREPLY=($(compgen -W "{" ".join(names)}" -- "$word")) ;;')
    first = " ".join([command for command, _ in commands] + ["--help", "--version"])
    return COMPLETION.format(commands=first, values="\n".join(values), options="\n".join(options))


def manual(program, version, summary, *command):
    """help2man knows programs but not their commands, so the names in its page are corrected."""
    name = "-".join(["intercusp", *command])
    others = "intercusp(1)" if command else "Each command has a page of its own, such as intercusp\\-inspect(1)."
    title = f'.TH {name.upper()} 1 "" "intercusp {version}" "User Commands"\n'  # without the day, so that builds are identical
    made = subprocess.run(["help2man", "--no-info", "--no-discard-stderr", f"--name={summary}", "--version-string=" + version,
                           "--help-option=" + " ".join([*command, "--help"]), program], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    made = re.sub(r'^\.\\".*\n', "", made, flags=re.M)
    made = re.sub(r"^\.TH .*\n", lambda _: title, made, flags=re.M)
    made = re.sub(r"^intercusp \\- ", lambda _: name.replace("-", "\\-") + " \\- ", made, count=1, flags=re.M)
    return made + f'.SH "SEE ALSO"\n{others}\n'


def main():
    program, version, folder = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], pathlib.Path(sys.argv[3])
    text = help_of(program)
    commands = commands_of(text)
    (folder / "man1").mkdir(parents=True, exist_ok=True)
    (folder / "completions").mkdir(exist_ok=True)
    pages = {"intercusp": manual(program, version, text.split("\n")[0].split(".")[0])}
    for command, summary in commands:
        pages[f"intercusp-{command}"] = manual(program, version, summary, command)
    for name, page in pages.items():
        (folder / "man1" / f"{name}.1.gz").write_bytes(gzip.compress(page.encode(), 9, mtime=0))
    (folder / "completions" / "intercusp").write_text(completion(program, commands))


if __name__ == "__main__":
    main()

"""Odd bodies through every command that takes solids: each ends with a result or a refusal, soon, in little memory, and its figures agree."""
import commands
import shapes
from program import GIB, common_faults, run, strict_json

SECONDS = 10
RESIDENT = GIB
TOLERANCE_MM = 1e-4
UP = ("--direction", "0,0,1")

MORE = {  # box.stl lies below, its top at z = 1, and above.stl crosses it
    "inspect-below": ("inspect", "box.stl", "{}", *UP, "--engine", "ray", "--pixel", "0.2", "--bite-poses", "0"),
    "interfere-three": ("interfere", "{}", "{}", "above.stl"),
}
QUICK_BODIES = ("one_triangle", "sheet_of_two_sides", "moebius", "tiny", "subnormal", "sphere_within")
QUICK_COMMANDS = ("inspect", "interfere", "slide")


def disagreement(report):
    """Interference and surface distance have one definition, so they must agree."""
    least, depth = report["min_surface_distance_mm"], report["max_penetration_distance_mm"]
    overlaps = (least is not None and least < -TOLERANCE_MM) or (depth is not None and depth > TOLERANCE_MM)
    if report["interference"] == overlaps:
        return []
    return [f"interference {report['interference']} beside min_surface_distance_mm {least} and max_penetration_distance_mm {depth}"]


def faults(done, checks_limits, slow):
    found = common_faults(done)
    if found:
        return found
    if done.status not in (0, 3):
        found.append(f"exit {done.status}: {done.stderr.strip()[-200:]}")
    if checks_limits and done.seconds > SECONDS * slow:
        found.append(f"{done.seconds:.1f} s ({done.processor_seconds:.1f} s of processors)")
    if checks_limits and done.resident > RESIDENT:
        found.append(f"{done.resident / GIB:.2f} GB")
    if done.status == 0:
        try:
            report = strict_json(done.stdout)
        except ValueError as why:
            return found + [f"stdout: {why}"]
        if done.words[0] == "inspect":
            found += disagreement(report)
    return found


def lines_of(program):
    """Every command that reads scans and prints a result, with {} for the body."""
    files = {"upper": "{}", "later": "box.stl", "lower": "box.stl", "track": "track.csv"}
    lines = dict(MORE)
    for name, command in commands.commands(program).items():
        draws = "{picture}" in command.arguments  # its --json gives times of frames, not a result
        if "{upper}" in command.arguments and "--json" in command.options and not draws:
            if name == "inspect":
                command.quick = "--exact --pixel 0.2 --bite-poses 2"
            more = (option for option in (UP, ("--engine", "zlist")) if option[0] in command.options)
            lines[name] = command.words(files) + [word for option in more for word in option]
    return lines


def check(program, folder, body, line, checks_limits, slow):
    words = [word.format(f"{body}.stl") for word in line] + ["--unit", "mm", "--json"]
    done = run(program, words, folder, 4 * SECONDS * slow)
    return done, faults(done, checks_limits, slow)


def passed_and_failed(program, folder, quick=False, slow=1.0, only=None):
    """`only`: a body, or a body and a command as in klein_bottle/slide."""
    shapes.write_stl(folder / "box.stl", shapes.cube(height=-4))
    shapes.write_stl(folder / "above.stl", shapes.cube(height=5))
    (folder / "track.csv").write_text("time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n0.1,0,0,0.1,1,0,0,0\n")
    body, _, command = (only or "").partition("/")
    lines = lines_of(program)
    names = [body] if body else QUICK_BODIES if quick else shapes.ODD
    chosen = [command] if command else QUICK_COMMANDS if quick and not body else lines
    passed = failed = 0
    for name in names:
        shapes.write_stl(folder / f"{name}.stl", shapes.ODD[name]())
        for command in chosen:
            done, found = check(program, folder, name, lines[command], not quick, slow)
            passed, failed = passed + (not found), failed + bool(found)
            if found:
                print(f"{'; '.join(found)}\n  {done.line()}\n  repeat: abuse.py PROGRAM body {name}/{command}", flush=True)
            elif only:
                print(f"{command}: exit {done.status}, {done.seconds:.1f} s ({done.processor_seconds:.1f} s of processors), {done.resident / GIB:.2f} GB {done.stderr.strip()}")
        (folder / f"{name}.stl").unlink()
    print(f"{len(names)} bodies, {len(chosen)} commands each")
    return passed, failed

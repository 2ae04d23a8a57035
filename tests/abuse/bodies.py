"""Odd bodies through every command that takes solids: each ends with a result or a refusal, soon, in little memory, and its figures agree."""
import shapes
from program import GIB, common_faults, run, strict_json

SECONDS = 10
RESIDENT = GIB
TOLERANCE_MM = 1e-4
UP = ("--direction", "0,0,1")

# The commands for a body; box.stl lies below, its top at z = 1, and above.stl crosses it.
COMMANDS = {
    "inspect-exact": ("inspect", "{}", "box.stl", *UP, "--engine", "zlist", "--exact", "--pixel", "0.2", "--bite-poses", "2"),
    "inspect-ray": ("inspect", "box.stl", "{}", *UP, "--engine", "ray", "--pixel", "0.2", "--bite-poses", "0"),
    "interfere-two": ("interfere", "{}", "box.stl"),
    "interfere-three": ("interfere", "{}", "{}", "above.stl"),
    "slide": ("slide", "{}", "box.stl", "--along", "0,0,1"),
    "segment": ("segment", "{}"),
    "settle": ("settle", "{}", "box.stl", *UP),
    "spray": ("spray", "{}", "box.stl", "--nozzle", "30,30,30,-1,-1,-1", "--particles", "2000"),
    "validate": ("validate", "{}", "box.stl", *UP, "--engine", "zlist", "--pixel", "0.5", "--rays", "4"),
}
QUICK_BODIES = ("one_triangle", "sheet_of_two_sides", "moebius", "tiny", "subnormal", "sphere_within")
QUICK_COMMANDS = ("inspect-exact", "interfere-two", "slide")


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


def check(program, folder, body, command, checks_limits, slow):
    words = [word.format(f"{body}.stl") for word in COMMANDS[command]] + ["--unit", "mm", "--json"]
    done = run(program, words, folder, 4 * SECONDS * slow)
    return done, faults(done, checks_limits, slow)


def passed_and_failed(program, folder, quick=False, slow=1.0, only=None):
    """`only`: a body, or a body and a command as in klein_bottle/slide."""
    shapes.write_stl(folder / "box.stl", shapes.cube(height=-4))
    shapes.write_stl(folder / "above.stl", shapes.cube(height=5))
    body, _, command = (only or "").partition("/")
    names = [body] if body else QUICK_BODIES if quick else shapes.ODD
    commands = [command] if command else QUICK_COMMANDS if quick and not body else COMMANDS
    passed = failed = 0
    for name in names:
        shapes.write_stl(folder / f"{name}.stl", shapes.ODD[name]())
        for command in commands:
            done, found = check(program, folder, name, command, not quick, slow)
            passed, failed = passed + (not found), failed + bool(found)
            if found:
                print(f"{'; '.join(found)}\n  {done.line()}\n  repeat: abuse.py PROGRAM body {name}/{command}", flush=True)
            elif only:
                print(f"{command}: exit {done.status}, {done.seconds:.1f} s ({done.processor_seconds:.1f} s of processors), {done.resident / GIB:.2f} GB {done.stderr.strip()}")
        (folder / f"{name}.stl").unlink()
    print(f"{len(names)} bodies, {len(commands)} commands each")
    return passed, failed

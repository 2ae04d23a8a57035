"""The stub matches the module, and every function documents shapes and units."""
import ast
import pathlib
import re

import intercusp

STUB = ast.parse(pathlib.Path(intercusp.__file__).with_name("intercusp.pyi").read_text())


def arguments_of(function):
    every = function.args
    return [argument.arg for argument in every.args + every.kwonlyargs if argument.arg != "self"]


def signatures_of(function):
    """Lists of argument names: pybind11 begins a docstring with one signature, or numbers several."""
    lines = [line for line in function.__doc__.splitlines() if re.match(r"(\d+\. )?\w+\(.*->", line)]
    return [[name for name in re.findall(r"(?:^|\(|, )(\w+):", line) if name != "self"] for line in lines]


def public(owner):
    return {name for name in vars(owner) if not name.startswith("_")}


def names_in(node):
    """Methods and attributes of a class, with those of what it derives from in the stub."""
    bases = [names_in(each) for base in node.bases for each in STUB.body if getattr(each, "name", None) == base.id]
    own = {entry.name for entry in node.body if isinstance(entry, ast.FunctionDef)}
    return own.union(*bases, {entry.target.id for entry in node.body if isinstance(entry, ast.AnnAssign)})


def test_the_stub_has_the_names_of_the_module():
    stub = {node.name for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")}
    assert stub == public(intercusp)


def test_functions_have_the_arguments_of_the_stub():
    in_stub = {}
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            in_stub.setdefault(node.name, []).append(arguments_of(node))
    assert len(in_stub) == 17
    for name, wanted in in_stub.items():
        assert signatures_of(getattr(intercusp, name)) == wanted, name


def test_classes_have_the_attributes_of_the_stub():
    for node in STUB.body:
        if not isinstance(node, ast.ClassDef) or node.name.endswith("Error") or node.name.startswith("_"):
            continue
        real = getattr(intercusp, node.name)
        methods = {entry.name: entry for entry in node.body if isinstance(entry, ast.FunctionDef)}
        assert names_in(node) - {"__init__"} == public(real), node.name
        if "__init__" in methods:
            assert signatures_of(real.__init__)[0] == arguments_of(methods["__init__"]), node.name


def test_everything_has_a_docstring():
    for name in public(intercusp):
        thing = getattr(intercusp, name)
        assert thing.__doc__, name
        if isinstance(thing, type) and not name.endswith("Error"):
            for attribute in public(thing) - {"upper", "lower"}:
                assert getattr(thing, attribute).__doc__, f"{name}.{attribute}"

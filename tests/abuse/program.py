"""One run of the program within limits, and the requirements of every run: a defined exit status, and a message with each failure."""
import json
import os
import resource
import shlex
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass

STATUSES = {0, 2, 3, 4, 5}
GIB = 1 << 30


@dataclass
class Run:
    words: list
    status: int
    hung: bool
    stdout: bytes
    stderr: str
    seconds: float
    processor_seconds: float
    resident: int

    def line(self):
        return "intercusp " + shlex.join(self.words)


def run(program, words, folder, seconds, address_space=8 * GIB, environment=None):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    hung = threading.Event()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.time()
        process = subprocess.Popen([program, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=limit, env=os.environ | (environment or {}))
        timer = threading.Timer(seconds, lambda: (hung.set(), process.kill()))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        took = time.time() - start
        out.seek(0)
        err.seek(0)
        return Run(words, process.returncode, hung.is_set(), out.read(), err.read().decode(errors="replace"), took,
                   usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def strict_json(text):
    """JSON by its standard: without NaN and Infinity."""
    def refuse(constant):
        raise ValueError(f"{constant} is no JSON")

    return json.loads(text, parse_constant=refuse)


def common_faults(done):
    """The violated requirements of a run, for any command line."""
    if done.hung:
        return [f"still running after {done.seconds:.0f} s ({done.processor_seconds:.0f} s of processors, {done.resident / GIB:.2f} GB)"]
    if done.status < 0:
        return [f"ended by signal {-done.status}: {done.stderr.strip()[-200:]}"]
    faults = []
    if done.status not in STATUSES:
        faults.append(f"exit {done.status}")
    if done.status != 0 and not done.stderr.strip():
        faults.append(f"exit {done.status} without a message")
    if any(words in done.stderr for words in ("what()", "std::", "json.exception")):
        faults.append(f"the message is that of a library: {done.stderr.strip()[-200:]}")
    return faults

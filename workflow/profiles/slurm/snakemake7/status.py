#!/usr/bin/env python3
"""Tells Snakemake how a Slurm job is: running, success or failed."""
import re
import subprocess
import sys

RUNNING = {"PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED", "REQUEUED", "RESIZING", "STOPPED"}


def main():
    shown = subprocess.run(["scontrol", "--oneliner", "show", "job", sys.argv[1]], capture_output=True, text=True)
    state = re.search(r"\bJobState=(\w+)", shown.stdout)
    if state is None:
        # Slurm cannot be reached, or forgot the job minutes ago. The next run computes what has no result.
        unreachable = "Unable to contact" in shown.stderr
        print("running" if unreachable else "failed")
    elif state.group(1) == "COMPLETED":
        print("success")
    else:
        print("running" if state.group(1) in RUNNING else "failed")


if __name__ == "__main__":
    main()

"""A Slurm of one node on this machine, for the lifetime of the object. Needs root, munged, slurmctld and slurmd."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol")


class NotStarted(Exception):
    """Slurm cannot run on this machine; the text is the output of its programs."""


def installed():
    return os.geteuid() == 0 and all(shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") for program in PROGRAMS)


def free_port():
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


class Slurm:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name in ("state", "spool", "munge"):
            (self.folder / name).mkdir(parents=True)
        os.chmod(self.folder, 0o755)
        host = socket.gethostname()
        memory_mb = int(0.9e-6 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        self.config = self.folder / "slurm.conf"
        self.config.write_text(
            f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=10
MinJobAge=300
SchedulerParameters=sched_interval=1,batch_sched_delay=1
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} RealMemory={memory_mb} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
        )
        self.environment = dict(os.environ, SLURM_CONF=str(self.config), PATH=os.environ["PATH"] + ":/usr/sbin")
        self.running = {}

    def __enter__(self):
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.start("munged", "--force", "--foreground", f"--socket={self.folder}/munge/socket", f"--key-file={key}",
                   f"--pid-file={self.folder}/munge/pid", f"--log-file={self.folder}/munge/log", f"--seed-file={self.folder}/munge/seed")
        time.sleep(1)
        self.start("slurmctld", "-D")
        self.start_node()
        if not self.runs_a_job():
            self.__exit__()
            raise NotStarted("\n".join(path.read_text() for path in self.folder.glob("*.out")))
        return self

    def __exit__(self, *_):
        for program in ("slurmd", "slurmctld", "munged"):
            process = self.running.pop(program, None)
            if process:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()

    def runs_a_job(self):
        deadline = time.time() + 60
        while "idle" not in self.answer("sinfo", "--noheader", "--format=%T"):
            if time.time() > deadline:
                return False
            time.sleep(0.5)
        try:
            words = ["sbatch", "--wait", "--output=/dev/null", "--wrap=true"]
            return subprocess.run(words, env=self.environment, capture_output=True, timeout=60).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def start(self, program, *arguments):
        with open(self.folder / f"{program}.out", "ab") as out:
            self.running[program] = subprocess.Popen([program, *arguments], env=self.environment, stdout=out, stderr=out)

    def start_node(self):
        self.start("slurmd", "-D", "-N", socket.gethostname())

    def kill_node(self):
        self.running["slurmd"].send_signal(signal.SIGKILL)
        self.running["slurmd"].wait()

    def answer(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True).stdout

"""Runs one program and says how long it took, how much processor time and how much memory."""
import json
import os
import statistics
import subprocess
import time


class Missing(Exception):
    """Why a row or a peer was not measured."""


def missing(why):
    """Says why, where an expression is wanted."""
    raise Missing(why)


class Times:
    """Times of repeated runs, milliseconds, with the peak memory of the process that ran them."""

    def __init__(self, wall, cpu, peak_mib, facts=None):
        self.wall, self.cpu, self.peak_mib, self.facts = wall, cpu, peak_mib, facts or {}

    @property
    def median(self):
        return statistics.median(self.wall)

    @property
    def cpu_median(self):
        return statistics.median(self.cpu)

    def record(self):
        return {
            "median_ms": self.median, "min_ms": min(self.wall), "max_ms": max(self.wall),
            "cpu_ms": self.cpu_median, "runs": len(self.wall), "peak_mib": self.peak_mib,
            "facts": self.facts}


def joined(times):
    """The times of several calls as those of one."""
    return Times(
        [wall for part in times for wall in part.wall], [cpu for part in times for cpu in part.cpu],
        max(part.peak_mib for part in times), times[-1].facts)


def alternately(*measures, rounds=3):
    """Times of each measure, called in turn `rounds` times.

    A processor that is shared is now faster, now slower, for minutes: what is to be compared is
    measured side by side.
    """
    called = [[measure() for measure in measures] for _ in range(rounds)]
    return [joined(times) for times in zip(*called)]


def run(command, environment=None, cwd=None):
    """Standard output, wall and processor milliseconds and peak MiB of one finished process."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=cwd)
    # Both ends are read before the wait: a full pipe would stop the process.
    output, words = process.stdout.read(), process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = (time.perf_counter() - begin) * 1000
    process.returncode = os.waitstatus_to_exitcode(status)
    # 3: the work was done and something was found, near-duplicates for example.
    if process.returncode not in (0, 3):
        said = words.decode(errors="replace").strip().splitlines()
        raise Missing(f"{os.path.basename(command[0])}: {said[-1] if said else process.returncode}")
    cpu = (used.ru_utime + used.ru_stime) * 1000
    return output.decode(errors="replace"), wall, cpu, used.ru_maxrss / 1024


def inside(command, environment=None):
    """Times that the program took of itself; it prints them as its last line."""
    output, _, _, peak = run(command, environment)
    told = json.loads(output.strip().splitlines()[-1])
    return Times(told["wall_ms"], told["cpu_ms"], peak, told["facts"])


def whole(command, runs, environment=None, before=None):
    """Times of whole processes, after one that warms up; `before` clears the way each time.

    `command` is the words, or a function that gives those of the next run.
    """
    walls, cpus, peaks = [], [], []
    for number in range(runs + 1):
        if before:
            before()
        words = command() if callable(command) else command
        _, wall, cpu, peak = run(words, environment)
        if number > 0:
            walls.append(wall)
            cpus.append(cpu)
            peaks.append(peak)
    return Times(walls, cpus, max(peaks))

"""What was measured on: processor, memory, system and versions."""
import platform
import re
import subprocess


def first_line(command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]
    except (OSError, IndexError):
        return "?"


def package(name):
    version = first_line(["dpkg-query", "-W", "-f", "${Version}", name])
    return f"{name} {version}"


def facts(cores, program):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    model = re.search(r"model name\s*:\s*(.*)", text)
    flags = re.search(r"flags\s*:\s*(.*)", text)
    known = flags.group(1).split() if flags else []
    units = [name for name in ("avx2", "avx512f", "avx_vnni", "avx512_vnni") if name in known]
    with open("/proc/meminfo", encoding="utf-8") as file:
        memory = int(file.readline().split()[1]) / (1 << 20)
    system = re.search(r'PRETTY_NAME="(.*)"', open("/etc/os-release", encoding="utf-8").read())
    return {
        "processor": (model.group(1) if model else platform.machine()) + f", {cores} cores, "
        + " ".join(units),
        "memory_gib": round(memory, 1),
        "system": f"{system.group(1) if system else '?'}, Linux {platform.release()}",
        "swift": first_line(["swift", "--version"]),
        "facebench": first_line([program, "--version"]),
        "libraries": ", ".join(package(name) for name in (
            "libopencv-dev", "libopenblas-dev", "libdnnl-dev", "libhdf5-dev")),
    }


def load():
    """Processes that wanted a processor during the last minute, on average."""
    with open("/proc/loadavg", encoding="utf-8") as file:
        return float(file.read().split()[0])

"""Brings about what the rows need: release programs, the OpenCV peer, the Python peers."""
import os
import pathlib
import subprocess
import sys

from measuring import Missing

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "Scripts" / "benchmarks"


def say(words):
    print(f"bench: {words}", file=sys.stderr, flush=True)


def release(build=True):
    """Folder of the release programs, built anew where anything has changed."""
    if build:
        say("building the release programs")
        flags = ["swift", "build", "-c", "release", "--static-swift-stdlib"]
        if subprocess.run(flags, cwd=ROOT, stdout=sys.stderr).returncode != 0:
            raise SystemExit("error: the release build failed")
    programs = ROOT / ".build" / "release"
    if not (programs / "facebench-benchmarks").exists():
        raise SystemExit(f"error: no programs in {programs}\nhint:  leave out --no-build")
    return programs


def opencv_peer(folder):
    """The peer on OpenCV's own recognisers and cascades."""
    source, program = HERE / "opencv" / "peer.cpp", folder / "opencv-peer"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        say("compiling the OpenCV peer")
        libraries = ["core", "imgproc", "imgcodecs", "objdetect", "face"]
        subprocess.run(
            ["c++", "-O2", "-std=c++17", "-isystem", "/usr/include/opencv4", str(source), "-o",
             str(program), *[f"-lopencv_{name}" for name in libraries], "-pthread"], check=True)
    return program


def python_peers(folder):
    """A Python with its peers in an environment of its own; says why there is none."""
    python = folder / "peers" / "bin" / "python"
    if not python.exists():
        say("installing scikit-learn, faiss-cpu and OpenCV 4.6.0 into a throw-away environment")
        made = subprocess.run([sys.executable, "-m", "venv", str(folder / "peers")])
        if made.returncode != 0:
            raise Missing("python3 -m venv does not work here (python3-venv is not installed?)")
    installed = subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
         # OpenCV 4.6.0 was built before NumPy 2.
         "scikit-learn", "faiss-cpu", "opencv-contrib-python-headless==4.6.0.66", "numpy<2"], stdout=sys.stderr, stderr=subprocess.PIPE, text=True)
    if installed.returncode != 0:
        why = installed.stderr.strip().splitlines()
        raise Missing(f"pip cannot install them: {why[-1] if why else 'no network?'}")
    return python


def folder():
    """Where faces, models and peers are kept from one call to the next."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    path = pathlib.Path(base) / "facebench-bench"
    path.mkdir(parents=True, exist_ok=True)
    return path

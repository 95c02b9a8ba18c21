"""Runs facebench for the checks beside this file."""
import os, subprocess, sys


def run(facebench, workspace, *commands):
    """What `commands` print in `workspace`; ends the check where one of them fails."""
    words = [facebench, "--workspace", workspace, "--quiet"]
    for command in commands:
        words += ["-c", command]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        name = os.path.basename(sys.argv[0]).removesuffix(".py")
        sys.exit(f"{name}: {commands}\n{done.stdout}{done.stderr}")
    return done.stdout


def skip(missing, packages):
    """Ends the check because the package `missing` is not installed."""
    name = os.path.basename(sys.argv[0]).removesuffix(".py")
    print(f"{name}: {missing.name} is not installed, skipped (pip install {packages})")
    sys.exit(0)

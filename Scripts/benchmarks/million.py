"""Makes a dataset of a million rows without a million pictures: one small picture, linked.

    python3 Scripts/benchmarks/million.py FACEBENCH FOLDER [ROWS]

imports two faces without decoding, so that the catalogue is the program's own, then fills it up with
rows of 50 faces a person and hard links to one file in every 50,000, prints what `dataset list`,
`show`, `split` and `check` take, and how fast an import without decoding is.
"""
import os
import pathlib
import sqlite3
import sys
import time

SIDE = 8
PER_PERSON = 50
# ext4 allows 65,000 links to a file.
LINKS = 50_000


def picture(number):
    """A small graymap that no other number gives."""
    levels = bytes((number * (i + 3) * 2654435761 >> 11) & 255 for i in range(SIDE * SIDE))
    return f"P5\n{SIDE} {SIDE}\n255\n".encode() + levels


def source(folder, people, each):
    """A folder of raw graymaps to import."""
    for person in range(people):
        home = pathlib.Path(folder, f"p{person:05}")
        home.mkdir(parents=True)
        for face in range(each):
            (home / f"{face + 1}.pgm").write_bytes(picture(person * each + face))


def make(facebench, folder, rows):
    """A workspace at `folder` with the dataset 'big' of `rows` faces."""
    folder = pathlib.Path(folder)
    source(folder / "seed", 2, 1)
    run(facebench, folder, "dataset", "import", "big", str(folder / "seed"), "--no-decode")
    home = folder / "datasets" / "big"
    people = rows // PER_PERSON
    catalogue = sqlite3.connect(home / "catalogue.sqlite")
    catalogue.execute("PRAGMA synchronous = OFF")
    with catalogue:
        catalogue.execute("DELETE FROM face")
        catalogue.execute("DELETE FROM subject")
        catalogue.executemany(
            "INSERT INTO subject (label, name, folder) VALUES (?, ?, ?)",
            ((n, f"p{n:05}", f"p{n:05}") for n in range(people)))
        catalogue.executemany(
            """INSERT INTO face (label, file, position, session, yaw_deg, width, height, origin)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            ((n // PER_PERSON, f"p{n // PER_PERSON:05}/{n % PER_PERSON + 1}.pgm",
              n % PER_PERSON + 1, f"light{n % 3 + 1}", n % 7 * 15.0 - 45, SIDE, SIDE,
              f"p{n // PER_PERSON:05}/{n % PER_PERSON + 1}.pgm") for n in range(rows)))
    catalogue.close()
    for n in range(rows):
        person = home / f"p{n // PER_PERSON:05}"
        if n % PER_PERSON == 0:
            person.mkdir(exist_ok=True)
        path = person / f"{n % PER_PERSON + 1}.pgm"
        if n % LINKS == 0:
            path.unlink(missing_ok=True)
            path.write_bytes(picture(n))
            whole = path
        elif not path.exists():
            os.link(whole, path)


def run(facebench, folder, *words):
    """Seconds and peak MiB of one command."""
    before = time.monotonic()
    pid = os.posix_spawn(
        facebench, [str(facebench), "--workspace", str(folder), "--quiet", *words], os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        raise SystemExit(f"failed: {' '.join(words)}")
    return time.monotonic() - before, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def measured(facebench, folder):
    """What each command takes on 'big': name, seconds, peak MiB, processor seconds."""
    commands = {
        "list": ["dataset", "list"],
        "show": ["dataset", "show", "big"],
        "split": ["dataset", "split", "big", str(pathlib.Path(folder, "split.csv")),
                  "--protocol", "per-person", "--train-per-person", "5"],
        "check": ["dataset", "check", "big"],
    }
    for name, words in commands.items():
        yield (name, *run(facebench, folder, *words))


def main():
    facebench, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    rows = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    if not (folder / "datasets" / "big").is_dir():
        make(facebench, folder, rows)
    for name, seconds, peak, processor in measured(facebench, folder):
        print(f"{name:8} {seconds:6.2f} s  {processor:6.2f} s of processor  {peak:5.0f} MiB")
    count = min(rows, 100_000)
    if not (folder / "source").is_dir():
        source(folder / "source", count // PER_PERSON, PER_PERSON)
    seconds, peak, processor = run(
        facebench, folder, "dataset", "import", f"taken{os.getpid()}", str(folder / "source"),
        "--no-decode")
    print(f"import   {seconds:6.2f} s  {processor:6.2f} s of processor  {peak:5.0f} MiB: "
          f"{count / seconds:.0f} rows a second")


if __name__ == "__main__":
    main()

"""Makes a dataset of a million rows without a million pictures: one small picture, linked.

    python3 Scripts/benchmarks/million.py FACEBENCH FOLDER [ROWS] [--decoded]

imports two faces without decoding, so that the catalogue is the program's own, then fills it up with
rows of 50 faces a person and hard links to one file in every 50,000, prints what `dataset list`,
`show`, `split` and `check` take, and how fast an import without decoding is. With `--decoded` the
rows also have what an import that decodes stores: digest, thumbnail, quality.
"""
import hashlib
import math
import os
import pathlib
import random
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


CELLS = 1024
WAVES = 64


def waves():
    """Patterns of 32x32 cells, coarse to fine, and their negatives: numbers of 16-bit lanes."""
    def packed(u, v, sign):
        return int.from_bytes(b"".join(
            round(16 + sign * 16 * math.cos(math.pi * u * (x + .5) / 32)
                  * math.cos(math.pi * v * (y + .5) / 32)).to_bytes(2, "little")
            for y in range(32) for x in range(32)), "little")

    sides = sorted(((u, v) for u in range(9) for v in range(9) if u + v), key=sum)
    return [(packed(u, v, 1), packed(u, v, -1), u + v) for u, v in sides[:WAVES]]


def decode(folder, rows):
    """Gives every face of 'big' what decoding would have stored.

    A face is a sum of waves, less of the finer ones as in pictures: a part that all faces share,
    one of its person, one of its own, and noise, so that correlations lie as on real faces. One in
    a hundred is the one before it with other noise: a near-duplicate. Numbers of 1,024 lanes are
    added as wholes, which takes Python a microsecond each.
    """
    chance, patterns, noise = random.Random(1), waves(), bytearray(2 * CELLS)
    common = [chance.randrange(-32, 33) for _ in patterns]
    person, before = [], []

    def thumbnails():
        for n in range(rows):
            if n % PER_PERSON == 0:
                person[:] = [chance.randrange(-32, 33) for _ in patterns]
            if n % 100 != 1:
                before[:] = [
                    (9 * all_faces + 7 * own + 5 * chance.randrange(-32, 33)) // (2 * (3 + size))
                    for all_faces, own, (_, _, size) in zip(common, person, patterns)]
            noise[::2] = chance.randbytes(CELLS)
            levels = int.from_bytes(noise, "little") + sum(
                share * wave if share > 0 else -share * negative
                for share, (wave, negative, _) in zip(before, patterns))
            yield n, levels.to_bytes(2 * CELLS, "little")

    catalogue = sqlite3.connect(pathlib.Path(folder, "datasets", "big", "catalogue.sqlite"))
    catalogue.execute("PRAGMA synchronous = OFF")
    with catalogue:
        first, = catalogue.execute("SELECT min(id) FROM face").fetchone()
        catalogue.executemany(
            "UPDATE face SET digest = ? WHERE id = ?",
            ((hashlib.sha256(b"%d" % n).hexdigest(), first + n) for n in range(rows)))
        catalogue.executemany(
            "INSERT INTO thumbnail (face, levels) VALUES (?, ?)",
            ((first + n, levels) for n, levels in thumbnails()))
        catalogue.executemany(
            """INSERT INTO quality (face, sharpness, gradient, clipped_dark, clipped_bright, mean,
                 contrast, width) VALUES (?, 100, 8, 0, 0, 120, 40, ?)""",
            ((first + n, SIDE) for n in range(rows)))
    catalogue.close()


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


def commands(folder):
    """The words of each command on 'big'."""
    return {
        "list": ["dataset", "list"],
        "show": ["dataset", "show", "big"],
        "split": ["dataset", "split", "big", str(pathlib.Path(folder, "split.csv")),
                  "--protocol", "per-person", "--train-per-person", "5"],
        "check": ["dataset", "check", "big"],
    }


def main():
    decoded = "--decoded" in sys.argv
    words = [word for word in sys.argv[1:] if word != "--decoded"]
    facebench, folder = pathlib.Path(words[0]).resolve(), pathlib.Path(words[1])
    rows = int(words[2]) if len(words) > 2 else 1_000_000
    if not (folder / "datasets" / "big").is_dir():
        make(facebench, folder, rows)
        if decoded:
            decode(folder, rows)
    for name, words in commands(folder).items():
        seconds, peak, processor = run(facebench, folder, *words)
        print(f"{name:8} {seconds:6.2f} s  {processor:6.2f} s of processor  {peak:5.0f} MiB")
    if decoded:
        return
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

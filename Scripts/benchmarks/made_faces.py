"""Writes folders of made-up faces as raw graymaps, as many as wished."""
import math
import pathlib
import random

PER_PERSON = 20
WAVES = 24


def folder(path, count, side):
    """`count` faces of side x side pixels, 20 a person: `p00000/1.pgm` and so on.

    A face is its person's sum of waves with shares of its own and noise in the lowest three bits.
    The waves are added as numbers of one byte a pixel, which takes Python microseconds.
    """
    chance = random.Random(1)
    header = f"P5\n{side} {side}\n255\n".encode()
    waves = [wave(chance, side) for _ in range(WAVES)]
    low = int.from_bytes(b"\x07" * side * side, "little")
    for person in range((count + PER_PERSON - 1) // PER_PERSON):
        home = pathlib.Path(path, f"p{person:05}")
        home.mkdir(parents=True)
        shares = [chance.randrange(3) for _ in waves]
        for face in range(min(PER_PERSON, count - person * PER_PERSON)):
            levels = chance.getrandbits(8 * side * side) & low
            for share, pattern in zip(shares, waves):
                levels += (share + chance.randrange(2)) * pattern
            (home / f"{face + 1}.pgm").write_bytes(header + levels.to_bytes(side * side, "little"))


def wave(chance, side):
    """A pattern of 0 … 3 grey levels; three shares of 24 such patterns and noise fit one byte."""
    across, down, phase = chance.random() / 2, chance.random() / 2, chance.random() * 6
    return int.from_bytes(bytes(
        round(1.5 + 1.5 * math.sin(across * x + down * y + phase))
        for y in range(side) for x in range(side)), "little")

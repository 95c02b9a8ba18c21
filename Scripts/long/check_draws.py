#!/usr/bin/env python3
"""Draws gallery and probe again in NumPy, from the distances that a result keeps.

Usage: check_draws.py FACEBENCH

Needs Python packages beside the standard: pip install numpy scipy. Skips, and says so, without them.
face-distances.npy must be what SciPy's squareform reads, faces.csv its order, and wins, ties and losses
of 10,000 draws with another generator must lie within five standard errors of those of 'compare'.
"""
import csv, json, os, sys, tempfile

from program import run, skip

try:
    import numpy as np
    from scipy.spatial.distance import squareform
except ImportError as missing:
    skip(missing, "numpy scipy")

DRAWS = 10_000


def kept(workspace, result):
    """Faces and square of distances of a result."""
    folder = os.path.join(workspace, "results", result)
    with open(os.path.join(folder, "faces.csv"), newline="") as file:
        faces = list(csv.DictReader(file))
    square = squareform(np.load(os.path.join(folder, "face-distances.npy")))
    assert square.shape == (len(faces), len(faces))
    return faces, square


def found(square, gallery, probes):
    distances = square[np.ix_(probes, gallery)]
    own = np.diag(distances).copy()
    np.fill_diagonal(distances, np.inf)
    return int((distances.min(axis=1) > own).sum())


def main():
    facebench = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as workspace:
        run(facebench, workspace, "dataset synth heads --subjects 14 --angles -45:45:15 --lights 2")
        rows = [json.loads(line) for line in run(
            facebench, workspace, "dataset split heads --protocol loo --json").splitlines()]
        people = sorted({row["subject"] for row in rows})
        files = sorted({(row["subject"], row["file"]) for row in rows})
        split = os.path.join(workspace, "world.csv")
        with open(split, "w") as file:
            file.write("repeat,fold,role,subject,file\n")
            for number, (subject, name) in enumerate(files):
                role = ("world" if subject in people[:5] else "gallery" if number % 2 else "probe")
                file.write(f"1,1,{role},{subject},{name}\n")
        run(facebench, workspace,
            f"evaluate heads --method eigen,lbph --components 8 --protocol enrol --split {split} --as r")
        ours = json.loads(run(facebench, workspace, "compare r-eigen-8 r-lbph --json"))
        faces, first = kept(workspace, "r-eigen-8")
        others, second = kept(workspace, "r-lbph")
        assert faces == others
    subjects = np.array([face["subject"] for face in faces])
    groups = np.array([face["group"] for face in faces])
    assert set(subjects) == set(people[5:])
    generator = np.random.default_rng(1)
    members = [np.flatnonzero(subjects == person) for person in sorted(set(subjects))]
    counts = {"wins": 0, "ties": 0, "losses": 0}
    for _ in range(DRAWS):
        gallery = [generator.choice(faces_of) for faces_of in members]
        probes = [generator.choice(faces_of[groups[faces_of] != groups[chosen]])
                  for faces_of, chosen in zip(members, gallery)]
        difference = found(first, gallery, probes) - found(second, gallery, probes)
        counts["wins" if difference > 0 else "losses" if difference < 0 else "ties"] += 1
    for kind, count in counts.items():
        share = count / DRAWS
        # Both sides were drawn, hence two variances.
        allowed = 5 * (2 * DRAWS * max(share * (1 - share), 1 / DRAWS)) ** 0.5
        assert abs(count - ours[kind]) <= allowed, (kind, count, ours[kind], allowed)
    assert min(counts["wins"], counts["losses"]) > 0, "the two methods must differ in both directions"
    ours = {kind: ours[kind] for kind in counts}
    print(f"check_draws: {len(members)} people, facebench {ours}, NumPy {counts}")


main()

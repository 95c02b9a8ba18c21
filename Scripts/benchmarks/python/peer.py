"""What scikit-learn, faiss and OpenCV's wheel take for the rows of Scripts/bench, on the same files.

Run by the throw-away environment that `Scripts/bench --peers` makes: `peer.py ROW FILE… [--name value…]`
prints one JSON object as facebench-benchmarks does.
"""
import json
import resource
import sys
import time

import numpy as np


def read_faces(path):
    with open(path, "rb") as file:
        if file.read(8)[:6] != b"FACES1":
            raise SystemExit(f"{path} is no file of faces")
        count, width, height, _ = np.frombuffer(file.read(16), "<i4")
        labels = np.frombuffer(file.read(4 * count), "<i4")
        return np.frombuffer(file.read(), np.uint8).reshape(count, width * height), labels


def cpu_ms():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) * 1000


# A peer slower than this runs once.
SLOW_MS = 30_000


def measured(runs, body):
    """A warm-up and `runs` runs; only one when that takes longer than anybody waits."""
    wall, cpu = [], []

    def once():
        begin, used = time.perf_counter(), cpu_ms()
        body()
        wall.append((time.perf_counter() - begin) * 1000)
        cpu.append(cpu_ms() - used)

    once()
    if wall[0] < SLOW_MS:
        wall.clear(), cpu.clear()
        for _ in range(runs):
            once()
    return {"wall_ms": wall, "cpu_ms": cpu, "facts": {}}


def eigen_train(faces, settings, kind):
    from sklearn.decomposition import PCA
    levels = read_faces(faces)[0].astype(kind)
    return lambda: PCA(settings["components"], svd_solver="randomized", random_state=1).fit(levels)


def opencv_train(faces, settings, kind):
    import cv2
    cv2.setNumThreads(settings["jobs"])
    levels, labels = read_faces(faces)
    # Recognisers look at the number of numbers alone, so faces may be rows.
    pictures = [row.reshape(1, -1).copy() for row in levels]
    if kind == "eigen":
        return lambda: cv2.face.EigenFaceRecognizer_create(settings["components"]).train(
            pictures, labels)
    return lambda: cv2.face.FisherFaceRecognizer_create().train(pictures, labels)


def search(model_faces, probe_faces, settings):
    """Templates and probes of as many numbers as there are components; what they are does not matter."""
    import faiss
    faiss.omp_set_num_threads(settings["jobs"])
    random = np.random.default_rng(1)
    templates, probes = (
        random.standard_normal((len(read_faces(path)[1]), settings["components"])).astype("float32")
        for path in (model_faces, probe_faces))
    index = faiss.IndexFlatL2(settings["components"])
    index.add(templates)
    return lambda: index.search(probes, 1)


def threshold_sweep(settings):
    from sklearn.metrics import roc_curve
    random = np.random.default_rng(5)
    count = settings["count"]
    genuine = np.arange(count) < count // 10
    scores = np.where(
        genuine, 1000 * random.random(count) * random.random(count) + 200,
        1500 * (random.random(count) + random.random(count)))
    return lambda: roc_curve(genuine, -scores, drop_intermediate=False)


def main():
    row, files = sys.argv[1], []
    settings = {"runs": 5, "jobs": 2, "components": 80, "count": 10_000_000}
    words = iter(sys.argv[2:])
    for word in words:
        if word.startswith("--"):
            settings[word[2:]] = int(next(words))
        else:
            files.append(word)
    body = {
        "eigen-train": lambda: eigen_train(files[0], settings, np.float64),
        "eigen-train-single": lambda: eigen_train(files[0], settings, np.float32),
        "opencv-eigen-train": lambda: opencv_train(files[0], settings, "eigen"),
        "opencv-fisher-train": lambda: opencv_train(files[0], settings, "fisher"),
        "search": lambda: search(files[0], files[1], settings),
        "threshold-sweep": lambda: threshold_sweep(settings),
    }[row]()
    print(json.dumps(measured(settings["runs"], body)))


if __name__ == "__main__":
    main()

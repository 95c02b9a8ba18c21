#!/usr/bin/env python3
"""Checks model files against OpenCV's Python wheels and h5py.

Models trained by facebench must give the same labels and distances in OpenCV 3, 4 and 5, as far
as pip offers them; models written by OpenCV must give the same in facebench; HDF5 files must be
readable by h5py, and a file that h5py wrote again must load. Everything is installed into
environments that are thrown away.

    check_model_files.py FACEBENCH      the program, such as .build/release/facebench
"""

import json
import os
import subprocess
import sys
import tempfile

SUFFIXES = ["yml", "xml", "json", "yml.gz", "xml.gz", "json.gz"]
METHODS = ["eigen", "fisher", "lbph"]
WHEELS = {
    "OpenCV 3": ["opencv-contrib-python-headless<4", "numpy<2"],
    "OpenCV 4": ["opencv-contrib-python-headless<5", "numpy"],
    "OpenCV 5": ["opencv-contrib-python-headless>=5", "numpy"],
}


def run(words, **options):
    done = subprocess.run(words, text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"check_model_files: {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def environment(folder, name, wheels):
    """An environment with h5py and those wheels, or None when pip has them not."""
    home = os.path.join(folder, name.replace(" ", "-"))
    run([sys.executable, "-m", "venv", home])
    pip = [os.path.join(home, "bin", "pip"), "install", "--quiet", "h5py", *wheels]
    done = subprocess.run(pip, text=True, capture_output=True)
    if done.returncode != 0:
        print(f"{name}: skipped, pip offers no {wheels[0]}")
        return None
    return os.path.join(home, "bin", "python")


def predictions(facebench, workspace, model, pictures):
    """Label and distance of every picture as facebench sees them."""
    words = [facebench, "--workspace", workspace, "--json", "model", "predict", model, *pictures]
    return [(row["label"], row["distance"]) for row in map(json.loads, run(words).splitlines())]


def compare(name, found, expected):
    if len(found) != len(expected):
        sys.exit(f"check_model_files: {name}: {len(found)} answers, {len(expected)} expected")
    for (label, distance), (label_expected, distance_expected) in zip(found, expected):
        # A face among the templates is at 0 here and at a rounding error of its projection there:
        # distances of grey levels are compared no finer than 1e-9 of one.
        scale = max(abs(distance), abs(distance_expected), 1.0)
        if label != label_expected or abs(distance - distance_expected) > 1e-9 * scale:
            sys.exit(
                f"check_model_files: {name}: label {label} at {distance}, expected "
                f"{label_expected} at {distance_expected}")


def check(facebench, python, name, folder):
    workspace = os.path.join(folder, "workspace")
    shown = run([python, __file__, "--versions"]).strip()
    print(f"{name}: {shown}")
    pictures = sorted(
        os.path.join(root, file)
        for root, _, files in os.walk(os.path.join(folder, "faces"))
        for file in files if file.endswith((".pgm", ".png")))[:40]
    for method in METHODS:
        expected = predictions(facebench, workspace, method, pictures)
        for suffix in SUFFIXES:
            file = os.path.join(folder, f"{method}.{suffix}")
            run([facebench, "--workspace", workspace, "--yes", "model", "save", method, file])
            answers = json.loads(
                run([python, __file__, "--predict", method, file, *pictures]))
            compare(f"{file} in {name}", [tuple(pair) for pair in answers], expected)
        # The other way round: trained and written by OpenCV.
        for suffix in ["yml", "xml", "json"]:
            file = os.path.join(folder, f"theirs-{method}.{suffix}")
            answers = json.loads(run([python, __file__, "--train", method, file, *pictures]))
            size = "x".join(map(str, answers["size"]))
            run([facebench, "--workspace", workspace, "--yes", "model", "load", "theirs", file,
                 "--method", method, "--size", size])
            compare(f"{file} by {name}", predictions(facebench, workspace, "theirs", pictures),
                    [tuple(pair) for pair in answers["answers"]])
        file = os.path.join(folder, f"{method}.h5")
        again = os.path.join(folder, f"{method}-again.h5")
        run([facebench, "--workspace", workspace, "--yes", "model", "save", method, file])
        print("  " + run([python, __file__, "--rewrite", method, file, again,
                          os.path.join(folder, f"{method}.yml")]).strip())
        run([facebench, "--workspace", workspace, "--yes", "model", "load", "again", again])
        compare(again, predictions(facebench, workspace, "again", pictures), expected)
    print(f"{name}: the same answers in every format, both ways")


# What runs inside an environment.

def recogniser(cv2, method):
    make = {"eigen": cv2.face.EigenFaceRecognizer_create,
            "fisher": cv2.face.FisherFaceRecognizer_create,
            "lbph": cv2.face.LBPHFaceRecognizer_create}
    return make[method]()


def inside(task, method, file, rest):
    import cv2
    import numpy

    def grey(path):
        return cv2.imread(path, cv2.IMREAD_GRAYSCALE)

    if task == "--predict":
        model = recogniser(cv2, method)
        model.read(file)
        print(json.dumps([model.predict(grey(path)) for path in rest]))
    elif task == "--train":
        faces = [grey(path) for path in rest]
        labels = numpy.array([index % 4 for index in range(len(faces))], numpy.int32)
        model = recogniser(cv2, method)
        model.train(faces, labels)
        model.write(file)
        height, width = faces[0].shape
        print(json.dumps({"size": [width, height],
                          "answers": [model.predict(face) for face in faces]}))
    elif task == "--rewrite":
        rewrite(cv2, numpy, method, file, *rest)


def rewrite(cv2, numpy, method, file, again, yaml):
    import h5py

    storage = cv2.FileStorage(yaml, cv2.FILE_STORAGE_READ)
    theirs = storage.getFirstTopLevelNode()
    with h5py.File(file, "r") as model:
        assert model.attrs["format"] == "facebench-model"
        assert model.attrs["algorithm"] == method
        names = ["mean", "eigenvalues", "eigenvectors"] if method != "lbph" else []
        for name in names:
            expected = theirs.getNode(name).mat()
            assert numpy.array_equal(model["model"][name][()].ravel(), expected.ravel()), name
        rows = "histograms" if method == "lbph" else "projections"
        node = theirs.getNode(rows)
        expected = numpy.vstack([node.at(index).mat() for index in range(node.size())])
        assert numpy.array_equal(model["model"][rows][()], expected), rows
        labels = model["model"]["labels"][()]
        assert labels.dtype == numpy.int32
        assert numpy.array_equal(labels, theirs.getNode("labels").mat().ravel())
        people = [text.decode("utf-8") for text in model["labels"]["names"][()]]
        assert len(people) == len(model["labels"]["ids"])
        for name, matrix in model["model"].items():
            assert matrix.fletcher32, name
        json.loads(model["preprocess"].attrs["recipe"])
        json.loads(model["train"].attrs["settings"])
        with h5py.File(again, "w") as copy:
            for key, value in model.attrs.items():
                copy.attrs[key] = value
            for group in model:
                model.copy(group, copy)
    print(f"h5py reads {os.path.basename(file)}: {len(labels)} faces of {len(people)} people")


def main():
    if sys.argv[1:2] == ["--versions"]:
        import cv2
        import h5py
        print(f"cv2 {cv2.__version__}, h5py {h5py.__version__}, HDF5 {h5py.version.hdf5_version}")
    elif len(sys.argv) > 3 and sys.argv[1].startswith("--"):
        inside(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
    elif len(sys.argv) == 2:
        facebench = os.path.abspath(sys.argv[1])
        with tempfile.TemporaryDirectory(prefix="facebench-long-") as folder:
            workspace = os.path.join(folder, "workspace")
            os.mkdir(workspace)
            commands = ["dataset synth faces --subjects 6 --angles -20:20:20 --lights 2 --seed 3"]
            commands += [f"model train {method} --on faces --method {method}" for method in METHODS]
            commands += [f"dataset export faces '{os.path.join(folder, 'faces')}'"]
            for command in commands:
                run([facebench, "--workspace", workspace, "--yes", "-c", command])
            for name, wheels in WHEELS.items():
                python = environment(folder, name, wheels)
                if python:
                    check(facebench, python, name, folder)
    else:
        sys.exit(__doc__)


main()

"""Every row: what is measured, on how much, and what it must reach. `Scripts/bench --list` shows them.

A row is a function of a `Bench` that returns results, or raises `Missing` with the reason why not.
"""
from measuring import Missing, alternately, missing, whole
from result import Attempt, Result, faster, within

ROWS = {}


def row(name, about):
    """Registers a row."""
    def register(function):
        ROWS[name] = (about, function)
        return function
    return register


# OpenCV solves eigenproblems by Jacobi's rotations, unless it was built with Eigen as Debian's is: its
# wheel on PyPI is OpenCV's own code, and by far the slower one. Both are peers; the promises were made
# on the times of Jacobi's, so these decide whether a row is met.
DEBIAN, WHEEL = "OpenCV, Debian's build", "OpenCV 4.6.0's wheel"


def beside(ours, peer):
    """Ours and a peer that may be missing, in turn; ours alone where it is."""
    times = Attempt(lambda: alternately(ours, peer))
    if times.times is None:
        return ours(), times
    mine, times.times = times.times
    return mine, times


def trained(bench, kind, count, size, ours, wanted, target):
    """Rows of one training beside both builds of OpenCV, which take minutes at 2,000 faces."""
    faces, results = bench.faces(count), []
    for name, measure, words in ((DEBIAN, bench.opencv, ""), (WHEEL, bench.wheel, target)):
        if count > 1000 and not bench.long:
            peer = Attempt(lambda: missing("takes minutes at this size: --long"))
        else:
            peer = Attempt(lambda: measure(kind, faces))
        results.append(Result(
            size, bench.jobs, ours, words, faster(peer.times, ours, wanted) if words else None,
            name, peer.times, peer.why))
    return results


@row("eigen-train", "Eigenfaces, exact, 80 components of 70x70 faces")
def eigen_train(bench):
    results = []
    for count in (1000, 2000):
        faces, size = bench.faces(count), f"n={count} d=4900 k=80"
        ours = bench.ours("eigen-train", faces)
        wanted = 1000 if ours.facts["bytes_exact"] == 1 else 500
        # OpenCV's time grows with the cube of n: the target is one for 2,000 faces.
        target = f">= {wanted} x OpenCV" if count == 2000 else ""
        results += trained(bench, "eigen-train", count, size, ours, wanted, target)
        if count == 2000:
            for kind, words in (("eigen-train", "double"), ("eigen-train-single", "single")):
                mine, sklearn = beside(
                    lambda: bench.ours("eigen-train", faces, runs=2),
                    lambda: bench.python(kind, faces, runs=2))
                target = ">= 5 x scikit-learn" if words == "double" else ""
                results.append(Result(
                    size, bench.jobs, mine, target,
                    faster(sklearn.times, mine, 5) if target else None,
                    f"scikit-learn randomized, {words}", sklearn.times, sklearn.why))
            check = bench.ours("eigen-check", faces)
            gap = check.facts["largest_axis_difference"]
            results.append(Result(
                size, bench.jobs, ours, "axes within 1e-10 of LAPACK's", gap <= 1e-10,
                note=f"largest difference {gap:.1e}"))
    return results


@row("fisher-train", "Fisherfaces of 40 people, 70x70 faces")
def fisher_train(bench):
    ours = bench.ours("fisher-train", bench.faces(1000))
    return trained(
        bench, "fisher-train", 1000, "n=1000 d=4900 C=40", ours, 90, ">= 90 x OpenCV")


@row("lbph", "LBPH training, and prediction against all templates, 70x70 faces")
def lbph(bench):
    faces, probes = bench.faces(1000), bench.faces(200, seed=2)
    results = []
    for name, files, size in (("lbph-train", [faces], "n=1000"),
                              ("lbph-predict", [faces, probes], "200 probes, 1000 templates")):
        ours, peer = alternately(
            lambda: bench.ours(name, *files, runs=2), lambda: bench.opencv(name, *files, runs=2))
        results.append(Result(f"{name[5:]}: {size}", bench.jobs, ours, ">= 3 x OpenCV",
                              faster(peer, ours, 3), "OpenCV", peer))
    return results


@row("scatter", "Training as data grows: streaming scatter, 4,900 pixels, no decoding")
def scatter(bench):
    faces = bench.faces(10000)
    results = []
    for count in [5000, 10000, 20000, 50000] + [100000] * bench.long:
        ours = bench.ours("scatter", faces, count=count)
        fits = within(ours, 30000) and ours.peak_mib <= 1024
        results.append(Result(
            f"n={count} d=4900 k=80", bench.jobs, ours,
            "<= 30 s, <= 1 GiB" if count == 100000 else "", fits if count == 100000 else None))
    return results


@row("folds", "Whole 'evaluate' commands on AT&T: leave one out (400 trainings), ten folds")
def folds(bench):
    with bench.scratch() as workspace:
        bench.att(workspace)
        results = []
        for words, size in ((["--protocol", "loo"], "leave one out, K=30"),
                            (["--protocol", "kfold", "--fold-by", "index"], "10 folds, K=30")):
            command = ["evaluate", "orl", "--method", "eigen", "--components", "30", *words]
            ours = bench.command(*command, workspace=workspace)
            results.append(
                Result(size, bench.jobs, ours, "<= 2.5 s", within(ours, 2500)))
        return results


@row("predict", "Prediction by Eigenfaces, 80 components of 70x70 faces")
def predict(bench):
    faces, probes = bench.faces(2000), bench.faces(2000, seed=2)
    model = bench.model(faces, 80)
    size = "2000 probes x 2000 templates"
    batch, loop = alternately(
        lambda: bench.ours("project-and-search", model, probes),
        lambda: bench.opencv("project-and-search", model, probes))
    found, faiss = beside(
        lambda: bench.ours("search", model, probes),
        lambda: bench.python("search", faces, probes))
    one, peer = alternately(
        lambda: bench.ours("predict-one", model, probes),
        lambda: bench.opencv("predict-one", model, probes))
    return [
        Result(size, bench.jobs, batch, ">= 30 x OpenCV's loop", faster(loop, batch, 30), "OpenCV",
               loop),
        Result(size + ", search alone", bench.jobs, found, "within 2 x of faiss",
               faster(faiss.times, found, 0.5), "faiss flat index", faiss.times, faiss.why),
        Result("one face, 2000 templates", 1, one, "<= OpenCV", faster(peer, one, 1), "OpenCV",
               peer),
    ]


@row("threshold-sweep", "Every operating point of ten million scores")
def threshold_sweep(bench):
    ours = bench.ours("threshold-sweep")
    peer = Attempt(lambda: bench.python("threshold-sweep"))
    return [Result("10 million scores", 1, ours, "<= 1 s", within(ours, 1000),
                   "scikit-learn roc_curve", peer.times, peer.why)]


@row("detector-sweep", "4 scales x 10 neighbour counts on photos, largest first")
def detector_sweep(bench):
    photos, count = bench.photos(24)
    results = []
    for folder, cascade in (("haarcascades", "haarcascade_frontalface_default"),
                            ("haarcascades", "haarcascade_frontalface_alt2"),
                            ("lbpcascades", "lbpcascade_frontalface_improved")):
        file = {"cascade-file": f"/usr/share/opencv4/{folder}/{cascade}.xml"}
        ours, peer = alternately(
            lambda: bench.ours("detector-sweep", photos, cascade=cascade, runs=1),
            lambda: bench.opencv("detector-sweep", photos, runs=1, **file), rounds=bench.runs)
        results.append(Result(f"{count} photos, {cascade}", bench.jobs, ours,
                              "<= 1.05 x four ungrouped runs", faster(peer, ours, 1 / 1.05),
                              "OpenCV, four ungrouped runs", peer))
    return results


@row("decode", "JPEG faces of 92x112 through the helper processes, then 70x70 and equalised")
def decode(bench):
    folder, results = bench.jpegs(10000), []
    for size, ours, peer in (
            # Both have their libraries by then: ours the helpers of its first run.
            ("10,000 faces, libraries loaded", bench.ours, bench.opencv),
            # What a user waits for: both load OpenCV's codecs, ours once a helper.
            ("10,000 faces, from process start", bench.ours_whole, bench.opencv_whole)):
        mine, theirs = alternately(
            lambda: ours("decode", folder, count=10000),
            lambda: peer("decode", folder, count=10000))
        results.append(Result(size, bench.jobs, mine, "<= 1.1 x decoding in process",
                              faster(theirs, mine, 1 / 1.1), "OpenCV in process", theirs))
    return results


@row("model-files", "AT&T-like model with all components as YAML and as HDF5")
def model_files(bench):
    faces = bench.faces(400, (92, 112))
    yaml, hdf5 = bench.model(faces), bench.model(faces, suffix=".h5")
    file_mib = yaml.stat().st_size / 1048576
    size = f"{file_mib:.0f} MiB of YAML"
    with bench.scratch() as scratch:
        save, opencv_save = alternately(
            lambda: bench.ours("model-save", yaml, f"{scratch}/saved.yml", runs=2),
            lambda: bench.opencv("model-save", yaml, f"{scratch}/opencv.yml", runs=2))
        save5 = bench.ours("model-save", yaml, f"{scratch}/saved.h5")
    load, load5, opencv_load = alternately(
        lambda: bench.ours("model-load", yaml, runs=2),
        lambda: bench.ours("model-load", hdf5, runs=2),
        lambda: bench.opencv("model-load", yaml, runs=2))
    show = bench.ours("model-show", hdf5)

    def extra(times):
        return f"extra memory {times.facts['extra_mib']:.0f} MiB"

    frugal = load.facts["extra_mib"] <= file_mib and save.facts["extra_mib"] <= file_mib
    ratio = load.median / load5.median
    return [
        Result("save YAML, " + size, bench.jobs, save, ">= 3 x OpenCV",
               faster(opencv_save, save, 3), "OpenCV", opencv_save, extra(save)),
        Result("load YAML, " + size, bench.jobs, load, ">= 4 x OpenCV, extra memory <= file",
               faster(opencv_load, load, 4) and frugal, "OpenCV", opencv_load, extra(load)),
        Result("save HDF5", 1, save5, note=extra(save5)),
        Result("load HDF5, checksums on", 1, load5, ">= 20 x OpenCV's YAML, >= 4 x ours",
               faster(opencv_load, load5, 20) and ratio >= 4, "OpenCV YAML", opencv_load,
               f"{ratio:.1f} x our YAML, {extra(load5)}"),
        Result("'model show' of HDF5", 1, show, note="reads no vectors"),
    ]


@row("start-up", "Whole processes from start to end")
def start_up(bench):
    with bench.scratch() as workspace:
        runs = max(20, bench.runs)
        opencv = whole([bench.opencv_program, "--version"], runs)
        version = whole([bench.facebench, "--version"], runs)
        listing = whole([bench.facebench, "--workspace", workspace, "-c", "dataset list"], runs)
    return [
        Result("--version", 1, version, "<= 30 ms", within(version, 30), "an OpenCV program",
               opencv),
        Result("-c 'dataset list'", 1, listing, "<= 45 ms", within(listing, 45),
               "an OpenCV program", opencv),
    ]


@row("heads", "Synthetic heads of 128x128")
def heads(bench):
    with bench.scratch() as workspace:
        # 40 people x 25 angles.
        words = ["dataset", "synth", "heads", "--subjects", "40", "--angles", "-60:60:5",
                 "--lights", "1", "--size", "128x128"]
        ours = bench.command(
            *words, workspace=workspace,
            before=lambda: bench.forget(f"{workspace}/datasets"))
        return [Result("1,000 heads", bench.jobs, ours, "<= 8 s", within(ours, 8000))]


@row("dataset-million", "A catalogue of a million rows (100,000 without --long)")
def dataset_million(bench):
    try:
        import million
    except ImportError:
        raise Missing("Scripts/benchmarks/million.py is not there") from None
    rows = 1_000_000 if bench.long else 100_000
    workspace = bench.folder / f"million-{rows}"
    if not (workspace / "datasets" / "big").is_dir():
        million.make(bench.facebench, workspace, rows)
    results, size = [], f"{rows:,} rows"
    for name, words in million.commands(workspace).items():
        ours = bench.command(*words, workspace=workspace)
        fits = within(ours, 5000) and ours.peak_mib <= 500
        results.append(Result(f"{name}, {size}", bench.jobs, ours,
                              "<= 5 s, <= 500 MiB" if bench.long else "",
                              fits if bench.long else None))
    count = 100_000 if bench.long else 20_000
    source = bench.folder / f"million-source-{count}"
    if not source.is_dir():
        million.source(source, count // million.PER_PERSON, million.PER_PERSON)
    with bench.scratch() as scratch:
        # Each into a dataset of its own, none of which goes before the end: a file system looks for
        # a place among those of files that were just deleted, and that takes longer than the import.
        names = iter(range(1000))
        ours = whole(
            lambda: [bench.facebench, "--workspace", scratch, "--jobs", str(bench.jobs), "--quiet",
                     "dataset", "import", f"taken{next(names)}", str(source), "--no-decode"],
            bench.runs)
    each = count / ours.median * 1000
    results.append(Result(
        f"import without decoding, {count:,} rows", bench.jobs, ours, ">= 5,000 rows a second",
        each >= 5000, note=f"{each:.0f} rows a second"))
    return results


@row("scatter-dataset", "'model train' on a dataset of more faces than pixels, as it grows")
def scatter_dataset(bench):
    import made_faces
    side, components, results, before = 40, 10, [], None
    for count in (10000, 20000):
        with bench.scratch() as workspace:
            made_faces.folder(f"{workspace}/made", count, side)
            bench.do("dataset", "import", "many", f"{workspace}/made", workspace=workspace)
            bench.forget(f"{workspace}/made")
            ours = bench.command(
                "model", "train", "gate", "--on", "many", "--method", "eigen", "--components",
                str(components), workspace=workspace)
        size = f"n={count} d={side * side} k={components}"
        if before is None:
            results.append(Result(size, bench.jobs, ours))
        else:
            each = (ours.peak_mib - before.peak_mib) * 1048576 / 10000
            # The catalogue's row and a digest; the templates in the model and as they are written.
            allowed = 512 + 2 * 8 * components
            results.append(Result(
                size, bench.jobs, ours, f"<= {allowed} bytes more a face of {side * side}",
                each <= allowed, note=f"{each:.0f} bytes more a face"))
        before = ours
    return results


@row("dataset-decoded", "Near-duplicates among decoded faces: 20,000 (200,000 with --long)")
def dataset_decoded(bench):
    import million
    rows = 200_000 if bench.long else 20_000
    workspace = bench.folder / f"decoded-{rows}"
    if not (workspace / "datasets" / "big").is_dir():
        million.make(bench.facebench, workspace, rows)
        million.decode(workspace, rows)
    commands = million.commands(workspace)
    return [
        Result(f"{name}, {rows:,} faces", bench.jobs,
               bench.command(*commands[name], workspace=workspace))
        for name in ("split", "check")]

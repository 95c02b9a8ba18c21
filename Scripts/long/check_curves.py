#!/usr/bin/env python3
"""Compares facebench's curves with scikit-learn's and pyeer's, to 1e-12.

Usage: check_curves.py FACEBENCH

Needs Python packages beside the standard: pip install scikit-learn pyeer. Skips, and says so, without
them. Two parts:

1. The golden facts of Tests/FaceEvaluationTests/GoldenCurveTests.swift are computed again and looked up
   in that file: scores by formula, exact in binary, ties included.
2. A result on rendered faces is exported for pyeer, for Bob and as CSV; the files are read back as those
   tools read them, and every point of facebench's ROC, its AUC, EER, d' and rates must be what
   scikit-learn and pyeer make of the same files.

pyeer counts a score that both kinds share differently from scikit-learn (it moves along one kind at a
time), so it is asked about scores without such ties only; its EER is the mean over two thresholds,
facebench's is read at one, so EER is compared with scikit-learn's curve under facebench's own rule.
"""
import csv, importlib.metadata, json, math, os, pathlib, re, sys, tempfile

from program import run, skip

try:
    import numpy as np
    from pyeer.eer_info import get_eer_stats
    from scipy.stats import norm
    from sklearn.metrics import roc_auc_score, roc_curve
except ImportError as missing:
    skip(missing, "scikit-learn pyeer")

TOLERANCE = 1e-12
GOLDEN = pathlib.Path(__file__).parents[2] / "Tests/FaceEvaluationTests/GoldenCurveTests.swift"


def near(ours, theirs, what):
    if not math.isclose(ours, theirs, rel_tol=0, abs_tol=TOLERANCE):
        sys.exit(f"check_curves: {what}: facebench {ours!r}, expected {theirs!r}")


def sklearn_rates(genuine, impostor):
    """FMR and TMR just above every distinct distance: {distance: (fmr, tmr)}, first by scikit-learn."""
    truth = np.r_[np.ones(len(genuine)), np.zeros(len(impostor))]
    # Its scores rise with likeness, and it calls a score positive from the threshold on.
    similarity = -np.r_[genuine, impostor]
    fpr, tpr, thresholds = roc_curve(truth, similarity, drop_intermediate=False)
    assert fpr[0] == 0 and tpr[0] == 0 and np.isinf(thresholds[0])
    rates = {-t: (f, p) for f, p, t in zip(fpr[1:], tpr[1:], thresholds[1:])}
    return rates, roc_auc_score(truth, similarity)


def equal_error(rates, genuine, impostor):
    """facebench's rule on those rates: the lowest threshold with the least |FMR - FNMR|."""
    best = (len(genuine) * len(impostor), 1.0)
    for distance in sorted(rates):
        fmr, tmr = rates[distance]
        gap = abs(round(fmr * len(impostor)) * len(genuine)
                  - round((1 - tmr) * len(genuine)) * len(impostor))
        if gap < best[0]:
            best = (gap, (fmr + 1 - tmr) / 2)
    return best[1]


def golden_facts():
    """What the golden test holds, by name."""
    genuine = np.array([(i * 7919) % 23 / 64 for i in range(50)])
    impostor = np.array([((i * 104729) % 29 + 12) / 64 for i in range(300)])
    rates, auc = sklearn_rates(genuine, impostor)
    facts = {"scikit-learn AUC": auc, "pyeer d'": get_eer_stats(
        list(genuine), list(impostor), ds_scores=True).decidability}
    for step in range(41):
        fmr, tmr = rates[step / 64]
        facts[f"scikit-learn FMR above {step}/64"] = fmr
        facts[f"scikit-learn TMR above {step}/64"] = tmr
    shifted = impostor + 1 / 128
    stats = get_eer_stats(list(genuine), list(shifted), ds_scores=True)
    facts["pyeer AUC"] = stats.auc
    facts["pyeer d', shifted"] = stats.decidability
    by_threshold = {t: (a, b) for t, a, b in zip(stats.thrs, stats.fmr, stats.fnmr)}
    for score in (71, 43, 33, 37, 14):
        facts[f"pyeer FMR at {score}/128"], facts[f"pyeer FNMR at {score}/128"] = (
            by_threshold[score / 128])
    for name in ("fmr0", "fmr100", "fmr20"):
        facts[f"pyeer FNMR at {name}"] = getattr(stats, name)
    for share in (0.975, 0.001, 1e-10, 0.02):
        facts[f"SciPy probit of {share}"] = norm.ppf(share)
    return facts


def check_golden():
    text = GOLDEN.read_text()
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]
    for name, value in golden_facts().items():
        if not any(math.isclose(value, n, rel_tol=0, abs_tol=TOLERANCE) for n in numbers):
            sys.exit(f"check_curves: {GOLDEN.name} lacks {name} = {value!r}")
    for package in ("scikit-learn", "pyeer", "scipy"):
        version = importlib.metadata.version(package)
        if version not in text:
            print(f"check_curves: facts agree with {package} {version}, the test names another version")


def rows(text):
    return [json.loads(line) for line in text.splitlines()]


def check_result(facebench, workspace, name):
    base = os.path.join(workspace, name)
    run(facebench, workspace, f"results export {name} {base} --scores pyeer",
        f"results export {name} {base}.bob --scores bob", f"results export {name} {base}.csv")
    genuine, impostor = (np.loadtxt(base + suffix, ndmin=1) for suffix in (".genuine", ".impostor"))

    # The three files hold the same scores.
    bob = [line.split(" ") for line in open(base + ".bob")]
    assert all(len(fields) == 4 for fields in bob)
    for own, scores in ((True, genuine), (False, impostor)):
        similarities = [float(f[3]) for f in bob if (f[0] == f[1]) == own]
        assert sorted(-s for s in similarities) == sorted(scores), f"{name}: Bob's file differs"
    with open(base + ".csv", newline="") as file:
        table = [row for row in csv.DictReader(file) if row["part"] == "eval"]
    for own, scores in ((True, genuine), (False, impostor)):
        distances = [float(r["distance"]) for r in table
                     if (r["subject"] == r["gallery_subject"]) == own]
        assert sorted(distances) == sorted(scores), f"{name}: the CSV differs"

    rates, auc = sklearn_rates(genuine, impostor)
    sheet = {r["rate"]: r for r in rows(run(
        facebench, workspace, f"results show {name} --by rates --json"))}
    near(sheet["auc"]["value"], auc, f"{name}: AUC")
    near(sheet["eer"]["value"], equal_error(rates, genuine, impostor), f"{name}: EER")
    stats = get_eer_stats(list(genuine), list(impostor), ds_scores=True)
    near(sheet["d_prime"]["value"], stats.decidability, f"{name}: d'")

    # Every drawn point of the ROC is one of scikit-learn's, and all of those are drawn where they fit.
    known = {(round(f, 12), round(t, 12)) for f, t in rates.values()} | {(0.0, 0.0)}
    drawn = {(round(p["x"], 12), round(p["y"], 12))
             for p in rows(run(facebench, workspace, f"plot roc {name} --json"))}
    assert drawn <= known, f"{name}: points of the ROC that scikit-learn does not have: {drawn - known}"

    # Every operating point, at thresholds just above a score, and at the scores themselves.
    swept = rows(run(
        facebench, workspace, f"threshold sweep {name} --part eval --points 1000000 --json"))
    distances = sorted(rates)
    for row in swept:
        below = [d for d in distances if d < row["threshold"]]
        fmr, tmr = rates[below[-1]] if below else (0.0, 0.0)
        near(row["fmr"], fmr, f"{name}: FMR at {row['threshold']}")
        near(1 - row["fnmr"], tmr, f"{name}: TMR at {row['threshold']}")
    shared = set(genuine) & set(impostor)
    if not shared:
        # pyeer's own points, where no score is shared by both kinds.
        own = {t: (a, b) for t, a, b in zip(stats.thrs, stats.fmr, stats.fnmr)}
        for distance, (fmr, tmr) in rates.items():
            if distance in own:
                near(fmr, own[distance][0], f"{name}: pyeer's FMR at {distance}")
                near(1 - tmr, own[distance][1], f"{name}: pyeer's FNMR at {distance}")
    return len(swept), len(drawn), len(genuine), len(impostor)


def main():
    check_golden()
    facebench = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as workspace:
        run(facebench, workspace, "dataset synth heads --subjects 12 --angles -30:30:15 --lights 2",
            "evaluate heads --method eigen,fisher,lbph --components 10 --unknown 0.25 --dev 0.5 --as r")
        for name in ("r-eigen-10", "r-fisher", "r-lbph"):
            points, drawn, own, other = check_result(facebench, workspace, name)
            print(f"check_curves: {name}: {own} genuine and {other} impostor scores, {points} operating "
                  f"points and {drawn} points of the ROC agree to {TOLERANCE}")
    versions = ", ".join(f"{p} {importlib.metadata.version(p)}" for p in ("scikit-learn", "pyeer"))
    print(f"check_curves: golden facts and results agree with {versions}")


main()

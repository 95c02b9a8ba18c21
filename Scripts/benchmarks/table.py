"""The table of results: for people, and as Scripts/benchmarks/RESULTS.md."""


def milliseconds(value):
    if value is None:
        return "-"
    if value >= 10000:
        return f"{value / 1000:.1f} s"
    return f"{value:.0f} ms" if value >= 100 else f"{value:.3g} ms"


def spread(times):
    if len(times.wall) == 1:
        return milliseconds(times.median) + " (once)"
    least, most = min(times.wall), max(times.wall)
    return f"{milliseconds(least)} / {milliseconds(times.median)} / {milliseconds(most)}"


def verdict(result):
    if not result.target:
        return ""
    return {True: "met", False: "MISSED", None: "not told"}[result.met]


HEADS = ["row", "size", "threads", "ours (min / median / max)", "cpu", "peak", "peer", "its time",
         "its cpu", "its peak", "ratio", "must reach", "", "note"]


def cells(row, result):
    ours, peer = result.ours, result.peer
    return [
        row, result.size, str(result.threads), spread(ours), milliseconds(ours.cpu_median),
        f"{ours.peak_mib:.0f} MiB", result.peer_name, spread(peer) if peer else "",
        milliseconds(peer.cpu_median) if peer else "", f"{peer.peak_mib:.0f} MiB" if peer else "",
        f"{result.ratio:.3g}" if result.ratio else "", result.target, verdict(result), result.note]


def text(row, result):
    """A few lines for who watches."""
    parts = [f"{row}: {result.size}: {spread(result.ours)}, cpu "
             f"{milliseconds(result.ours.cpu_median)}, {result.ours.peak_mib:.0f} MiB"]
    if result.peer:
        parts.append(f"{result.peer_name}: {spread(result.peer)}, cpu "
                     f"{milliseconds(result.peer.cpu_median)}, {result.peer.peak_mib:.0f} MiB, "
                     f"ratio {result.ratio:.3g}")
    if result.target:
        parts.append(f"{result.target}: {verdict(result)}")
    if result.note:
        parts.append(result.note)
    return "\n    ".join(parts)


def markdown(measured, missing, machine, load, command):
    lines = ["# Measured", "", f"Written by `{command}`; `NOTES.md` tells what dominates each row.",
             ""]
    lines += [f"- {name.replace('_', ' ')}: {value}" for name, value in machine.items()]
    lines.append(f"- load of the machine before the first row, over a minute: {load:.1f}")
    lines += ["", "| " + " | ".join(HEADS) + " |", "|" + " --- |" * len(HEADS)]
    for row, result in measured:
        lines.append("| " + " | ".join(cells(row, result)) + " |")
    missed = [f"{row} ({result.size}): {result.target}" for row, result in measured
              if result.target and result.met is False]
    unknown = [f"{row} ({result.size}): {result.target}; {result.note}" for row, result in measured
               if result.target and result.met is None]
    lines += ["", "## Rows that miss", ""] + ([f"- {line}" for line in missed] or ["None."])
    lines += ["", "## Not told here", ""]
    lines += [f"- {line}" for line in unknown] + [f"- {row}: {why}" for row, why in missing]
    if not unknown and not missing:
        lines.append("Nothing.")
    return "\n".join(lines) + "\n"

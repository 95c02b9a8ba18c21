"""A measured row, what it must reach, and whether it does."""


class Result:
    """One line of the table.

    `target` is words; `met` is True, False, or None where it cannot be told here; `ratio` is the
    peer's median over ours.
    """

    def __init__(self, size, threads, ours, target="", met=None, peer_name="", peer=None, note=""):
        self.size, self.threads, self.ours = size, threads, ours
        self.target, self.met = target, met
        self.peer_name, self.peer, self.note = peer_name, peer, note

    @property
    def ratio(self):
        return self.peer.median / self.ours.median if self.peer else None

    def record(self, row):
        return {
            "row": row, "size": self.size, "threads": self.threads, **self.ours.record(),
            "peer": self.peer_name or None, "peer_times": self.peer.record() if self.peer else None,
            "ratio": self.ratio,
            # Less at the mercy of what else runs on the machine.
            "cpu_ratio": self.peer.cpu_median / self.ours.cpu_median
            if self.peer and self.ours.cpu_median else None,
            "target": self.target or None, "met": self.met, "note": self.note or None}


def faster(peer, ours, times):
    """Whether ours is `times` times as fast as the peer; None without a peer."""
    return peer.median / ours.median >= times if peer else None


def within(ours, milliseconds):
    return ours.median <= milliseconds


class Attempt:
    """A peer that may be missing: its times, or why there are none."""

    def __init__(self, measure):
        from measuring import Missing
        self.times, self.why = None, ""
        try:
            self.times = measure()
        except Missing as why:
            self.why = str(why)

"""What a row is given: programs, files made once and shared by ours and every peer, settings."""
import json
import shutil
import subprocess
import tempfile

import building
import measuring
from measuring import Missing


class Bench:
    def __init__(self, programs, peers, options, data):
        self.programs, self.folder, self.data = programs, building.folder(), data
        self.runs, self.jobs, self.long = options.runs, options.jobs, options.long
        self.facebench = programs / "facebench"
        self._peers_wanted, self._python, self._opencv = peers, None, None

    # Programs

    def ours(self, row, *files, **settings):
        """Times of a row inside facebench-benchmarks."""
        return measuring.inside(
            [self.programs / "facebench-benchmarks", row, *map(str, files), *self._words(settings)])

    def opencv(self, row, *files, **settings):
        return measuring.inside([self.opencv_program, row, *map(str, files), *self._words(settings)])

    def ours_whole(self, row, *files, **settings):
        """Times of whole processes that run a row once, helpers that they started included."""
        return self._whole([self.programs / "facebench-benchmarks", row], files, settings)

    def opencv_whole(self, row, *files, **settings):
        return self._whole([self.opencv_program, row], files, settings)

    def _whole(self, program, files, settings):
        words = self._words({**settings, "runs": 0})
        return measuring.whole([*program, *map(str, files), *words], self.runs)

    @property
    def opencv_program(self):
        self._opencv = self._opencv or building.opencv_peer(self.folder)
        return self._opencv

    def python(self, row, *files, **settings):
        if not self._peers_wanted:
            raise Missing("only with --peers")
        if self._python is None:
            try:
                self._python = building.python_peers(self.folder)
            except Missing as why:
                self._python = why
        if isinstance(self._python, Missing):
            raise self._python
        return measuring.inside(
            [self._python, building.HERE / "python" / "peer.py", row, *map(str, files),
             *self._words(settings)])

    def wheel(self, row, *files, **settings):
        """OpenCV as its authors build it, from PyPI."""
        return self.python(f"opencv-{row}", *files, **settings)

    def _words(self, settings):
        settings = {"runs": self.runs, "jobs": self.jobs, **settings}
        return [word for name, value in settings.items() for word in (f"--{name}", str(value))]

    # Whole commands

    def command(self, *words, workspace, before=None, runs=None):
        """Times of whole `facebench` commands."""
        return measuring.whole(
            [self.facebench, "--workspace", workspace, "--jobs", str(self.jobs), "--quiet", *words],
            runs or self.runs, before=before)

    def do(self, *words, workspace):
        """Runs one `facebench` command that is not measured; its rows."""
        done = subprocess.run(
            [str(self.facebench), "--workspace", str(workspace), "--json", "--quiet", *words],
            capture_output=True, text=True)
        if done.returncode not in (0, 3):
            raise Missing(f"facebench {' '.join(words[:2])}: {done.stderr.strip()[-200:]}")
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def scratch(self):
        """A folder that is gone at the end; on the same disk as everything else."""
        return tempfile.TemporaryDirectory(dir=self.folder)

    # Files

    def faces(self, count, size=(70, 70), seed=1):
        """A file of faces: AT&T's, tiled and perturbed, where FACEBENCH_DATA has them."""
        kind = "att" if self.data else "made"
        path = self.folder / f"{kind}-{count}-{size[0]}x{size[1]}-{seed}.faces"
        if not path.exists():
            extra = {"from": str(self.data / "orl_faces")} if self.data else {}
            unfinished = path.with_suffix(".part")
            self.ours("make-faces", unfinished, count=count, width=size[0], height=size[1],
                      seed=seed, people=40, **extra)
            unfinished.rename(path)
        return path

    def model(self, faces, components=0, suffix=".yml"):
        """Eigenfaces of a file of faces, all components unless told."""
        path = self.folder / f"{faces.stem}-k{components or 'all'}{suffix}"
        if not path.exists():
            self.ours("make-model", faces, path, components=components)
        return path

    def jpegs(self, count):
        folder = self.folder / f"jpegs-{count}"
        if not (folder / f"{count - 1}.jpg").exists():
            self.opencv("make-jpegs", self.faces(1000, (92, 112)), folder, count=count)
        return folder

    def photos(self, most):
        """A list of graymaps of whole photos with faces."""
        if not self.data or not (self.data / "caltech_faces").is_dir():
            raise Missing("FACEBENCH_DATA with caltech_faces is needed")
        pictures = sorted((self.data / "caltech_faces").glob("p*/*.jpg"))[:most]
        names, folder = self.folder / "photos.txt", self.folder / f"photos-{len(pictures)}"
        names.write_text("".join(f"{picture}\n" for picture in pictures))
        if not folder.is_dir():
            self.opencv("make-graymaps", names, folder)
        listed = self.folder / f"graymaps-{len(pictures)}.txt"
        listed.write_text("".join(f"{folder}/{i}.pgm\n" for i in range(len(pictures))))
        return listed, len(pictures)

    def att(self, folder):
        """A workspace that holds AT&T's faces as the dataset 'orl'."""
        if not self.data:
            raise Missing("FACEBENCH_DATA with orl_faces is needed")
        self.do("dataset", "import", "orl", str(self.data / "orl_faces"), workspace=folder)

    def forget(self, folder):
        shutil.rmtree(folder, ignore_errors=True)

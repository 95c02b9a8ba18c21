#!/usr/bin/env python3
"""Opens a report in headless Chromium: it must load nothing, and look like a page.

Usage: check_report.py FACEBENCH [FOLDER]

Makes a workspace of rendered faces, writes a report, and takes screenshots at the width of a desk and
of a phone, in light and dark, into FOLDER (a temporary one when left out). Every address that Chromium
asks for is read from its network log: there may be none but the page itself. Skips, and says so, where
no chromium is on the PATH. Needs gnuplot.
"""
import json, os, pathlib, shutil, struct, subprocess, sys, tempfile, zlib


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def pixels(path):
    """Width, height and rows of grey means of a PNG of 8-bit RGB or RGBA, by the standard alone."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    position, packed = 8, b""
    while position < len(data):
        (length,) = struct.unpack(">I", data[position:position + 4])
        kind = data[position + 4:position + 8]
        body = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), (depth, colour)
            channels = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += body
        position += 12 + length
    raw = zlib.decompress(packed)
    stride = width * channels
    previous = bytearray(stride)
    rows = []
    for y in range(height):
        start = y * (stride + 1)
        rule, line = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for x in range(stride):
            left = line[x - channels] if x >= channels else 0
            above = previous[x]
            corner = previous[x - channels] if x >= channels else 0
            if rule == 1:
                line[x] = (line[x] + left) & 255
            elif rule == 2:
                line[x] = (line[x] + above) & 255
            elif rule == 3:
                line[x] = (line[x] + (left + above) // 2) & 255
            elif rule == 4:
                guess = left + above - corner
                near = min((abs(guess - left), 0), (abs(guess - above), 1), (abs(guess - corner), 2))
                line[x] = (line[x] + (left, above, corner)[near[1]]) & 255
        rows.append(line)
        previous = line
    return width, height, channels, rows


def addresses(log):
    """Everything that Chromium asked the network for."""
    text = log.read_text()
    try:
        events = json.loads(text)
    except json.JSONDecodeError:
        events = json.loads(text.rstrip().rstrip(",") + "]}")
    found = set()
    for event in events["events"]:
        url = (event.get("params") or {}).get("url")
        if url:
            found.add(url)
    return found


def main():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        print("check_report: no chromium on the PATH, skipped")
        return
    facebench = os.path.abspath(sys.argv[1])
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as workspace:
        page = folder / "report.html"
        run(facebench, "--workspace", workspace, "--quiet",
            "-c", "dataset synth heads --subjects 12 --angles -30:30:15 --lights 2",
            "-c", "evaluate heads --method eigen,lbph --components 20 --unknown 0.25 --dev 0.5 --as r",
            "-c", f"report r-eigen-20 r-lbph '{page}'")

    def open_page(address, shot, width, height, scheme):
        """Takes the screenshot; the addresses that the page asked for."""
        log = folder / "network.json"
        for stale in (shot, log):
            stale.unlink(missing_ok=True)
        subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--no-first-run",
             f"--user-data-dir={folder / 'profile'}",
             f"--blink-settings=preferredColorScheme={scheme}", f"--log-net-log={log}",
             f"--window-size={width},{height}", f"--screenshot={shot}", address],
            capture_output=True, timeout=120, check=True)
        # What the browser asks for by itself is not the page's doing; it asks its maker.
        makers = (".google.com/", ".googleapis.com/", ".gvt1.com/")
        return {a for a in addresses(log) if a.startswith(("http:", "https:", "ftp:", "ws"))
                and not any(maker in a for maker in makers)}

    # First that a page which does load something would be caught.
    leaky = folder / "leaky.html"
    leaky.write_text('<img src="http://127.0.0.1:9/a.png">')
    assert open_page(leaky.as_uri(), folder / "leaky.png", 400, 300, 1), "requests are not seen"
    for width, height in ((1200, 3600), (390, 3600)):
        grounds = {}
        for scheme, number in (("dark", 0), ("light", 1)):
            shot = folder / f"report-{width}-{scheme}.png"
            asked = open_page(page.as_uri(), shot, width, height, number)
            assert not asked, f"the page asked for {asked}"
            shown_width, shown_height, channels, rows = pixels(shot)
            assert (shown_width, shown_height) == (width, height), (shown_width, shown_height)
            values = {bytes(row[x:x + 3]) for row in rows[::7] for x in range(0, len(row), channels * 5)}
            assert len(values) > 100, f"{shot} is nearly empty: {len(values)} colours"
            grounds[scheme] = sum(rows[2][:3]) / 3
            # The right margin stays free: nothing runs out of the window.
            edge = {bytes(row[-channels:][:3]) for row in rows}
            assert len(edge) == 1, f"{shot}: something touches the right edge"
        assert grounds["dark"] < 60 < 200 < grounds["light"], grounds
    printed = folder / "report.pdf"
    run(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={printed}", page.as_uri())
    if shutil.which("pdftotext"):
        # Words beyond the edge of the paper are not among those of a PDF.
        words = run("pdftotext", printed, "-").split()
        # The last column of the widest table, and what is folded away on a screen.
        for word in ("predict", "formatVersion"):
            assert any(word in w for w in words), f"'{word}' is cut off where the page is printed"
    print(f"check_report: loads nothing, fits 1200 and 390 pixels, light and dark; see {folder}")


main()

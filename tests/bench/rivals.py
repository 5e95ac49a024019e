#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same seeded graphs laid out and drawn by Tosaic, Netron and Model Explorer, as ratios within one run.

    python3 tests/bench/rivals.py --tosaic build/release/bin/tosaic --writer build/release/bin/write_sample

From the start of opening until every node is drawn. Tosaic's number is what `tosaic --bench-open` prints (with the start of its process); the rivals run
from their PyPI packages in a headless Chromium that is already up, which favours them: counted is from navigation until their picture stands still.
Memory is that of all processes that take part. What cannot be installed or does not end within --limit is said in words and has no ratio.
"""
import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import venv
from pathlib import Path

PACKAGES = ["netron", "ai-edge-model-explorer", "playwright"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
STILL = 0.6  # s without a change: the picture is complete


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tosaic", required=True, help="the program tosaic")
    parser.add_argument("--writer", required=True, help="the program write_sample")
    parser.add_argument("--families", nargs="+", default=["cnn", "inception", "decoder"])
    parser.add_argument("--operators", nargs="+", type=int, default=[300, 1000, 3000])
    parser.add_argument("--limit", type=float, default=180, help="seconds for one picture")
    parser.add_argument("--environment", help="a virtual environment that is kept and reused; a temporary one without")
    parser.add_argument("--json", help="also write all numbers here")
    return parser.parse_args()


def environment(folder: Path) -> tuple[str | None, str]:
    """An interpreter with the rivals' packages, or why there is none."""
    python = folder / "bin" / "python"
    try:
        if not python.exists():
            venv.create(folder, with_pip=True)
        probe = [str(python), "-c", "import netron, model_explorer, playwright"]
        if subprocess.run(probe, capture_output=True).returncode:
            subprocess.run([str(python), "-m", "pip", "install", "-q", *PACKAGES], check=True, capture_output=True, text=True, timeout=900)
    except (subprocess.SubprocessError, OSError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        return None, f"{' and '.join(PACKAGES)} could not be installed: {said[-1] if said else error}"
    return str(python), ""


def browser() -> tuple[str | None, str]:
    for name in BROWSERS:
        if path := shutil.which(name):
            return path, ""
    if shutil.which("apt-get") and os.geteuid() == 0:
        done = subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], capture_output=True, text=True)
        if path := shutil.which("chromium"):
            return path, ""
        return None, f"chromium could not be installed by apt: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"
    return None, "there is no Chromium here, and without root none can be installed"


def tree_mebibytes(root: int) -> float:
    """Resident memory of a process and all below it."""
    parents, sizes = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            sizes[int(entry.name)] = int((entry / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            parents[int(entry.name)] = int(fields[1])
        except (OSError, IndexError):
            continue  # ended meanwhile
    total = 0
    for pid, size in sizes.items():
        at = pid
        while at and at != root:
            at = parents.get(at, 0)
        total += size if at == root else 0
    return total / 2**20


class Peak(threading.Thread):
    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.peak, self.ended = pid, 0.0, threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.2):
            self.peak = max(self.peak, tree_mebibytes(self.pid))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port: int, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("its server did not answer")


# One rival on one file, in the environment with the packages: prints one line of JSON.
# What is counted: Netron has an SVG group for each node, which has a place once it is laid out; Model Explorer draws with WebGL, once its panel of a graph stands there.
DRAWN = {"netron": "svg g.node[transform]", "model-explorer": "graph-panel webgl-renderer canvas.main"}


def serve(tool: str, path: str, port: int) -> tuple[subprocess.Popen, str]:
    if tool == "netron":
        code = f"import netron, time; netron.serve({path!r}, None, address=('127.0.0.1', {port})); time.sleep(100000)"
        command, url = [sys.executable, "-c", code], f"http://127.0.0.1:{port}/"
    else:
        program = str(Path(sys.executable).parent / "model-explorer")
        command = [program, path, "--host", "127.0.0.1", "--port", str(port), "--no_open_in_browser"]
        url = f"http://127.0.0.1:{port}/?data=" + urllib.parse.quote(json.dumps({"models": [{"url": path}]}))
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), url


def measure(tool: str, path: str, chromium: str, operators: int, limit: float) -> dict:
    from playwright.sync_api import sync_playwright
    port = free_port()
    server, url = serve(tool, path, port)
    watch = Peak(os.getpid())
    watch.start()
    try:
        wait_for(port)
        with sync_playwright() as play:
            page = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--use-gl=swiftshader", "--enable-unsafe-swiftshader"]).new_page()
            page.set_default_timeout(limit * 1000)
            begun = time.monotonic()
            page.goto(url)
            if tool == "netron":  # asks first whether it may report errors, and opens nothing before
                button = page.locator("#message-button")
                button.wait_for()
                begun = time.monotonic()
                button.click()
            least = 0.8 * operators if tool == "netron" else 1
            seen, since = -1, begun
            while time.monotonic() - begun < limit:
                now = page.locator(DRAWN[tool]).count()
                if now != seen:
                    seen, since = now, time.monotonic()
                if seen >= least and time.monotonic() - since > STILL:
                    # A page that still lays out does not answer: the screenshot waits for its next frame.
                    asked = time.monotonic()
                    page.screenshot()
                    if time.monotonic() - asked < STILL + 2:
                        return {"ms": round(1000 * (since - begun)), "mb": round(watch.peak)}
                    since = time.monotonic()
                time.sleep(0.02)
            return {"why": f"not done after {limit:.0f} s ({seen} nodes)", "mb": round(watch.peak)}
    finally:
        watch.ended.set()
        server.kill()
        server.wait()


def rival(python: str, tool: str, path: Path, chromium: str, operators: int, limit: float) -> dict:
    command = [python, __file__, "--measure", tool, str(path), chromium, str(operators), str(limit)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit + 120)
        return json.loads(done.stdout.strip().splitlines()[-1])
    except subprocess.TimeoutExpired:
        return {"why": f"stopped after {limit + 120:.0f} s"}
    except (ValueError, IndexError):
        return {"why": (done.stderr.strip().splitlines() or ["it ended without an answer"])[-1]}


def tosaic(program: str, path: Path, limit: float) -> dict:
    try:
        done = subprocess.run([program, "--bench-open", str(path)], capture_output=True, text=True, timeout=limit, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"})
        numbers = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("{")))
        return {"ms": round(numbers["all_ops_ms"]), "mb": round(numbers["peak_rss_mb"])}
    except subprocess.TimeoutExpired:
        return {"why": f"not done after {limit:.0f} s"}
    except (StopIteration, ValueError, KeyError):
        return {"why": (done.stderr.strip().splitlines() or ["it printed no line"])[-1]}


def said(numbers: dict) -> str:
    return f"{numbers['ms'] / 1000:8.2f} s {numbers['mb']:6d} MiB" if "ms" in numbers else numbers["why"]


def main() -> int:
    if sys.argv[1:2] == ["--measure"]:
        tool, path, chromium, operators, limit = sys.argv[2:7]
        print(json.dumps(measure(tool, path, chromium, int(operators), float(limit))))
        return 0
    options = parse()
    missing = [path for path in (options.tosaic, options.writer) if not Path(path).is_file()]
    if missing:
        print(f"not there: {', '.join(missing)}; build the targets tosaic and write_sample first", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as temporary:
        python, why = environment(Path(options.environment or Path(temporary) / "environment"))
        chromium, no_browser = browser() if python else (None, "")
        for reason in filter(None, (why, no_browser)):
            print(f"{reason}. The rivals have no numbers in this run.")
        if python and chromium:
            shown = subprocess.run([python, "-c", "import importlib.metadata as m; print(', '.join(f'{p} {m.version(p)}' for p in ('netron', 'ai-edge-model-explorer')))"], capture_output=True, text=True)
            print(shown.stdout.strip(), "in", subprocess.run([chromium, "--version"], capture_output=True, text=True).stdout.strip())
        rows = []
        for family in options.families:
            for count in options.operators:
                path = Path(temporary) / f"{family}-{count}.tflite"
                subprocess.run([options.writer, family, str(count), "flat", str(path)], check=True)
                row = {"family": family, "operators": count, "tosaic": tosaic(options.tosaic, path, options.limit)}
                for tool in DRAWN if python and chromium else ():
                    row[tool] = rival(python, tool, path, chromium, count, options.limit)
                rows.append(row)
                print(f"{family}, {count} operators")
                for tool in ("tosaic", *DRAWN):
                    if tool not in row:
                        continue
                    both = "ms" in row[tool] and "ms" in row["tosaic"]
                    ratio = f"  {row[tool]['ms'] / row['tosaic']['ms']:.1f} x Tosaic, memory {row[tool]['mb'] / max(row['tosaic']['mb'], 1):.1f} x" if both and tool != "tosaic" else ""
                    print(f"  {tool:15} {said(row[tool])}{ratio}", flush=True)
        if options.json:
            Path(options.json).write_text(json.dumps(rows, indent=1))
    return 0 if all("ms" in row["tosaic"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())

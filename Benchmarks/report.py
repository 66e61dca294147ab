"""Compares Ovation with the floor server under load and writes the results into docs/performance.md.

    report.py OVATION FLOOR FRAMES [--repeat N] [--seconds S]

OVATION and FLOOR are programs, FRAMES is a file with the output of the frame benchmarks.
"""

import argparse
import os
import platform
import time
from pathlib import Path
from statistics import median

from loads import ROOT, Bench

CASES = [("1 room, 500 viewers", 1, 500), ("1 room, 1,000 viewers", 1, 1000),
         ("1,000 rooms, a viewer each", 1000, 1000)]
PAGE = ROOT / "docs" / "performance.md"


def machine():
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), "unknown")
    return f"{os.cpu_count()} cores of {model}, Linux {platform.release()}"


def plot(rows):
    """Returns an SVG bar chart of the ratios, with a line for the floor."""
    width, height, top = 720, 34, 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} '
             f'{top + height * len(rows) + 10}" font-family="sans-serif" font-size="13">',
             '<rect width="100%" height="100%" fill="white"/>',
             '<text x="10" y="22">Server CPU a delivered frame, the floor = 1</text>']
    for index, (name, ratio) in enumerate(rows):
        y = top + index * height
        parts.append(f'<text x="10" y="{y + 17}">{name}</text>'
                     f'<rect x="290" y="{y}" width="{ratio * 180:.0f}" height="24" fill="#4a7fb5"/>'
                     f'<text x="{296 + ratio * 180:.0f}" y="{y + 17}">{ratio:.2f}</text>')
    parts.append(f'<line x1="470" x2="470" y1="{top - 6}" y2="{top + height * len(rows)}" '
                 'stroke="#222" stroke-dasharray="4 3"/></svg>')
    return "\n".join(parts) + "\n"


def beside_the_floor(bench, repeat):
    """Measures all cases; returns the rows of the table and the bars of the plot."""
    table, bars = [], []
    for name, rooms, viewers in CASES:
        for form in ("JSON", "binary"):
            pairs = [bench.moving(rooms, viewers, form == "binary") for _ in range(repeat)]
            key = "serverMicrosecondsPerFrame"
            ratio = median(own[key] / floor[key] for own, floor in pairs)
            own = {key: median(pair[0][key] for pair in pairs) for key in pairs[0][0]}
            late = median(pair[1]["lateMilliseconds99"] for pair in pairs)
            table.append(f"| {name} | {form} | {own['framesPerSecondAndViewer']:.1f} | "
                         f"{own['bytesPerFrame']:.0f} | {ratio:.2f} | "
                         f"{own['lateMilliseconds99']:.1f} ({late:.1f}) |")
            bars.append((f"{name}, {form}", ratio))
            print(table[-1], flush=True)
    return table, bars


def alone(bench):
    """Yields the results that have no floor for comparison, one line each."""
    cores, each = bench.idle()
    yield (f"5,000 idle viewers, with pings and heartbeat messages: {cores * 100:.1f} % of a core, "
           f"{each:.1f} KiB of resident memory each.")
    cores, wakes, written = bench.unwatched()
    yield (f"10,000 rooms that play their queues without viewers: {cores * 100:.1f} % of a core; the loop wakes "
           f"{wakes:.0f} times a second; the server writes {written:,.0f} KB a second to disk, for the gifts "
           "that enter and leave the stages.")
    cores, written = bench.unwatched_moving()
    yield ("10,000 rooms without viewers and without new events, in which a wave, a caption or a counter moves: "
           f"{cores * 100:.1f} % of a core; the server writes {written:,.1f} KB a second to disk, for log time.")
    latency = bench.latencies()
    yield (f"From a post to the frame that shows it, with the write to disk: {median(latency):.2f} ms, 99th "
           f"percentile {latency[int(len(latency) * 0.99)]:.2f} ms.")
    sizes = [bench.delta(f"ovation.v1.{form}") for form in ("json", "binary")]
    yield (f"An average delta of one popping channel: {sizes[0]:.0f} bytes in JSON, {sizes[1]:.0f} "
           "in binary.")
    without, beside, growth, codes = bench.stalled()
    told = ", ".join(str(code) for code in sorted(codes, key=str))
    yield (f"500 viewers beside 50 viewers that do not read: the 99th percentile of the gap between frames "
           f"is {beside:.2f} ms, without the 50 viewers {without:.2f} ms; the server's memory grows by {growth} "
           f"KiB; the server closes the 50 connections (close code: {told}).")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ovation")
    parser.add_argument("floor")
    parser.add_argument("frames", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    bench = Bench(Path(options.ovation).resolve(), Path(options.floor).resolve(), options.seconds)
    table, bars = beside_the_floor(bench, options.repeat)
    lines = []
    for line in alone(bench):
        lines.append(f"- {line}")
        print(line, flush=True)
    head = PAGE.read_text().split("<!-- measured -->")[0]
    PAGE.write_text(head + "<!-- measured -->\n\n" + "\n".join([
        f"Machine: {machine()}. Medians of {options.repeat}, {time.strftime('%Y-%m-%d')}.", "",
        "| what | form | frames a second | bytes a frame | CPU a frame, the floor = 1 | "
        "99th percentile of lateness, ms (the floor's) |",
        "| --- | --- | --- | --- | --- | --- |", *table, "",
        "![The ratios as bars](images/performance.svg)", "", *lines, "",
        "Frames without a network (a thousand a row):", "", "```",
        options.frames.read_text().split("\nFrames\n======\n")[-1].strip(), "```", ""]))
    (ROOT / "docs" / "images" / "performance.svg").write_text(plot(bars))


main()

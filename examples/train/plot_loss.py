#!/usr/bin/env python3
"""Draws the losses that a training program has saved, as an SVG file.

usage: plot_loss.py RESULTS.npz OUT.svg

RESULTS.npz holds a member `loss`, a vector of f32, as `mesh-opt --save` writes
it. Needs nothing but Python.
"""

import ast
import struct
import sys
import zipfile

WIDTH, HEIGHT, MARGIN = 640, 360, 48


def read_losses(path):
    with zipfile.ZipFile(path) as archive:
        data = archive.read("loss.npy")
    length = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10 : 10 + length].decode("latin1"))
    if header["descr"] != "<f4" or len(header["shape"]) != 1:
        sys.exit(f"{path}: expects 'loss' to be a vector of f32, but got {header}")
    count = header["shape"][0]
    return struct.unpack(f"<{count}f", data[10 + length : 10 + length + 4 * count])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    losses = read_losses(sys.argv[1])
    if not losses:
        sys.exit(f"{sys.argv[1]}: there are no losses")
    top = max(losses) or 1.0
    x = lambda i: MARGIN + i * (WIDTH - 2 * MARGIN) / max(1, len(losses) - 1)
    y = lambda value: HEIGHT - MARGIN - value * (HEIGHT - 2 * MARGIN) / top
    points = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(losses))
    bottom, right = HEIGHT - MARGIN, WIDTH - MARGIN
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'font-family="sans-serif" font-size="13">\n'
            f'<rect width="100%" height="100%" fill="white"/>\n'
            f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="black"/>\n'
            f'<text x="{MARGIN - 8}" y="{MARGIN}" text-anchor="end">{top:.3g}</text>\n'
            f'<text x="{MARGIN - 8}" y="{bottom}" text-anchor="end">0</text>\n'
            f'<text x="{right}" y="{bottom + 20}" text-anchor="end">epoch {len(losses)}</text>\n'
            f'<text x="{MARGIN}" y="{MARGIN - 16}">loss, last {losses[-1]:.4g}</text>\n'
            f'<polyline points="{points}" fill="none" stroke="#1f77b4" stroke-width="1.5"/>\n</svg>\n'
        )


if __name__ == "__main__":
    main()

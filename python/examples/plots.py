"""Figures of the examples, as SVG without further packages."""


class Figure:
    """A figure, which notebooks show."""

    def __init__(self, text):
        self.text = text

    def _repr_svg_(self):
        return self.text


def write(path, panels, width=640, height=200):
    """Writes panels below each other: (name of the y axis, [(legend, times, values), ...])."""
    colours = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b"]
    left, top, gap = 70, 20, 50
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
           f'height="{len(panels) * (height + gap) + top}" font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>']
    for k, (name, lines) in enumerate(panels):
        t = [x for _, times, _ in lines for x in times]
        y = [x for _, _, values in lines for x in values]
        low, high, begin, end = min(y), max(y), min(t), max(t)
        margin = 0.05 * (high - low) or 1.0
        low, high, base = low - margin, high + margin, top + k * (height + gap)

        def at(time, value):
            return (left + (time - begin) / (end - begin or 1) * (width - left - 20),
                    base + height - (value - low) / (high - low) * height)

        out.append(f'<rect x="{left}" y="{base}" width="{width - left - 20}" height="{height}" '
                   'fill="none" stroke="#888"/>')
        for part in range(5):
            value, time = low + part / 4 * (high - low), begin + part / 4 * (end - begin)
            out.append(f'<text x="{left - 6}" y="{at(begin, value)[1] + 4:.1f}" '
                       f'text-anchor="end">{value:.3g}</text>')
            out.append(f'<text x="{at(time, low)[0]:.1f}" y="{base + height + 16}" '
                       f'text-anchor="middle">{time:.3g}</text>')
        out.append(f'<text x="{left}" y="{base - 5}">{name}</text>')
        for n, (legend, times, values) in enumerate(lines):
            points = " ".join("%.1f,%.1f" % at(*xy) for xy in zip(times, values))
            colour = colours[n % len(colours)]
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
            out.append(f'<text x="{width - 26}" y="{base + 16 + 15 * n}" fill="{colour}" '
                       f'text-anchor="end">{legend}</text>')
    out.append(f'<text x="{width / 2}" y="{len(panels) * (height + gap) + top - 8}">t [s]</text></svg>')
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(out) + "\n")
    return Figure("\n".join(out))

// Replaces each figure whose numbers are on the page by a chart that zooms: drag to zoom, and
// double-click for the whole curve. Without scripts the drawings stay.
"use strict";

const dark = matchMedia("(prefers-color-scheme: dark)");
const ofPage = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const element = (name, words) => Object.assign(document.createElement(name), { textContent: words });

const shape = (name, attributes) => {
	const made = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	return made;
};

// lighter is a colour for a dark ground: dark colours are not seen on it.
function lighter(colour) {
	if (!dark.matches) return colour;
	const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
	if (parts.some(Number.isNaN)) return ofPage("--text");
	return `rgb(${parts.map((x) => Math.round(x + (255 - x) * 0.4))})`;
}

// digits is a number as the legend has it.
const digits = (x) => (x == null ? "" : String(+x.toPrecision(4)));

// marks are the numbers along an axis, as short as tells them apart.
const marks = (_, all) => all.map((x) => String(+x.toPrecision(6)));

// legend shows each curve's line, with its dashes, its name, and its value at the pointer.
function legend(curves) {
	const box = Object.assign(document.createElement("div"), { className: "legend" });
	const values = curves.map((c) => {
		const entry = document.createElement("span"), value = document.createElement("output");
		const sample = shape("svg", { viewBox: "0 0 34 10", "aria-hidden": "true" });
		sample.append(c.open
			? shape("circle", { cx: 17, cy: 5, r: 4, fill: lighter(c.colour) })
			: shape("path", { d: "M0 5h34", stroke: lighter(c.colour), "stroke-width": 2.5, "stroke-dasharray": c.dashes ?? "none" }));
		entry.append(sample, c.name, value);
		box.append(entry);
		return value;
	});
	box.hidden = curves.every((c) => c.name === "");
	return { box, show: (plot) => values.forEach((v, k) => (v.textContent = digits(plot.cursor.idx == null ? null : plot.data[k + 1][plot.cursor.idx]))) };
}

const size = (figure) => {
	const wide = figure.clientWidth - 26; // without the padding
	return { width: wide, height: Math.round(Math.min(340, Math.max(220, wide * 0.4))) };
};

function draw(figure, data) {
	const tables = data.curves.map((c) => [c.x, c.y]);
	const alike = tables.every((t) => String(t[0]) === String(tables[0][0]));
	const rows = alike ? [tables[0][0], ...tables.map((t) => t[1])] : uPlot.join(tables);
	const names = legend(data.curves), narrow = figure.clientWidth < 500;
	const axis = {
		stroke: ofPage("--soft"), grid: { stroke: ofPage("--grid"), width: 1 }, ticks: { stroke: ofPage("--grid"), width: 1 },
		font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif", labelSize: 20,
	};
	const y = element("span", " " + data.ylabel), title = element("h4", data.title);
	y.className = "y";
	title.append(y);
	figure.replaceChildren(title, names.box);
	return new uPlot({
		...size(figure),
		legend: { show: false },
		cursor: { drag: { x: true, y: true, uni: 20 } },
		scales: { x: { time: false } },
		axes: [{ ...axis, label: data.xlabel }, { ...axis, size: narrow ? 52 : 64, values: marks }],
		series: [{}, ...data.curves.map((c) => ({
			stroke: lighter(c.colour), dash: c.dashes, width: 1.75,
			spanGaps: true, paths: c.open ? () => null : undefined, points: { show: c.open },
		}))],
		hooks: { setCursor: [names.show] },
	}, rows, figure);
}

const figures = [...document.querySelectorAll(".zooms")].map((figure) => ({
	figure, data: JSON.parse(figure.querySelector("script").textContent),
}));
const drawAll = () => (window.charts = figures.map((f) => (f.plot = draw(f.figure, f.data))));
drawAll();
dark.addEventListener("change", drawAll);

// hints say of each table whether a part of it is out of sight.
function hints() {
	for (const box of document.querySelectorAll(".wide")) {
		const more = box.scrollWidth > box.clientWidth + 1;
		if (more) box.tabIndex = 0; // for the keyboard
		if (box.previousElementSibling?.className.startsWith("hint"))
			box.previousElementSibling.className = more ? "hint shown" : "hint";
	}
}
hints();
addEventListener("resize", () => {
	for (const f of figures) f.plot.setSize(size(f.figure));
	hints();
});

// The page of a run on a grid: asks for what is new three times a second, and draws it.
import { digits, duration, thousands } from "./numbers.js";

const id = (name) => document.getElementById(name);
const make = (tag, values, ...inside) => {
	const e = Object.assign(document.createElement(tag), values);
	e.append(...inside);
	return e;
};
const reader = Math.random().toString(36).slice(2);
let columns = [], rows = [], generation = -1, status, charts = [];

// exponent writes a small number as 1.2e-11.
const exponent = (x) => (x === null || x === undefined ? "–" : x === 0 ? "0" : x.toExponential(1));

function showNumbers(s) {
	const of = s.end ? ` of ${digits(s.end, 5)}` : "";
	const all = [
		["done", s.end ? `${(100 * s.done).toFixed(1)} %` : "–"],
		["left", duration(s.eta_s)],
		["time", digits(s.t, 5), `${of} ${s.unit}`],
		["step", thousands(s.step)],
		["speed", digits(s.mcups), " MCUPS"],
		...(s.iterations_per_solve ? [
			["iterations per solve", s.iterations_per_solve.toFixed(1)],
			["divergence", exponent(s.divergence_relative), " U/Δx"],
		] : []),
		["change", exponent(s.change), s.steady ? ` until ${s.steady}` : ""],
		["time step", exponent(s.dt || null)],
	];
	id("numbers").replaceChildren(...all.map(([name, value, more]) => make("div", {},
		make("dt", { textContent: name }),
		make("dd", { textContent: value }, make("small", { textContent: more || "" })))));
}

function showDevices(all) {
	const cells = (tag, words) => make("tr", {}, ...words.map((word) => make(tag, {}, word)));
	id("devices").replaceChildren(make("caption", { textContent: "Devices" }),
		cells("th", ["device", "", "planes", "busy"]),
		...all.map((d) => cells("td", [d.name, d.model,
			d.planes ? `${d.first_plane} to ${d.first_plane + d.planes - 1}` : "–",
			`${Math.round(100 * d.busy)} %`])));
}

function showPictures(all) {
	id("none").hidden = all.length > 0;
	for (const p of all) {
		let figure = id(p.file);
		if (!figure) {
			figure = make("figure", { id: p.file }, make("h2", { textContent: p.title }),
				make("img", { alt: `${p.title} in a section through the middle` }));
			id("flow").append(figure);
		}
		const img = figure.querySelector("img"), src = `${p.file}?${p.written_ms}`;
		if (img.getAttribute("src") !== src)
			img.src = src;
	}
}

function showState(word) {
	id("state").textContent = word;
	id("state").className = "state " + word.split(" ")[0];
}

function show(s) {
	status = s;
	document.title = `${s.problem} – gpusph`;
	id("problem").textContent = s.problem;
	showState(s.state);
	const shape = s.cells[0] ? `${s.cells.join(" × ")} cells` : "";
	id("about").textContent = [shape, s.method].filter(Boolean).join(", ");
	id("progress").firstElementChild.style.width = `${100 * s.done}%`;
	id("progress").setAttribute("aria-valuenow", Math.round(100 * s.done));
	const end = [s.why, s.how].filter(Boolean).join("\n");
	id("end").hidden = !end;
	id("end").textContent = end;
	showNumbers(s);
	showDevices(s.devices);
	showPictures(s.pictures);
	id("notes").replaceChildren(...(s.notes || []).map((textContent) => make("li", { textContent })));
	id("dir").textContent = `${s.dir} · gpusph ${s.program}`;
}

// column splits a heading: "energy[m²/s²]" is energy, in m²/s².
function column(heading, index) {
	const [, name, unit] = /^(.*?)(?:\[(.*)\])?$/.exec(heading);
	return { name, unit: unit || "", index };
}

// kinds are the charts of the columns: one each, and one for the Nusselt numbers of all walls. The
// divergence is rounding; the numbers above have it.
function kinds() {
	const all = columns.map(column).slice(1).filter((c) => c.name !== "divergence");
	const nusselt = all.filter((c) => c.name.startsWith("nusselt"));
	const charts = all.filter((c) => !nusselt.includes(c))
		.map((c) => ({ title: c.name, unit: c.unit, lines: [c] }));
	if (nusselt.length)
		charts.push({ title: "Nusselt number", unit: "", lines: nusselt });
	return charts;
}

function makeCharts() {
	charts = kinds().map((kind) => {
		const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
		const note = make("small"), legend = make("div", { className: "legend" });
		const name = kind.title[0].toUpperCase() + kind.title.slice(1);
		svg.setAttribute("role", "img");
		svg.setAttribute("aria-label", `${name} over time`);
		if (kind.lines.length > 1)
			legend.append(...kind.lines.map((l, k) => make("span",
				{ textContent: "— " + l.name.replace("nusselt ", ""), className: `line${k % 6}` })));
		const short = kind.title.split(" ")[0].toLowerCase();
		const box = make("section", { className: "chart", id: "chart-" + short },
			make("h2", { textContent: name }, note), svg, legend);
		const chart = { ...kind, svg, note, box, at: null };
		svg.addEventListener("pointermove", (e) => { chart.at = e.offsetX; draw(chart); });
		svg.addEventListener("pointerleave", () => { chart.at = null; draw(chart); });
		return chart;
	});
	id("charts").replaceChildren(...charts.map((c) => c.box));
}

// ticks are round numbers from low to high.
function ticks(low, high, most) {
	const ten = 10 ** Math.floor(Math.log10((high - low) / most));
	const step = ten * [1, 2, 5, 10].find((k) => (high - low) / (k * ten) <= most);
	const all = [];
	for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++)
		all.push(k * step);
	return all;
}

function range(values, room) {
	let low = Infinity, high = -Infinity;
	for (const v of values) {
		if (v === null)
			continue;
		low = Math.min(low, v);
		high = Math.max(high, v);
	}
	if (!(high - low > 1e-7 * Math.abs(high))) { // less is rounding
		const around = Math.abs(low) > 0 && isFinite(low) ? 0.05 * Math.abs(low) : 1;
		return isFinite(low) ? [low - around, low + around] : [0, 1];
	}
	return [low - room * (high - low), high + room * (high - low)];
}

// draw draws a chart anew.
function draw(c) {
	const { svg } = c, width = svg.clientWidth || 360, height = 170;
	const left = 62, right = width - 10, top = 8, bottom = height - 20;
	const [t0, t1] = range(rows.map((r) => r[0]), 0);
	const [y0, y1] = range(c.lines.flatMap((l) => rows.map((r) => r[l.index])), 0.06);
	const x = (t) => left + ((t - t0) / (t1 - t0)) * (right - left);
	const y = (v) => bottom - ((v - y0) / (y1 - y0)) * (bottom - top);
	const all = [];
	const add = (tag, values, text) => {
		const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
		for (const [name, value] of Object.entries(values))
			e.setAttribute(name, value);
		if (text !== undefined)
			e.textContent = text;
		all.push(e);
	};
	for (const v of ticks(y0, y1, 5)) {
		add("line", { class: "grid", x1: left, x2: right, y1: y(v), y2: y(v) });
		add("text", { x: left - 6, y: y(v) + 4, "text-anchor": "end" }, digits(v, 4));
	}
	for (const t of ticks(t0, t1, Math.max(2, width / 90)))
		add("text", { x: x(t), y: height - 4, "text-anchor": "middle" }, digits(t, 4));
	c.lines.forEach((l, k) => {
		const points = rows.filter((r) => r[l.index] !== null);
		add("polyline", {
			class: `line${k % 6}`,
			points: points.map((r) => `${x(r[0]).toFixed(1)},${y(r[l.index]).toFixed(1)}`).join(" "),
		});
	});
	let row = rows.at(-1), when = "";
	if (c.at !== null && rows.length) {
		const distance = (r) => Math.abs(x(r[0]) - c.at);
		row = rows.reduce((best, r) => (distance(r) < distance(best) ? r : best));
		add("line", { class: "cursor", x1: x(row[0]), x2: x(row[0]), y1: top, y2: bottom });
		when = ` at t = ${digits(row[0], 4)}`;
	}
	const values = row ? c.lines.map((l) => digits(row[l.index], 5)).join(", ") : "";
	c.note.textContent = `${values} ${c.unit}${when}`;
	svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
	svg.replaceChildren(...all);
}

function takeRows(u) {
	if (u.generation !== generation || u.from < rows.length)
		rows = rows.slice(0, u.generation === generation ? u.from : 0);
	generation = u.generation;
	rows.push(...u.rows);
	if (u.columns.join() !== columns.join() || !charts.length) {
		columns = u.columns;
		makeCharts();
		u.rows.push(null); // so that all are drawn
	}
	if (u.rows.length)
		charts.forEach(draw);
}

async function ask() {
	let wait = 300; // ms; the program waits a second for readers at its end
	try {
		const answer = await fetch(`run?reader=${reader}&generation=${generation}&from=${rows.length}`);
		if (!answer.ok)
			throw new Error(await answer.text());
		const update = await answer.json();
		show(update.status);
		takeRows(update);
	} catch {
		wait = 2000;
		if (!status || status.state === "running")
			showState("lost: the program does not answer");
	}
	setTimeout(ask, wait);
}

new ResizeObserver(() => charts.forEach(draw)).observe(id("charts"));
// for tests
window.gpusph = {
	state: () => ({
		...status, rows: rows.length, charts: charts.map((c) => c.box.id),
		drawn: [...document.querySelectorAll("#flow img")].filter((i) => i.naturalWidth > 0).length,
		points: charts.map((c) => c.svg.querySelector("polyline")?.points.length ?? 0),
	}),
};
ask();

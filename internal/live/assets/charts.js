// Charts of the tables that a run writes.
import uPlot from "./libraries/uplot.min.js";
import { css, deviceColour } from "./colours.js";
import { digits, onMap, place, scaled } from "./numbers.js";

const light = matchMedia("(prefers-color-scheme: light)");
const palettes = {
	dark: ["#4db8e8", "#e7a552", "#63cb94", "#d987b5", "#f0e077", "#e8776d", "#8fa6ff", "#b9c4cf"],
	light: ["#0b78b5", "#b96a00", "#1a8650", "#b0407f", "#857400", "#c03a2e", "#4658c9", "#5d6975"],
};
// ofPage is a colour of the page.
const ofPage = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const height = 150;

// column splits a heading: "kinetic[J]" is kinetic, in J.
function column(heading) {
	const m = /^(.*?)(?:\[(.*)\])?$/.exec(heading);
	return { name: m[1], unit: m[2] || "" };
}

// measured are the lines of all columns behind the time and the step.
function measured(c) {
	return Object.keys(c).slice(2).map((h) => ({ ...column(h), of: (r) => r[c[h]] }));
}

// kinds are the charts: of which table, along which column, and which lines from the columns.
const kinds = [
	{
		id: "throughput", title: "Throughput", table: "throughput.csv", x: "t[s]", unit: "million particles × steps / s",
		lines: (c) => [{ name: "throughput", of: (r) => (r[c["wall[s]"]] > 0 && r[c.steps] > 0 ? (r[c.particles] * r[c.steps]) / r[c["wall[s]"]] / 1e6 : null) }],
	},
	{ id: "dt", title: "Time step", table: "throughput.csv", x: "t[s]", unit: "s", lines: (c) => [{ name: "Δt", of: (r) => r[c["dt[s]"]] || null }] },
	{
		id: "energies", title: "Energies of the fluid", table: "energies.csv", x: "t[s]",
		lines: (c) => Object.keys(c).slice(2).map((h) => ({ ...column(h), of: (r) => r[c[h]] })),
	},
	{
		id: "slices", title: "Slices", table: "throughput.csv", x: "t[s]", unit: "of each device", few: 2,
		lines: (c) => Object.keys(c).filter((h) => h.endsWith(" slices")).map((h, k) => ({ name: h.slice(0, -7), of: (r) => r[c[h]], colour: css(deviceColour(k)) })),
	},
	{
		id: "moved", title: "Slices moved", table: "throughput.csv", x: "t[s]", unit: "since the beginning", needs: (c) => Object.keys(c).filter((h) => h.endsWith(" slices")).length > 1,
		lines: (c) => [{ name: "moved", of: (r) => r[c.moved], adds: true }],
	},
	...[["flow", "Heat flow into the fluid"], ["heat", "Heat given since the beginning"]].map(([what, title]) => ({
		id: `heat-${what}`, title, table: "heat.csv", x: "t[s]",
		lines: (c) => measured(c).filter((l) => l.name.endsWith(` ${what}`) || (what === "heat" && l.name.endsWith(" to the fluid"))),
	})),
	{ id: "probes", title: "Pressure at probes", table: "probes.csv", x: "t[s]", lines: (c) => Object.keys(c).slice(2).map((h) => ({ ...column(h), of: (r) => r[c[h]] })) },
	{ id: "velocities", title: "Velocity at probes", table: "velocities.csv", x: "t[s]", lines: (c) => measured(c) },
	{
		id: "gauges", title: "Height at gauges", table: "gauges.csv", x: "t[s]", places: true,
		lines: (c, fronts) => measured(c).filter((l) => !fronts.includes(l.name)),
	},
	{
		id: "front", title: "Front of the fluid along x", table: "gauges.csv", x: "t[s]", places: true,
		lines: (c, fronts) => measured(c).filter((l) => fronts.includes(l.name)),
	},
	{
		id: "forces", title: "Forces on bodies", table: "forces.csv", x: "t[s]",
		lines: (c) => Object.keys(c).filter((h) => / F[xyz]\[/.test(h)).map((h) => ({ ...column(h), of: (r) => r[c[h]] })),
	},
	...[["discharge", "Discharge through openings"], ["level", "Level at openings"]].map(([what, title]) => ({
		id: `opening-${what}`, title, table: "boundaries.csv", x: "t[s]", places: what === "level",
		lines: (c) => measured(c).filter((l) => l.name.endsWith(`_${what}`)).map((l) => ({ ...l, name: l.name.slice(0, -what.length - 1) })),
	})),
	...[["angle", "Angles of joints"], ["slide", "Displacements of joints"], ["power", "Power that joints take"]].map(([what, title]) => ({
		id: `joint-${what}`, title, table: "joints.csv", x: "t[s]",
		lines: (c) => measured(c).filter((l) => l.name.endsWith(`_${what}`)).map((l) => ({ ...l, name: l.name.slice(0, -what.length - 1) })),
	})),
	...[["load", "Load of the devices", "%"], ["memory", "Memory in use", "GiB"], ["power", "Power", "W"]].map(([what, title, unit]) => ({
		id: what, title, table: "loads", x: "wall[s]", unit, zero: true, xname: "wall time [s]",
		lines: (c) => Object.keys(c).filter((h) => h.endsWith(` ${what}[${unit}]`)).map((h) => ({ name: h.slice(0, -what.length - unit.length - 3), of: (r) => r[c[h]] })),
	})),
];

export class Charts {
	constructor(box, fronts) {
		this.box = box;
		this.fronts = fronts || []; // columns of gauges.csv that are no heights
		this.tables = {};
		this.charts = kinds.map((kind) => ({ kind }));
		this.seen = new IntersectionObserver((all) => {
			for (const e of all) {
				const c = this.charts.find((c) => c.section === e.target);
				c.visible = e.isIntersecting;
				if (c.visible && c.stale)
					this.draw(c);
			}
		}, { root: null, rootMargin: "200px" });
		new ResizeObserver(() => this.resize()).observe(box);
		setInterval(() => this.redraw(), 500);
		light.addEventListener("change", () => this.restyle());
	}

	take(message) {
		const t = (this.tables[message.name] ||= {});
		if (message.columns) {
			t.columns = Object.fromEntries(message.columns.map((h, i) => [h, i]));
			t.rows = [];
		}
		t.rows.push(...message.rows);
		t.changed = true;
	}

	redraw() {
		for (const c of this.charts) {
			if (!this.tables[c.kind.table]?.changed)
				continue;
			c.stale = true;
			if (!c.section || c.visible)
				this.draw(c);
		}
		for (const t of Object.values(this.tables))
			t.changed = false;
	}

	// restyle draws all charts in the colours of another scheme.
	restyle() {
		for (const c of this.charts.filter((c) => c.plot)) {
			c.shape = undefined;
			this.draw(c);
		}
	}

	// data are the columns of a chart, with x first, and what each line is.
	data(c) {
		const t = this.tables[c.kind.table], x = t.columns[c.kind.x];
		const rows = t.rows, all = c.kind.lines(t.columns, this.fronts);
		const columns = all.map((l) => {
			let sum = 0;
			return rows.map((r) => (l.adds ? (sum += r[x] === null ? 0 : l.of(r)) : l.of(r)));
		});
		const there = all.map((_, k) => columns[k].some((v) => v !== null && isFinite(v)));
		return { x: rows.map((r) => r[x]), lines: all.filter((_, k) => there[k]), columns: columns.filter((_, k) => there[k]) };
	}

	draw(c) {
		const { kind } = c, { columns } = this.tables[kind.table];
		if (kind.needs && !kind.needs(columns))
			return;
		const d = this.data(c);
		if (d.x.length < 2 || d.lines.length < (kind.few || 1))
			return;
		c.stale = false;
		const plain = kind.unit || d.lines[0].unit;
		let greatest = 0;
		for (const column of d.columns)
			for (const v of column)
				if (v !== null && Math.abs(v) > greatest)
					greatest = Math.abs(v);
		const [unit, one] = scaled(plain, greatest);
		const shape = d.lines.map((l) => l.name).join() + unit;
		if (c.shape !== shape)
			this.make(c, d, unit, shape);
		c.plot.setData([d.x, ...(one === 1 ? d.columns : d.columns.map((column) => column.map((v) => (v === null ? null : v / one))))]);
		c.points = d.x.length;
	}

	make(c, d, unit, shape) {
		c.plot?.destroy();
		c.shape = shape;
		if (!c.section) {
			c.section = document.createElement("section");
			c.section.className = "chart";
			c.section.id = "chart-" + c.kind.id;
			c.section.append(document.createElement("h2"), Object.assign(document.createElement("div"), { className: "plot" }));
			const behind = this.charts.slice(this.charts.indexOf(c) + 1).find((other) => other.section);
			this.box.insertBefore(c.section, behind ? behind.section : null);
			this.seen.observe(c.section);
			c.visible = true;
		}
		const [title, plot] = c.section.children, lines = palettes[light.matches ? "light" : "dark"];
		title.textContent = c.kind.title;
		title.append(Object.assign(document.createElement("small"), { textContent: unit }));
		const axis = {
			stroke: ofPage("--soft"), font: "11px system-ui, sans-serif", labelFont: "11px system-ui, sans-serif", grid: { stroke: ofPage("--grid"), width: 1 }, ticks: { show: false },
			values: (_, all) => all.map((v) => (v === null ? "" : digits(v, 4))),
		};
		const places = c.kind.places && unit === "m"; // of the map
		c.plot = new uPlot({
			width: this.width(), height, padding: [10, 8, 0, 0],
			cursor: { sync: { key: c.kind.x }, points: { size: 6 }, drag: { x: true, y: false } },
			legend: { show: d.lines.length > 1 },
			scales: { x: { time: false }, y: { range: (_, low, high) => spread(low, high, c.kind.zero) } },
			axes: [{ ...axis, size: 24, label: c.kind.xname || c.kind.x.replace("[", " ["), labelSize: 16, labelGap: 0, gap: 5 }, { ...axis, size: 52, gap: 4, space: 26, ...(places && { values: (_, all) => all.map((v) => (v === null ? "" : place(v, all[1] - all[0] || 1))) }) }],
			series: [{ label: c.kind.x, value: (_, v) => digits(v, 4) }, ...d.lines.map((l, k) => ({
				label: l.name, stroke: l.colour || lines[k % lines.length], width: 1.5, points: { show: false }, spanGaps: true, value: (u, v) => (places ? onMap : digits)(v ?? u.data[k + 1].at(-1)),
			}))],
		}, [[], ...d.lines.map(() => [])], plot);
	}

	width() {
		const style = getComputedStyle(this.box);
		return Math.max(200, this.box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
	}
	resize() {
		for (const c of this.charts)
			c.plot?.setSize({ width: this.width(), height });
	}

	// points is how many each chart shows, for tests.
	points() {
		return Object.fromEntries(this.charts.filter((c) => c.points).map((c) => [c.kind.id, c.points]));
	}
}

// spread is from where to where an axis goes.
function spread(low, high, zero) {
	if (low === null || high === null || !isFinite(low) || !isFinite(high))
		return [0, 1];
	if (zero)
		low = Math.min(0, low);
	const room = 0.06 * (high - low) || 0.05 * Math.abs(high) || 1;
	return [low === 0 ? 0 : low - room, high + room];
}

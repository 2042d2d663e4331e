// A ruler between two points: their distance, and the differences along the axes.
const svg = "http://www.w3.org/2000/svg";

export class Ruler {
	// drawing is an SVG element over the canvas; table takes the rows; pick(x, y) finds the point
	// at a place of the canvas, or null; said(text) takes hints.
	constructor(stage, { drawing, table, pick, said }) {
		Object.assign(this, { stage, drawing, table, pick, said, on: false, points: [] });
		stage.afterDraw.push(() => this.show());
	}

	// turn lets points be chosen, or not; those that are chosen stay until clear.
	turn(on) {
		this.on = on;
		this.fill();
	}
	clear() {
		this.points = [];
		this.fill();
	}
	// take takes a point of the canvas; a third one begins anew.
	take(x, y) {
		const at = this.pick(x, y);
		if (!at) {
			this.said(
				"there is no point: choose a particle, a wall, a section or a corner of the box",
			);
			return;
		}
		if (this.points.length === 2) this.points = [];
		this.points.push(at.clone());
		this.fill();
	}

	// values are the distance and the differences [m], or null without two points.
	values() {
		const [a, b] = this.points;
		if (!b) return null;
		const by = b.clone().sub(a);
		return { distance: by.length(), x: by.x, y: by.y, z: by.z };
	}
	// metres writes a length to a ten-thousandth of the box or finer.
	metres(x) {
		const decimals = Math.min(
			8,
			Math.max(0, 4 - Math.floor(Math.log10(this.stage.extent.length()))),
		);
		return (
			x
				.toFixed(decimals)
				.replace(/^-(0(\.0*)?)$/, "$1")
				.replace("-", "−") + " m"
		);
	}
	place(p) {
		return (
			this.axes()
				.map((a) => this.metres(this.stage.origin["xyz".indexOf(a)] + p[a]).slice(0, -2))
				.join(", ") + " m"
		);
	}
	axes() {
		return this.stage.flat ? ["x", "z"] : ["x", "y", "z"];
	}

	fill() {
		const [a, b] = this.points,
			v = this.values(),
			rows = [];
		if (v) {
			rows.push(["distance", this.metres(v.distance)]);
			for (const axis of this.axes()) rows.push(["Δ" + axis, this.metres(v[axis])]);
		}
		if (a) rows.push(["from", this.place(a)]);
		if (b) rows.push(["to", this.place(b)]);
		this.table.replaceChildren(
			...rows.map(([name, value]) => {
				const row = document.createElement("tr");
				row.append(
					Object.assign(document.createElement("th"), {
						textContent: name,
						scope: "row",
					}),
					Object.assign(document.createElement("td"), { textContent: value }),
				);
				return row;
			}),
		);
		this.said(
			v
				? "a third point begins a new length"
				: a
					? "choose the second point"
					: "choose two points",
		);
		this.stage.dirty = true;
	}

	// lines are what is drawn, on the canvas [pixels].
	lines() {
		return this.points.map((p) => this.stage.screen(p));
	}
	show() {
		const all = this.lines(),
			key = all.map((s) => `${s.x},${s.y}`).join();
		if (key === this.shown) return;
		this.shown = key;
		const add = (name, attributes) => {
			const e = document.createElementNS(svg, name);
			for (const [a, value] of Object.entries(attributes)) e.setAttribute(a, value);
			return e;
		};
		const [a, b] = all,
			parts = [];
		if (b) {
			const line = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
			parts.push(add("line", { ...line, class: "halo" }), add("line", line));
			const text = add("text", { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 9 });
			text.textContent = this.metres(this.values().distance);
			parts.push(text);
		}
		parts.push(...all.map((s) => add("circle", { cx: s.x, cy: s.y, r: 5 })));
		this.drawing.replaceChildren(...parts);
	}
}

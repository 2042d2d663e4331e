// Names and numbers over a view: numbers of axes beside edges of the box, and names at points.
import { place, step } from "../numbers.js";

export class Labels {
	constructor(stage, overlay) {
		Object.assign(this, { stage, overlay, axes: [], names: [], shown: [] });
	}

	// setAxes makes names of the axes, and round numbers along them.
	setAxes() {
		for (const { label } of this.axes) label.remove();
		this.axes = [];
		const { extent, flat, low: corner, origin } = this.stage;
		const every = step(Math.max(...extent.toArray()) / 5);
		const add = (axis, part, text, named = false) =>
			this.axes.push({ axis, part, text, named, label: this.make(text) });
		const shown = flat ? [0, 2] : [0, 1, 2];
		for (const axis of shown) add(axis, 0.5, "xyz"[axis] + " [m]", true);
		for (const axis of shown) {
			const low = origin[axis] + corner.getComponent(axis),
				long = extent.getComponent(axis); // on the map
			for (let k = Math.ceil(low / every - 1e-9); k * every <= low + long * (1 + 1e-9); k++)
				add(axis, (k * every - low) / long, place(k * every, every));
		}
	}
	// setNames takes names of points; hidden() is whether one is not shown now.
	setNames(names) {
		for (const { label } of this.names) label.remove();
		this.names = names.map((n) => ({ ...n, label: this.make(n.text, "name") }));
	}
	make(textContent, className = "") {
		const label = Object.assign(document.createElement("span"), { textContent, className });
		this.overlay.append(label);
		return label;
	}

	// show places all. One that would lie over another is left out, and so is an axis along which
	// one looks.
	show() {
		const { stage } = this,
			taken = [];
		const ends = [0, 1, 2].map((axis) => this.edge(axis));
		this.shown = [];
		for (const l of [...this.axes, ...this.names]) {
			const half = 3.3 * l.text.length + 4,
				{ x, y, hidden } = l.at ? this.ofName(l) : this.ofAxis(l, ends[l.axis], half);
			const over = taken.some(
				(t) => Math.abs(t.x - x) < t.half + half && Math.abs(t.y - y) < 13,
			);
			const outside = x < half || x > stage.width - half || y < 8 || y > stage.height - 8;
			l.label.hidden = hidden || over || outside;
			if (l.label.hidden) continue;
			taken.push({ x, y, half });
			this.shown.push({ x, y, text: l.text, name: !!l.at });
			l.label.style.left = x + "px";
			l.label.style.top = y + "px";
		}
	}
	ofName(l) {
		const { x, y } = this.stage.screen(l.at);
		return { x, y: y - 11, hidden: l.hidden?.() };
	}
	ofAxis(l, { end, steep, hidden, middle }, half) {
		const at = this.stage.screen(this.stage.corner(end.with(l.axis, l.part)));
		const more = l.named && this.stage.width > 500 ? 18 : 0; // how far names are beyond numbers
		return {
			x: at.x + (steep ? (Math.sign(at.x - middle.x) || -1) * (half + more + 3) : 0),
			y: at.y + (steep ? 0 : 12 + more),
			hidden,
		};
	}

	// edge is that edge along an axis which lies lowest and outermost, of z at the left.
	edge(axis) {
		const { stage } = this,
			middle = stage.screen(stage.centre);
		let best = null,
			max = -Infinity;
		for (let k = 0; k < 4; k++) {
			const end = [0.5, 0.5, 0.5];
			end[(axis + 1) % 3] = k & 1;
			end[(axis + 2) % 3] = k >> 1;
			const s = stage.screen(stage.corner(end));
			const rank = axis === 2 ? -s.x : s.y + 0.3 * Math.abs(s.x - middle.x);
			if (rank > max) [best, max] = [end, rank];
		}
		const [a, b] = [0, 1].map((end) => stage.screen(stage.corner(best.with(axis, end))));
		const away = stage.camera.position.clone().sub(stage.controls.target).normalize();
		return {
			end: best,
			middle,
			steep: Math.abs(a.y - b.y) > Math.abs(a.x - b.x),
			hidden: Math.abs(away.getComponent(axis)) > 0.97,
		};
	}
}

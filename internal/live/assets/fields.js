// What colours may mean: values of particles, from what a frame has of them.
import { digits, scaled, step } from "./numbers.js";

// fieldsOf lists those of a flow; of(frame, place) is a value in the plain unit.
export function fieldsOf(hello) {
	const stiffness = (hello.rho0 * hello.c0 ** 2) / hello.gamma;
	const component = (a) => (f, i) => f.velocity[3 * i + a];
	const all = [
		{ name: "speed", unit: "m/s", zero: true, of: (f, i) => Math.hypot(f.velocity[3 * i], f.velocity[3 * i + 1], f.velocity[3 * i + 2]) },
		{ name: "pressure", unit: "Pa", of: (f, i) => stiffness * ((1 + f.rel[i]) ** hello.gamma - 1) },
		{ name: "density", unit: "kg/m³", of: (f, i) => hello.rho0 * (1 + f.rel[i]) },
		{ name: "velocity along x", unit: "m/s", signed: true, of: component(0) },
	];
	if (hello.dim === 3)
		all.push({ name: "velocity along y", unit: "m/s", signed: true, of: component(1) });
	all.push({ name: "velocity along z", unit: "m/s", signed: true, of: component(2) });
	(hello.further || []).forEach((q, k) => all.push({ ...q, zero: q.solids, of: (f, i) => (f.further[k] ? f.further[k][i] : 0) }));
	all.push({ name: "device", device: true, of: (f, i) => f.device[i] });
	const takes = (field) => (field.device ? "Device" : /^(speed|velocity)/.test(field.name) ? "Velocity" : /^(pressure|density)$/.test(field.name) ? "Density" : "");
	const there = all.filter((field) => !hello.lacking?.includes(takes(field)));
	return there.length > 0 ? there : [{ name: "all alike", unit: "", plain: true, of: () => 0 }];
}

// endsOf is between which values nearly all particles of a frame are; null of one without particles. What only solids have is 0 in the fluid.
function endsOf(values, frame, field) {
	const some = [], every = field.solids ? 1 : Math.max(1, Math.floor(frame.n / 4000));
	for (let i = 0; i < frame.n; i += every)
		if (frame.device[i] !== 255 && !(field.solids && values[i] === 0))
			some.push(values[i]);
	if (some.length === 0)
		return null;
	some.sort((a, b) => a - b);
	const at = (part) => some[Math.min(some.length - 1, Math.floor(part * some.length))];
	return [field.zero ? 0 : at(0.01), at(0.99)];
}

// widened is a range with 0 in the middle where signs matter, and never empty.
function widened([low, high], field) {
	if (field.signed)
		low = -(high = Math.max(Math.abs(low), Math.abs(high)));
	if (high > low)
		return [low, high];
	const about = Math.max(Math.abs(high) * 1e-3, 1e-6);
	return [field.zero ? 0 : low - about, high + about];
}

// Range is from where to where colours go, round numbers around what nearly all particles have, so that few that are far off do not make all
// others alike. It grows at once and shrinks late, so that colours do not flicker.
export class Range {
	constructor() {
		this.clear();
	}
	clear() {
		this.low = this.high = NaN;
	}
	take(values, frame, field) {
		const ends = endsOf(values, frame, field);
		if (!ends)
			return;
		const [low, high] = widened(ends, field);
		if (low >= this.low && high <= this.high && high - low > 0.6 * (this.high - this.low))
			return;
		this.round(low, high);
	}
	// over takes one range for all of some frames, so that colours mean the same in each.
	over(frames, field) {
		const all = frames.map((m) => endsOf(Float32Array.from({ length: m.n }, (_, i) => (m.device[i] === 255 ? 0 : field.of(m, i))), m, field)).filter(Boolean);
		if (all.length > 0)
			this.round(...widened([Math.min(...all.map((e) => e[0])), Math.max(...all.map((e) => e[1]))], field));
	}
	round(low, high) {
		const one = step((high - low) / 10);
		this.low = one * Math.floor(low / one + 1e-3);
		this.high = one * Math.ceil(high / one - 1e-3);
	}
	// text has the ends and the middle, and the unit that suits them.
	text(unit) {
		const [name, one] = scaled(unit, Math.max(Math.abs(this.low), Math.abs(this.high)));
		const number = (x) => digits(x / one, Math.abs(this.high - this.low) < 0.1 * Math.abs(this.high) ? 5 : 3);
		return { unit: name, low: number(this.low), middle: number((this.low + this.high) / 2), high: number(this.high) };
	}
}

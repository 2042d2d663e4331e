// Sections: planes across the axes, with the field of the particles on them.
import {
	BufferAttribute,
	BufferGeometry,
	Color,
	DoubleSide,
	DynamicDrawUsage,
	LineBasicMaterial,
	LineSegments,
	Mesh,
	ShaderMaterial,
	Vector3,
} from "./libraries/three.min.js";
import { edges, geometry } from "./space/shapes.js";

const maxCells = 220; // along a side of a section
const reach = 2.4; // of the smoothing kernel, in spacings of the particles
const inside = 0.35; // sum of the kernel from which on there is fluid; it is 1 far from surfaces

// Particles are discs at the depth of their centres. The section is drawn as if it were a diameter
// nearer, so that discs whose centres lie behind it do not come through.
const shaders = {
	vertexShader: `
	attribute float value, weight;
	uniform float from, to, diameter;
	varying float shade, filled;
	void main() {
		vec4 seen = modelViewMatrix * vec4(position, 1.0);
		vec4 nearer = projectionMatrix * (seen + vec4(0.0, 0.0, diameter, 0.0));
		gl_Position = projectionMatrix * seen;
		gl_Position.z = nearer.z / nearer.w * gl_Position.w;
		shade = clamp((value - from) / (to - from), 0.0, 1.0);
		filled = weight;
	}`,
	fragmentShader: `
	uniform sampler2D colours;
	varying float shade, filled;
	void main() {
		if (filled < ${inside})
			discard;
		gl_FragColor = texture2D(colours, vec2((0.5 + 255.0 * shade) / 256.0, 0.5));
	}`,
};

const accent = () =>
	new Color(getComputedStyle(document.documentElement).getPropertyValue("--accent").trim());

// kernel is Wendland's C2 kernel times the volume of a particle, for a distance r in parts of the
// reach (Wendland 1995; Dehnen and Aly 2012, table 1).
const kernel = (dim) => {
	const scale = dim === 2 ? 7 / Math.PI / reach ** 2 : 21 / (2 * Math.PI) / reach ** 3;
	return (r) => (r < 1 ? scale * (1 - r) ** 4 * (1 + 4 * r) : 0);
};

export class Sections {
	constructor(flow) {
		this.flow = flow;
		this.planes = [null, null, null];
		this.values = true; // colours are on the sections
		this.cuts = true; // what lies in front is left out
		this.kernel = kernel(flow.hello.dim);
	}

	// set puts the section across an axis to a place [m], or takes it away.
	set(axis, x) {
		if (x === null) this.remove(axis);
		else {
			const part = (this.planes[axis] ??= this.make(axis));
			part.x = x;
			part.outline.position.setComponent(axis, x);
			this.fillPlane(part);
		}
		this.apply();
	}
	// show chooses whether values are on the sections, and whether what lies in front is left out.
	show(values, cuts) {
		Object.assign(this, { values, cuts });
		this.fill();
		this.apply();
	}
	apply() {
		const { flow } = this;
		flow.cuts.at = this.planes.map((p) => (p && this.cuts && !flow.flat ? p.x : null));
		flow.cuts.face(flow.camera);
		for (const p of this.planes) if (p) p.mesh.visible = this.values;
		// in two dimensions the section is where the particles are
		flow.particles.visible =
			flow.frame !== undefined && !(flow.flat && this.planes[1] && this.values);
		flow.dirty = true;
	}
	remove(axis) {
		const part = this.planes[axis];
		for (const object of part ? [part.mesh, part.outline] : []) {
			this.flow.scene.remove(object);
			object.geometry.dispose();
			object.material.dispose();
		}
		this.planes[axis] = null;
	}

	restyle() {
		for (const part of this.planes) if (part) part.outline.material.color = accent();
	}

	make(axis) {
		const { flow } = this,
			[u, v] = [0, 1, 2].filter((a) => a !== axis);
		const outline = flow.corner([1, 1, 1]).toArray().with(axis, 0),
			low = flow.low.toArray().with(axis, 0);
		const lines = new LineSegments(
			geometry(new Float32Array(edges(low, outline, false))),
			new LineBasicMaterial({ color: accent() }),
		);
		const { from, to, colours, diameter } = flow.uniforms;
		const material = new ShaderMaterial({
			...shaders,
			uniforms: { from, to, colours, diameter },
			side: DoubleSide,
			depthTest: !flow.flat,
		});
		const mesh = new Mesh(new BufferGeometry(), material);
		for (const object of [mesh, lines]) {
			object.frustumCulled = false;
			flow.scene.add(object);
		}
		lines.visible = !flow.flat;
		return { axis, u, v, mesh, outline: lines };
	}

	// fill computes all sections anew: of another frame, or of other values.
	fill() {
		for (const part of this.planes) if (part) this.fillPlane(part);
		this.apply();
	}

	// fillPlane interpolates the values on a grid: the mean of the particles near a point, weighed
	// by the kernel (Shepard 1968). Devices are those of the nearest particle.
	fillPlane(part) {
		const { flow } = this,
			{ frame, values } = flow;
		if (!frame || !this.values) return;
		const grid = this.gridOf(part),
			{ nu, nv, du, dv, weight, value } = grid;
		const near = this.device ? new Float32Array(weight.length) : null;
		weight.fill(0);
		value.fill(0);
		const { axis, u, v } = part,
			far = reach * flow.spacing,
			p = new Vector3();
		for (let i = 0; i < frame.n; i++) {
			if (!flow.place(i, p)) continue;
			const off = flow.flat ? 0 : p.getComponent(axis) - part.x;
			if (Math.abs(off) >= far) continue;
			const pu = (p.getComponent(u) - flow.low.getComponent(u)) / du,
				ru = far / du;
			const pv = (p.getComponent(v) - flow.low.getComponent(v)) / dv,
				rv = far / dv;
			for (let k = Math.max(0, Math.ceil(pv - rv)); k <= Math.min(nv - 1, pv + rv); k++)
				for (let j = Math.max(0, Math.ceil(pu - ru)); j <= Math.min(nu - 1, pu + ru); j++) {
					const w = this.kernel(Math.hypot((j - pu) * du, (k - pv) * dv, off) / far),
						at = k * nu + j;
					weight[at] += w;
					if (!near) value[at] += w * values[i];
					else if (w > near[at]) [near[at], value[at]] = [w, values[i]];
				}
		}
		for (let at = 0; !near && at < weight.length; at++)
			if (weight[at] > 0) value[at] /= weight[at];
		const g = part.mesh.geometry;
		g.getAttribute("value").needsUpdate = g.getAttribute("weight").needsUpdate = true;
	}

	// gridOf is the grid of a section, at its place.
	gridOf(part) {
		const { flow } = this,
			{ axis, u, v } = part,
			size = [u, v].map((a) => flow.extent.getComponent(a));
		const cell = Math.max(0.4 * flow.spacing, Math.max(...size) / maxCells);
		const [nu, nv] = size.map((s) => Math.max(2, Math.ceil(s / cell) + 1));
		const g = part.mesh.geometry;
		if (part.grid?.nu !== nu || part.grid?.nv !== nv) {
			const attribute = (size) =>
				new BufferAttribute(new Float32Array(size * nu * nv), size).setUsage(
					DynamicDrawUsage,
				);
			g.dispose();
			g.setAttribute("position", attribute(3));
			g.setAttribute("value", attribute(1));
			g.setAttribute("weight", attribute(1));
			g.setIndex(new BufferAttribute(triangles(nu, nv), 1));
			part.grid = {
				nu,
				nv,
				du: size[0] / (nu - 1),
				dv: size[1] / (nv - 1),
				value: g.getAttribute("value").array,
				weight: g.getAttribute("weight").array,
			};
			part.at = undefined;
		}
		if (part.at !== part.x) {
			part.at = part.x;
			const to = g.getAttribute("position").array,
				at = [0, 0, 0];
			at[axis] = part.x;
			for (let k = 0; k < nv; k++)
				for (let j = 0; j < nu; j++) {
					at[u] = flow.low.getComponent(u) + j * part.grid.du;
					at[v] = flow.low.getComponent(v) + k * part.grid.dv;
					to.set(at, 3 * (k * nu + j));
				}
			g.getAttribute("position").needsUpdate = true;
		}
		return part.grid;
	}

	// hit is where the line of sight at a point of the canvas meets the nearest section that shows
	// values: the point and the axis; or null.
	hit(x, y) {
		const { flow } = this,
			{ from, towards } = flow.ray(x, y);
		let best = null,
			least = Infinity;
		for (const part of this.planes) {
			if (!part || !this.values) continue;
			const { axis } = part,
				slope = towards.getComponent(axis);
			const way = (part.x - from.getComponent(axis)) / slope,
				at = from.clone().addScaledVector(towards, way);
			const within = [part.u, part.v].every((a) => {
				const over = at.getComponent(a) - flow.low.getComponent(a);
				return over >= 0 && over <= flow.extent.getComponent(a);
			});
			if (slope !== 0 && way > 0 && way < least && within)
				[best, least] = [{ at: at.setComponent(axis, part.x), axis }, way];
		}
		return best;
	}
	// valueAt is the value of the field at a point, or null where there is no fluid.
	valueAt(at) {
		const { flow } = this,
			{ frame, values } = flow,
			p = new Vector3();
		if (!frame) return null;
		const far = reach * flow.spacing;
		let sum = 0,
			weight = 0,
			near = 0,
			device = 0;
		for (let i = 0; i < frame.n; i++) {
			if (!flow.place(i, p) || Math.abs(p.x - at.x) >= far || Math.abs(p.z - at.z) >= far)
				continue;
			const w = this.kernel(p.distanceTo(at) / far);
			sum += w * values[i];
			weight += w;
			if (w > near) [near, device] = [w, values[i]];
		}
		return weight < inside ? null : this.device ? device : sum / weight;
	}
}

// triangles are those of a grid.
function triangles(nu, nv) {
	const all = new Uint32Array(6 * (nu - 1) * (nv - 1));
	let n = 0;
	for (let k = 0; k + 1 < nv; k++)
		for (let j = 0; j + 1 < nu; j++) {
			const at = k * nu + j;
			all.set([at, at + 1, at + nu, at + 1, at + nu + 1, at + nu], n);
			n += 6;
		}
	return all;
}

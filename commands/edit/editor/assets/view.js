// The flow in three dimensions, as it will be filled.
import {
	DoubleSide,
	LineBasicMaterial,
	LineSegments,
	Mesh,
	Points,
	ShaderMaterial,
	Vector3,
} from "./libraries/three.min.js";
import { cutShader, displayColour, edges, geometry } from "./space/shapes.js";
import { Stage } from "./space/stage.js";

// layers are what may be shown, in order, with their colours.
export const layers = {
	fluid: ["Fluid", 0x3b8fd6],
	sides: ["Sides of the domain", 0x6d7883],
	walls: ["Walls", 0x9aa4ae],
	bodies: ["Bodies, measured walls", 0xd58a3d],
	surfaces: ["Surfaces", 0xb3bcc5],
	normals: ["Normals", 0xe0703c],
	probes: ["Probes and gauges", 0xd9b23c],
	openings: ["Inlets and outlets", 0x3fb37f],
	zones: ["Damping zones", 0x9a7bd0],
	porous: ["Porous layers", 0xb08968],
};
const fluidColours = [layers.fluid[1], 0x7fc4a8, 0xb79be0, 0xe0c46c],
	outletColour = 0xc0569b,
	bodyColours = [0xd58a3d, 0xcc79a7, 0x8c564b, 0xe9b6d6, 0xc49c82, 0x7a1e64];

const points = {
	vertexShader: `
	uniform float diameter, pixels, least;
	varying float small, beyond;
	${cutShader}
	void main() {
		gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
		gl_PointSize = max(least, diameter * pixels * projectionMatrix[1][1] / gl_Position.w);
		// discs of few pixels would be a pattern
		small = 0.75 - 0.75 * smoothstep(3.0, 8.0, gl_PointSize);
		beyond = cutDepth(position);
	}`,
	fragmentShader: `
	uniform vec3 colour;
	varying float beyond, small;
	void main() {
		vec2 at = 2.0 * gl_PointCoord - 1.0;
		float r = dot(at, at);
		if (beyond > 0.0 || r > 1.0 && small < 0.4)
			discard;
		vec3 normal = vec3(at.x, -at.y, sqrt(max(0.0, 1.0 - r)));
		float light = mix(0.66 + 0.34 * dot(normal, vec3(-0.41, 0.57, 0.71)), 0.86, small);
		gl_FragColor = vec4(colour * light, 1.0);
	}`,
};

const faces = {
	vertexShader: `
	varying vec3 seen;
	varying float beyond;
	${cutShader}
	void main() {
		vec4 at = modelViewMatrix * vec4(position, 1.0);
		seen = at.xyz;
		gl_Position = projectionMatrix * at;
		beyond = cutDepth(position);
	}`,
	fragmentShader: `
	uniform vec3 colour;
	uniform float opacity;
	varying vec3 seen;
	varying float beyond;
	void main() {
		if (beyond > 0.0)
			discard;
		vec3 n = normalize(cross(dFdx(seen), dFdy(seen)));
		float light = 0.55 + 0.45 * abs(dot(n, vec3(-0.35, 0.5, 0.79)));
		gl_FragColor = vec4(colour * light, opacity);
	}`,
};

export class View extends Stage {
	// parts are the elements of a Stage.
	constructor(parts) {
		super(parts);
		this.hidden = new Set(["sides", "surfaces", "normals"]);
		this.items = [];
		this.cutAxis = null;
	}

	// show takes what there is to see: a sight, and its arrays.
	show(sight, arrays) {
		const bounds = (s) => [s.plane, ...s.min, ...s.max].join();
		const same = this.sight && bounds(this.sight) === bounds(sight);
		for (const item of this.items) {
			this.scene.remove(item.object);
			item.object.geometry.dispose();
			item.object.material.dispose();
		}
		this.items = [];
		this.names = [];
		this.sight = sight;
		this.setDomain(sight.min, sight.max, sight.origin, sight.plane);
		this.addParticles(arrays);
		this.addParts(arrays.triangles);
		this.addNormals(arrays.normals);
		this.addMarks();
		this.addZones();
		this.addOpenings();
		this.labels.setNames(this.names);
		this.cut(this.cutAxis, this.cutPart);
		if (!same || !this.moved) this.look();
		this.dirty = true;
	}

	add(layer, object, more = {}) {
		object.frustumCulled = false;
		object.visible = !this.hidden.has(layer);
		this.scene.add(object);
		this.items.push({ layer, object, ...more });
		return object;
	}

	addParticles({ positions, kinds }) {
		const groups = new Map();
		kinds.forEach((kind, i) => {
			if (!groups.has(kind)) groups.set(kind, []);
			groups.get(kind).push(i);
		});
		for (const kind of [...groups.keys()].sort((a, b) => a - b)) {
			const of = groups.get(kind),
				all = new Float32Array(3 * of.length);
			of.forEach((i, k) => all.set(positions.subarray(3 * i, 3 * i + 3), 3 * k));
			const material = kind > 239 ? 256 - kind : 0,
				own = this.sight.materials[material]?.colour;
			const layer = material ? "fluid" : (["fluid", "sides", "walls"][kind] ?? "bodies");
			const colour =
				layer === "fluid"
					? own
						? parseInt(own.slice(1), 16)
						: fluidColours[material % fluidColours.length]
					: kind < 3
						? layers[layer][1]
						: bodyColours[(kind - 3) % bodyColours.length];
			this.add(
				layer,
				new Points(geometry(all), this.points(colour, this.sight.diameter, 1.5)),
				{ count: of.length },
			);
		}
	}
	points(colour, diameter, least) {
		return new ShaderMaterial({
			...points,
			uniforms: {
				colour: { value: displayColour(colour) },
				diameter: { value: diameter },
				least: { value: least },
				pixels: this.pixels,
				...this.cuts.uniforms,
			},
		});
	}
	faces(colour, opacity) {
		return new ShaderMaterial({
			...faces,
			side: DoubleSide,
			transparent: opacity < 1,
			depthWrite: opacity === 1,
			uniforms: {
				colour: { value: displayColour(colour) },
				opacity: { value: opacity },
				...this.cuts.uniforms,
			},
		});
	}

	addParts(triangles) {
		let from = 0;
		for (const part of this.sight.parts) {
			const all = triangles.subarray(9 * from, 9 * (from + part.triangles));
			from += part.triangles;
			if (!all.length) continue;
			const layer = part.of === "porous" ? "porous" : "surfaces";
			this.add(
				layer,
				new Mesh(
					geometry(all),
					this.faces(
						part.of === "body" ? layers.bodies[1] : layers[layer][1],
						part.of === "porous" ? 0.3 : 0.62,
					),
				),
			);
		}
	}

	addNormals(normals) {
		const n = normals.length / 6,
			all = new Float32Array(6 * n),
			long = 1.5 * this.sight.deltap + 0.012 * this.extent.length();
		for (let i = 0; i < n; i++)
			for (let a = 0; a < 3; a++) {
				all[6 * i + a] = normals[6 * i + a];
				all[6 * i + 3 + a] = normals[6 * i + a] + long * normals[6 * i + 3 + a];
			}
		this.lines("normals", all, layers.normals[1]);
	}

	lines(layer, all, color) {
		if (all.length)
			this.add(layer, new LineSegments(geometry(all), new LineBasicMaterial({ color })));
	}

	addMarks() {
		const { probes, gauges } = this.sight,
			high = this.low.z + this.extent.z;
		if (probes.length)
			this.add(
				"probes",
				new Points(
					geometry(new Float32Array(probes.flatMap((p) => p.at))),
					this.points(layers.probes[1], 0, 9),
				),
			);
		this.lines(
			"probes",
			new Float32Array(gauges.flatMap((g) => [...g.at, this.low.z, ...g.at, high])),
			layers.probes[1],
		);
		for (const p of probes.slice(0, 40)) this.name("probes", p.name, new Vector3(...p.at));
		for (const g of gauges.slice(0, 40))
			this.name("probes", g.name, new Vector3(...g.at, high));
	}

	name(layer, text, at) {
		this.names.push({ text, at, hidden: () => this.hidden.has(layer) });
	}

	addZones() {
		for (const z of this.sight.zones) {
			this.lines("zones", new Float32Array(edges(z.min, z.max, this.flat)), layers.zones[1]);
			this.name(
				"zones",
				z.name,
				new Vector3(...z.min)
					.add(new Vector3(...z.max))
					.multiplyScalar(0.5)
					.setZ(Math.min(z.max[2], this.low.z + this.extent.z)),
			);
		}
	}

	addOpenings() {
		for (const o of this.sight.ends) {
			const at = (u, v, w = 0) =>
				[0, 1, 2].map(
					(a) =>
						o.centre[a] +
						u * o.half[0] * o.across[0][a] +
						v * o.half[1] * o.across[1][a] +
						w * o.normal[a],
				);
			const ring = o.disc
				? Array.from({ length: 33 }, (_, k) => [
						Math.cos((k * Math.PI) / 16),
						Math.sin((k * Math.PI) / 16),
					])
				: [
						[-1, -1],
						[1, -1],
						[1, 1],
						[-1, 1],
						[-1, -1],
					];
			const colour = o.in ? layers.openings[1] : outletColour,
				flat = this.flat ? ([x, , z]) => [x, 0, z] : (x) => x;
			const all = [];
			for (let k = 1; k < ring.length; k++)
				all.push(...flat(at(...ring[k - 1])), ...flat(at(...ring[k])), ...flat(at(0, 0)));
			this.add(
				"openings",
				new Mesh(geometry(new Float32Array(all)), this.faces(colour, 0.45)),
			);
			const long = 0.09 * this.extent.length() * (o.in ? 1 : -1),
				head = 0.7 * long,
				wide = 0.12;
			const tip = o.in ? long : 0,
				shaft = o.in ? 0 : long;
			const arrow = [at(0, 0, shaft), at(0, 0, tip)];
			for (const v of [-wide, wide])
				arrow.push(
					at(0, 0, tip),
					at(0, 0, o.in ? head : long - head).map(
						(x, a) => x + v * Math.abs(long) * o.across[1][a],
					),
				);
			arrow.push(at(-1, -1), at(-1, 1));
			this.lines("openings", new Float32Array(arrow.flatMap(flat)), colour);
			this.name(
				"openings",
				`${o.name} (${o.in ? "inlet" : "outlet"})`,
				new Vector3(...flat(at(0, 1))),
			);
		}
	}

	toggle(layer, on) {
		this.hidden[on ? "delete" : "add"](layer);
		for (const item of this.items) if (item.layer === layer) item.object.visible = on;
		this.dirty = true;
	}
	// counts are how many things there are in each layer.
	counts() {
		const all = {};
		for (const item of this.items) all[item.layer] = (all[item.layer] ?? 0) + (item.count ?? 1);
		return all;
	}

	// cut leaves out what lies in front of a part of an axis; axis null leaves out nothing.
	cut(axis, part) {
		Object.assign(this, { cutAxis: axis, cutPart: part });
		this.cuts.at = [0, 1, 2].map((a) =>
			a === axis ? this.low.getComponent(a) + part * this.extent.getComponent(a) : null,
		);
		this.dirty = true;
	}

	// pointAt is what one may measure from at a point of the canvas, or null: a particle, else a
	// corner of the box. In two dimensions every point is one.
	pointAt(x, y) {
		const corner = this.nearestCorner(x, y);
		let best = null;
		for (const { object, count } of this.items) {
			if (!count || !object.visible) continue;
			const p = object.geometry.getAttribute("position"),
				radius = 0.5 * this.sight.diameter * this.perMetre();
			const k = this.nearest(
				p.count,
				(i, to) => void to.fromBufferAttribute(p, i),
				x,
				y,
				radius,
			);
			const at = k === null ? null : new Vector3().fromBufferAttribute(p, k);
			if (at && (!best || this.screen(at).depth < this.screen(best).depth)) best = at;
		}
		return corner ?? best ?? (this.flat ? this.ray(x, y).from.setY(0) : null);
	}
}

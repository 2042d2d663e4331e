// The flow in three dimensions: particles, walls, and borders of slices.
import {
	BufferAttribute,
	BufferGeometry,
	DataTexture,
	DoubleSide,
	DynamicDrawUsage,
	LineBasicMaterial,
	LineSegments,
	Mesh,
	MeshBasicMaterial,
	PlaneGeometry,
	Points,
	ShaderMaterial,
	Vector3,
} from "./libraries/three.min.js";
import { deviceColour, ofDevices, ramp } from "./colours.js";
import { Sections } from "./sections.js";
import { cutShader, geometry } from "./space/shapes.js";
import { Stage } from "./space/stage.js";

const disc = `
	uniform float diameter, pixels;
	${cutShader}
	void placeDisc(vec3 at, bool there) {
		gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
		gl_PointSize = max(1.5, diameter * pixels * projectionMatrix[1][1] / gl_Position.w);
		if (!there || cutDepth(at) > 0.0)
			gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
	}`;

// Between two frames particles are on the straight way from one to the other. Those that have
// crossed a periodic side jump.
const particles = {
	vertexShader: `
	attribute vec3 a, b;
	attribute float aDevice, bDevice, value;
	uniform vec3 low, extent;
	uniform float mixing, from, to;
	varying float shade;
	${disc}
	void main() {
		vec3 way = abs(b - a);
		bool jumps = aDevice > 254.5 || max(way.x, max(way.y, way.z)) > 0.2;
		placeDisc(low + extent * mix(a, b, jumps ? 1.0 : mixing), bDevice < 254.5);
		shade = clamp((value - from) / (to - from), 0.0, 1.0);
	}`,
	fragmentShader: `
	uniform sampler2D colours;
	varying float shade;
	void main() {
		vec2 at = 2.0 * gl_PointCoord - 1.0;
		float r = dot(at, at);
		if (r > 1.0)
			discard;
		float light = 0.62 + 0.38 * dot(vec3(at.x, -at.y, sqrt(1.0 - r)), vec3(-0.41, 0.57, 0.71));
		vec4 colour = texture2D(colours, vec2((0.5 + 255.0 * shade) / 256.0, 0.5));
		gl_FragColor = vec4(colour.rgb * light, 1.0);
	}`,
};

const walls = {
	vertexShader: `
	attribute float body;
	varying float solid;
	${disc}
	void main() {
		placeDisc(position, true);
		solid = body;
	}`,
	fragmentShader: `
	uniform float opacity;
	varying float solid;
	void main() {
		vec2 at = 2.0 * gl_PointCoord - 1.0;
		float r = dot(at, at);
		if (r > 1.0)
			discard;
		gl_FragColor = solid > 0.5
			? vec4(vec3(0.55, 0.60, 0.66) * (0.7 + 0.3 * sqrt(1.0 - r)), 0.55)
			: vec4(0.52, 0.60, 0.70, opacity);
	}`,
};

export class Flow extends Stage {
	// parts are the elements of a Stage; hello describes the flow.
	constructor(parts, hello) {
		super(parts);
		this.hello = hello;
		this.frames = 0;
		this.mixTime = 0.1;
		this.borders = [];
		this.setDomain(hello.min, hello.max, hello.origin, hello.dim === 2);
		this.makeParticles();
		this.sections = new Sections(this);
		this.setColours("flow");
		this.look();
	}
	// margins leave room for the legend, and for the tools.
	margins() {
		const small = this.width < 500;
		return {
			top: small ? 24 : 48,
			bottom: small ? 72 : 100,
			left: this.width < 700 || this.flat ? 0 : 150,
			right: 0,
		};
	}

	theme() {
		super.theme();
		this.sections?.restyle();
		this.curves?.material.color.set(this.textColour());
	}

	makeParticles() {
		const uniforms = {
			low: { value: this.low },
			extent: { value: this.extent },
			mixing: { value: 1 },
			from: { value: 0 },
			to: { value: 1 },
			colours: { value: null },
			diameter: { value: this.hello.deltap },
			pixels: this.pixels,
			...this.cuts.uniforms,
		};
		this.uniforms = uniforms;
		this.particles = new Points(
			new BufferGeometry(),
			new ShaderMaterial({ ...particles, uniforms }),
		);
		this.particles.frustumCulled = false;
		this.particles.visible = false;
		this.scene.add(this.particles);
		this.sets = [];
	}

	// setColours chooses how values are drawn: flow, signed or devices.
	setColours(kind) {
		const texture = new DataTexture(kind === "devices" ? ofDevices() : ramp(kind), 256, 1);
		texture.needsUpdate = true;
		this.uniforms.colours.value?.dispose();
		this.uniforms.colours.value = texture;
		this.dirty = true;
	}

	// take takes a frame, and the values that colours stand for, between low and high. mix is for
	// how many seconds particles are on their way.
	take(frame, values, low, high, mix) {
		if (!this.sets.length || this.sets[0].n !== frame.n) this.makeRoom(frame.n);
		const [old, fresh] = this.sets; // what was last is where particles come from
		this.sets = [fresh, old];
		old.position.array.set(frame.position);
		old.device.array.set(frame.device);
		old.position.needsUpdate = old.device.needsUpdate = true;
		const g = this.particles.geometry;
		g.setAttribute("a", fresh.position);
		g.setAttribute("b", old.position);
		g.setAttribute("aDevice", fresh.device);
		g.setAttribute("bDevice", old.device);
		g.setAttribute("position", old.position);
		this.frame = frame;
		this.frames++;
		this.mixFrom = performance.now();
		this.mixTime = mix;
		// of the particles that are drawn [m]
		this.spacing = this.hello.deltap * frame.every ** (1 / this.hello.dim);
		this.uniforms.diameter.value = 1.05 * this.spacing;
		this.particles.visible = true;
		this.paint(values, low, high);
	}
	makeRoom(n) {
		const attribute = (array, size, part) =>
			new BufferAttribute(array, size, part).setUsage(DynamicDrawUsage);
		this.sets = [0, 1].map(() => ({
			n,
			position: attribute(new Uint16Array(3 * n), 3, true),
			device: attribute(new Uint8Array(n).fill(255), 1),
		}));
		this.value = attribute(new Float32Array(n), 1);
		this.particles.geometry.dispose();
		this.particles.geometry = new BufferGeometry();
		this.particles.geometry.setAttribute("value", this.value);
		this.particles.geometry.setDrawRange(0, n);
	}

	// paint gives particles other values.
	paint(values, low, high) {
		if (!this.value) return;
		this.values = values;
		this.value.array.set(values);
		this.value.needsUpdate = true;
		this.uniforms.from.value = low;
		this.uniforms.to.value = high;
		this.sections.fill();
		this.dirty = true;
	}

	takeWalls(message) {
		const g = geometry(message.position);
		g.setAttribute("body", new BufferAttribute(message.body, 1));
		const uniforms = {
			diameter: { value: this.hello.deltap * 0.75 },
			pixels: this.pixels,
			opacity: { value: 0.13 },
			...this.cuts.uniforms,
		};
		const material = new ShaderMaterial({
			...walls,
			uniforms,
			transparent: true,
			depthWrite: false,
		});
		this.walls = Object.assign(new Points(g, material), {
			frustumCulled: false,
			renderOrder: 1,
		});
		this.wallBodies = message.body;
		this.scene.add(this.walls);
		this.dirty = true;
	}
	showWalls(on) {
		if (this.walls) this.walls.visible = on;
		this.dirty = true;
	}

	textColour() {
		return getComputedStyle(document.documentElement).getPropertyValue("--text").trim();
	}
	// takeCurves draws curves, as mooring lines, before all else: fluid around would hide them.
	takeCurves(message) {
		if (!message && !this.curves) return;
		const all = [];
		let first = 0;
		for (const n of message?.counts ?? []) {
			for (let k = 3 * first; k < 3 * (first + n - 1); k++) all.push(k);
			first += n;
		}
		// each point but the last begins a segment
		const position = new Float32Array(2 * all.length);
		all.forEach((k, i) => {
			const at = 6 * Math.floor(i / 3) + (i % 3);
			position[at] = message.position[k];
			position[at + 3] = message.position[k + 3];
		});
		if (!this.curves) {
			const material = new LineBasicMaterial({ color: this.textColour(), depthTest: false });
			this.curves = Object.assign(new LineSegments(geometry(position), material), {
				frustumCulled: false,
				renderOrder: 3,
			});
			this.scene.add(this.curves);
		}
		this.curves.geometry.dispose();
		this.curves.geometry = geometry(position);
		this.dirty = true;
	}

	// setBorders draws where the slices of devices begin, along an axis [m].
	setBorders(places, axis) {
		for (const b of this.borders) this.scene.remove(b);
		this.borders = places.map((x, k) => this.plane(x, axis, deviceColour(k + 1)));
		this.showBorders(this.bordersOn !== false);
	}
	plane(x, axis, color) {
		const across = [0, 1, 2].filter((a) => a !== axis),
			e = this.extent.toArray();
		const g = new PlaneGeometry(1, 1),
			p = g.getAttribute("position");
		for (let i = 0; i < 4; i++) {
			const at = this.centre.toArray();
			at[axis] = x;
			across.forEach((a, c) => (at[a] += e[a] * p.getComponent(i, c)));
			p.setXYZ(i, ...at);
		}
		const material = new MeshBasicMaterial({
			color,
			transparent: true,
			opacity: 0.13,
			side: DoubleSide,
			depthWrite: false,
		});
		const mesh = Object.assign(new Mesh(g, material), { renderOrder: 2, frustumCulled: false });
		this.scene.add(mesh);
		return mesh;
	}
	showBorders(on) {
		this.bordersOn = on;
		for (const b of this.borders) b.visible = on;
		this.dirty = true;
	}

	// place is where the particle at an index is [m], or null; to is a vector for it.
	place(i, to = new Vector3()) {
		if (!this.frame || i >= this.frame.n || this.frame.device[i] === 255) return null;
		const p = this.frame.position,
			{ low, extent } = this;
		return to.set(
			low.x + (p[3 * i] / 65535) * extent.x,
			low.y + (p[3 * i + 1] / 65535) * extent.y,
			low.z + (p[3 * i + 2] / 65535) * extent.z,
		);
	}
	// particleAt is the particle in front at a point of the canvas, or null.
	particleAt(x, y) {
		if (!this.frame || !this.particles.visible) return null;
		const radius = 0.5 * this.uniforms.diameter.value * this.perMetre();
		return this.nearest(this.frame.n, (i, to) => this.place(i, to) !== null, x, y, radius);
	}
	// pointAt is what one may measure from at a point of the canvas, or null: a section or a
	// particle, the nearer one; else a wall, else a corner of the box. In two dimensions every
	// point is one.
	pointAt(x, y) {
		const corner = this.nearestCorner(x, y),
			section = this.sections.hit(x, y)?.at;
		const k = this.particleAt(x, y),
			particle = k === null ? null : this.place(k);
		if (corner && !particle) return corner;
		if (section && particle)
			return this.screen(section).depth < this.screen(particle).depth ? section : particle;
		return (
			particle ??
			section ??
			this.wallAt(x, y) ??
			(this.flat ? this.ray(x, y).from.setY(0) : null)
		);
	}
	wallAt(x, y) {
		if (!this.walls?.visible) return null;
		const p = this.walls.geometry.getAttribute("position");
		const radius = 0.5 * this.hello.deltap * this.perMetre();
		const k = this.nearest(p.count, (i, to) => void to.fromBufferAttribute(p, i), x, y, radius);
		return k === null ? null : new Vector3().fromBufferAttribute(p, k);
	}

	moves() {
		return (
			(this.mixFrom !== undefined && this.uniforms.mixing.value < 1) ||
			this.shownFrame !== this.frames
		);
	}
	// settle ends the way of particles between two frames.
	settle() {
		this.mixTime = 0;
		this.uniforms.mixing.value = 1;
		this.dirty = true;
	}
	render() {
		if (this.mixFrom !== undefined) {
			const part = (performance.now() - this.mixFrom) / (1000 * this.mixTime);
			this.uniforms.mixing.value = this.mixTime > 0 ? Math.min(1, part) : 1;
		}
		super.render();
		this.shownFrame = this.frames;
	}
}

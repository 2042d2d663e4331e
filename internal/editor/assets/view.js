// The flow in three dimensions, as it will be filled.
import {
	BufferAttribute, BufferGeometry, DoubleSide, LineBasicMaterial, LineSegments, Mesh, OrthographicCamera, PerspectiveCamera, Points, Scene, ShaderMaterial,
	Vector3, WebGLRenderer, OrbitControls, Color,
} from "./libraries/three.min.js";
import { digits, place, step } from "./numbers.js";

// layers are what may be shown, in order, with their colours.
export const layers = {
	fluid: ["Fluid", 0x3b8fd6], sides: ["Sides of the domain", 0x6d7883], walls: ["Walls", 0x9aa4ae], bodies: ["Bodies, measured walls", 0xd58a3d],
	surfaces: ["Surfaces", 0xb3bcc5], normals: ["Normals", 0xe0703c],
	probes: ["Probes and gauges", 0xd9b23c], openings: ["Inlets and outlets", 0x3fb37f], zones: ["Damping zones", 0x9a7bd0], porous: ["Porous layers", 0xb08968],
};
const fluidColours = [layers.fluid[1], 0x7fc4a8, 0xb79be0, 0xe0c46c], outletColour = 0xc0569b, bodyColours = [0xd58a3d, 0xcc79a7, 0x8c564b, 0xe9b6d6, 0xc49c82, 0x7a1e64];

const clipped = `
	uniform vec4 clip;
	varying float beyond;
	void cutAt(vec3 at) { beyond = dot(at, clip.xyz) - clip.w; }`;

const points = {
	vertexShader: `
	uniform float diameter, pixels, least;
	varying float small;
	${clipped}
	void main() {
		gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
		gl_PointSize = max(least, diameter * pixels * projectionMatrix[1][1] / gl_Position.w);
		small = 1.0 - smoothstep(3.0, 8.0, gl_PointSize); // discs of few pixels would be a pattern
		cutAt(position);
	}`,
	fragmentShader: `
	uniform vec3 colour;
	varying float beyond, small;
	void main() {
		vec2 at = 2.0 * gl_PointCoord - 1.0;
		float r = dot(at, at);
		if (beyond > 0.0 || r > 1.0 && small < 0.5)
			discard;
		float light = mix(0.66 + 0.34 * dot(vec3(at.x, -at.y, sqrt(max(0.0, 1.0 - r))), vec3(-0.41, 0.57, 0.71)), 0.86, small);
		gl_FragColor = vec4(colour * light, 1.0);
	}`,
};

const faces = {
	vertexShader: `
	varying vec3 seen;
	${clipped}
	void main() {
		vec4 at = modelViewMatrix * vec4(position, 1.0);
		seen = at.xyz;
		gl_Position = projectionMatrix * at;
		cutAt(position);
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

export class View {
	// canvas is drawn on; overlay is where names go; scale shows a length.
	constructor(canvas, overlay, scale) {
		Object.assign(this, { canvas, overlay, scale });
		this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
		this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
		this.scene = new Scene();
		this.clip = { x: 0, y: 0, z: 0, w: 1e30, isVector4: true };
		this.pixels = { value: 1 };
		this.hidden = new Set(["sides", "surfaces", "normals"]);
		this.items = [];
		this.labels = [];
		this.drawn = 0;
		this.cutAxis = null;
		this.low = new Vector3(0, 0, 0);
		this.extent = new Vector3(1, 1, 1);
		this.cameras = [new PerspectiveCamera(32, 1, 0.01, 100), new OrthographicCamera(-1, 1, 1, -1, 0, 100)];
		this.useCamera(false);
		new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
		matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => this.theme());
		this.theme();
		this.resize();
		this.watchKeys();
		const loop = () => {
			requestAnimationFrame(loop);
			if (this.dirty)
				this.draw();
		};
		loop();
	}

	useCamera(flat) {
		this.controls?.dispose();
		this.flat = flat;
		this.camera = this.cameras[flat ? 1 : 0];
		this.camera.up.set(0, 0, 1);
		this.controls = new OrbitControls(this.camera, this.canvas);
		this.controls.enableRotate = !flat;
		this.controls.screenSpacePanning = true;
		this.controls.addEventListener("change", () => (this.dirty = true));
		this.controls.addEventListener("start", () => (this.moved = true));
		this.from = flat ? "front" : "oblique";
		this.moved = false;
	}

	theme() {
		const style = getComputedStyle(document.documentElement);
		this.renderer.setClearColor(new Color(style.getPropertyValue("--sheet").trim()));
		this.frameColour = new Color(style.getPropertyValue("--frame").trim());
		for (const item of this.items)
			if (item.frame)
				item.object.material.color = this.frameColour;
		this.dirty = true;
	}

	// show takes what there is to see: a sight, and its arrays.
	show(sight, arrays) {
		const same = this.sight && this.sight.plane === sight.plane && this.sight.min.join() === sight.min.join() && this.sight.max.join() === sight.max.join();
		if (sight.plane !== this.flat)
			this.useCamera(sight.plane);
		for (const item of this.items) {
			this.scene.remove(item.object);
			item.object.geometry.dispose();
			item.object.material.dispose();
		}
		this.items = [];
		this.overlay.replaceChildren();
		this.labels = [];
		this.sight = sight;
		this.low.set(...sight.min);
		this.extent.set(...sight.max).sub(this.low);
		if (sight.plane) {
			this.low.y = 0;
			this.extent.y = 0;
		}
		this.centre = this.low.clone().addScaledVector(this.extent, 0.5);
		this.addParticles(arrays);
		this.addParts(arrays.triangles);
		this.addNormals(arrays.normals);
		this.addMarks();
		this.addZones();
		this.addOpenings();
		this.addBox();
		this.cut(this.cutAxis, this.cutPart);
		if (!same || !this.moved)
			this.look();
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
			if (!groups.has(kind))
				groups.set(kind, []);
			groups.get(kind).push(i);
		});
		for (const kind of [...groups.keys()].sort((a, b) => a - b)) {
			const of = groups.get(kind), all = new Float32Array(3 * of.length);
			of.forEach((i, k) => all.set(positions.subarray(3 * i, 3 * i + 3), 3 * k));
			const material = kind > 239 ? 256 - kind : 0, own = this.sight.materials[material]?.colour;
			const layer = material ? "fluid" : (["fluid", "sides", "walls"][kind] ?? "bodies");
			const colour = layer === "fluid" ? (own ? parseInt(own.slice(1), 16) : fluidColours[material % fluidColours.length]) : kind < 3 ? layers[layer][1] : bodyColours[(kind - 3) % bodyColours.length];
			this.add(layer, new Points(geometry(all), this.points(colour, this.sight.diameter, 1.5)), { count: of.length });
		}
	}
	points(colour, diameter, least) {
		return new ShaderMaterial({ ...points, uniforms: {
			colour: { value: plain(colour) }, diameter: { value: diameter }, least: { value: least }, pixels: this.pixels, clip: { value: this.clip },
		} });
	}
	faces(colour, opacity) {
		return new ShaderMaterial({ ...faces, side: DoubleSide, transparent: opacity < 1, depthWrite: opacity === 1,
			uniforms: { colour: { value: plain(colour) }, opacity: { value: opacity }, clip: { value: this.clip } } });
	}

	addParts(triangles) {
		let from = 0;
		for (const part of this.sight.parts) {
			const all = triangles.subarray(9 * from, 9 * (from + part.triangles));
			from += part.triangles;
			if (!all.length)
				continue;
			const layer = part.of === "porous" ? "porous" : "surfaces";
			this.add(layer, new Mesh(geometry(all), this.faces(part.of === "body" ? layers.bodies[1] : layers[layer][1], part.of === "porous" ? 0.3 : 0.62)));
		}
	}

	addNormals(normals) {
		const n = normals.length / 6, all = new Float32Array(6 * n), long = 1.5 * this.sight.deltap + 0.012 * this.extent.length();
		for (let i = 0; i < n; i++)
			for (let a = 0; a < 3; a++) {
				all[6 * i + a] = normals[6 * i + a];
				all[6 * i + 3 + a] = normals[6 * i + a] + long * normals[6 * i + 3 + a];
			}
		this.lines("normals", all, layers.normals[1]);
	}

	lines(layer, all, colour, more) {
		if (all.length)
			this.add(layer, new LineSegments(geometry(all), new LineBasicMaterial({ color: colour })), more);
	}

	addMarks() {
		const { probes, gauges } = this.sight, high = this.low.z + this.extent.z;
		if (probes.length)
			this.add("probes", new Points(geometry(new Float32Array(probes.flatMap((p) => p.at))), this.points(layers.probes[1], 0, 9)));
		this.lines("probes", new Float32Array(gauges.flatMap((g) => [...g.at, this.low.z, ...g.at, high])), layers.probes[1]);
		for (const p of probes.slice(0, 40))
			this.name("probes", p.name, new Vector3(...p.at));
		for (const g of gauges.slice(0, 40))
			this.name("probes", g.name, new Vector3(...g.at, high));
	}

	name(layer, text, at) {
		const label = Object.assign(document.createElement("span"), { textContent: text, className: "name" });
		this.overlay.append(label);
		this.labels.push({ label, at, layer });
	}

	addZones() {
		for (const z of this.sight.zones) {
			this.lines("zones", new Float32Array(edges(z.min, z.max, this.flat)), layers.zones[1]);
			this.name("zones", z.name, new Vector3(...z.min).add(new Vector3(...z.max)).multiplyScalar(0.5).setZ(Math.min(z.max[2], this.low.z + this.extent.z)));
		}
	}

	addOpenings() {
		for (const o of this.sight.openings) {
			const at = (u, v, w = 0) => [0, 1, 2].map((a) => o.centre[a] + u * o.half[0] * o.across[0][a] + v * o.half[1] * o.across[1][a] + w * o.normal[a]);
			const ring = o.disc ? Array.from({ length: 33 }, (_, k) => [Math.cos((k * Math.PI) / 16), Math.sin((k * Math.PI) / 16)]) : [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]];
			const colour = o.inlet ? layers.openings[1] : outletColour, flat = this.flat ? ([x, , z]) => [x, 0, z] : (x) => x;
			const all = [];
			for (let k = 1; k < ring.length; k++)
				all.push(...flat(at(...ring[k - 1])), ...flat(at(...ring[k])), ...flat(at(0, 0)));
			this.add("openings", new Mesh(geometry(new Float32Array(all)), this.faces(colour, 0.45)));
			const long = 0.09 * this.extent.length() * (o.inlet ? 1 : -1), head = 0.7 * long, wide = 0.12;
			const tip = o.inlet ? long : 0, shaft = o.inlet ? 0 : long;
			const arrow = [at(0, 0, shaft), at(0, 0, tip)];
			for (const v of [-wide, wide])
				arrow.push(at(0, 0, tip), at(0, 0, o.inlet ? head : long - head).map((x, a) => x + (v * Math.abs(long)) * o.across[1][a]));
			arrow.push(at(-1, -1), at(-1, 1));
			this.lines("openings", new Float32Array(arrow.flatMap(flat)), colour);
			this.name("openings", `${o.name} (${o.inlet ? "inlet" : "outlet"})`, new Vector3(...flat(at(0, 1))));
		}
	}

	addBox() {
		this.lines("box", new Float32Array(edges(this.low.toArray(), this.low.clone().add(this.extent).toArray(), this.flat)), this.frameColour, { frame: true });
		const every = step(Math.max(...this.extent.toArray()) / 5);
		const add = (axis, part, text) => {
			const label = Object.assign(document.createElement("span"), { textContent: text });
			this.overlay.append(label);
			this.labels.push({ axis, part, label, named: text.includes("[") });
		};
		const axes = this.flat ? [0, 2] : [0, 1, 2];
		for (const axis of axes)
			add(axis, 0.5, "xyz"[axis] + " [m]");
		for (const axis of axes) {
			const low = this.sight.origin[axis] + this.low.getComponent(axis), long = this.extent.getComponent(axis); // on the map
			for (let k = Math.ceil(low / every - 1e-9); k * every <= low + long * (1 + 1e-9); k++)
				add(axis, (k * every - low) / long, place(k * every, every));
		}
	}

	toggle(layer, on) {
		this.hidden[on ? "delete" : "add"](layer);
		for (const item of this.items)
			if (item.layer === layer)
				item.object.visible = on;
		this.dirty = true;
	}
	// counts are how many things there are in each layer.
	counts() {
		const all = {};
		for (const item of this.items)
			all[item.layer] = (all[item.layer] ?? 0) + (item.count ?? 1);
		return all;
	}

	// cut leaves out what lies beyond a part of an axis, on the side that one looks from; axis null leaves out nothing.
	cut(axis, part) {
		Object.assign(this, { cutAxis: axis, cutPart: part });
		Object.assign(this.clip, { x: 0, y: 0, z: 0, w: 1e30 });
		if (axis !== null && this.centre) {
			const name = "xyz"[axis], sign = this.camera.position[name] >= this.centre[name] ? 1 : -1;
			this.clip[name] = sign;
			this.clip.w = sign * (this.low[name] + part * this.extent[name]);
		}
		this.dirty = true;
	}

	corner([x, y, z]) {
		return new Vector3(x, y, z).multiply(this.extent).add(this.low);
	}

	// look goes to where all is seen from a side.
	look(from = this.from) {
		if (!this.centre)
			return;
		this.from = this.flat ? "front" : from;
		this.moved = false;
		const side = { oblique: [0.42, -1, 0.48], front: [0, -1, 0], side: [1, 0, 0], top: [0, -0.0001, 1] }[this.from];
		const towards = new Vector3(...side).normalize(), right = new Vector3(0, 0, 1).cross(towards).normalize();
		const up = towards.clone().cross(right), aspect = this.width / this.height, corners = [];
		const room = Math.max(0.4, Math.min(0.88, 1 - 96 / this.height)); // buttons and numbers are above and below
		for (let k = 0; k < 8; k++)
			corners.push(this.corner([k & 1, (k >> 1) & 1, k >> 2]).sub(this.centre));
		const greatest = (f) => Math.max(...corners.map(f)), far = 4 * this.extent.length();
		if (this.flat) {
			const half = Math.max(greatest((c) => Math.abs(c.dot(up))) / room, greatest((c) => Math.abs(c.dot(right))) / aspect / 0.88);
			Object.assign(this.camera, { top: half, bottom: -half, left: -half * aspect, right: half * aspect, near: 0, far: 2 * far, zoom: 1 });
			this.camera.position.copy(this.centre).addScaledVector(towards, far);
		} else {
			const tangent = Math.tan((this.camera.fov * Math.PI) / 360) * room;
			const distance = greatest((c) => Math.max(Math.abs(c.dot(up)), Math.abs(c.dot(right)) / aspect) / tangent + c.dot(towards));
			Object.assign(this.camera, { near: 0.02 * distance, far: distance + far });
			this.camera.position.copy(this.centre).addScaledVector(towards, distance);
		}
		this.controls.target.copy(this.centre);
		this.camera.updateProjectionMatrix();
		this.controls.update();
		this.cut(this.cutAxis, this.cutPart);
	}

	resize() {
		const box = this.canvas.parentElement;
		this.width = Math.max(box.clientWidth, 1);
		this.height = Math.max(box.clientHeight, 1);
		this.renderer.setSize(this.width, this.height, false);
		this.cameras[0].aspect = this.width / this.height;
		this.pixels.value = (this.height * this.renderer.getPixelRatio()) / 2;
		if (this.flat && this.moved) {
			const half = this.camera.top;
			Object.assign(this.camera, { left: (-half * this.width) / this.height, right: (half * this.width) / this.height });
		}
		this.camera.updateProjectionMatrix();
		if (!this.moved)
			this.look();
		this.dirty = true;
	}

	// watchKeys turns, zooms and fits with the keyboard.
	watchKeys() {
		this.canvas.addEventListener("keydown", (e) => {
			const turn = { ArrowLeft: [-0.12, 0], ArrowRight: [0.12, 0], ArrowUp: [0, -0.08], ArrowDown: [0, 0.08] }[e.key], zoom = { "+": 0.85, "=": 0.85, "-": 1.18 }[e.key];
			if (e.ctrlKey || e.metaKey || e.altKey || !(turn || zoom || e.key === "f"))
				return;
			e.preventDefault();
			const target = this.controls.target, away = this.camera.position.clone().sub(target);
			if (e.key === "f")
				return this.look();
			this.moved = true;
			if (turn && this.flat) {
				const metres = 60 / this.perMetre(), by = new Vector3(Math.sign(turn[0]), 0, -Math.sign(turn[1])).multiplyScalar(metres);
				target.add(by);
				this.camera.position.add(by);
			} else if (turn) {
				const r = away.length(), around = Math.atan2(away.y, away.x) + turn[0], high = Math.min(1.55, Math.max(-1.55, Math.asin(away.z / r) - turn[1]));
				this.camera.position.copy(target).add(new Vector3(Math.cos(around) * Math.cos(high), Math.sin(around) * Math.cos(high), Math.sin(high)).multiplyScalar(r));
			} else if (this.flat) {
				this.camera.zoom /= zoom;
				this.camera.updateProjectionMatrix();
			} else {
				this.camera.position.copy(target).addScaledVector(away, zoom);
			}
			this.controls.update();
			this.dirty = true;
		});
	}

	perMetre() {
		const scale = (this.height / 2) * this.camera.projectionMatrix.elements[5];
		return this.flat ? scale : scale / this.camera.position.distanceTo(this.controls.target);
	}

	draw() {
		this.dirty = false;
		this.renderer.render(this.scene, this.camera);
		this.drawn++;
		if (!this.sight)
			return;
		const long = step(60 / this.perMetre());
		this.scale.firstElementChild.textContent = `${digits(long)} m`;
		this.scale.lastElementChild.style.width = `${long * this.perMetre()}px`;
		this.placeLabels();
	}

	screen(at) {
		const p = at.clone().project(this.camera);
		return { x: ((p.x + 1) * this.width) / 2, y: ((1 - p.y) * this.height) / 2, depth: p.z };
	}

	// placeLabels puts numbers beside edges of the box, and names at what they name. One that would lie over another is left out.
	placeLabels() {
		const middle = this.screen(this.centre), away = this.camera.position.clone().sub(this.controls.target).normalize(), taken = [];
		const ends = [0, 1, 2].map((axis) => {
			const best = this.edge(axis, middle), [a, b] = [0, 1].map((end) => this.screen(this.corner(best.with(axis, end))));
			return { best, steep: Math.abs(a.y - b.y) > Math.abs(a.x - b.x), hidden: Math.abs(away.getComponent(axis)) > 0.97 };
		});
		for (const l of this.labels) {
			const half = 3.3 * l.label.textContent.length + 4;
			let x, y, hidden;
			if (l.at) {
				({ x, y } = this.screen(l.at));
				y -= 11;
				hidden = this.hidden.has(l.layer);
			} else {
				const { best, steep, hidden: along } = ends[l.axis], at = this.screen(this.corner(best.with(l.axis, l.part))), more = l.named && this.width > 500 ? 18 : 0;
				x = at.x + (steep ? (Math.sign(at.x - middle.x) || -1) * (half + more + 3) : 0);
				y = at.y + (steep ? 0 : 12 + more);
				hidden = along;
			}
			hidden ||= x < half || x > this.width - half || y < 8 || y > this.height - 8 || taken.some((t) => Math.abs(t.x - x) < t.half + half && Math.abs(t.y - y) < 13);
			l.label.hidden = hidden;
			if (hidden)
				continue;
			taken.push({ x, y, half });
			l.label.style.left = x + "px";
			l.label.style.top = y + "px";
		}
	}
	// edge is the middle of that edge along an axis which lies lowest and outermost, of z at the left.
	edge(axis, middle) {
		let best = null, least = -Infinity;
		for (let k = 0; k < 4; k++) {
			const end = [0.5, 0.5, 0.5];
			end[(axis + 1) % 3] = k & 1;
			end[(axis + 2) % 3] = k >> 1;
			const s = this.screen(this.corner(end)), how = axis === 2 ? -s.x : s.y + 0.3 * Math.abs(s.x - middle.x);
			if (how > least)
				[best, least] = [end, how];
		}
		return best;
	}
}

// plain is a colour as the screen has it, which shaders hand on.
const plain = (colour) => new Vector3((colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255);

function geometry(all) {
	const g = new BufferGeometry();
	g.setAttribute("position", new BufferAttribute(all, 3));
	return g;
}

// edges are those of a box, as pairs of points; of a rectangle where it is flat.
function edges(min, max, flat) {
	const all = [];
	for (let axis = 0; axis < 3; axis++)
		for (let k = 0; k < 4; k++)
			for (const x of [min, max]) {
				const at = [0, 0, 0];
				at[axis] = x[axis];
				at[(axis + 1) % 3] = (k & 1 ? max : min)[(axis + 1) % 3];
				at[(axis + 2) % 3] = (k >> 1 ? max : min)[(axis + 2) % 3];
				if (flat)
					at[1] = 0;
				all.push(...at);
			}
	return all;
}

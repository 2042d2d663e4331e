// The flow in three dimensions.
import {
	BufferAttribute, BufferGeometry, DataTexture, DoubleSide, DynamicDrawUsage, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial,
	OrthographicCamera, PerspectiveCamera, PlaneGeometry, Points, Scene, ShaderMaterial, Vector3, WebGLRenderer, OrbitControls,
} from "./libraries/three.min.js";
import { deviceColour, ofDevices, ramp } from "./colours.js";
import { place, step } from "./numbers.js";

const mostDrawn = 30; // frames a second
const background = 0x0c1015;

const size = `
	uniform float diameter, pixels;
	uniform vec4 clip;
	void place(vec3 at, bool there) {
		gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
		gl_PointSize = max(1.5, diameter * pixels * projectionMatrix[1][1] / gl_Position.w);
		if (!there || dot(at, clip.xyz) > clip.w)
			gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
	}`;

// Between two frames particles are on the straight way from one to the other. Those that have gone round a periodic axis jump.
const particles = {
	vertexShader: `
	attribute vec3 a, b;
	attribute float aDevice, bDevice, value;
	uniform vec3 low, extent;
	uniform float mixing, from, to;
	varying float shade;
	${size}
	void main() {
		vec3 way = abs(b - a);
		bool jumps = aDevice > 254.5 || max(way.x, max(way.y, way.z)) > 0.2;
		place(low + extent * mix(a, b, jumps ? 1.0 : mixing), bDevice < 254.5);
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
		gl_FragColor = vec4(texture2D(colours, vec2((0.5 + 255.0 * shade) / 256.0, 0.5)).rgb * light, 1.0);
	}`,
};

const walls = {
	vertexShader: `
	attribute float body;
	varying float solid;
	${size}
	void main() {
		place(position, true);
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
		gl_FragColor = solid > 0.5 ? vec4(vec3(0.55, 0.60, 0.66) * (0.7 + 0.3 * sqrt(1.0 - r)), 0.55) : vec4(0.52, 0.60, 0.70, opacity);
	}`,
};

export class Flow {
	// canvas is drawn on; overlay is where labels go; picked(place) is told which particle somebody has clicked on.
	constructor(canvas, overlay, hello, picked) {
		this.canvas = canvas;
		this.overlay = overlay;
		this.hello = hello;
		this.low = new Vector3(...hello.min);
		this.extent = new Vector3(...hello.max).sub(this.low);
		this.centre = this.low.clone().addScaledVector(this.extent, 0.5);
		this.frames = this.drawn = 0;
		this.mixTime = 0.1;
		this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
		this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
		this.renderer.setClearColor(background);
		this.scene = new Scene();
		this.clip = { x: 0, y: 0, z: 0, w: 1e30 };
		this.makeParticles();
		this.makeBox();
		this.makeCamera();
		this.borders = [];
		this.watchPointer(picked);
		new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
		this.resize();
		this.loop = this.loop.bind(this);
		requestAnimationFrame(this.loop);
	}

	makeParticles() {
		const uniforms = {
			low: { value: this.low }, extent: { value: this.extent }, mixing: { value: 1 }, from: { value: 0 }, to: { value: 1 },
			diameter: { value: this.hello.deltap }, pixels: { value: 1 }, clip: { value: this.clip }, colours: { value: null },
		};
		this.clip.isVector4 = true;
		this.particles = new Points(new BufferGeometry(), new ShaderMaterial({ ...particles, uniforms }));
		this.particles.frustumCulled = false;
		this.particles.visible = false;
		this.scene.add(this.particles);
		this.sets = [];
		this.colours("flow");
	}

	// colours chooses what values are drawn in: flow, signed or devices.
	colours(kind) {
		const texture = new DataTexture(kind === "devices" ? ofDevices() : ramp(kind), 256, 1);
		texture.needsUpdate = true;
		this.uniforms.colours.value?.dispose();
		this.uniforms.colours.value = texture;
		this.dirty = true;
	}
	get uniforms() {
		return this.particles.material.uniforms;
	}

	makeBox() {
		const corners = [];
		for (let axis = 0; axis < 3; axis++)
			for (let k = 0; k < 4; k++) {
				const end = [0, 0, 0];
				end[(axis + 1) % 3] = k & 1;
				end[(axis + 2) % 3] = k >> 1;
				for (const x of [0, 1]) {
					end[axis] = x;
					corners.push(...this.corner(end).toArray());
				}
			}
		const g = new BufferGeometry();
		g.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
		this.scene.add(new LineSegments(g, new LineBasicMaterial({ color: 0x364656 })));
		// The names of the axes, and round numbers along them.
		this.labels = [];
		const every = step(Math.max(...this.extent.toArray()) / 5);
		const add = (axis, part, text) => {
			const label = Object.assign(document.createElement("span"), { textContent: text });
			this.overlay.append(label);
			this.labels.push({ axis, part, label, named: text.includes("[") });
		};
		for (const axis of [0, 1, 2])
			add(axis, 0.5, "xyz"[axis] + " [m]");
		for (const axis of [0, 1, 2]) {
			const low = this.hello.origin[axis] + this.low.getComponent(axis), long = this.extent.getComponent(axis); // on the map
			for (let k = Math.ceil(low / every); k * every <= low + long; k++)
				add(axis, (k * every - low) / long, place(k * every, every));
		}
	}
	corner([x, y, z]) {
		return new Vector3(x, y, z).multiply(this.extent).add(this.low);
	}

	makeCamera() {
		this.flat = this.hello.dim === 2;
		this.camera = this.flat ? new OrthographicCamera() : new PerspectiveCamera(32, 1, 1, 2);
		this.camera.up.set(0, 0, 1);
		this.controls = new OrbitControls(this.camera, this.canvas);
		this.controls.enableRotate = !this.flat;
		this.controls.screenSpacePanning = true;
		this.controls.addEventListener("change", () => (this.dirty = true));
		this.controls.addEventListener("start", () => (this.moved = true));
		this.from = this.flat ? "front" : "oblique";
	}

	// look goes to where all is seen from a side.
	look(from = this.from) {
		this.from = from;
		this.moved = false;
		const side = { oblique: [0.42, -1, 0.48], front: [0, -1, 0], side: [1, 0, 0], top: [0, -0.0001, 1] }[from];
		const towards = new Vector3(...side).normalize(), right = new Vector3(0, 0, 1).cross(towards).normalize();
		const up = towards.clone().cross(right), aspect = this.width / this.height;
		// What lies over the picture's ends must not hide the flow.
		const room = Math.min(0.9, 1 - (this.width < 500 ? 60 : 150) / this.height), corners = [];
		for (let k = 0; k < 8; k++)
			corners.push(this.corner([k & 1, (k >> 1) & 1, k >> 2]).sub(this.centre));
		const greatest = (f) => Math.max(...corners.map(f));
		const far = 4 * this.extent.length();
		if (this.flat) {
			const half = Math.max(greatest((c) => Math.abs(c.dot(up))), greatest((c) => Math.abs(c.dot(right))) / aspect) / room;
			Object.assign(this.camera, { top: half, bottom: -half, left: -half * aspect, right: half * aspect, near: 0, far: 2 * far, zoom: 1 });
			this.camera.position.copy(this.centre).addScaledVector(towards, far);
		} else {
			const tangent = Math.tan((this.camera.fov * Math.PI) / 360) * room;
			const distance = greatest((c) => Math.max(Math.abs(c.dot(up)), Math.abs(c.dot(right)) / aspect) / tangent + c.dot(towards));
			Object.assign(this.camera, { near: 0.02 * distance, far: distance + far });
			this.camera.position.copy(this.centre).addScaledVector(towards, distance);
		}
		this.controls.target.copy(this.centre);
		const raised = this.width < 500 ? 20 : 26; // above the colours' key
		this.camera.setViewOffset(this.width, this.height, 0, raised, this.width, this.height);
		this.camera.updateProjectionMatrix();
		this.controls.update();
		this.dirty = true;
	}

	resize() {
		const box = this.canvas.parentElement;
		this.width = Math.max(box.clientWidth, 1);
		this.height = Math.max(this.canvas.clientHeight, 1);
		this.renderer.setSize(this.width, this.height, false);
		if (!this.flat)
			this.camera.aspect = this.width / this.height;
		this.uniforms.pixels.value = (this.height * this.renderer.getPixelRatio()) / 2;
		if (this.camera.view)
			this.camera.setViewOffset(this.width, this.height, 0, this.camera.view.offsetY, this.width, this.height);
		if (!this.moved)
			this.look();
		this.camera.updateProjectionMatrix();
		this.dirty = true;
	}

	// show takes a frame, and the values that colours stand for, between low and high. mix is for how many seconds particles are on their way.
	show(frame, values, low, high, mix) {
		if (!this.sets.length || this.sets[0].n !== frame.n) {
			this.sets = [0, 1].map(() => ({
				n: frame.n,
				position: new BufferAttribute(new Uint16Array(3 * frame.n), 3, true).setUsage(DynamicDrawUsage),
				device: new BufferAttribute(new Uint8Array(frame.n).fill(255), 1).setUsage(DynamicDrawUsage),
			}));
			this.value = new BufferAttribute(new Float32Array(frame.n), 1).setUsage(DynamicDrawUsage);
			this.particles.geometry.dispose();
			this.particles.geometry = new BufferGeometry();
			this.particles.geometry.setAttribute("value", this.value);
			this.particles.geometry.setDrawRange(0, frame.n);
		}
		const [old, fresh] = this.sets;
		this.sets = [fresh, old];
		const b = old, a = fresh; // what was last is where they come from; the set before that is written over
		b.position.array.set(frame.position);
		b.device.array.set(frame.device);
		b.position.needsUpdate = b.device.needsUpdate = true;
		const g = this.particles.geometry;
		g.setAttribute("a", a.position);
		g.setAttribute("b", b.position);
		g.setAttribute("aDevice", a.device);
		g.setAttribute("bDevice", b.device);
		g.setAttribute("position", b.position);
		this.frame = frame;
		this.frames++;
		this.mixFrom = performance.now();
		this.mixTime = mix;
		this.uniforms.diameter.value = this.hello.deltap * 1.05 * frame.every ** (1 / this.hello.dim);
		this.particles.visible = true;
		this.paint(values, low, high);
	}

	// paint gives particles other values.
	paint(values, low, high) {
		if (!this.value)
			return;
		this.value.array.set(values);
		this.value.needsUpdate = true;
		this.uniforms.from.value = low;
		this.uniforms.to.value = high;
		this.dirty = true;
	}

	showWalls(message) {
		const g = new BufferGeometry();
		g.setAttribute("position", new BufferAttribute(message.position, 3));
		g.setAttribute("body", new BufferAttribute(message.body, 1));
		const uniforms = { diameter: { value: this.hello.deltap * 0.75 }, pixels: this.uniforms.pixels, clip: this.uniforms.clip, opacity: { value: 0.13 } };
		this.walls = new Points(g, new ShaderMaterial({ ...walls, uniforms, transparent: true, depthWrite: false }));
		this.walls.frustumCulled = false;
		this.walls.renderOrder = 1;
		this.scene.add(this.walls);
		this.dirty = true;
	}

	// showBorders draws where the slices of devices begin, along an axis [m].
	showBorders(places, axis) {
		for (const b of this.borders)
			this.scene.remove(b);
		this.borders = places.map((x, k) => {
			const across = [0, 1, 2].filter((a) => a !== axis), e = this.extent.toArray();
			const plane = new PlaneGeometry(1, 1);
			const p = plane.getAttribute("position");
			for (let i = 0; i < 4; i++) {
				const at = this.centre.toArray();
				at[axis] = x;
				across.forEach((a, c) => (at[a] += e[a] * p.getComponent(i, c)));
				p.setXYZ(i, ...at);
			}
			const m = new Mesh(plane, new MeshBasicMaterial({ color: deviceColour(k + 1), transparent: true, opacity: 0.13, side: DoubleSide, depthWrite: false }));
			m.renderOrder = 2;
			m.frustumCulled = false;
			m.visible = this.bordersOn !== false;
			this.scene.add(m);
			return m;
		});
		this.dirty = true;
	}
	toggleBorders(on) {
		this.bordersOn = on;
		for (const b of this.borders)
			b.visible = on;
		this.dirty = true;
	}
	toggleWalls(on) {
		if (this.walls)
			this.walls.visible = on;
		this.dirty = true;
	}

	// cut leaves out what lies beyond a part of an axis, on the side that one looks from; axis null leaves out nothing.
	cut(axis, part) {
		Object.assign(this.clip, { x: 0, y: 0, z: 0, w: 1e30 });
		if (axis !== null) {
			const name = "xyz"[axis], sign = this.camera.position[name] > this.centre[name] ? 1 : -1;
			this.clip[name] = sign;
			this.clip.w = sign * (this.low[name] + part * this.extent[name]);
		}
		this.dirty = true;
	}

	// place is where the particle at a place is [m], or null.
	place(i) {
		if (!this.frame || i >= this.frame.n || this.frame.device[i] === 255)
			return null;
		const p = this.frame.position;
		return this.corner([0, 1, 2].map((a) => p[3 * i + a] / 65535));
	}
	// screen is where a point is on the canvas [pixels], and how far away.
	screen(at) {
		const p = at.clone().project(this.camera);
		return { x: ((p.x + 1) * this.width) / 2, y: ((1 - p.y) * this.height) / 2, depth: p.z };
	}

	watchPointer(picked) {
		let down = null;
		this.canvas.addEventListener("pointerdown", (e) => (down = [e.clientX, e.clientY]));
		this.canvas.addEventListener("pointerup", (e) => {
			if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 5) {
				const box = this.canvas.getBoundingClientRect();
				picked(this.nearest(e.clientX - box.left, e.clientY - box.top));
			}
			down = null;
		});
	}
	// nearest is the particle in front at a point of the canvas, or null.
	nearest(x, y) {
		let best = null, bestDepth = Infinity;
		const least = Math.max(6, 0.6 * this.uniforms.diameter.value * this.perMetre());
		for (let i = 0; this.frame && i < this.frame.n; i++) {
			const at = this.place(i);
			if (!at || this.clip.x * at.x + this.clip.y * at.y + this.clip.z * at.z > this.clip.w)
				continue;
			const s = this.screen(at);
			if (Math.hypot(s.x - x, s.y - y) < least && s.depth < bestDepth)
				[best, bestDepth] = [i, s.depth];
		}
		return best;
	}
	perMetre() {
		const scale = (this.height / 2) * this.camera.projectionMatrix.elements[5];
		return this.flat ? scale : scale / this.camera.position.distanceTo(this.controls.target);
	}

	loop(now) {
		requestAnimationFrame(this.loop);
		const mixes = this.mixFrom !== undefined && this.uniforms.mixing.value < 1;
		if (!this.dirty && !mixes && !this.fresh())
			return;
		if (now - (this.last || 0) < 1000 / mostDrawn - 4)
			return;
		this.last = now;
		this.dirty = false;
		if (this.mixFrom !== undefined)
			this.uniforms.mixing.value = this.mixTime > 0 ? Math.min(1, (performance.now() - this.mixFrom) / (1000 * this.mixTime)) : 1;
		this.renderer.render(this.scene, this.camera);
		this.placeLabels();
		this.drawn++;
		this.shownFrame = this.frames;
		this.afterDraw?.();
	}
	// fresh reports whether there is a frame that has not been drawn.
	fresh() {
		return this.shownFrame !== this.frames;
	}

	// placeLabels puts names and numbers of axes beside edges of the box. A number that would lie over another is left out, and so is an axis
	// along which one looks.
	placeLabels() {
		const middle = this.screen(this.centre), away = this.camera.position.clone().sub(this.controls.target).normalize(), taken = [];
		const edges = [0, 1, 2].map((axis) => {
			const best = this.edge(axis, middle), [a, b] = [0, 1].map((end) => this.screen(this.corner(best.with(axis, end))));
			return { best, steep: Math.abs(a.y - b.y) > Math.abs(a.x - b.x), hidden: Math.abs(away.getComponent(axis)) > 0.97 };
		});
		for (const { axis, part, label, named } of this.labels) {
			const { best, steep, hidden } = edges[axis], at = this.screen(this.corner(best.with(axis, part)));
			const wide = 4 * label.textContent.length + 5, more = named && this.width > 500 ? 18 : 0; // half of what it takes; how far names are beyond numbers
			const x = at.x + (steep ? Math.sign(at.x - middle.x) * (wide + more) : 0), y = at.y + (steep ? 0 : 13 + more);
			label.hidden = hidden || x < wide || x > this.width - wide || taken.some((t) => Math.abs(t.x - x) < t.wide + wide && Math.abs(t.y - y) < 14);
			if (label.hidden)
				continue;
			taken.push({ x, y, wide });
			label.style.left = x + "px";
			label.style.top = y + "px";
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

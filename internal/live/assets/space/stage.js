// A box in space on a canvas: camera, controls, axes and scale bar. The live page and the editor
// put their flows into it.
import {
	Color,
	LineBasicMaterial,
	LineSegments,
	OrbitControls,
	OrthographicCamera,
	PerspectiveCamera,
	Scene,
	Vector3,
	WebGLRenderer,
} from "../libraries/three.min.js";
import { Labels } from "./labels.js";
import { Pointer } from "./pointer.js";
import { ScaleBar } from "./scalebar.js";
import { Cuts, edges, geometry } from "./shapes.js";

const sides = { oblique: [0.42, -1, 0.48], front: [0, -1, 0], side: [1, 0, 0], top: [0, -1e-4, 1] };
const maxRate = 30; // pictures a second
const reach = 10; // of a pointer [pixels]

export class Stage {
	// canvas is drawn on; overlay is where names and numbers go; scale shows a length; cross is
	// the pointer of the keyboard.
	constructor({ canvas, overlay, scale, cross }) {
		this.canvas = canvas;
		this.renderer = new WebGLRenderer({
			canvas,
			antialias: true,
			powerPreference: "high-performance",
		});
		this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
		this.scene = new Scene();
		this.cuts = new Cuts();
		this.pixels = { value: 1 }; // of a point with diameter 1 at distance 1, for shaders
		this.low = new Vector3();
		this.extent = new Vector3(1, 1, 1);
		this.centre = new Vector3(0.5, 0.5, 0.5);
		this.origin = [0, 0, 0];
		this.drawn = 0;
		this.afterDraw = []; // functions
		this.labels = new Labels(this, overlay);
		this.scaleBar = new ScaleBar(this, scale);
		this.pointer = new Pointer(this, cross);
		this.cameras = [
			new PerspectiveCamera(32, 1, 0.01, 100),
			new OrthographicCamera(-1, 1, 1, -1, 0, 100),
		];
		this.box = new LineSegments(geometry(new Float32Array(0)), new LineBasicMaterial());
		this.box.frustumCulled = false;
		this.scene.add(this.box);
		this.useCamera(false);
		matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => this.theme());
		this.theme();
		new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
		this.resize();
		this.loop = this.loop.bind(this);
		requestAnimationFrame(this.loop);
	}

	// margins are parts of the canvas that other things cover [pixels].
	margins() {
		return { top: 48, bottom: 48, left: 0, right: 0 };
	}

	useCamera(flat) {
		this.controls?.dispose();
		this.flat = flat;
		this.camera = this.cameras[flat ? 1 : 0];
		this.camera.up.set(0, 0, 1);
		this.controls = new OrbitControls(this.camera, this.canvas);
		this.controls.enableRotate = !flat;
		this.controls.screenSpacePanning = true;
		this.controls.addEventListener("change", () => this.change());
		this.controls.addEventListener("start", () => (this.moved = true));
		this.from = flat ? "front" : "oblique";
		this.moved = false;
	}

	// theme takes the colours of the page.
	theme() {
		const style = getComputedStyle(document.documentElement);
		this.renderer.setClearColor(new Color(style.getPropertyValue("--sheet").trim()));
		this.box.material.color = new Color(style.getPropertyValue("--frame").trim());
		this.dirty = true;
	}

	// setDomain takes the box that the flow is in; origin is where its coordinates begin on the
	// map.
	setDomain(min, max, origin, flat) {
		if (flat !== this.flat) this.useCamera(flat);
		this.low.set(...min);
		this.extent.set(...max).sub(this.low);
		if (flat) this.low.y = this.extent.y = 0;
		this.centre = this.low.clone().addScaledVector(this.extent, 0.5);
		this.origin = origin;
		this.box.geometry.dispose();
		const high = this.low.clone().add(this.extent);
		this.box.geometry = geometry(
			new Float32Array(edges(this.low.toArray(), high.toArray(), flat)),
		);
		this.labels.setAxes();
		this.dirty = true;
	}

	// corner is the point at parts of the box.
	corner([x, y, z]) {
		return new Vector3(x, y, z).multiply(this.extent).add(this.low);
	}
	corners() {
		const all = [];
		for (let k = 0; k < 8; k++)
			if (!this.flat || !((k >> 1) & 1)) all.push(this.corner([k & 1, (k >> 1) & 1, k >> 2]));
		return all;
	}

	// look goes to where all is seen from a side.
	look(from = this.from) {
		this.from = this.flat ? "front" : from;
		this.moved = false;
		const towards = new Vector3(...sides[this.from]).normalize();
		const right = new Vector3(0, 0, 1).cross(towards).normalize(),
			up = towards.clone().cross(right);
		const m = this.margins(),
			free = (part, all) => Math.min(0.9, Math.max(0.4, 1 - part / all));
		const high = free(m.top + m.bottom, this.height),
			wide = 0.95 * free(m.left + m.right, this.width);
		const corners = this.corners().map((c) => c.sub(this.centre)),
			aspect = this.width / this.height;
		const max = (f) => Math.max(...corners.map(f)),
			far = 4 * this.extent.length();
		if (this.flat) {
			const half = Math.max(
				max((c) => Math.abs(c.dot(up))) / high,
				max((c) => Math.abs(c.dot(right))) / aspect / wide,
			);
			Object.assign(this.camera, {
				top: half,
				bottom: -half,
				left: -half * aspect,
				right: half * aspect,
				near: 0,
				far: 2 * far,
				zoom: 1,
			});
			this.camera.position.copy(this.centre).addScaledVector(towards, far);
		} else {
			const tangent = Math.tan((this.camera.fov * Math.PI) / 360);
			const distance = max(
				(c) =>
					c.dot(towards) +
					Math.max(Math.abs(c.dot(up)) / high, Math.abs(c.dot(right)) / aspect / wide) /
						tangent,
			);
			Object.assign(this.camera, { near: 0.02 * distance, far: distance + far });
			this.camera.position.copy(this.centre).addScaledVector(towards, distance);
		}
		this.controls.target.copy(this.centre);
		this.shift = [(m.right - m.left) / 2, (m.bottom - m.top) / 2];
		this.offset();
		this.controls.update();
		this.change();
	}
	// change takes that the camera is elsewhere: points are looked for before the next picture,
	// too.
	change() {
		this.camera.updateMatrixWorld();
		this.dirty = true;
	}
	offset() {
		this.camera.setViewOffset(
			this.width,
			this.height,
			...(this.shift ?? [0, 0]),
			this.width,
			this.height,
		);
		this.camera.updateProjectionMatrix();
	}

	resize() {
		this.width = Math.max(this.canvas.clientWidth, 1);
		this.height = Math.max(this.canvas.clientHeight, 1);
		this.setRatio(Math.min(devicePixelRatio, 2));
		this.cameras[0].aspect = this.width / this.height;
		if (this.flat && this.moved) {
			const half = (this.camera.top * this.width) / this.height;
			Object.assign(this.camera, { left: -half, right: half });
		}
		this.offset();
		if (!this.moved) this.look();
		this.dirty = true;
	}
	// setRatio sets how many points are drawn for a pixel of the page.
	setRatio(ratio) {
		this.renderer.setPixelRatio(ratio);
		this.renderer.setSize(this.width, this.height, false);
		this.pixels.value = (this.height * ratio) / 2;
	}

	// turn turns the view by angles [rad]; in two dimensions it moves.
	turn(around, up) {
		const target = this.controls.target,
			away = this.camera.position.clone().sub(target);
		if (this.flat) {
			const by = new Vector3(Math.sign(around), 0, Math.sign(up)).multiplyScalar(
				60 / this.perMetre(),
			);
			target.add(by);
			this.camera.position.add(by);
		} else {
			const r = away.length(),
				a = Math.atan2(away.y, away.x) + around;
			const h = Math.min(1.55, Math.max(-1.55, Math.asin(away.z / r) + up));
			const direction = new Vector3(
				Math.cos(a) * Math.cos(h),
				Math.sin(a) * Math.cos(h),
				Math.sin(h),
			);
			this.camera.position.copy(target).addScaledVector(direction, r);
		}
		this.update();
	}
	// zoom multiplies the distance of the camera.
	zoom(factor) {
		const target = this.controls.target;
		if (this.flat) this.camera.zoom /= factor;
		else this.camera.position.sub(target).multiplyScalar(factor).add(target);
		this.camera.updateProjectionMatrix();
		this.update();
	}
	update() {
		this.moved = true;
		this.controls.update();
		this.change();
	}

	// perMetre is how many pixels a metre has, in the middle of what is seen.
	perMetre() {
		const scale = (this.height / 2) * this.camera.projectionMatrix.elements[5];
		return this.flat ? scale : scale / this.camera.position.distanceTo(this.controls.target);
	}
	// screen is where a point is on the canvas [pixels], and how far away.
	screen(at) {
		const p = at.clone().project(this.camera);
		return { x: ((p.x + 1) * this.width) / 2, y: ((1 - p.y) * this.height) / 2, depth: p.z };
	}
	// ray is the line of sight through a point of the canvas.
	ray(x, y) {
		const end = (z) =>
			new Vector3((2 * x) / this.width - 1, 1 - (2 * y) / this.height, z).unproject(
				this.camera,
			);
		const from = end(-1);
		return { from, towards: end(1).sub(from).normalize() };
	}
	// nearest is the index of a point at a place of the canvas, or null: of those within a radius
	// the one in front, else the nearest within the reach of a finger. at(i, to) puts point i into
	// a vector, and returns false where there is none to be seen.
	nearest(n, at, x, y, radius) {
		const p = new Vector3();
		let front = null,
			depth = Infinity,
			near = null,
			least = reach * reach;
		for (let i = 0; i < n; i++) {
			if (at(i, p) === false || this.cuts.hides(p)) continue;
			p.project(this.camera);
			const dx = ((p.x + 1) * this.width) / 2 - x,
				dy = ((1 - p.y) * this.height) / 2 - y;
			const off = dx * dx + dy * dy;
			if (off < radius * radius && p.z < depth) [front, depth] = [i, p.z];
			if (off < least) [near, least] = [i, off];
		}
		return front ?? near;
	}
	// nearestCorner is the corner of the box at a place of the canvas, or null.
	nearestCorner(x, y) {
		const all = this.corners(),
			k = this.nearest(all.length, (i, to) => void to.copy(all[i]), x, y, reach);
		return k === null ? null : all[k];
	}

	// moves reports whether something moves by itself, so that pictures are drawn all the time.
	moves() {
		return false;
	}
	loop(now) {
		requestAnimationFrame(this.loop);
		if ((!this.dirty && !this.moves()) || now - (this.last || 0) < 1000 / maxRate - 4) return;
		this.last = now;
		this.draw();
	}
	draw() {
		this.dirty = false;
		this.render();
		this.drawn++;
		this.scaleBar.show();
		this.labels.show();
		this.pointer.show();
		for (const f of this.afterDraw) f();
	}
	render() {
		this.cuts.face(this.camera);
		this.renderer.render(this.scene, this.camera);
	}
}

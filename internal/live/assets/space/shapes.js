// Geometry, colours and shaders that views are made of.
import { BufferAttribute, BufferGeometry, Vector3 } from "../libraries/three.min.js";

// displayColour is a colour as the screen shows it, for shaders that hand it on.
export const displayColour = (colour) =>
	new Vector3((colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255);

// geometry has an array of positions.
export function geometry(all) {
	const g = new BufferGeometry();
	g.setAttribute("position", new BufferAttribute(all, 3));
	return g;
}

// edges are those of a box as pairs of points; of a rectangle at y = 0 in two dimensions.
export function edges(min, max, flat) {
	const all = [];
	for (let axis = 0; axis < 3; axis++)
		for (let k = 0; k < 4; k++)
			for (const x of [min, max]) {
				const at = [0, 0, 0];
				at[axis] = x[axis];
				at[(axis + 1) % 3] = (k & 1 ? max : min)[(axis + 1) % 3];
				at[(axis + 2) % 3] = (k >> 1 ? max : min)[(axis + 2) % 3];
				if (flat) at[1] = 0;
				all.push(...at);
			}
	return all;
}

// cutShader is for vertex shaders: cutDepth is positive where something lies in front of all cuts.
export const cutShader = `
	uniform vec3 cutAt, cutSide;
	float cutDepth(vec3 at) {
		vec3 depth = cutSide * (at - cutAt);
		if (cutSide == vec3(0.0))
			return -1.0;
		return min(cutSide.x == 0.0 ? 1e30 : depth.x,
			min(cutSide.y == 0.0 ? 1e30 : depth.y, cutSide.z == 0.0 ? 1e30 : depth.z));
	}`;

// Cuts are planes across the axes. What lies in front of all of them is left out.
export class Cuts {
	constructor() {
		this.at = [null, null, null]; // [m]; null is no cut
		this.uniforms = { cutAt: { value: new Vector3() }, cutSide: { value: new Vector3() } };
	}
	// face turns the cuts to a camera.
	face(camera) {
		this.at.forEach((x, axis) => {
			this.uniforms.cutAt.value.setComponent(axis, x ?? 0);
			const side = x === null ? 0 : camera.position.getComponent(axis) >= x ? 1 : -1;
			this.uniforms.cutSide.value.setComponent(axis, side);
		});
	}
	// hides reports whether a point is left out.
	hides(p) {
		const { cutAt, cutSide } = this.uniforms;
		let some = false;
		for (let a = 0; a < 3; a++) {
			const side = cutSide.value.getComponent(a);
			if (side === 0) continue;
			some = true;
			if (side * (p.getComponent(a) - cutAt.value.getComponent(a)) <= 0) return false;
		}
		return some;
	}
}

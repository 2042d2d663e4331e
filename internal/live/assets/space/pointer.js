// What mouse, fingers and keys ask of a view: to choose a point, to look at one, to turn and zoom.
// The keyboard has a cross: Shift and arrows move it, Enter chooses what is under it.

const turns = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const zooms = { "+": 0.85, "=": 0.85, "-": 1.18 };
const maxDrift = 6; // pixels that a pointer may move while it chooses a point

export class Pointer {
	// cross is the element that shows the keyboard's place.
	constructor(stage, cross) {
		Object.assign(this, { stage, cross, at: null });
		this.chosen = () => {}; // (x, y) of the canvas
		this.over = () => {}; // (x, y), or nothing where the pointer is away
		this.escaped = () => {};
		const { canvas } = stage;
		let down = null;
		const place = (e) => {
			const box = canvas.getBoundingClientRect();
			return [e.clientX - box.left, e.clientY - box.top];
		};
		canvas.addEventListener(
			"pointerdown",
			(e) => (down = e.isPrimary && e.button === 0 ? place(e) : null),
		);
		canvas.addEventListener("pointermove", (e) => {
			if (down && Math.hypot(place(e)[0] - down[0], place(e)[1] - down[1]) > maxDrift)
				down = null;
			if (e.pointerType === "mouse" && e.buttons === 0) this.over(...place(e));
		});
		canvas.addEventListener("pointerup", (e) => {
			if (down && e.isPrimary) this.chosen(...place(e));
			down = null;
		});
		canvas.addEventListener("pointercancel", () => (down = null));
		canvas.addEventListener("pointerleave", (e) => e.pointerType === "mouse" && this.over());
		canvas.addEventListener("keydown", (e) => this.key(e) && e.preventDefault());
		canvas.addEventListener("blur", () => this.moveCross(null));
	}

	// key does what a key means, and returns whether it means something.
	key(e) {
		const { stage } = this,
			turn = turns[e.key];
		if (e.ctrlKey || e.metaKey || e.altKey) return false;
		if (turn && e.shiftKey) {
			const [x, y] = this.at ?? [stage.width / 2, stage.height / 2];
			this.moveCross([x + 8 * turn[0], y - 8 * turn[1]]);
		} else if (turn) stage.turn(0.12 * turn[0], 0.08 * turn[1]);
		else if (zooms[e.key]) stage.zoom(zooms[e.key]);
		else if (e.key === "f") stage.look();
		else if (e.key === "Enter")
			this.chosen(...(this.at ?? [stage.width / 2, stage.height / 2]));
		else if (e.key === "Escape") this.escaped();
		else return false;
		return true;
	}
	moveCross(at) {
		const { width, height } = this.stage;
		this.at = at && [Math.min(width, Math.max(0, at[0])), Math.min(height, Math.max(0, at[1]))];
		this.over(...(this.at ?? []));
		this.show();
	}
	show() {
		this.cross.hidden = !this.at;
		if (this.at) this.cross.style.translate = `${this.at[0]}px ${this.at[1]}px`;
	}
}

// The player goes through the snapshots that a run has stored. While a run computes, the end of the
// slider is now.
import { $ } from "./elements.js";
import { digits } from "./numbers.js";

const pause = 200; // ms from a snapshot to the next
const wait = 15000; // ms until a snapshot that was asked for is given up
const glances = 9; // snapshots from which colours have their range
const few = 5000; // particles of each of them

export class Player {
	// wire asks for frames; particles() is how many; live is whether the run computes; back is told
	// when the page returns to it, and seen when snapshots of the whole time have been looked at.
	constructor({ wire, particles, live, back, seen }) {
		Object.assign(this, { wire, particles, live, back, seen, times: [], number: 0, taken: 0 });
		this.surveyed = 0; // how many snapshots there were then
		this.plays = !live && !matchMedia("(prefers-reduced-motion: reduce)").matches;
		this.now = live; // the page shows the run
		this.asked = null; // by a film
		$("time").oninput = () => {
			const k = +$("time").value;
			this.stop();
			this.choose(k);
		};
		$("play").onclick = () => (this.plays ? this.stop() : this.start());
		$("now").onclick = () => this.goNow();
		$("now").hidden = !live;
	}

	// setTimes takes the times of all snapshots [s].
	setTimes(times) {
		const first = this.times.length === 0;
		this.times = times;
		$("player").hidden = times.length === 0;
		$("flow").classList.toggle("plays", times.length > 0);
		$("time").max = this.last();
		this.plays &&= times.length > 1;
		if (!this.live && first && times.length > 0)
			this.survey().then((whole) => whole && this.go(0));
		this.show();
	}
	// survey looks at snapshots over the whole time, before they play: so colours can have one range
	// for all. It returns false where the user has gone to a time meanwhile.
	async survey() {
		const last = this.times.length - 1,
			n = Math.min(glances, last + 1),
			frames = [];
		if (this.surveyed === last + 1) return true;
		this.surveyed = last + 1;
		for (let k = 0; k < n; k++) {
			const number = Math.round((k * last) / Math.max(1, n - 1));
			const m = await new Promise((done) => {
				this.glance = { number, done };
				setTimeout(() => done(undefined), wait);
				this.wire().say("particles", few);
				this.wire().say("frame", number);
			});
			if (m === null) {
				this.surveyed = 0;
				return false;
			}
			if (m) frames.push(m);
		}
		this.glance = null;
		this.seen(frames);
		return true;
	}
	// glanced takes a frame that the survey has asked for.
	glanced(m) {
		const { number, done } = this.glance ?? {};
		if (number === undefined || this.nearest(m.t) !== number) return false;
		this.glance = null;
		done(m);
		return true;
	}
	// last is the slider's end: now, or the last snapshot.
	last() {
		return this.live ? this.times.length : this.times.length - 1;
	}

	choose(k) {
		if (this.live && k === this.times.length) this.goNow();
		else this.go(k);
	}
	go(k) {
		this.glance?.done(null);
		this.glance = null;
		this.now = false;
		this.number = k;
		this.wire().say("particles", this.particles());
		this.wire().say("frame", k);
		this.show();
	}
	goNow() {
		this.stop();
		if (this.now) return;
		this.now = true;
		this.show();
		this.back();
	}
	next() {
		if (this.number + 1 < this.times.length) this.go(this.number + 1);
		else if (this.live) this.goNow();
		else this.go(0);
	}
	async start() {
		this.plays = true;
		this.show();
		if (!(await this.survey()) || !this.plays) return;
		if (this.now) this.go(0);
		else this.next();
	}
	stop() {
		this.plays = false;
		clearTimeout(this.timer);
		this.show();
	}

	// frame goes to a snapshot, and waits until the page has it.
	async frame(k) {
		this.stop();
		const taken = new Promise((done, fail) => {
			this.asked = { k, done };
			setTimeout(() => fail(new Error(`snapshot ${k} does not come`)), wait);
		});
		this.go(k);
		await taken;
	}

	// mixing is how long particles are on their way to the next snapshot [s].
	mixing() {
		return this.plays && this.number > 0 ? 0.22 : 0;
	}
	took(m) {
		this.t = m.t;
		this.taken++;
		this.show();
		if (this.asked && this.asked.k === this.nearest(m.t)) {
			this.asked.done();
			this.asked = null;
		}
		clearTimeout(this.timer);
		if (this.plays) {
			const end = this.number + 1 === this.times.length;
			this.timer = setTimeout(() => this.plays && this.next(), end ? 1500 : pause);
		}
	}

	// nearest is the snapshot whose time is nearest to t: an answer may be to an earlier request.
	nearest(t) {
		let best = 0;
		this.times.forEach((at, k) => {
			if (Math.abs(at - t) < Math.abs(this.times[best] - t)) best = k;
		});
		return best;
	}

	show() {
		const slider = $("time");
		slider.value = this.now ? this.last() : this.number;
		const text = this.now ? "now" : digits(this.times[this.number], 4) + " s";
		$("at").textContent = text;
		slider.setAttribute("aria-valuetext", text);
		$("play").textContent = this.plays ? "Pause" : "Play";
		$("now").disabled = this.now;
	}
	// end takes that the run answers no more.
	end() {
		this.stop();
		for (const id of ["time", "play", "now"]) $(id).disabled = true;
	}
}

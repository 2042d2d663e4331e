// Files that the page makes: a picture of the view, and a film.
import { $, setChoices, tell } from "./elements.js";
import { digits } from "./numbers.js";
import { compose } from "./picture.js";
import { format, save } from "./film.js";

const maxFilm = 1920; // pixels across
const maxPicture = 8192;

export class Export {
	// about() is what a picture says besides the flow; name is of the problem.
	constructor(flow, player, about, name) {
		Object.assign(this, {
			flow,
			player,
			about,
			name,
			canvas: document.createElement("canvas"),
		});
		this.last = null; // the file that was made last
		$("savePicture").onclick = () => this.picture().catch((err) => tell(err.message));
		$("saveFilm").onclick = () =>
			this.film ? (this.ends = true) : this.record().catch((err) => this.failed(err));
		this.format = null; // of films
		format().then((found) => {
			this.format = found;
			$("saveFilm").disabled = !found;
			this.describe();
		});
		flow.afterDraw.push(() => this.sizes());
		this.sizes();
		this.describe();
	}

	// describe says which formats there are, and what a film has.
	describe() {
		const film = !this.format
			? "This browser writes no films; gpusph render does."
			: this.player.now
				? `A film (${this.format.name}) of what you see, until you stop it.`
				: `A film (${this.format.name}) of all ${this.player.times.length} snapshots.`;
		$("formats").textContent = "A picture (PNG) with colours, scale and time. " + film;
		if (!this.film) $("saveFilm").textContent = this.player.now ? "Record film" : "Save film";
	}
	sizes() {
		const { width, height } = this.flow,
			key = width + "×" + height;
		if (key === this.shown) return;
		this.shown = key;
		const all = [1, 2, 3, 4].filter((k) => Math.max(width, height) * k <= maxPicture);
		const kept = +$("size").value || 2;
		setChoices(
			$("size"),
			all.map((k) => [
				k,
				[width, height].map((n) => 2 * Math.floor((n * k) / 2)).join(" × "),
			]),
			kept,
		);
	}

	file(suffix) {
		const t = this.flow.frame ? "_" + digits(this.flow.frame.t, 4) + "s" : "";
		return `${this.name.replace(/[^\w.-]+/g, "_")}${suffix === "png" ? t : ""}.${suffix}`;
	}
	keep(blob, name) {
		this.last = {
			blob,
			name,
			width: this.canvas.width,
			height: this.canvas.height,
			frames: this.filmed,
		};
		save(blob, name);
		tell(
			`${name}: ${this.canvas.width} × ${this.canvas.height} pixels, ` +
				`${digits(blob.size / 1024)} KiB`,
		);
	}

	async picture() {
		this.flow.settle();
		compose(this.canvas, this.flow, +$("size").value, this.about());
		const blob = await new Promise((done) => this.canvas.toBlob(done, "image/png"));
		if (!blob)
			throw new Error("the browser makes no picture of this size; choose a smaller one");
		this.keep(blob, this.file("png"));
	}

	// record films all snapshots, or a run that computes until it is told to end.
	async record() {
		const { flow, player } = this,
			live = player.now,
			rate = +$("rate").value;
		const ratio = Math.min(Math.max(1, devicePixelRatio), maxFilm / flow.width);
		this.ends = false;
		if (!live) await player.survey();
		compose(this.canvas, flow, ratio, this.about());
		this.film = new this.format.Film(this.canvas, rate, this.format);
		const size = [this.canvas.width, this.canvas.height],
			begun = performance.now();
		for (let k = 0; !this.ends && (live ? player.now : k < player.times.length); k++) {
			$("saveFilm").textContent = live
				? `Stop (${Math.round((performance.now() - begun) / 1000)} s)`
				: `Stop (${k + 1} of ${player.times.length})`;
			const next = performance.now() + 1000 / rate;
			if (!live) {
				await player.frame(k);
				flow.settle();
			}
			compose(this.canvas, flow, ratio, this.about());
			if (this.canvas.width !== size[0] || this.canvas.height !== size[1])
				throw new Error("the view has another size now; record the film again");
			await this.film.add(live ? (performance.now() - begun) / 1000 : undefined);
			if (live) await new Promise((done) => setTimeout(done, next - performance.now()));
		}
		const film = this.film,
			blob = await film.end();
		this.film = null;
		this.describe();
		this.filmed = film.count;
		this.keep(blob, this.file(this.format.suffix));
	}
	failed(err) {
		this.film?.end().catch(() => {});
		this.film = null;
		this.describe();
		tell("No film: " + err.message);
	}
}

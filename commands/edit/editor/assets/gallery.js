// The list of cases to begin with.
import { $, make } from "./elements.js";

// also are words that people look for, and what cases have for them.
const also = {
	obstacle: ["pillar", "pier", "obstacle", "post", "block", "cylinder"], gate: ["gate", "motion ="],
	probe: ["[[probe]]"], gauge: ["[[gauge]]"], ship: ["ship", "hull"], boat: ["ship", "floating"],
	pump: ["[[inlet]]"], inflow: ["[[inlet]]"], terrain: ["height-map"], mesh: ["stl ="],
};

export class Gallery {
	// choose is called with the case that is chosen.
	constructor(choose) {
		this.choose = choose;
		$("find").oninput = () => this.show();
		$("find").onkeydown = (e) => {
			if (e.key !== "Enter")
				return;
			e.preventDefault();
			if (this.only)
				this.take(this.only);
		};
	}

	async open() {
		this.all ??= (await (await fetch("gallery.json")).json()).map((c) => ({ ...c,
			head: `${c.name} ${c.about} ${c.plane ? "2d" : "3d"}`.toLowerCase(),
			body: c.text.toLowerCase().replace(/^\s*#.*$/gm, "") }));
		$("find").value = "";
		this.show();
		$("gallery").showModal();
		if (innerWidth > 860)
			$("find").focus();
	}

	// show lists the cases with all words: first those that have them in their names or lines.
	show() {
		const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
		const inHead = (c) => words.every((w) => c.head.includes(w));
		const anywhere = (c) => words.every((w) => [w, ...(also[w] ?? also[w.replace(/s$/, "")] ?? [])]
			.some((x) => c.head.includes(x) || c.body.includes(x)));
		const first = this.all.filter(inHead);
		this.fit = [...first, ...this.all.filter((c) => !inHead(c) && anywhere(c))];
		this.only = first.length === 1 ? first[0] : this.fit.length === 1 ? this.fit[0] : null;
		$("cases").replaceChildren(...this.fit.map((c) => make("li", {}, make("button",
			{ onclick: () => this.take(c) }, make("b", { textContent: c.name }),
			make("em", { textContent: c.plane ? "2D" : "3D" }), make("small", { textContent: c.about })))));
		if (!this.fit.length)
			$("cases").append(make("li", { textContent: "No case has these words." }));
	}

	take(c) {
		$("gallery").close();
		this.choose(c);
	}
}

// The tools of the view: panels, sections with values, and the ruler.
import { $, make } from "./elements.js";
import { digits, scaled } from "./numbers.js";
import { Ruler } from "./space/ruler.js";

const panels = ["view", "section", "ruler", "export"];

// amount is a value with the unit that suits it.
export function amount(value, unit, n = 4) {
	const [name, one] = scaled(unit, Math.abs(value));
	return digits(value / one, n) + (name ? " " + name : "");
}

export class Tools {
	// flow may be undefined where the browser shows none; describe(value) writes one of the field.
	constructor(flow, hello, describe) {
		Object.assign(this, { flow, hello, describe, open: null, point: null, kept: false });
		for (const name of panels)
			$(name + "Button").onclick = () => this.show(this.open === name ? null : name);
		this.show(innerWidth > 820 ? "view" : null);
		if (!flow) return;
		this.ruler = new Ruler(flow, {
			drawing: $("measure"),
			table: $("lengths"),
			said: (text) => ($("rulerHint").textContent = text),
			pick: (x, y) => flow.pointAt(x, y),
		});
		$("rulerClear").onclick = () => this.ruler.clear();
		this.makeSections();
		flow.afterDraw.push(() => this.placeTip());
	}

	// show opens a panel, and closes the others. The ruler is in use while its panel is open.
	show(name) {
		const was = this.open;
		this.open = name;
		for (const p of panels) {
			$(p + "Panel").hidden = p !== name;
			$(p + "Button").setAttribute("aria-expanded", p === name);
		}
		if (this.ruler && (name === "ruler") !== (was === "ruler"))
			this.ruler.turn(name === "ruler");
		$("canvas").classList.toggle("measures", name === "ruler");
	}

	makeSections() {
		const { flow } = this,
			axes = flow.flat ? [1] : [0, 1, 2];
		$("sections").replaceChildren(...axes.map((axis) => this.sectionRow(axis)));
		$("sectionChoices").hidden = flow.flat;
		$("sectionValues").onchange = $("sectionCut").onchange = () =>
			flow.sections.show($("sectionValues").checked, $("sectionCut").checked);
	}
	// sectionRow has a section's switch, and its place as a slider and as a number.
	sectionRow(axis) {
		const { flow } = this,
			name = "xyz"[axis],
			low = flow.low[name],
			long = flow.extent[name];
		const origin = flow.origin[axis],
			decimals = Math.max(0, 3 - Math.floor(Math.log10(flow.extent.length())));
		const on = make("input", { type: "checkbox", id: "section-" + name });
		const number = make("input", {
			type: "number",
			id: `section-${name}-at`,
			ariaLabel: `${name} of the section [m]`,
			disabled: true,
			step: 10 ** -decimals,
			value: (origin + low + long / 2).toFixed(decimals),
		});
		const slider = make("input", {
			type: "range",
			id: `section-${name}-slider`,
			min: 0,
			max: 1000,
			value: 500,
			disabled: true,
			ariaLabel: `place of the section across ${name}`,
		});
		const set = () => {
			number.disabled = slider.disabled = !on.checked;
			slider.setAttribute("aria-valuetext", number.value + " m");
			flow.sections.set(
				axis,
				on.checked ? Math.min(low + long, Math.max(low, +number.value - origin)) : null,
			);
			this.refresh();
		};
		on.onchange = set;
		slider.oninput = () => {
			number.value = (origin + low + (slider.value / 1000) * long).toFixed(decimals);
			set();
		};
		number.onchange = () => {
			slider.value = (1000 * (+number.value - origin - low)) / long;
			set();
		};
		const label = make("label", {}, on, flow.flat ? "the field in the plane" : name);
		return flow.flat
			? make("div", { className: "row" }, label)
			: make(
					"div",
					{ className: "row" },
					label,
					slider,
					number,
					make("span", { textContent: "m" }),
				);
	}

	// over shows the value under the pointer, unless one is kept.
	over(x, y) {
		if (this.kept || !this.flow) return;
		this.point = x === undefined ? null : this.flow.sections.hit(x, y);
		this.refresh();
	}
	// take keeps the value at a point of a section, or measures; it returns whether it did.
	take(x, y) {
		if (this.ruler?.on) {
			this.ruler.take(x, y);
			return true;
		}
		const hit = this.flow.sections.hit(x, y),
			was = this.kept;
		this.kept = hit !== null;
		this.point = hit;
		this.refresh();
		return this.kept || was;
	}
	escape() {
		this.kept = false;
		this.point = null;
		this.ruler?.clear();
		this.refresh();
	}

	// refresh writes the value at the point, of the last frame.
	refresh() {
		const { flow, point } = this;
		if (point && (!flow.sections.planes[point.axis] || !flow.sections.values))
			Object.assign(this, { point: null, kept: false });
		$("tip").hidden = !this.point;
		if (!this.point) return ($("spot").hidden = true);
		const { at, axis } = this.point,
			name = "xyz"[axis];
		if (!flow.flat) at.setComponent(axis, flow.sections.planes[axis].x);
		const value = flow.sections.valueAt(at);
		const place = ["x", "y", "z"]
			.filter((a) => !flow.flat || a !== name)
			.map((a) => `${a} ${digits(flow.origin["xyz".indexOf(a)] + at[a], 4)}`)
			.join(", ");
		this.value = value;
		$("tip").hidden = value === null && !this.kept;
		$("tip").replaceChildren(
			make("b", { textContent: value === null ? "no fluid" : this.describe(value) }),
			make("span", { textContent: place + " m" }),
		);
		this.placeTip();
	}
	placeTip() {
		if (!this.point) return;
		const { x, y } = this.flow.screen(this.point.at),
			tip = $("tip");
		const wide = tip.offsetWidth,
			high = tip.offsetHeight,
			{ width } = this.flow;
		const left = x + 14 + wide > width ? x - 14 - wide : x + 14,
			top = y - high - 10 < 4 ? y + 12 : y - high - 10;
		tip.style.translate = `${Math.max(4, left)}px ${top}px`;
		tip.classList.toggle("kept", this.kept);
		$("spot").style.translate = `${x}px ${y}px`;
		$("spot").hidden = !this.kept;
	}
}
